/**
 * What npm runs around `npm pack` of a package: for as long as it packs, package.json names no sources, which are not shipped, and has
 * the addresses of the repository, which the package.json at the root has once. With `--restore`, the one of the repository is put back.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { root } from '../root.mjs'
import { readRepository } from './packages.mjs'

const SOURCE = '@latchstring/source'

/** @type {(value: unknown) => unknown} a part of package.json without the condition of the sources */
function withoutSources(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const kept = Object.entries(value).filter(([name]) => name !== SOURCE)
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutSources(inner)]))
}

/** @type {() => object} `repository`, `homepage` and `bugs` of the package in this folder; the registry takes no provenance without */
function addresses() {
  const { repository, homepage, page } = readRepository()
  const directory = relative(root, process.cwd()).replaceAll(sep, '/')
  return {
    repository: { ...repository, directory },
    // That of the site, once the root has one.
    homepage: homepage ?? `${page}/tree/main/${directory}#readme`,
    bugs: { url: `${page}/issues` },
  }
}

const manifest = join(process.cwd(), 'package.json')
const original = join(process.cwd(), 'package.json.original')

// Also after a run that was ended in between.
if (existsSync(original)) renameSync(original, manifest)
if (!process.argv.includes('--restore')) {
  const text = readFileSync(manifest, 'utf8')
  const parsed = /** @type {unknown} */ (JSON.parse(text))
  const published = { .../** @type {object} */ (withoutSources(parsed)), ...addresses() }
  writeFileSync(original, text)
  writeFileSync(manifest, `${JSON.stringify(published, null, 2)}\n`)
}
