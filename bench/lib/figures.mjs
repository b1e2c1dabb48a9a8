/** Those of the performance bar; each is in a file with its name. */
export const IDS = Array.from(
  { length: 16 },
  (_, index) => `P-${String(index + 1).padStart(2, '0')}`,
)

/**
 * @param {string} id - such as `P-01`
 * @returns {Promise<import('./row.d.ts').Figure>}
 */
export async function loadFigure(id) {
  const name = id.toLowerCase().replace('-', '')
  // Every file there exports one.
  const { figure } = /** @type {{ figure: import('./row.d.ts').Figure }} */ (
    await import(new URL(`../figures/${name}.mjs`, import.meta.url).href)
  )
  return figure
}
