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
