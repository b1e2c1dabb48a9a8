/**
 * Writes the sources that follow from others and are not in git: the catalogue of `@latchstring/testing`, the providers as
 * `@latchstring/next` exports them, the union of their ids, the marks of services, the classes of errors, the pages that `latchstring docs`
 * searches, and copies of modules that packages share.
 * It runs when packages are installed and before every build; `node tools/generate/all.mjs` runs it alone.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generateCatalogue } from './catalogue.mjs'
import { generateCopies } from './copies.mjs'
import { generateDocuments } from './documents.mjs'
import { generateErrors } from './errors.mjs'
import { generateMarks } from './marks.mjs'
import { generateNextProviders } from './next-providers.mjs'
import { generateProviderIds } from './provider-ids.mjs'
import { generateSitePages } from './site-pages.mjs'
import { root } from '../root.mjs'
import { runMain } from '../run.mjs'

/** @typedef {import('./modules.mjs').Files} Files */

/** Folders in which every file is generated; what else is in them goes. .gitignore names them too. */
const FOLDERS = ['frameworks/next/src/providers', 'packages/core/src/lib/provider-kit/marks']

/** @type {(path: string) => string | undefined} */
function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** @type {(files: Files) => readonly string[]} generated once, and no longer */
function surplusTo(files) {
  return FOLDERS.filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
    .filter((path) => !files.has(path))
}

/**
 * Writes what differs, removes what is surplus, and says so only when there was something to do.
 *
 * @returns {Promise<void>}
 * @throws {import('../run.mjs').Failure} when sources do not fit together
 */
export async function generate() {
  const files = new Map([
    ...generateCatalogue(),
    ...generateCopies(),
    ...generateDocuments(),
    ...generateNextProviders(),
    ...generateProviderIds(),
    ...generateSitePages(),
    ...(await generateErrors()),
    ...(await generateMarks()),
  ])
  const changed = [...files].filter(([path, text]) => read(join(root, path)) !== text)
  const surplus = surplusTo(files)
  for (const [path, text] of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const path of surplus) rmSync(join(root, path), { recursive: true })
  if (changed.length + surplus.length === 0) return
  console.log(`Generated sources: ${changed.length} written, ${surplus.length} removed.`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runMain(generate)
