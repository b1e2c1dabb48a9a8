import { basename, dirname } from 'node:path'

/**
 * What a module imports, and from where it is loaded later.
 *
 * @typedef {object} Imports
 * @property {readonly string[]} importedIds
 * @property {readonly string[]} dynamicallyImportedIds
 * @property {readonly string[]} dynamicImporters
 */

/** @typedef {(id: string) => Imports | null} FindImports */

/** @type {(root: string, find: FindImports) => ReadonlySet<string>} what is loaded with a module */
function reach(root, find) {
  const seen = new Set([root])
  for (const id of seen) for (const imported of find(id)?.importedIds ?? []) seen.add(imported)
  return seen
}

/** @type {(starts: Iterable<string>, find: FindImports) => readonly string[]} modules that are loaded later */
function findLazy(starts, find) {
  const seen = new Set(starts)
  /** @type {Set<string>} */
  const lazy = new Set()
  for (const id of seen) {
    const { importedIds = [], dynamicallyImportedIds = [] } = find(id) ?? {}
    for (const imported of importedIds) seen.add(imported)
    for (const imported of dynamicallyImportedIds) lazy.add(imported)
    for (const imported of dynamicallyImportedIds) seen.add(imported)
  }
  return [...lazy]
}

/** Folders of what an option turns on: many come by them, and nobody loads them where the option is not set. */
const OPTIONAL = new Map([
  ['endings', 'endings-devices'],
  ['devices', 'endings-devices'],
  ['features', 'features-parts'],
  ['records', 'records-parts'],
  ['names', 'passkey-names'],
  ['actions', 'actions-parts'],
])

/** @typedef {ReadonlyMap<string, ReadonlySet<string>>} Reached what is loaded with each root */

/** @type {(roots: readonly string[], find: FindImports) => Reached} */
const reachEach = (roots, find) => new Map(roots.map((root) => [root, reach(root, find)]))

/** @type {(reached: Reached, id: string) => readonly string[]} the roots that a module is loaded with */
const findRoots = (reached, id) =>
  [...reached].filter(([, modules]) => modules.has(id)).map(([root]) => root)

/**
 * Roots without those that are only ever loaded after another of them.
 *
 * @type {(roots: readonly string[], reached: Reached, find: FindImports) => readonly string[]}
 */
function firstOnes(roots, reached, find) {
  /** @type {(root: string, before: string) => boolean} */
  const comesAfter = (root, before) => {
    const importers = find(root)?.dynamicImporters ?? []
    return importers.length > 0 && importers.every((id) => reached.get(before)?.has(id))
  }
  return roots.filter(
    (root) =>
      !roots.some((other) => other !== root && comesAfter(root, other) && !comesAfter(other, root)),
  )
}

/**
 * Decides which modules share a file: those that are loaded with the same entries do, and so do those that are only loaded
 * later, with one or two modules, with those of one folder, or with many. One file for each set of roots would be a hundred.
 *
 * @param {Pick<import('./entries.mjs').Entries, 'single' | 'alike'>} entries ids of modules
 * @param {FindImports} find
 * @returns {(id: string) => string | null} name of the file for a module; `null` where the bundler may decide
 */
export function assignChunks({ single, alike }, find) {
  const entries = new Set([...single, ...alike])
  const withEntry = reachEach(single, find)
  const withAlike = reachEach(alike, find)
  const lazy = findLazy(entries, find)
  const withLazy = reachEach(lazy, find)

  /** @type {(root: string) => string} with its folder where another has the same name, or their modules would share a file */
  function findName(root) {
    const name = basename(root, '.js')
    const alone = lazy.filter((other) => basename(other, '.js') === name).length === 1
    return alone ? name : `${basename(dirname(root))}-${name}`
  }

  /** @type {(id: string) => string} */
  function later(id) {
    const [first, ...others] = firstOnes(findRoots(withLazy, id), withLazy, find)
    if (first === undefined) return ''
    if (others.length === 0) return findName(first)
    if (others.length === 1) {
      return [first, ...others].map(findName).toSorted().join('-')
    }
    const folders = new Set([first, ...others].map((root) => basename(dirname(root))))
    if (folders.size === 1) return [...folders].join('')
    return OPTIONAL.get(basename(dirname(id))) ?? 'shared'
  }

  return (id) => {
    // A file of its own, which exports what the module does and nothing else.
    if (entries.has(id)) return null
    const roots = findRoots(withEntry, id).map((root) => basename(root, '.js'))
    if (roots.length === 1) return [...roots, later(id)].filter(Boolean).join('-')
    if (roots.length > 1) return roots.toSorted().join('-')
    if (findRoots(withAlike, id).length > 0 || findRoots(withLazy, id).length === 1) return null
    return withLazy.has(id) ? null : later(id) || null
  }
}
