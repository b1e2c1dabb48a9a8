/** How VitePress builds the pages that tools/docs/site.mjs has collected in .work. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withoutScript } from './without-script.mjs'

const work = new URL('../.work/', import.meta.url)
const inWork = (path) => fileURLToPath(new URL(path, work))
const { nav, sidebar } = JSON.parse(readFileSync(inWork('navigation.json'), 'utf8'))

/**
 * The anchor of a heading, as GitHub makes it, so that a link holds there and on the site.
 *
 * @param {string} text of the heading
 * @returns {string}
 */
const slug = (text) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')

/** Of an example in tabs only the first is searched: the others have the same words. */
const withoutTabs = (source) =>
  source.replaceAll(/^::: code-group\n\n(```[^]*?\n```$)[^]*?^:::$/gm, '$1')

/** How often the index has the other words for a page: they count more than a word that the text has once. */
const WEIGHT = 4

/**
 * What is searched of a page: its text, and the other words for it.
 *
 * @param {string} source
 * @param {import('vitepress').MarkdownEnv} env
 * @param {{ render: (source: string, env: object) => string }} markdown
 */
function searchable(source, env, markdown) {
  const html = markdown.render(withoutTabs(source), env)
  const { search, words } = env.frontmatter ?? {}
  if (search === false) return ''
  return words === undefined
    ? html
    : html.replace('</h1>', `</h1><p>${`${words} `.repeat(WEIGHT)}</p>`)
}

export default {
  title: 'Latchstring',
  description: 'Sign-in and sessions for web applications in TypeScript, a drop-in for next-auth 5',
  lang: 'en',
  srcDir: inWork('pages'),
  outDir: inWork('built'),
  cacheDir: inWork('cache'),
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: '/latchstring.svg' }],
    ['meta', { name: 'theme-color', content: '#a8361b' }],
    ['noscript', {}, withoutScript],
  ],
  ignoreDeadLinks: 'localhostLinks',
  markdown: {
    // Pages have none; what looks like it is a title of a test.
    html: false,
    anchor: { slugify: slug },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    logo: { src: '/latchstring.svg', alt: '' },
    nav,
    sidebar,
    outline: { label: 'On this page' },
    search: {
      provider: 'local',
      options: {
        detailedView: true,
        _render: searchable,
        miniSearch: {
          searchOptions: {
            boost: { title: 3, titles: 1, text: 2 },
            // Runs in the browser, so it uses nothing from here. Guides come before lists of exports and pages about one service.
            boostDocument: (page) => {
              if (/exports-|package-/.test(page)) return 0.1
              if (page.includes('/providers/')) return 0.3
              return page.includes('/inside/') ||
                (page.includes('/start/') && !page.includes('moving-from-next'))
                ? 0.5
                : 1
            },
          },
        },
      },
    },
    docFooter: { prev: 'Previous', next: 'Next' },
    footer: {
      message:
        'Released under the MIT licence. Nothing on these pages is loaded from another host.',
    },
  },
}
