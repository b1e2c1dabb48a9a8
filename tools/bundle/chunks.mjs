import { basename, dirname } from 'node:path'

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
 * @param {import('./entries.mjs').Entries} entries ids of modules
 * @param {FindImports} find
 * @returns {(id: string) => string | null} name of the file for a module; `null` where the bundler may decide
 */
export function assignChunks({ single, alike }, find) {
  const entries = new Set([...single, ...alike])
  const fromSingle = reach(single, find)
  const fromAlike = reach(alike, find)
  const fromLazy = reach(findLazy(entries, find), find)

  /** @type {(id: string) => string} what is loaded later: by one module, by those of one folder, or by many */
  function later(id) {
    const roots = [...(fromLazy.get(id) ?? [])]
    const [only, ...others] = new Set(roots.map((root) => basename(dirname(root))))
    if (roots.length === 1) return basename(roots[0] ?? '', '.js')
    return only === undefined ? '' : others.length === 0 ? only : 'shared'
  }

  return (id) => {
    // A file of its own, which exports what the module does and nothing else.
    if (entries.has(id)) return null
    const roots = [...(fromSingle.get(id) ?? [])].map((root) => basename(root, '.js'))
    if (roots.length === 1) return [...roots, later(id)].filter(Boolean).join('-')
    if (roots.length > 1) return roots.toSorted().join('-')
    return fromAlike.has(id) || fromLazy.get(id)?.size === 1 ? null : later(id) || null
  }
}
