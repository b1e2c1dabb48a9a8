import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The folder of the application. */
export const appFolder = dirname(dirname(fileURLToPath(import.meta.url)))

/** @typedef {{ username: string, password: string, name: string, email: string, role: string }} DemoUser */

/**
 * Where the demo keeps its data, what database it uses and how sessions are kept.
 *
 * @typedef {object} Settings
 * @property {string} databaseUrl
 * @property {'SQLite' | 'PostgreSQL'} databaseName
 * @property {'database' | 'jwt'} strategy
 * @property {string} secret
 */

/**
 * A secret of this installation: made once, kept with the data, readable by its owner only.
 *
 * @type {(folder: string) => string}
 */
function readSecret(folder) {
  const file = join(folder, 'auth-secret')
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!exists) throw error
  }
  return readFileSync(file, 'utf8').trim()
}

/** @type {() => 'database' | 'jwt'} */
function readStrategy() {
  const strategy = process.env['DEMO_SESSION_STRATEGY'] || 'database'
  if (strategy === 'database' || strategy === 'jwt') return strategy
  throw new Error(`DEMO_SESSION_STRATEGY is "${strategy}". Set it to "database" or "jwt".`)
}

/** @type {(folder: string) => string} */
function readDatabaseUrl(folder) {
  const url = process.env['DATABASE_URL'] || pathToFileURL(join(folder, 'demo.db')).href
  if (/^(?:file|postgres|postgresql):/.test(url)) return url
  throw new Error('DATABASE_URL has to begin with file: (SQLite) or postgres:// (PostgreSQL).')
}

/**
 * Reads the environment, and creates the folder for data.
 *
 * @returns {Settings}
 */
export function readSettings() {
  const folder = resolve(appFolder, process.env['DEMO_DATA_DIR'] || '.data')
  mkdirSync(folder, { recursive: true })
  const databaseUrl = readDatabaseUrl(folder)
  return {
    databaseUrl,
    databaseName: databaseUrl.startsWith('file:') ? 'SQLite' : 'PostgreSQL',
    strategy: readStrategy(),
    secret: process.env['AUTH_SECRET'] || readSecret(folder),
  }
}

/**
 * The users who sign in with a password.
 *
 * @returns {readonly DemoUser[]}
 */
export function readDemoUsers() {
  const text = readFileSync(join(appFolder, 'lib/demo-users.json'), 'utf8')
  // A file of this application.
  return /** @type {readonly DemoUser[]} */ (JSON.parse(text))
}
