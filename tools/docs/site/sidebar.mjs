/** The navigation of the site in the form VitePress wants. */

/** @typedef {import('./pages.mjs').Page} Page */

/** @type {(pages: readonly Page[]) => unknown[]} */
const items = (pages) => pages.map(({ text, path }) => ({ text, link: `/${path}` }))

/** The group of the page that is open unfolds by itself. @type {(pages: readonly Page[], section: import('./navigation.mjs').Section) => unknown[]} */
const groups = (pages, section) =>
  section.groups.flatMap((group, index) => {
    const own = pages.filter((page) => page.group === group)
    const folded = index > 0 && section.groups.length > 1
    return own.length === 0
      ? []
      : [{ text: group.title, items: items(own), ...(folded && { collapsed: true }) }]
  })

/**
 * @param {readonly Page[]} pages
 * @returns {{ nav: readonly unknown[], sidebar: Readonly<Record<string, unknown[]>> }}
 */
export function navigation(pages) {
  const sections = [...new Set(pages.map(({ section }) => section))]
  return {
    nav: sections
      .filter(({ folder }) => folder !== 'decisions')
      .map(({ title, folder }) => {
        const first = pages.find(({ section }) => section.folder === folder)
        return { text: title, link: `/${first?.path}`, activeMatch: `^/${folder}/` }
      }),
    sidebar: Object.fromEntries(
      sections.map((section) => [`/${section.folder}/`, groups(pages, section)]),
    ),
  }
}
