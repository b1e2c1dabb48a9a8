import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '../root.mjs'

/** What the files of a run need beside the packages of the root: variables that name stores, folders installed separately, and packages of Debian. */
/** @typedef {{ readonly stores: readonly string[], readonly apart: readonly string[], readonly debian: readonly string[] }} Needs */
/**
 * @typedef {object} Kinds
 * @property {readonly string[]} stores variables of the environment that name a server
 * @property {Readonly<Record<string, RegExp>>} apart folders with what the path or the text of a file that needs one has
 * @property {Readonly<Record<string, RegExp>>} debian packages of Debian with what the text of a file that needs one has
 */

const FOLDERS = ['packages', 'frameworks', 'adapters', 'test']
const LEFT_OUT = new Set(['node_modules', 'dist', 'compiled', '.work', 'fixtures'])

/** @type {(folder: string) => readonly string[]} */
function testsIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : testsIn(path)
    return /\.test\.tsx?$/.test(entry.name) ? [path] : []
  })
}

/** @type {(filters: readonly string[]) => readonly string[]} the files Vitest would run for them */
function selectTests(filters) {
  // A number behind a colon is a line.
  const wanted = filters.map((filter) => filter.replace(/:\d+$/, '').replace(/^\.\//, ''))
  return FOLDERS.flatMap((folder) => testsIn(join(root, folder))).filter((file) =>
    wanted.some((part) => file.includes(part)),
  )
}

/** @type {(target: unknown) => string | undefined} the source an entry of `exports` names */
function readSource(target) {
  if (typeof target !== 'object' || target === null) return undefined
  const source = /** @type {Readonly<Record<string, unknown>>} */ (target)['@latchstring/source']
  return typeof source === 'string' ? source : undefined
}

/** @typedef {{ readonly name: string, readonly exports?: Readonly<Record<string, unknown>> }} Manifest */

/** Our packages by name: read from their folders, because nothing may be installed yet. @type {() => ReadonlyMap<string, { folder: string, manifest: Manifest }>} */
function readWorkspaces() {
  const folders = FOLDERS.flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => join(root, parent, name)),
  )
  return new Map(
    folders
      .filter((folder) => existsSync(join(folder, 'package.json')))
      .map((folder) => {
        const text = readFileSync(join(folder, 'package.json'), 'utf8')
        const manifest = /** @type {Manifest} */ (JSON.parse(text))
        return [manifest.name, { folder, manifest }]
      }),
  )
}

/** @type {(exports: Readonly<Record<string, unknown>>, path: string) => string | undefined} */
function findSource(exports, path) {
  const exact = readSource(exports[path])
  if (exact !== undefined) return exact
  for (const [pattern, target] of Object.entries(exports)) {
    const [before = '', after] = pattern.split('*')
    if (after === undefined || !path.startsWith(before) || !path.endsWith(after)) continue
    const middle = path.slice(before.length, path.length - after.length)
    return readSource(target)?.replaceAll('*', middle)
  }
  return undefined
}

/** @type {(workspaces: ReturnType<typeof readWorkspaces>, specifier: string) => string | undefined} the source of an entry of one of our packages */
function findEntry(workspaces, specifier) {
  const [scope = '', name = '', ...rest] = specifier.split('/')
  const found = workspaces.get(`${scope}/${name}`)
  if (found === undefined) return undefined
  const path = rest.length === 0 ? '.' : `./${rest.join('/')}`
  const source = findSource(found.manifest.exports ?? {}, path)
  return source === undefined ? undefined : join(found.folder, source)
}

/**
 * Modules that a file imports or names: a program that a test starts is named by its path.
 *
 * @type {(workspaces: ReturnType<typeof readWorkspaces>, file: string, text: string) => readonly string[]}
 */
function findNeighbours(workspaces, file, text) {
  const own = [...text.matchAll(/['"`](\.{1,2}\/[^'"`\n]+\.(?:[cm]?ts|tsx|mjs))['"`]/g)].map(
    ([, path = '']) => join(dirname(file), path),
  )
  const ours = [...text.matchAll(/['"](@latchstring\/[\w/.-]+)['"]/g)].flatMap(
    ([, specifier = '']) => findEntry(workspaces, specifier) ?? [],
  )
  return [...own, ...ours].filter((path) => existsSync(path) && statSync(path).isFile())
}

/**
 * Finds what the chosen files need, by what they and all they import name. Files that nothing is known of need everything.
 *
 * @param {readonly string[]} filters as Vitest takes them; none are all files
 * @param {Kinds} kinds what there is
 * @returns {Needs}
 */
export function findNeeds(filters, kinds) {
  const folders = Object.entries(kinds.apart)
  const packages = Object.entries(kinds.debian)
  const everything = {
    stores: kinds.stores,
    apart: folders.map(([folder]) => folder),
    debian: packages.map(([name]) => name),
  }
  if (filters.length === 0) return everything
  const files = new Set(selectTests(filters))
  const workspaces = readWorkspaces()
  if (files.size === 0) return everything
  /** @type {Set<string>} */
  const needed = new Set()
  // A set that grows while it is read: what is added is read, too.
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    for (const variable of kinds.stores) if (text.includes(variable)) needed.add(variable)
    const where = relative(root, file)
    for (const [folder, sign] of folders)
      if (sign.test(where) || sign.test(text)) needed.add(folder)
    for (const [name, sign] of packages) if (sign.test(text)) needed.add(name)
    for (const next of findNeighbours(workspaces, file, text)) files.add(next)
  }
  return {
    stores: everything.stores.filter((name) => needed.has(name)),
    apart: everything.apart.filter((name) => needed.has(name)),
    debian: everything.debian.filter((name) => needed.has(name)),
  }
}
