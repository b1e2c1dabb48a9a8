import { setTimeout as sleep } from 'node:timers/promises'
import { type Fleet, member, paste, type Pasted, type SignedIn, signIn, signOut } from './fleet.ts'
import { inParallel } from './in-parallel.ts'

/** How often copies are pasted. */
export interface PastingScale {
  /** Seconds. */
  readonly window: number
  /** Sign-outs whose copies are pasted over and over, and how many of these at a time. */
  readonly steady: number
  readonly atOnce: number
  /** Number of rounds in which idle processes get one request each, and the sign-outs before each. */
  readonly rounds: number
  readonly perRound: number
}

/** Number of parts of the window that are counted separately. */
const PARTS = 10

/** What was seen of copies of cookies that were signed out of. */
export interface PastingFigures {
  readonly window: number
  /** Of the process that signed out: copies that it accepted afterwards. */
  readonly acceptedAtOnce: number
  /** Copies that were pasted over and over, by the tenth of the window in which they were accepted last; first those never accepted. */
  readonly steady: readonly number[]
  /** Copies that were pasted once into an idle process, by the tenth of the window: how many, and how many were accepted. */
  readonly once: readonly { readonly pasted: number; readonly accepted: number }[]
  /** Copies that were accepted when the window was over. */
  readonly late: number
  /** Milliseconds after the answer to the sign-out at which a copy was accepted last. */
  readonly latest: number
}

/** A copy that was pasted once. */
interface Sample {
  readonly after: number
  readonly accepted: boolean
}

const STEP = 25

/** Pastes a copy until it is refused, and says when it was accepted last: milliseconds after the sign-out, -1 for never. */
async function acceptedUntil(fleet: Fleet, index: number, ended: Ended): Promise<number> {
  let last = -1
  for (;;) {
    const after = performance.now() - ended.at
    const { status, accepted } = await paste(member(fleet, index), ended.cookie)
    if (status !== 200) throw new Error(`A copy was answered with ${status}.`)
    if (!accepted) return last
    last = after
    await sleep(STEP)
  }
}

interface Ended {
  readonly cookie: string
  /** When the sign-out was answered. */
  readonly at: number
}

async function end(fleet: Fleet, person: SignedIn): Promise<Ended & { readonly own: Pasted }> {
  await signOut(person)
  const at = performance.now()
  return { cookie: person.cookie, at, own: await paste(member(fleet, 0), person.cookie) }
}

async function pasteSteadily(
  fleet: Fleet,
  { steady, atOnce }: PastingScale,
): Promise<{ readonly own: number; readonly last: readonly number[] }> {
  const runs = await inParallel(steady, atOnce, async (index) => {
    const person = await signIn(member(fleet, 0), `steady-${index}`)
    const { own, ...ended } = await end(fleet, person)
    const others = fleet.members.slice(1).map((_, other) => other + 1)
    const last = await Promise.all(others.map((other) => acceptedUntil(fleet, other, ended)))
    return { own, last }
  })
  return {
    own: runs.filter(({ own }) => own.accepted).length,
    last: runs.flatMap(({ last }) => last),
  }
}

/**
 * Signs people out at one process while the others are idle, and pastes all copies there at the same time. The copy of the feed
 * in the others has its maximum age then.
 *
 * @param part - of the window, between half and somewhat more than all of it, after which the copies are pasted
 */
async function pasteOnce(
  fleet: Fleet,
  { window, perRound }: PastingScale,
  part: number,
): Promise<readonly Sample[]> {
  const milliseconds = window * 1000
  const others = fleet.members.slice(1)
  const people = await inParallel(perRound, 10, (index) =>
    signIn(member(fleet, 0), `once-${part}-${index}`),
  )
  const witness = await signIn(member(fleet, 0), `witness-${part}`)
  // What they know is too old then, so that the next read waits for what is new.
  await sleep(milliseconds)
  await Promise.all(others.map((other) => paste(other, witness.cookie)))
  const began = performance.now()
  const stop = part * milliseconds
  const ended = await Promise.all(
    people.map(async (person, index) => {
      await sleep((stop * index) / perRound)
      return end(fleet, person)
    }),
  )
  await sleep(Math.max(0, stop - (performance.now() - began)))
  const samples = others.flatMap((other) =>
    ended.map(async ({ cookie, at }) => {
      const after = performance.now() - at
      return { after, accepted: (await paste(other, cookie)).accepted }
    }),
  )
  return Promise.all(samples)
}

/** Signs people out at one of three processes and pastes copies of their cookies at all. */
export async function pasteCopies(fleet: Fleet, scale: PastingScale): Promise<PastingFigures> {
  const milliseconds = scale.window * 1000
  const { own, last } = await pasteSteadily(fleet, scale)
  const samples: Sample[] = []
  for (let round = 0; round < scale.rounds; round += 1) {
    samples.push(...(await pasteOnce(fleet, scale, 0.95 - (0.4 * round) / scale.rounds)))
  }
  const partOf = (after: number): number => Math.floor((after / milliseconds) * PARTS)
  const parts = Array.from({ length: PARTS }, (_, part) => part)
  const accepted = samples.filter((sample) => sample.accepted).map(({ after }) => after)
  const all = [...last, ...accepted]
  return {
    window: scale.window,
    acceptedAtOnce: own,
    steady: [
      last.filter((after) => after < 0).length,
      ...parts.map((part) => last.filter((after) => after >= 0 && partOf(after) === part).length),
    ],
    once: parts.map((part) => {
      const there = samples.filter(({ after }) => partOf(after) === part)
      return { pasted: there.length, accepted: there.filter((one) => one.accepted).length }
    }),
    late: all.filter((after) => after > milliseconds).length,
    latest: Math.round(Math.max(0, ...all)),
  }
}

/** What was seen of a session while the store was away. */
export interface OutageFigures {
  readonly window: number
  readonly grace: number
  /** What all processes answered, by the seconds that the store had been away. */
  readonly answers: readonly {
    readonly seconds: number
    readonly statuses: readonly number[]
    readonly accepted: number
  }[]
  /** Answers that set or deleted a cookie. */
  readonly cookies: number
  /** Processes that accepted the session when the store was there again. */
  readonly afterwards: number
}

/** Reads a session at all processes while the store is away, as their clocks are moved over the grace. */
export async function takeStoreAway(
  fleet: Fleet,
  {
    start,
    window,
    grace,
    suspend,
  }: {
    readonly start: number
    readonly window: number
    readonly grace: number
    readonly suspend: () => Promise<() => Promise<void>>
  },
): Promise<OutageFigures> {
  await fleet.setClock(start)
  const { cookie } = await signIn(member(fleet, 0), 'resident')
  const readAll = (): Promise<readonly Pasted[]> =>
    Promise.all(fleet.members.map((one) => paste(one, cookie)))
  // All of them have what is new at this moment.
  await fleet.setClock(start + window * 1000)
  await readAll()
  const resume = await suspend()
  const answers = []
  let cookies = 0
  for (const seconds of [1, window / 2, window + 1, grace / 2, grace - 1, grace + 1, 2 * grace]) {
    await fleet.setClock(start + (window + seconds) * 1000)
    const said = await readAll()
    cookies += said.filter(({ setsCookies }) => setsCookies).length
    const statuses = [...new Set(said.map(({ status }) => status))]
    answers.push({ seconds, statuses, accepted: said.filter(({ accepted }) => accepted).length })
  }
  await resume()
  let afterwards = 0
  // Clients of the store connect again by and by.
  for (let tries = 0; tries < 100 && afterwards < fleet.members.length; tries += 1) {
    await sleep(100)
    // Later by more than the pause after a pull that failed.
    await fleet.setClock(start + (window + 2 * grace + 2 * (tries + 1)) * 1000)
    afterwards = (await readAll()).filter(({ accepted }) => accepted).length
  }
  return { window, grace, answers, cookies, afterwards }
}
