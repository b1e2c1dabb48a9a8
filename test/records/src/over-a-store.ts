import { bridge, type RealStore } from './bridge.ts'
import { compare, explore, type Order, race } from './explore.ts'
import { createRecords } from './records.ts'
import { faultsOf, makeWorld, type Scene } from './scene.ts'

type MakeScene = () => Scene

const idle = async (): Promise<undefined> => undefined

/** The scene with two of its programs, for each two of them; the others do nothing. */
export function pairsOf(make: MakeScene): readonly MakeScene[] {
  const { programs } = make()
  if (programs.length <= 2) return [make]
  const only = (one: number, other: number) => (): Scene => {
    const scene = make()
    const isIn = (at: number): boolean => at === one || at === other
    return { ...scene, programs: scene.programs.map((run, at) => (isIn(at) ? run : idle)) }
  }
  return programs.flatMap((_, other) =>
    programs.slice(0, other).map((_program, one) => only(one, other)),
  )
}

/** Some of the orders, at equal distances. */
const atMost = (orders: readonly Order[], most: number): readonly Order[] => {
  const step = Math.max(1, Math.ceil(orders.length / most))
  return orders.filter((_, index) => index % step === 0)
}

/**
 * Runs scenes over a real store, in the orders that they have over the model.
 *
 * @param most - how many orders of each
 * @returns what is wrong, or ends in another way than over the model
 */
export async function findBad(
  scenes: readonly MakeScene[],
  store: RealStore,
  most: number = Infinity,
): Promise<readonly string[]> {
  const bad: string[] = []
  for (const make of scenes) {
    const faults = faultsOf(make())
    const { orders } = await explore(() => makeWorld(make(), createRecords()), faults)
    const open = () => makeWorld(make(), bridge(store))
    bad.push(...(await compare(open, atMost(orders, most), faults)))
  }
  return bad
}

/** The same with programs that run together, so that their calls meet in the store. */
export async function findBadRaces(
  make: MakeScene,
  store: RealStore,
  rounds: number,
): Promise<readonly string[]> {
  const bad: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const wrong = await race(await makeWorld(make(), bridge(store)))
    if (wrong !== undefined) bad.push(wrong)
  }
  return bad
}
