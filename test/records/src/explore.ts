/** One call of a program to what it shares with others. Between two calls nothing of another program happens. */
export type Step = <T>(work: () => T | Promise<T>) => Promise<T>

/** How a program ended. */
export type Ending =
  | { readonly how: 'returned'; readonly value: unknown }
  | { readonly how: 'threw'; readonly error: unknown }
  /** Its process ended in the middle. */
  | { readonly how: 'stopped' }

/** What is run once for each order of steps. */
export interface World {
  readonly programs: readonly ((step: Step) => Promise<unknown>)[]
  /** What is wrong afterwards. */
  readonly check: (endings: readonly Ending[]) => string | undefined | Promise<string | undefined>
}

/** What may happen to a call, beside being answered. */
export type Fault =
  /** The call takes effect, and the process of the program ends. */
  | 'crash'
  /** The call takes effect, and the program gets an error. */
  | 'lost-answer'

/** An order of steps that was tried. */
export interface Order {
  /** Which of the choices was taken at each step. */
  readonly path: readonly number[]
  readonly endings: readonly Ending[]
}

/** What was tried, and which of it was wrong. */
export interface Explored {
  readonly orders: readonly Order[]
  /** What was wrong, with the order of steps that led there. */
  readonly bad: readonly string[]
}

/** The answer of a call was lost. */
export class LostAnswer extends Error {
  override name = 'LostAnswer'
}

/** A call that waits for its turn. */
interface Waiting {
  readonly take: (fault?: Fault) => Promise<void>
}

interface Choice {
  readonly program: number
  readonly fault?: Fault
}

/** A promise, and what settles it. */
function createGate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}

/** A program that runs until its next call, and from there when it is its turn. */
class Running {
  ending: Ending | undefined
  #waiting: Waiting | undefined
  #pause = createGate()

  constructor(program: World['programs'][number]) {
    const end = (ending: Ending): void => {
      this.ending ??= ending
      this.#pause.open()
    }
    void program((work) => this.#call(work)).then(
      (value) => end({ how: 'returned', value }),
      (error: unknown) => end({ how: 'threw', error }),
    )
  }

  /** Settles when the program waits for its turn, or has ended. */
  get paused(): Promise<void> {
    return this.#pause.passed
  }

  async take(fault: Fault | undefined): Promise<void> {
    const waiting = this.#waiting
    this.#pause = createGate()
    await waiting?.take(fault)
    await this.paused
  }

  #call<T>(work: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting = {
        take: async (fault) => {
          try {
            const value = await work()
            if (fault === undefined) resolve(value)
          } catch (error) {
            reject(error)
          }
          if (fault === 'lost-answer') reject(new LostAnswer('The answer was lost.'))
          if (fault !== 'crash') return
          this.ending = { how: 'stopped' }
          this.#pause.open()
        },
      }
      this.#pause.open()
    })
  }
}

/** The choices that there are, in the same order each time. */
const choices = (programs: readonly Running[], faults: readonly Fault[]): readonly Choice[] =>
  programs.flatMap(({ ending }, program) =>
    ending === undefined ? [{ program }, ...faults.map((fault) => ({ program, fault }))] : [],
  )

interface Run {
  readonly endings: readonly Ending[]
  /** The steps, as they are named in what is wrong. */
  readonly taken: string
  /** How many choices there were at each step. */
  readonly widths: readonly number[]
  readonly wrong: string | undefined
}

const nameOf = ({ program, fault }: Choice): string => `${program}${fault ? `:${fault}` : ''}`

/** Runs a world by the choices of a path, and by the first choice behind its end. */
async function runPath(
  { programs, check }: World,
  path: readonly number[],
  faults: readonly Fault[],
): Promise<Run> {
  const running = programs.map((program) => new Running(program))
  await Promise.all(running.map(({ paused }) => paused))
  const widths: number[] = []
  const taken: Choice[] = []
  for (;;) {
    const isFaulty = taken.some(({ fault }) => fault !== undefined)
    const possible = choices(running, isFaulty ? [] : faults)
    // Over another store than that of the path there may be fewer.
    const choice = possible[Math.min(path[widths.length] ?? 0, possible.length - 1)]
    if (choice === undefined) break
    widths.push(possible.length)
    taken.push(choice)
    await running[choice.program]?.take(choice.fault)
  }
  const endings = running.map(({ ending }) => ending ?? { how: 'stopped' as const })
  const wrong = await check(endings)
  return { endings, taken: taken.map(nameOf).join(' '), widths, wrong }
}

/** The path that comes next, or nothing after the last one. */
function nextPath(path: readonly number[], widths: readonly number[]): number[] | undefined {
  for (let at = widths.length - 1; at >= 0; at -= 1) {
    const next = (path[at] ?? 0) + 1
    const before = Array.from({ length: at }, (_, index) => path[index] ?? 0)
    if (next < (widths[at] ?? 0)) return [...before, next]
  }
  return undefined
}

/**
 * Runs programs in every order of their steps, and with one fault at every place where it can happen.
 *
 * @param make - a new world for each order
 * @param faults - Default: none
 */
export async function explore(
  make: () => World | Promise<World>,
  faults: readonly Fault[] = [],
): Promise<Explored> {
  const bad: string[] = []
  const orders: Order[] = []
  let path: number[] | undefined = []
  while (path) {
    const { endings, taken, widths, wrong }: Run = await runPath(await make(), path, faults)
    orders.push({ path, endings })
    if (wrong !== undefined) bad.push(`${wrong} (${taken})`)
    path = nextPath(path, widths)
  }
  return { orders, bad }
}

const textOf = (ending: Ending): string => {
  if (ending.how === 'returned') return JSON.stringify(ending.value ?? null)
  return ending.how === 'threw' ? `threw ${String(ending.error)}` : ending.how
}

/**
 * Runs programs again in orders that were explored over another store.
 *
 * @returns what is wrong, or ends in another way than there
 */
export async function compare(
  make: () => World | Promise<World>,
  orders: readonly Order[],
  faults: readonly Fault[] = [],
): Promise<readonly string[]> {
  const bad: string[] = []
  for (const { path, endings } of orders) {
    const run = await runPath(await make(), path, faults)
    const [expected, found] = [endings, run.endings].map((all) => all.map(textOf).join(', '))
    const differs = expected === found ? undefined : `${found} in place of ${expected}`
    const wrong = run.wrong ?? differs
    if (wrong !== undefined) bad.push(`${wrong} (${run.taken})`)
  }
  return bad
}

/** Runs programs together, none of whose calls waits for a turn. */
export async function race({ programs, check }: World): Promise<string | undefined> {
  const running = programs.map((program): Promise<Ending> =>
    program(async (work) => work()).then(
      (value) => ({ how: 'returned', value }),
      (error: unknown) => ({ how: 'threw', error }),
    ),
  )
  return check(await Promise.all(running))
}
