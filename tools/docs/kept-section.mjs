/** Sections at the end of a page that a command writes, where people write the rest of it. */

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
