/**
 * Builds the site from the Markdown of the repository: `npm run site`, and with `-- --serve` shows it. VitePress is installed apart.
 * Links and anchors that lead nowhere fail the build.
 */
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { installPackages } from '../install.mjs'
import { readRepository } from '../release/packages.mjs'
import { renderFiles, TRACKED, writeFiles } from './provider-pages/files.mjs'
import { root } from '../root.mjs'
import { Failure, mustRun, runMain } from '../run.mjs'
import { writeResults } from './results.mjs'
import { findProblems } from './site/built.mjs'
import { collectPages, renderFull, renderList, withFrontmatter } from './site/pages.mjs'
import { showFolder } from './site/serve.mjs'
import { navigation } from './site/sidebar.mjs'

const USAGE = 'Usage: npm run site -- [--serve [--port PORT]]'
const SOURCE = join(root, 'site')
// Pages are compiled to modules that import Vue, which is found beside them.
const WORK = join(SOURCE, '.work')
const PAGES = join(WORK, 'pages')

/** Where the built site is. */
export const BUILT = join(WORK, 'built')

/** @type {(folder: string, files: ReadonlyMap<string, string>) => void} */
function writeAll(folder, files) {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** @type {(folder: string) => readonly string[]} */
const ownFiles = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && !/[\\/](?:node_modules|\.work)(?:[\\/]|$)/.test(entry.parentPath),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()

/** @type {(staged: ReadonlyMap<string, string>) => string} what the site is made of */
function fingerprint(staged) {
  const hash = createHash('sha256')
  for (const [path, text] of staged) hash.update(`${path}\n${text}`)
  for (const file of [
    ...ownFiles(SOURCE),
    ...ownFiles(join(root, 'tools/docs/site')),
    ...ownFiles(join(root, 'docs/images')),
  ])
    hash.update(readFileSync(file))
  return hash.digest('hex')
}

/** @type {() => string} where to report problems, for programs (RFC 9116); each build says it anew for 300 days */
function renderSecurity() {
  const { page } = readRepository()
  const day = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10)
  return `Contact: ${page}/security/advisories/new
Expires: ${day}T00:00:00.000Z
Preferred-Languages: en
Policy: ${page}/blob/main/SECURITY.md
`
}

/** @type {() => Promise<void>} */
async function build() {
  const providers = await renderFiles()
  writeFiles(new Map([...providers].filter(([path]) => !TRACKED.includes(path))))
  writeResults()
  const pages = collectPages()
  const staged = new Map(pages.map((page) => [page.path, withFrontmatter(page)]))
  const plain = new Map(pages.map(({ path, body }) => [path, body]))
  const stamp = join(WORK, 'stamp')
  const made = fingerprint(staged)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === made) {
    console.log(`${pages.length} pages, up to date.`)
    return
  }
  rmSync(WORK, { recursive: true, force: true })
  writeAll(PAGES, staged)
  writeAll(PAGES, new Map([['index.md', readFileSync(join(SOURCE, 'index.md'), 'utf8')]]))
  writeAll(WORK, new Map([['navigation.json', JSON.stringify(navigation(pages))]]))
  const logo = join(root, 'apps/demo-next/public/latchstring.svg')
  cpSync(logo, join(PAGES, 'public/latchstring.svg'))
  const images = join(root, 'docs/images')
  cpSync(images, join(PAGES, 'images'), { recursive: true })
  const program = join(SOURCE, 'node_modules/vitepress/bin/vitepress.js')
  await mustRun(process.execPath, [program, 'build', SOURCE], { quiet: true })
  // The Markdown has links to pictures of its own.
  cpSync(images, join(BUILT, 'images'), { recursive: true })
  writeAll(BUILT, plain)
  writeAll(
    BUILT,
    new Map([
      ['llms.txt', renderList(pages)],
      ['llms-full.txt', renderFull(pages)],
      ['.well-known/security.txt', renderSecurity()],
    ]),
  )
  const problems = findProblems(BUILT)
  if (problems.length > 0) throw new Failure(problems.join('\n'))
  writeFileSync(stamp, made)
  console.log(`${pages.length} pages in ${BUILT}; every link and anchor exists.`)
}

/** @type {(args: readonly string[]) => number | undefined} the port to serve on */
function parsePort([serve, option, port]) {
  if (serve === undefined) return undefined
  if (serve !== '--serve' || (option !== undefined && option !== '--port')) throw new Failure(USAGE)
  return Number(port ?? 4000)
}

/** @type {() => Promise<void>} */
async function main() {
  const port = parsePort(process.argv.slice(2))
  await installPackages('site')
  await build()
  if (port === undefined) return
  await showFolder(BUILT, port)
}

await runMain(main)
