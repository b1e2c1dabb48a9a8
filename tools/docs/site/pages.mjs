/** Collects the Markdown of the repository as the pages of the site. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from '../../root.mjs'
import { Failure } from '../../run.mjs'
import { heading, mapLinks, relativeLink, summary, withoutComments } from './markdown.mjs'
import { RESULT_PAGES } from '../results.mjs'
import { placePages } from './navigation.mjs'
import { otherWords } from './search.mjs'
import { withTabs } from './tabs.mjs'

/**
 * @typedef {object} Page
 * @property {string} source its file
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
const ALONE = [
  'README.md',
  'SECURITY.md',
  'SUPPORT.md',
  'CONTRIBUTING.md',
  'CODE_OF_CONDUCT.md',
  'GOVERNANCE.md',
  'CHANGELOG.md',
]

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
      source,
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
export function withFrontmatter({ source, title, summary: description, body, section }) {
  const words = otherWords(source)
  const settings = {
    title,
    description,
    ...(words !== undefined && { words }),
    ...(section.unsearched && { search: false }),
    // Deep enough for the codes of the errors.
    outline: [2, 3],
  }
  const lines = Object.entries(settings).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n\n${withTabs(source, body)}`
}

/** @type {(pages: readonly Page[]) => readonly string[]} */
const listLines = (pages) =>
  pages.map(
    ({ title, path, summary: about }) => `- [${title}](${path})${about === '' ? '' : `: ${about}`}`,
  )

/** What a short context may leave out: results, decisions, and exports, of which the types say the same. @type {(page: Page) => boolean} */
const isOptional = ({ section, group }) => section.unsearched === true || group.title === 'Exports'

/** @type {(pages: readonly Page[]) => string} the list of the pages for programs, see llmstxt.org */
export function renderList(pages) {
  const needed = pages.filter((page) => !isOptional(page))
  const sections = [...new Set(needed.map(({ section }) => section))]
  const lists = [
    ...sections.map((section) => ({
      title: section.title,
      own: needed.filter((page) => page.section === section),
    })),
    // The name that the format gives what may be left out.
    { title: 'Optional', own: pages.filter(isOptional) },
  ].map(({ title, own }) => `## ${title}\n\n${listLines(own).join('\n')}\n`)
  const about =
    'Sign-in and sessions for web applications in TypeScript, a drop-in for next-auth 5.'
  return `# Latchstring\n\n> ${about}\n\n${lists.join('\n')}`
}

/** As much as a model reads at once. */
const MAX_FULL = 200_000
/** Room for the list of what is not in it. */
const ROOM = 8_000
const FIRST = ['start/next.md', 'reference/errors.md', 'guides/production-checklist.md']
/** Pages that compare, promise or list, and show nothing that one could write. */
const NOT_IN_FULL = /^concepts\/(?:comparison|differences|glossary|security|threat-model)\.md$/

/** @type {(pages: readonly Page[]) => string} the pages that explain, one after the other, as many as fit, and a list of the others */
export function renderFull(pages) {
  const explaining = pages.filter(
    ({ path, section }) =>
      ['concepts', 'guides'].includes(section.folder) && !NOT_IN_FULL.test(path),
  )
  const first = FIRST.flatMap((path) => pages.filter((page) => page.path === path))
  /** @type {Map<Page, string>} */
  const chosen = new Map()
  let bytes = ROOM
  for (const page of new Set([...first, ...explaining])) {
    const text = `<!-- ${page.path} -->\n\n${page.body.trimEnd()}\n`
    if (bytes + Buffer.byteLength(text) > MAX_FULL) continue
    bytes += Buffer.byteLength(text)
    chosen.set(page, text)
  }
  const others = pages.filter(
    (page) => !isOptional(page) && !chosen.has(page) && page.group.title !== 'Each provider',
  )
  const links = others.map(({ title, path }) => `- [${title}](${path})`).join('\n')
  return `${[...chosen.values()].join('\n')}\n## Pages that are not in this file\n\n${links}\n`
}
