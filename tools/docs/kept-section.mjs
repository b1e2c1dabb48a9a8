/** Sections at the end of a page that another command writes than the rest of it, which keeps them. */

/** In docs/adapters-results.md, by tools/docs/published-adapters.mjs. */
export const PUBLISHED = '## Adapters published for Auth.js'

/** In docs/providers/index.md, by tools/docs/providers-table.mjs. */
export const RESULTS = '## Results of the tests'

/** After those, by the same tool with `--modules`. */
export const MODULES = '## Modules of the certification of relying parties'

/** In docs/moving-from-next-auth.md, by test/moved-applications/run.mjs. */
export const MOVED = '## Applications that were moved'

/**
 * The page before the section with a heading, and the section, which is empty where the page has none.
 *
 * @param {string} page
 * @param {string} heading
 * @returns {{ readonly before: string, readonly section: string }}
 */
export function splitAt(page, heading) {
  const start = page.indexOf(`\n${heading}\n`) + 1
  if (start === 0) return { before: `${page.trimEnd()}\n\n`, section: '' }
  return { before: page.slice(0, start), section: page.slice(start) }
}
