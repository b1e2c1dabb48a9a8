/** @type {(x: number) => number} complementary error function (Abramowitz and Stegun, 7.1.26) */
function erfc(x) {
  const t = 1 / (1 + 0.3275911 * x)
  const terms = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429]
  const sum = terms.reduceRight((inner, term) => (inner + term) * t, 0)
  return sum * Math.exp(-x * x)
}

/**
 * How probable a difference as large as this one is when both are drawn from one distribution (Mann-Whitney U, two-sided,
 * normal approximation).
 *
 * @type {(first: readonly number[], second: readonly number[]) => number}
 */
export function pValue(first, second) {
  const all = [
    ...first.map((value) => ({ value, own: true })),
    ...second.map((value) => ({ value, own: false })),
  ]
  const sorted = all.toSorted((a, b) => a.value - b.value)
  let ranks = 0
  for (let start = 0; start < sorted.length;) {
    let end = start
    while (end < sorted.length && sorted[end]?.value === sorted[start]?.value) end += 1
    // Equal values share the mean of their ranks.
    const rank = (start + 1 + end) / 2
    ranks += rank * sorted.slice(start, end).filter(({ own }) => own).length
    start = end
  }
  const [n, m] = [first.length, second.length]
  const u = ranks - (n * (n + 1)) / 2
  const z = Math.abs(u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
  return erfc(z / Math.SQRT2)
}
