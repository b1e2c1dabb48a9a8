import { basename, dirname, join } from 'node:path'
import { Failure } from '../../run.mjs'

/** @typedef {import('../packages.mjs').Package} Package */
/** @typedef {Readonly<Record<string, string>>} Versions */
/**
 * @typedef {Package['manifest'] & { readonly dependencies?: Versions, readonly peerDependencies?: Versions,
 *   readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>, readonly devDependencies?: Versions }} Manifest
 */
/** @typedef {{ readonly folder: string, readonly manifest: Manifest }} Packable */
/** @typedef {{ readonly folder: string, readonly asked: readonly string[] }} Request */

const SCOPE = '@latchstring/'

/** Every application has the library and its program. */
const ALWAYS = ['core', 'cli', 'testing']

/** @type {(pkg: Packable) => string} the name without the scope */
export const shortName = ({ manifest }) => manifest.name.replace(SCOPE, '')

/** @type {(pkg: Packable) => readonly string[]} the framework itself; of several that may be left out, the first */
function findPeers({ manifest: { peerDependencies = {}, peerDependenciesMeta = {} } }) {
  const names = Object.keys(peerDependencies)
  const required = names.filter((name) => peerDependenciesMeta[name]?.optional !== true)
  return required.length > 0 ? required : names.slice(0, 1)
}

/** @type {(pkg: Packable, dependencies: Versions) => boolean} whether an application has the framework of a package, or names the package itself */
function isFor(pkg, dependencies) {
  const { name: own, peerDependencies = {} } = pkg.manifest
  if (own in dependencies) return true
  const required = findPeers(pkg)
  if (required.length > 1) return required.every((name) => name in dependencies)
  return Object.keys(peerDependencies).some((name) => name in dependencies)
}

const isFramework = (/** @type {Packable} */ { folder }) =>
  basename(dirname(folder)) === 'frameworks'

/** @type {(all: readonly Packable[], name: string) => Packable} */
function findPackage(all, name) {
  const found = all.find((pkg) => shortName(pkg) === name.replace(SCOPE, ''))
  if (found !== undefined) return found
  const names = all.map(shortName)
  throw new Failure(
    `--with: there is no package ${JSON.stringify(name)}. There are: ${names.join(', ')}.`,
  )
}

/** @type {(all: readonly Packable[], request: Request, dependencies: Versions | undefined) => readonly Packable[]} what an application needs by name */
export function chooseRoots(all, { folder, asked }, dependencies) {
  const named = asked.map((name) => findPackage(all, name))
  const own = all.filter((pkg) => isFramework(pkg) && isFor(pkg, dependencies ?? {}))
  // A new application is one of Next.js, as in the README.
  const first = dependencies === undefined && named.length === 0 ? [findPackage(all, 'next')] : []
  const chosen = [...named, ...own, ...first]
  if (chosen.length === 0) {
    const names = all.filter(isFramework).map(shortName)
    throw new Failure(
      `${join(folder, 'package.json')} names no framework that has a package. Say which: --with NAME (${names.join(', ')}), ` +
        'or --with core for none of them.',
    )
  }
  return [...ALWAYS.map((name) => findPackage(all, name)), ...chosen]
}

/** @type {(roots: readonly Packable[]) => string | undefined} the framework of a new application */
export function findFramework(roots) {
  const found = roots.find(isFramework)
  return found && shortName(found)
}

/**
 * @param {readonly Packable[]} roots
 * @param {Versions} [dependencies] of the application
 * @param {Readonly<Record<string, { readonly dependencies: Versions }>>} [templates] what new applications have
 * @returns {readonly string[]} frameworks that the application lacks, and what their applications cannot do without
 */
export function missingPeers(roots, dependencies = {}, templates = {}) {
  return roots.flatMap((pkg) => {
    if (!isFramework(pkg) || isFor(pkg, dependencies)) return []
    const { peerDependencies = {} } = pkg.manifest
    const needed = templates[shortName(pkg)]?.dependencies ?? {}
    return [...new Set([...findPeers(pkg), ...Object.keys(needed)])]
      .filter((name) => !(name in dependencies))
      .map((name) => `${name}@${needed[name] ?? peerDependencies[name]}`)
  })
}
