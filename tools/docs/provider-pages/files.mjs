import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { root } from '../../root.mjs'
import { Failure, installed, mustRun } from '../../run.mjs'
import { renderCatalogue } from './catalogue.mjs'
import { renderIndex } from './index.mjs'
import { isRedirect } from './kinds.mjs'
import { withLoader } from './load.mjs'
import { renderPage } from './page.mjs'
import { providerFiles, readProviders } from './read.mjs'
import { renderProofs } from './proofs.mjs'

const FOLDER = 'docs/providers'
const INDEX = `${FOLDER}/index.md`
const SECURITY = 'SECURITY.md'
const CATALOGUE = 'packages/cli/providers.json'

/** What is in git: the list of all providers, the page with the table of who proves an address, and what the command line knows. */
export const TRACKED = [INDEX, SECURITY, CATALOGUE]

/** Written by hand. */
const OTHERS = new Set(['custom.md'])

/** @typedef {ReadonlyMap<string, string>} Pages text by path from the root */

/** @type {(pages: Pages) => Promise<Pages>} as the formatter has them */
async function formatted(pages) {
  const work = mkdtempSync(join(tmpdir(), 'latchstring-pages-'))
  try {
    for (const [path, text] of pages) writeFileSync(join(work, basename(path)), text)
    const args = ['-c', join(root, '.oxfmtrc.json'), work]
    await mustRun(installed('oxfmt'), args, { quiet: true })
    return new Map(
      [...pages.keys()].map((path) => [path, readFileSync(join(work, basename(path)), 'utf8')]),
    )
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
  const pages = new Map(providers.map((one) => [`${FOLDER}/${one.module.id}.md`, renderPage(one)]))
  pages.set(INDEX, renderIndex(providers))
  pages.set(CATALOGUE, renderCatalogue(providers))
  pages.set(SECURITY, renderProofs(providers, readFileSync(join(root, SECURITY), 'utf8')))
  return formatted(pages)
}

/** @type {(path: string, text: string) => boolean} */
export function differs(path, text) {
  const file = join(root, path)
  return !existsSync(file) || readFileSync(file, 'utf8') !== text
}

/**
 * Writes the pages that differ, and removes those of providers that no longer exist.
 *
 * @param {Pages} files
 * @returns {number} how many were written
 */
export function writeFiles(files) {
  const changed = [...files].filter(([path, text]) => differs(path, text))
  for (const [path, text] of changed) writeFileSync(join(root, path), text)
  const stale = readdirSync(join(root, FOLDER))
    .filter((name) => !OTHERS.has(name))
    .map((name) => `${FOLDER}/${name}`)
    .filter((path) => !files.has(path) && !TRACKED.includes(path))
  for (const path of stale) rmSync(join(root, path))
  return changed.length
}
