import { profile } from './profile.mjs'
import { median, shuffled, toSpread } from './statistics.mjs'

/**
 * @typedef {import('./row.d.ts').Measured} Measured
 * @typedef {() => number} Clock milliseconds
 * @typedef {() => unknown} Variant one unit of work; what it returns is awaited
 * @typedef {{ readonly rounds: number, readonly milliseconds: number }} Series
 * @typedef {{ readonly slices: Series, readonly batches: Series, readonly warm: number }} Effort
 * @typedef {{ readonly clock?: Clock, readonly effort?: Effort }} Method what time is, by default that of the processor, and how much is measured
 */

/** How much is measured. */
export const EFFORT = {
  full: {
    slices: { rounds: 300, milliseconds: 2 },
    batches: { rounds: 24, milliseconds: 60 },
    warm: 400,
  },
  /** For a difference of a few hundredths, which the spread of fewer rounds would hide. */
  fine: {
    slices: { rounds: 3000, milliseconds: 2 },
    batches: { rounds: 200, milliseconds: 60 },
    warm: 400,
  },
  smoke: {
    slices: { rounds: 3, milliseconds: 0.2 },
    batches: { rounds: 2, milliseconds: 1 },
    warm: 4,
  },
}

/**
 * What this process has used of the processor. What other programs take meanwhile is not in it; what the garbage collector and
 * the compiler do beside it is.
 *
 * @returns {number} milliseconds
 */
export function processorTime() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * What a variant returns is awaited, whether it is a promise or not, so that a floor that has nothing to wait for pays for
 * being awaited as well.
 *
 * @type {(clock: Clock, work: Variant, calls: number) => Promise<number>} milliseconds for a call
 */
async function time(clock, work, calls) {
  const start = clock()
  for (let call = 0; call < calls; call++) await work()
  return (clock() - start) / calls
}

/** Turns in which the variants are made warm: each then meets code that has seen the others. */
const WARM_TURNS = 8

/** @type {(clock: Clock, work: Variant, milliseconds: number) => Promise<number>} milliseconds for a call, at the end */
async function warmUp(clock, work, milliseconds) {
  const end = clock() + milliseconds
  let calls = 1
  let last = await time(clock, work, calls)
  while (clock() < end) {
    calls = Math.max(1, Math.min(calls * 2, Math.round(milliseconds / 4 / last)))
    last = await time(clock, work, calls)
  }
  return last
}

/** Times of one round, by the name of the variant. */
class Round {
  /** @type {Map<string, number>} */
  #times = new Map()

  /**
   * @param {string} name - of a variant
   * @param {number} milliseconds - for a call
   */
  add(name, milliseconds) {
    this.#times.set(name, milliseconds)
  }

  /**
   * @param {string} name - of a variant
   * @returns {number} milliseconds for a call
   */
  get(name) {
    const found = this.#times.get(name)
    if (found === undefined) throw new Error(`There is no variant "${name}".`)
    return found
  }
}

/** @typedef {readonly [name: string, work: Variant, single: number]} Prepared */

/**
 * The variants in turn, in another order each round, each for about as long.
 *
 * @type {(clock: Clock, variants: readonly Prepared[], series: Series) => Promise<readonly Round[]>}
 */
async function measure(clock, variants, { rounds, milliseconds }) {
  /** @type {Round[]} */
  const measured = []
  for (let count = 0; count < rounds; count++) {
    const round = new Round()
    for (const [name, work, single] of shuffled(variants)) {
      round.add(name, await time(clock, work, Math.max(1, Math.round(milliseconds / single))))
    }
    measured.push(round)
  }
  return measured
}

/**
 * Compares variants of one job, which is what every figure is: slices of about 2 ms, short enough for the machine to be the same
 * throughout a round, and batches of 60 ms, long enough for the garbage collector to run in each.
 *
 * @param {Readonly<Record<string, Variant>>} variants
 * @param {boolean} smoke - just see that it runs
 * @param {Method} [method]
 */
export async function compare(
  variants,
  smoke,
  { clock = processorTime, effort: whole = EFFORT.full } = {},
) {
  const effort = smoke ? EFFORT.smoke : whole
  const entries = Object.entries(variants)
  /** @type {Prepared[]} */
  let prepared = []
  for (let turn = 0; turn < WARM_TURNS; turn++) {
    prepared = []
    for (const [name, work] of entries) {
      prepared.push([name, work, await warmUp(clock, work, effort.warm / WARM_TURNS)])
    }
  }
  const slices = await measure(clock, prepared, effort.slices)
  const batches = await measure(clock, prepared, effort.batches)

  /** @type {(ratio: (get: (name: string) => number) => number) => Measured} a ratio formed inside each round */
  const ratio = (form) => ({
    slices: toSpread(slices.map((round) => form((name) => round.get(name)))),
    batches: toSpread(batches.map((round) => form((name) => round.get(name)))),
  })

  return {
    /** @type {(name: string) => number} microseconds for a call, in slices */
    time: (name) => median(slices.map((round) => round.get(name))) * 1000,
    ratio,
    /** @type {(name: string, other: string) => Measured} */
    by: (name, other) => ratio((get) => get(name) / get(other)),
  }
}

/** @typedef {Awaited<ReturnType<typeof compare>>} Comparison */

/**
 * The figures of a row: floor, ours, peer and the checkout before, as far as they were measured.
 *
 * @param {Readonly<Partial<Record<'floor' | 'ours' | 'peer' | 'before', Variant>>>} variants
 * @param {boolean} smoke - just see that it runs
 * @param {Method} [method]
 * @returns {Promise<Pick<import('./row.d.ts').Row, 'floor' | 'ours' | 'peer' | 'before' | 'toFloor' | 'toPeer' | 'toBefore' | 'hot'>>}
 */
export async function figures({ floor, ours, peer, before }, smoke, method = {}) {
  if (!ours) throw new Error('There is nothing to compare.')
  const comparison = await compare(
    {
      ours,
      ...(floor && { floor }),
      ...(peer && { peer }),
      ...(before && { before }),
    },
    smoke,
    method,
  )
  const { time: of, by } = comparison
  return {
    ours: of('ours'),
    ...(!smoke && { hot: await profile(ours) }),
    ...(floor && { floor: of('floor'), toFloor: by('ours', 'floor') }),
    ...(peer && { peer: of('peer'), toPeer: by('peer', 'ours') }),
    ...(before && { before: of('before'), toBefore: by('ours', 'before') }),
  }
}
