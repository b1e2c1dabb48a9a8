/** The section of docs/adapters-results.md about published adapters, which another command writes than the rest of the page. */

/** Its heading, after which the page has nothing else. */
export const PUBLISHED = '## Adapters published for Auth.js'

/**
 * The page before that section, and the section, which is empty where the page has none.
 *
 * @param {string} page
 * @returns {{ readonly before: string, readonly section: string }}
 */
export function splitPublished(page) {
  const start = page.indexOf(PUBLISHED)
  if (start === -1) return { before: `${page.trimEnd()}\n\n`, section: '' }
  return { before: page.slice(0, start), section: page.slice(start) }
}
