/** Builds what is committed a second time, in a clone elsewhere: the same sources have to give the same bytes. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { Failure, mustRun } from '../run.mjs'

/** @type {(...args: readonly string[]) => string} */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })

/**
 * Whether the packages here are those of a commit.
 *
 * @returns {boolean}
 */
export const isCommitted = () => git('status', '--porcelain').trim() === ''

/** @type {(clone: string) => void} with the dependencies that are installed here, and with the packages of the clone */
function linkDependencies(clone) {
  const own = 'node_modules/@latchstring'
  mkdirSync(join(clone, own), { recursive: true })
  for (const name of readdirSync(join(root, own)))
    symlinkSync(readlinkSync(join(root, own, name)), join(clone, own, name))
  const folders = [
    '.',
    ...git('ls-files', '*/package.json')
      .split('\n')
      .map((file) => join(file, '..')),
  ]
  for (const folder of folders) {
    const installed = join(root, folder, 'node_modules')
    if (!existsSync(installed) || !existsSync(join(clone, folder))) continue
    mkdirSync(join(clone, folder, 'node_modules'), { recursive: true })
    for (const name of readdirSync(installed)) {
      const link = join(clone, folder, 'node_modules', name)
      if (!existsSync(link)) symlinkSync(join(installed, name), link)
    }
  }
}

/** @type {(folder: string) => ReadonlyMap<string, string>} the hash of each tarball */
function hashTarballs(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  const hash = (/** @type {string} */ name) =>
    createHash('sha512')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  return new Map(names.map((name) => [name, hash(name)]))
}

/**
 * Packs all packages in a clone and compares them, then raises their version there.
 *
 * @param {string} packed the folder with the packages of this clone
 * @param {string} folder an empty one
 * @returns {Promise<void>}
 * @throws {Failure} when a package differs, or the version cannot be raised
 */
export async function compareWithSecondClone(packed, folder) {
  const clone = join(folder, 'repository')
  await mustRun('git', ['clone', '--quiet', '--no-hardlinks', root, clone], { quiet: true })
  linkDependencies(clone)
  const program = (/** @type {string} */ name, /** @type {readonly string[]} */ args = []) =>
    mustRun(process.execPath, [join(clone, 'tools/release', name), ...args], {
      cwd: clone,
      quiet: true,
      failure: `${name} fails in a second clone; why is above.`,
    })
  await program('build.mjs')
  await program('pack.mjs', [join(folder, 'packed')])
  const [first, second] = [hashTarballs(packed), hashTarballs(join(folder, 'packed'))]
  const names = new Set([...first.keys(), ...second.keys()])
  const different = [...names].filter((name) => first.get(name) !== second.get(name))
  if (different.length > 0)
    throw new Failure(`Two clones of one commit give different packages: ${different.join(', ')}.`)
  if (readdirSync(join(clone, '.changeset')).some((name) => name.endsWith('.md')))
    await program('version.mjs')
}
