/** The navigation of the site in the form VitePress wants. */

/** @typedef {import('./pages.mjs').Page} Page */

/** @type {(pages: readonly Page[]) => unknown[]} */
const items = (pages) => pages.map(({ text, path }) => ({ text, link: `/${path}` }))

/** @type {(pages: readonly Page[], section: import('./navigation.mjs').Section) => unknown[]} */
const groups = (pages, section) =>
  section.groups.flatMap((group) => {
    const own = pages.filter((page) => page.group === group)
    return own.length === 0 ? [] : [{ text: group.title, items: items(own) }]
  })

/**
 * @param {readonly Page[]} pages
 * @returns {{ nav: readonly unknown[], sidebar: Readonly<Record<string, unknown[]>> }}
 */
export function navigation(pages) {
  const sections = [...new Set(pages.map(({ section }) => section))]
  const own = Object.fromEntries(
    sections.map((section) => [`/${section.folder}/`, groups(pages, section)]),
  )
  // Somebody who reads a quick start goes on to the concepts and the guides.
  const reading = ['start', 'concepts', 'guides']
  const together = reading.flatMap((folder) => own[`/${folder}/`] ?? [])
  return {
    nav: sections
      .filter(({ folder }) => folder !== 'decisions')
      .map(({ title, folder }) => {
        const first = pages.find(({ section }) => section.folder === folder)
        return { text: title, link: `/${first?.path}`, activeMatch: `^/${folder}/` }
      }),
    sidebar: { ...own, ...Object.fromEntries(reading.map((folder) => [`/${folder}/`, together])) },
  }
}
