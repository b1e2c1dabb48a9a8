import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const RELATIVE = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\1/g
const EXPORTS = /\bexport (?:type )?(?:\{[^}]*\}|\*(?: as \w+)?) from (['"])(\.{1,2}\/[^'"]+)\1/g

/** Folders and files of the core that applications see nothing of, as long as no public module exports it. */
const INTERNAL =
  /^lib\/(?:budgets|cache|clock|config|context|crypto|errors|flows|http|logger|mail|profile|promise|resolver|responses|session|symbols|webauthn)\b/

/** @type {(file: string, specifier: string) => string} the declarations that a specifier in a file stands for */
function find(file, specifier) {
  return join(dirname(file), specifier.replace(/\.(?:tsx?|js)$/, '')).concat('.d.ts')
}

/** @type {(entries: Iterable<string>) => ReadonlySet<string>} files whose symbols public modules export */
function findExported(entries) {
  const files = new Set(entries)
  for (const file of files) {
    if (!existsSync(file)) continue
    const exports = readFileSync(file, 'utf8').matchAll(EXPORTS)
    for (const [, , specifier = ''] of exports) files.add(find(file, specifier))
  }
  return files
}

/**
 * The declarations of public modules, with all that they are made of.
 *
 * @param {string} compiled folder with the declarations
 * @param {readonly string[]} entries paths without an ending, seen from that folder
 * @returns {ReadonlyMap<string, string>} texts by path, seen from that folder
 */
export function collectDeclarations(compiled, entries) {
  const files = new Set(entries.map((name) => join(compiled, `${name}.d.ts`)))
  const exported = findExported(files)
  /** @type {Map<string, string>} */
  const texts = new Map()
  for (const file of files) {
    if (!existsSync(file)) throw new Error(`There is no ${relative(compiled, file)}.`)
    const text = readFileSync(file, 'utf8')
    const path = relative(compiled, file)
    const isInternal = INTERNAL.test(path) && !exported.has(file)
    // Comments on what applications do not see, and what lines begin with, are 49 kB in every installation.
    const short = isInternal ? text.replaceAll(/^ *\/\*\*[^]*?\*\/\n/gm, '') : text
    texts.set(path, short.replaceAll(/^ +/gm, ''))
    for (const [, , specifier = ''] of text.matchAll(RELATIVE)) files.add(find(file, specifier))
  }
  return texts
}
