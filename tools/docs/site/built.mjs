/** Reads the built site as a browser would, and says what does not hold. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'

/** @typedef {{ readonly file: string, readonly html: string, readonly ids: ReadonlySet<string> }} Built a page */

/** What a page loads by itself; a link is followed by a person. */
const LOADED = /<(?:script|img|link|iframe|source)\b[^>]*?\s(?:src|href)="((?:https?:)?\/\/[^"]*)"/g
const IMPORTED = /url\(["']?((?:https?:)?\/\/[^)"']*)/g

/** @type {(text: string, pattern: RegExp) => readonly string[]} */
const matches = (text, pattern) => [
  ...new Set([...text.matchAll(pattern)].map(([, value = '']) => value)),
]

/** @type {(text: string) => string} */
const unescape = (text) =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')

/** @type {(folder: string, file: string) => Built} */
function read(folder, file) {
  const html = readFileSync(join(folder, file), 'utf8')
  return { file, html, ids: new Set(matches(html, /\sid="([^"]*)"/g).map(unescape)) }
}

/** @type {(from: string, path: string) => string} the file that a link without its fragment names */
function targetFile(from, path) {
  if (path === '') return from
  const file = posix.resolve('/', posix.dirname(from), path).slice(1)
  return path.endsWith('/') ? posix.join(file, 'index.html') : file
}

/** @type {(folder: string, pages: readonly Built[], from: Built) => readonly string[]} */
function deadLinks(folder, pages, { file: from, html }) {
  const hrefs = matches(html, /\shref="([^"]*)"/g).map(unescape)
  return hrefs
    .filter((href) => !/^(?:[a-z]+:|\/\/)/i.test(href))
    .flatMap((href) => {
      const [path = '', hash = ''] = href.split('#').map(decodeURIComponent)
      const file = targetFile(from, path)
      if (!existsSync(join(folder, file))) return [`${from}: no page at ${href}`]
      const page = pages.find((one) => one.file === file)
      const leads = hash === '' || page === undefined || page.ids.has(hash)
      return leads ? [] : [`${from}: no heading at ${href}`]
    })
}

/**
 * Looks at every link of every page, and at what pages and styles load from elsewhere.
 *
 * @param {string} folder
 * @returns {readonly string[]} problems
 */
export function findProblems(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const pages = files.filter((file) => file.endsWith('.html')).map((file) => read(folder, file))
  const styles = files.filter((file) => file.endsWith('.css'))
  return [
    ...pages.flatMap((page) => deadLinks(folder, pages, page)),
    ...pages.flatMap(({ file, html }) =>
      matches(html, LOADED).map((url) => `${file}: loads ${url}`),
    ),
    ...styles.flatMap((file) =>
      matches(readFileSync(join(folder, file), 'utf8'), IMPORTED).map(
        (url) => `${file}: loads ${url}`,
      ),
    ),
  ]
}
