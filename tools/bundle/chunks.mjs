import { basename, dirname, relative, sep } from 'node:path'

/**
 * @typedef {object} Imports
 * @property {readonly string[]} importedIds
 * @property {readonly string[]} dynamicallyImportedIds
 */

/** @typedef {(id: string) => Imports | null} FindImports */

/** @typedef {Map<string, Set<string>>} Reached modules with the roots that reach them */

/** @type {(roots: Iterable<string>, find: FindImports) => Reached} */
function reach(roots, find) {
  /** @type {Reached} */
  const reached = new Map()
  for (const root of roots) {
    const seen = new Set([root])
    for (const id of seen) {
      const found = reached.get(id) ?? new Set()
      reached.set(id, found.add(root))
      for (const imported of find(id)?.importedIds ?? []) seen.add(imported)
    }
  }
  return reached
}

/** @type {(starts: Iterable<string>, find: FindImports) => ReadonlySet<string>} modules that are loaded later */
function findLazy(starts, find) {
  const seen = new Set(starts)
  const lazy = new Set()
  for (const id of seen) {
    const imports = find(id)
    for (const imported of imports?.importedIds ?? []) seen.add(imported)
    for (const imported of imports?.dynamicallyImportedIds ?? []) {
      seen.add(imported)
      lazy.add(imported)
    }
  }
  return lazy
}

/**
 * Decides which modules share a file: those that are reached from the same entries do, and so do those that are only loaded
 * later, from one folder or from several. One file for each set of modules that reach another would be a hundred.
 *
 * Whatever a module imports is reached from everywhere that the module is, so that files never import each other in a circle.
 *
 * @param {string} folder with the modules
 * @param {import('./entries.mjs').Entries} entries ids of modules
 * @param {FindImports} find
 * @returns {(id: string) => string | null} name of the file for a module; `null` where the bundler may decide
 */
export function assignChunks(folder, { single, alike }, find) {
  const entries = new Set([...single, ...alike])
  const fromSingle = reach(single, find)
  const fromAlike = reach(alike, find)
  const fromLazy = reach(findLazy(entries, find), find)
  return (id) => {
    // A file of its own, which exports what the module does and nothing else.
    if (entries.has(id)) return null
    const roots = fromSingle.get(id)
    if (roots)
      return [...roots]
        .map((root) => basename(root, '.js'))
        .toSorted()
        .join('-')
    const later = fromLazy.get(id)
    if (fromAlike.has(id) || !later || later.size === 1) return null
    const folders = new Set([...later].map((root) => relative(folder, dirname(root))))
    return folders.size === 1 ? [...folders].join('').replaceAll(sep, '-') : 'shared'
  }
}
