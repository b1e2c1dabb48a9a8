/** @typedef {import('./row.d.ts').Spread} Spread */

/** @type {(sorted: readonly number[], part: number) => number} */
function at(sorted, part) {
  const index = Math.round((sorted.length - 1) * Math.min(1, Math.max(0, part)))
  return sorted[index] ?? Number.NaN
}

/**
 * @param {readonly number[]} values - in any order
 * @returns {number}
 */
export function median(values) {
  return at(
    values.toSorted((a, b) => a - b),
    0.5,
  )
}

/** Standard deviations of 99 %, both sides. */
const CERTAIN = 2.576

/**
 * Median and spread. The bounds of the median come from the ranks of the values and assume nothing about how they are
 * distributed.
 *
 * @param {readonly number[]} values - one for each round
 * @returns {Spread}
 */
export function toSpread(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const width = CERTAIN / 2 / Math.sqrt(sorted.length)
  return {
    median: at(sorted, 0.5),
    p10: at(sorted, 0.1),
    p90: at(sorted, 0.9),
    low: at(sorted, 0.5 - width),
    high: at(sorted, 0.5 + width),
  }
}

/**
 * @template T
 * @param {readonly T[]} values
 * @returns {T[]} the same in another order
 */
export function shuffled(values) {
  return values
    .map((value) => ({ value, rank: Math.random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ value }) => value)
}

/**
 * @param {readonly number[]} values
 * @param {number} count - of values in a group
 * @returns {readonly number[]} sums of so many in a row
 */
export const sums = (values, count) =>
  Array.from({ length: Math.floor(values.length / count) }, (_, index) =>
    values.slice(index * count, (index + 1) * count).reduce((sum, value) => sum + value, 0),
  )

/** @type {(numerators: readonly number[], denominators: readonly number[]) => readonly number[]} */
const divided = (numerators, denominators) =>
  numerators.map((value, index) => value / (denominators[index] ?? Number.NaN))

/**
 * A ratio of two series whose rounds are too long for slices: each round by itself, and several together.
 *
 * @param {readonly number[]} numerators
 * @param {readonly number[]} denominators
 * @param {number} count - of rounds that are taken together
 * @returns {import('./row.d.ts').Measured}
 */
export const toMeasured = (numerators, denominators, count) => ({
  slices: toSpread(divided(numerators, denominators)),
  batches: toSpread(divided(sums(numerators, count), sums(denominators, count))),
})
