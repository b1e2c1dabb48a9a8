/**
 * What npm runs around `npm pack` and `npm publish` of a package: for as long as it packs, package.json names no sources, which
 * are not shipped. With `--restore`, the one of the repository is put back.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCE = '@latchstring/source'

/** @type {(value: unknown) => unknown} a part of package.json without the condition of the sources */
function withoutSources(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const kept = Object.entries(value).filter(([name]) => name !== SOURCE)
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutSources(inner)]))
}

const manifest = join(process.cwd(), 'package.json')
const original = join(process.cwd(), 'package.json.original')

// Also after a run that was ended in between.
if (existsSync(original)) renameSync(original, manifest)
if (!process.argv.includes('--restore')) {
  const text = readFileSync(manifest, 'utf8')
  const published = withoutSources(/** @type {unknown} */ (JSON.parse(text)))
  writeFileSync(original, text)
  writeFileSync(manifest, `${JSON.stringify(published, null, 2)}\n`)
}
