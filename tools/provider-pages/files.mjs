import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { Failure, installed, mustRun } from '../run.mjs'
import { renderIndex, renderSearch } from './index.mjs'
import { isRedirect } from './kinds.mjs'
import { withLoader } from './load.mjs'
import { renderPage } from './page.mjs'
import { providerFiles, readProviders } from './read.mjs'

const FOLDER = join(root, 'docs/providers')

/** The list of all providers, which is in git. */
export const INDEX = 'index.md'

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

/** @type {(providers: readonly import('./read.mjs').Provider[]) => void} */
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

/**
 * Renders everything about the providers that no other tool or person writes.
 *
 * @returns {Promise<Pages>}
 * @throws {Failure} when a provider lacks what its page is made of
 */
export async function renderFiles() {
  const providers = await withLoader((load) => readProviders(load, providerFiles()))
  requireComplete(providers)
  const pages = new Map(providers.map((one) => [`${one.module.id}.md`, renderPage(one)]))
  return new Map([
    ...(await formatted(pages.set(INDEX, renderIndex(providers)))),
    ['index.html', renderSearch(providers)],
  ])
}

/** @type {(name: string, text: string) => boolean} */
export function differs(name, text) {
  const path = join(FOLDER, name)
  return !existsSync(path) || readFileSync(path, 'utf8') !== text
}

/**
 * Writes the pages that differ, and removes those of providers that no longer exist.
 *
 * @param {Pages} files
 * @returns {number} how many were written
 */
export function writeFiles(files) {
  const changed = [...files].filter(([name, text]) => differs(name, text))
  for (const [name, text] of changed) writeFileSync(join(FOLDER, name), text)
  const stale = readdirSync(FOLDER).filter(
    (name) => name !== INDEX && !files.has(name) && !OTHERS.has(name),
  )
  for (const name of stale) rmSync(join(FOLDER, name))
  return changed.length
}
