/** Collects the Markdown of the repository as the pages of the site. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from '../../root.mjs'
import { Failure } from '../../run.mjs'
import { heading, mapLinks, relativeLink, summary, withoutComments } from './markdown.mjs'
import { RESULT_PAGES } from '../results.mjs'
import { placePages } from './navigation.mjs'

/**
 * @typedef {object} Page
 * @property {string} path with `.md`
 * @property {string} title
 * @property {string} text what the navigation calls it
 * @property {string} summary
 * @property {string} body Markdown
 * @property {import('./navigation.mjs').Section} section
 * @property {import('./navigation.mjs').Group} group
 */

const FOLDERS = ['docs', 'docs/inside', 'docs/providers', 'decisions', RESULT_PAGES]
const PARENTS = ['packages', 'adapters', 'frameworks']
const ALONE = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md']

/** @type {(folder: string) => readonly string[]} */
const markdownIn = (folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `${folder}/${name}`)
    : []

/** @type {() => readonly string[]} */
function findSources() {
  const packages = PARENTS.flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  )
  return [
    ...ALONE,
    ...FOLDERS.flatMap(markdownIn),
    ...packages
      .map((folder) => `${folder}/README.md`)
      .filter((file) => existsSync(join(root, file))),
    ...packages.flatMap((folder) => markdownIn(`${folder}/etc`)),
  ]
}

/** The module of a provider has a page that says more. @type {(file: string) => string} */
const pageInstead = (file) =>
  file.replace(/^packages\/core\/src\/providers\/([\w-]+)\.ts$/, 'docs/providers/$1.md')

/** @type {(title: string, section: string) => string} */
const shortTitle = (title, section) =>
  title.replace(/^(?:Latchstring with|What|Storage (?:with|in)) (.+?)(?: exports)?$/, '$1') ||
  section

/**
 * @returns {readonly Page[]}
 * @throws {Failure} when a link leads to a file that does not exist
 */
export function collectPages() {
  const places = placePages(findSources())
  const paths = new Map(places.map(({ source, path }) => [source, path]))
  /** @type {string[]} */
  const problems = []
  const pages = places.map(({ source, path, text, section, group }) => {
    const clean = withoutComments(readFileSync(join(root, source), 'utf8'))
    // Thousands of lines, whose colours would take longer than all other pages.
    const quick = source.endsWith('.api.md') ? clean.replaceAll('```ts', '```text') : clean
    const body = mapLinks(quick, (target) => {
      const file = posix.join(posix.dirname(source), target)
      const found = paths.get(pageInstead(file)) ?? paths.get(posix.join(file, 'README.md'))
      if (found !== undefined) return relativeLink(path, found)
      if (file.startsWith('docs/images/')) return relativeLink(path, file.replace('docs/', ''))
      // Nobody publishes the sources at an address of their own yet.
      if (existsSync(join(root, file))) return undefined
      problems.push(`${source}: the link to ${target} leads to a file that does not exist`)
      return undefined
    })
    const title = heading(clean)
    return {
      path,
      title,
      text: text ?? shortTitle(title, section.title),
      summary: summary(body),
      body: body.trimStart(),
      section,
      group,
    }
  })
  if (problems.length > 0) throw new Failure(problems.join('\n'))
  return pages
}

/** @type {(page: Page) => string} what VitePress reads */
export function withFrontmatter({ title, summary: description, body, section }) {
  const settings = {
    title,
    description,
    ...(section.unsearched && { search: false }),
    // Deep enough for the codes of the errors.
    outline: [2, 3],
  }
  const lines = Object.entries(settings).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n\n${body}`
}

/** @type {(pages: readonly Page[]) => string} the list of the pages for programs, see llmstxt.org */
export function renderList(pages) {
  const sections = [...new Set(pages.map(({ section }) => section))]
  const lists = sections.map((section) => {
    const own = pages.filter((page) => page.section === section)
    const lines = own.map((page) => `- [${page.title}](${page.path}): ${page.summary}`)
    // What may be left out of a short context, in the words of the format.
    return `## ${section.unsearched ? 'Optional: ' : ''}${section.title}\n\n${lines.join('\n')}\n`
  })
  const about =
    'Sign-in and sessions for web applications in TypeScript, a drop-in for next-auth 5.'
  return `# Latchstring\n\n> ${about}\n\n${lists.join('\n')}`
}

/** @type {(pages: readonly Page[]) => string} the pages that explain, one after the other */
export const renderFull = (pages) =>
  pages
    .filter(({ section }) => !section.unsearched)
    .map(({ path, body }) => `<!-- ${path} -->\n\n${body.trimEnd()}\n`)
    .join('\n')
