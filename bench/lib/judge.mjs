/**
 * @typedef {import('./row.d.ts').Row} Row
 * @typedef {import('./row.d.ts').Spread} Spread
 * @typedef {'met' | 'not met' | 'no figure' | 'not built' | 'not run' | ''} Verdict
 * @typedef {{ readonly verdict: Verdict, readonly distance: string }} Judgement
 * @typedef {{ readonly value: number, readonly side: 'most' | 'least' }} Limit
 */

/**
 * What a figure is by one of its limits.
 *
 * @typedef {object} Check
 * @property {boolean} met
 * @property {boolean} certain
 * @property {number} distance - of 1.2 the figure would have to be a fifth smaller, or larger
 * @property {Limit['side']} side
 */

/** @type {(value: number, limit: Limit) => Omit<Check, 'certain'>} */
function compareWith(value, { value: limit, side }) {
  if (side === 'most') {
    return { met: value <= limit, distance: limit === 0 ? value : value / limit, side }
  }
  return { met: value >= limit, distance: limit / value, side }
}

/**
 * A ratio is certainly on one side of its limit when most rounds are. When they are on both sides, its median has to be, with
 * 99 %, and the rounds must not differ by more than the whole ratio.
 *
 * @type {(spread: Spread, limit: Limit) => Check}
 */
function checkSpread({ median, p10, p90, low, high }, limit) {
  const { value } = limit
  const mostRounds = p10 > value || p90 < value
  const theMedian = (low > value || high < value) && p90 - p10 <= median
  return { ...compareWith(median, limit), certain: mostRounds || theMedian }
}

/** @type {(row: Row) => readonly Check[]} */
function checks({ target = {}, toFloor, toPeer, rounds, ours }) {
  const { floor, peer, most, least } = target
  /** @type {Check[]} */
  const all = []
  if (floor && toFloor) {
    all.push(checkSpread(toFloor.slices, { value: floor.slices, side: 'most' }))
    all.push(checkSpread(toFloor.batches, { value: floor.batches, side: 'most' }))
  }
  if (peer !== undefined && toPeer) {
    for (const spread of [toPeer.slices, toPeer.batches]) {
      all.push(checkSpread(spread, { value: peer, side: 'least' }))
    }
  }
  for (const [side, value] of /** @type {const} */ ([
    ['most', most],
    ['least', least],
  ])) {
    if (value === undefined || ours === undefined) continue
    if (rounds) {
      for (const spread of [rounds.slices, rounds.batches]) {
        all.push(checkSpread(spread, { value, side }))
      }
    } else all.push({ ...compareWith(ours, { value, side }), certain: true })
  }
  return all
}

/** Above this, a distance is written as a factor. */
const LARGEST_SHARE = 3

/** @type {(check: Check) => string} */
function toText({ distance, side }) {
  if (distance > LARGEST_SHARE) {
    return `${distance.toFixed(1)} times too ${side === 'most' ? 'much' : 'little'}`
  }
  return side === 'most'
    ? `${Math.ceil((distance - 1) * 100)} % too much`
    : `${Math.ceil((1 - 1 / distance) * 100)} % too little`
}

/**
 * Whether a row meets its target. The worse of the two ways of measuring counts.
 *
 * @param {Row} row
 * @returns {Judgement}
 */
export function judge(row) {
  if (row.absent) return { verdict: row.absent, distance: '' }
  const all = checks(row)
  if (all.length === 0) return { verdict: '', distance: '' }
  const [worst] = all
    .filter(({ met, certain }) => certain && !met)
    .toSorted((a, b) => b.distance - a.distance)
  if (worst) return { verdict: 'not met', distance: toText(worst) }
  const verdict = all.every(({ certain, met }) => certain && met) ? 'met' : 'no figure'
  return { verdict, distance: '' }
}
