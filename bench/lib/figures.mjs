/** Those that can be measured; each is in a file with its name. */
export const IDS = ['P-01', 'P-02', 'P-03', 'P-04', 'P-05', 'P-06', 'P-08', 'P-09', 'P-14', 'P-15']

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
