/**
 * @typedef {import('./row.d.ts').Row} Row
 * @typedef {import('./row.d.ts').Spread} Spread
 * @typedef {'met' | 'not met' | 'no figure' | 'not built' | 'not run' | ''} Verdict
 * @typedef {{ readonly verdict: Verdict, readonly distance: string }} Judgement
 */

/**
 * How far a value is from a limit.
 *
 * @typedef {object} Check
 * @property {boolean} met
 * @property {boolean} certain
 * @property {number} missing - 0.2 is a fifth too much, or too little
 */

/** @type {(value: number, limit: number, side: 'most' | 'least') => number} */
const missing = (value, limit, side) => (side === 'most' ? value / limit - 1 : 1 - value / limit)

/**
 * A ratio is on one side of its limit when its median certainly is. It is not a figure where the rounds differ by more than the
 * whole ratio.
 *
 * @type {(spread: Spread, limit: number, side: 'most' | 'least') => Check}
 */
function checkSpread({ median, p10, p90, low, high }, limit, side) {
  const outside = low > limit || high < limit
  return {
    met: side === 'most' ? median <= limit : median >= limit,
    certain: outside && p90 - p10 <= median,
    missing: missing(median, limit, side),
  }
}

/** @type {(value: number, limit: number, side: 'most' | 'least') => Check} */
function checkValue(value, limit, side) {
  const met = side === 'most' ? value <= limit : value >= limit
  return { met, certain: true, missing: limit === 0 ? value : missing(value, limit, side) }
}

/** @type {(row: Row) => readonly Check[]} */
function checks({ target = {}, toFloor, toPeer, ours }) {
  const { floor, peer, most, least } = target
  /** @type {Check[]} */
  const all = []
  if (floor && toFloor) {
    all.push(checkSpread(toFloor.slices, floor.slices, 'most'))
    all.push(checkSpread(toFloor.batches, floor.batches, 'most'))
  }
  if (peer !== undefined && toPeer) {
    all.push(checkSpread(toPeer.slices, peer, 'least'), checkSpread(toPeer.batches, peer, 'least'))
  }
  if (most !== undefined && ours !== undefined) all.push(checkValue(ours, most, 'most'))
  if (least !== undefined && ours !== undefined) all.push(checkValue(ours, least, 'least'))
  return all
}

/** Shares above this are told as a factor. */
const LARGEST_SHARE = 2

/** @type {(share: number) => string} */
const toDistance = (share) =>
  share > LARGEST_SHARE ? `${(share + 1).toFixed(1)} times` : `${Math.ceil(share * 100)} %`

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
  const failed = all.filter(({ met }) => !met)
  const sure = failed.filter(({ certain }) => certain)
  if (sure.length > 0) {
    const worst = Math.max(...sure.map((check) => check.missing))
    return { verdict: 'not met', distance: toDistance(worst) }
  }
  const verdict = all.every(({ certain, met }) => certain && met) ? 'met' : 'no figure'
  return { verdict, distance: '' }
}
