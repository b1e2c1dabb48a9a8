import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {boolean} [private]
 * @property {Readonly<Record<string, string | Readonly<Record<string, string>>>>} [exports]
 */

/** How a program is compiled that uses them. */
export const COMPILER_OPTIONS = {
  target: 'ES2022',
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  jsx: 'react-jsx',
  strict: true,
}

/** @typedef {{ readonly folder: string, readonly manifest: Manifest }} Package */

/** @typedef {{ readonly type: string, readonly url: string }} Repository */

/**
 * Where the repository is; the package.json at the root has its address once.
 *
 * @returns {{ readonly repository: Repository, readonly homepage?: string, readonly page: string }} as package.json has it, and the page of the repository
 * @throws {Error} without one, or with another form of address
 */
export function readRepository() {
  const text = readFileSync(join(root, 'package.json'), 'utf8')
  const { repository, homepage } = /** @type {{ repository?: Repository, homepage?: string }} */ (
    JSON.parse(text)
  )
  const [, page] = /^git\+(https:\/\/[^/]+\/[^/]+\/[^/]+)\.git$/.exec(repository?.url ?? '') ?? []
  if (repository !== undefined && page !== undefined)
    return { repository, ...(homepage !== undefined && { homepage }), page }
  throw new Error(
    'The package.json at the root has no `repository` such as git+https://github.com/OWNER/NAME.git. Packages are not packed without.',
  )
}

/**
 * The packages that are published, in the order of their folders.
 *
 * @returns {readonly Package[]}
 */
export function publishedPackages() {
  return ['packages', 'adapters', 'frameworks'].flatMap((parent) =>
    readdirSync(join(root, parent))
      .map((name) => join(root, parent, name))
      .filter((folder) => existsSync(join(folder, 'package.json')))
      .map((folder) => ({
        folder,
        manifest: /** @type {Manifest} */ (
          JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
        ),
      }))
      .filter(({ manifest }) => manifest.private !== true),
  )
}

/**
 * The declaration file behind every entry point of a package, patterns expanded.
 *
 * @param {Package} pkg
 * @returns {readonly { readonly entry: string, readonly types: string }[]} `entry` is `.` or a subpath
 */
export function entryPoints({ folder, manifest }) {
  return Object.entries(manifest.exports ?? {}).flatMap(([entry, target]) => {
    const types = typeof target === 'string' ? undefined : target['types']
    if (types === undefined) return []
    if (!entry.includes('*')) return [{ entry, types: join(folder, types) }]
    const [before = '', after = ''] = types.split('*')
    const parent = join(folder, before)
    if (!existsSync(parent)) return []
    return readdirSync(parent)
      .filter((name) => name.endsWith(after))
      .map((name) => name.slice(0, -after.length))
      .map((name) => ({
        entry: entry.replace('*', name),
        types: join(parent, name + after),
      }))
  })
}
