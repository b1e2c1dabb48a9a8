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
    search: { provider: 'local', options: { detailedView: true } },
    docFooter: { prev: 'Previous', next: 'Next' },
    footer: {
      message:
        'Released under the MIT licence. Nothing on these pages is loaded from another host.',
    },
  },
}
