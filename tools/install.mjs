import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from './generate/all.mjs'
import { root } from './root.mjs'
import { Failure, mustRun } from './run.mjs'

const MINIMUM = [20, 19]

/** @throws {Failure} when this Node is too old for the repository */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [wantedMajor = 0, wantedMinor = 0] = MINIMUM
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  throw new Failure(
    `Node ${process.versions.node} is too old: this repository needs Node ${MINIMUM.join('.')} or newer. ` +
      'Install a current Node (https://nodejs.org) and run the command again.',
  )
}

/**
 * @typedef {{ readonly version?: string, readonly optional?: boolean, readonly peer?: boolean,
 *   readonly link?: boolean, readonly devOptional?: boolean }} LockEntry
 */

/** @type {(file: string) => Readonly<Record<string, LockEntry>>} */
function readPackages(file) {
  const lock = /** @type {{ packages?: Record<string, LockEntry> }} */ (
    JSON.parse(readFileSync(file, 'utf8'))
  )
  return lock.packages ?? {}
}

/**
 * npm leaves an inventory of what it installed; this compares it with the lock file, so that a tree
 * installed by hand is not installed again.
 *
 * @type {(lockFile: string, inventoryFile: string) => boolean}
 */
function isInstalled(lockFile, inventoryFile) {
  if (!existsSync(inventoryFile)) return false
  const installed = readPackages(inventoryFile)
  return Object.entries(readPackages(lockFile)).every(
    ([path, { version, optional, devOptional }]) => {
      if (!path.includes('node_modules/')) return true
      const found = installed[path]
      if (found === undefined) return optional === true || devOptional === true
      return found.version === version
    },
  )
}

/** @type {(cwd: string) => Promise<void>} */
async function installLocked(cwd) {
  const lockFile = join(cwd, 'package-lock.json')
  const stamp = join(cwd, 'node_modules/.latchstring-lock')
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) {
    console.log('Up to date.')
    return
  }
  if (isInstalled(lockFile, join(cwd, 'node_modules/.package-lock.json'))) {
    console.log('Up to date.')
  } else {
    await mustRun('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd,
      failure: 'npm ci failed. Check that the npm registry can be reached, then run this again.',
    })
  }
  writeFileSync(stamp, hash)
}

/**
 * Installs the packages of a lock file unless exactly those are there already. At the root it also brings generated sources
 * up to date: those that a change of branch or a pull made out of date are not in git.
 *
 * @param {string} [folder] where the lock file is, seen from the root
 * @returns {Promise<void>}
 */
export async function installPackages(folder = '.') {
  await installLocked(join(root, folder))
  if (folder === '.') await generate()
}

/**
 * Folders with packages that tests need and that do not install beside the others, each with what the path or the text of
 * a file that needs it has.
 *
 * @type {Readonly<Record<string, RegExp>>}
 */
export const APART = {
  'test/peer/next-auth-4': /next-auth-4/,
  'adapters/prisma/test/client': /prisma\/test\/client/,
  'test/instances/limiters': /rate-limiter-flexible/,
  'test/frameworks/fixtures/elysia-1': /fixtures\/elysia-1'/,
  'test/frameworks/fixtures/nestjs-12': /fixtures\/nestjs-12'/,
}

/**
 * Those that only slow tests need.
 *
 * @type {Readonly<Record<string, RegExp>>}
 */
export const APART_SLOW = {
  'adapters/sql/test/node-24': /node-24/,
  'test/published-adapters/stores': /(?:test|\.)\/published-adapters/,
}

/**
 * Installs what does not install beside the other packages.
 *
 * @param {readonly string[]} [folders] some of them
 * @returns {Promise<void>}
 */
export async function installApart(folders = Object.keys({ ...APART, ...APART_SLOW })) {
  // Most of the time is spent waiting for the registry.
  await Promise.all(folders.map(installPackages))
}
