/**
 * Writes docs/providers from the provider modules, their documentation comments, their services and the cases their tests
 * run: `node tools/providers-docs.mjs`, or with `--check` compares.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRedirect } from './provider-pages/kinds.mjs'
import { renderIndex, renderSearch } from './provider-pages/index.mjs'
import { renderPage } from './provider-pages/page.mjs'
import { readProviders } from './provider-pages/read.mjs'
import { root } from './root.mjs'
import { Failure, installed, mustRun, runMain } from './run.mjs'

const FOLDER = join(root, 'docs/providers')

/** Written by hand, and by tools/providers-table.mjs. */
const OTHERS = new Set(['custom.md', 'results.md'])

/** @typedef {ReadonlyMap<string, string>} Pages text by file name */

/** @type {(pages: Pages) => Promise<Pages>} Markdown as the formatter has it */
async function formatted(pages) {
  const work = mkdtempSync(join(tmpdir(), 'latchstring-pages-'))
  try {
    for (const [name, text] of pages) writeFileSync(join(work, name), text)
    const args = ['-c', join(root, '.oxfmtrc.json'), work]
    await mustRun(installed('oxfmt'), args, { quiet: true })
    return new Map([...pages.keys()].map((name) => [name, readFileSync(join(work, name), 'utf8')]))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** @type {(providers: readonly import('./provider-pages/read.mjs').Provider[]) => void} */
function requireComplete(providers) {
  const redirects = providers.filter(isRedirect)
  const problems = [
    ...redirects
      .filter(({ registration }) => !registration)
      .map(({ file }) => `registration in packages/testing/src/services/${file}.ts`),
    ...redirects
      .filter(({ behaviour }) => !behaviour)
      .map(({ file }) => `test/providers/cases/${file}.ts`),
  ]
  if (problems.length > 0) throw new Failure(`Missing: ${problems.join(', ')}.`)
}

/** @type {(name: string, text: string) => boolean} */
function differs(name, text) {
  const path = join(FOLDER, name)
  return !existsSync(path) || readFileSync(path, 'utf8') !== text
}

await runMain(async () => {
  const providers = await readProviders()
  const pages = new Map(providers.map((one) => [`${one.module.id}.md`, renderPage(one)]))
  const files = new Map([
    ...(await formatted(pages.set('index.md', renderIndex(providers)))),
    ['index.html', renderSearch(providers)],
  ])
  mkdirSync(FOLDER, { recursive: true })
  const changed = [...files].filter(([name, text]) => differs(name, text))
  const stale = readdirSync(FOLDER).filter((name) => !files.has(name) && !OTHERS.has(name))
  if (process.argv.includes('--check')) {
    requireComplete(providers)
    const names = [...changed.map(([name]) => name), ...stale]
    if (names.length === 0) return 0
    throw new Failure(`Out of date: ${names.join(', ')}. Run: node tools/providers-docs.mjs`)
  }
  for (const name of stale) rmSync(join(FOLDER, name))
  for (const [name, text] of changed) writeFileSync(join(FOLDER, name), text)
  console.log(`docs/providers: ${providers.length} providers, ${changed.length} files written`)
  requireComplete(providers)
  return 0
})
