import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const RELATIVE = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\1/g

/** @type {(file: string, specifier: string) => string} the declarations that a specifier in a file stands for */
function find(file, specifier) {
  return join(dirname(file), specifier.replace(/\.(?:tsx?|js)$/, '')).concat('.d.ts')
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
  /** @type {Map<string, string>} */
  const texts = new Map()
  for (const file of files) {
    if (!existsSync(file)) throw new Error(`There is no ${relative(compiled, file)}.`)
    const text = readFileSync(file, 'utf8')
    // What lines begin with means nothing, and is 24 kB in every installation.
    texts.set(relative(compiled, file), text.replaceAll(/^ +/gm, ''))
    for (const [, , specifier = ''] of text.matchAll(RELATIVE)) files.add(find(file, specifier))
  }
  return texts
}
