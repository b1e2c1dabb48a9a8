import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { endGroup } from '../../servers/private-server.mjs'
import { root } from '../../root.mjs'
import { Failure, mustRun, wasInterrupted, without } from '../../run.mjs'

/** @typedef {import('./steps.mjs').Mistake} Mistake */
/** @typedef {Readonly<Record<string, string | undefined>>} Variables */
/** @typedef {{ readonly folder: string, readonly mode: 'dev' | 'start', readonly port: number, readonly env: Variables }} Server */

/** How long a server of Next.js may take until it answers. */
const TIMEOUT_MS = 120_000

/** What is written when a request was answered. */
const FLUSH_MS = 2000

/** Any provider of the table; GitHub is at the emulator, and has its keys from the environment. */
const HEAD = `import Latchstring from '@latchstring/next'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import GitHubItself from '@latchstring/next/providers/github'
import Google from '@latchstring/next/providers/google'
import Keycloak from '@latchstring/next/providers/keycloak'
import Nodemailer from '@latchstring/next/providers/nodemailer'
import { connectLab } from '@latchstring/testing'

const { LAB, AHEAD } = process.env
const lab = connectLab(LAB)
const ahead = connectLab(AHEAD)
const { clientId, clientSecret, ...place } = await lab.options('github')
const GitHub = GitHubItself(place)
`

const WORKING = '{ providers: [GitHub] }'

/** @type {(config: string | undefined) => string} */
const configuration = (config = WORKING) => `${HEAD}
void [Google, Keycloak, Nodemailer, openSqlAdapter, ahead]
export const { handlers, auth, signIn, signOut } = Latchstring(${config})
`

const LAYOUT = `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>
}
`

/** Makes an application that works. @type {(folder: string) => Promise<void>} */
export async function makeApplication(folder) {
  const quiet = { cwd: folder, quiet: true }
  await mustRun('npm', ['run', '-s', 'pack:app', folder], { cwd: root, quiet: true })
  const more = ['run', '-s', 'pack:app', folder, '--', '--with', 'adapter-sql']
  await mustRun('npm', more, { cwd: root, quiet: true })
  const drivers = ['@libsql/client', 'nodemailer']
  await mustRun('npm', ['install', '--no-audit', '--no-fund', ...drivers], quiet)
  // A home page of the application with its layout, so that `init` writes a page beside it.
  const home = join(folder, 'app/page.js')
  mkdirSync(dirname(home))
  writeFileSync(home, '')
  writeFileSync(join(folder, 'app/layout.js'), LAYOUT)
  await mustRun('npx', ['@latchstring/cli', 'init', '--provider', 'github'], quiet)
  rmSync(home)
  rmSync(join(folder, '.env.local'))
  const env = { DATABASE_URL: 'file:./tables.db' }
  await mustRun('npx', ['@latchstring/cli', 'migrate', '--apply', '--yes'], { ...quiet, env })
}

/**
 * Plants a mistake.
 *
 * @type {(folder: string, mistake: Mistake) => () => void} what takes it out again
 */
export function plant(folder, { config, files = {} }) {
  const changes = Object.entries({ 'auth.js': configuration(config), ...files })
  const before = changes.map(([path]) => {
    try {
      return /** @type {const} */ ([path, readFileSync(join(folder, path), 'utf8')])
    } catch {
      return /** @type {const} */ ([path, undefined])
    }
  })
  const write = (/** @type {string} */ path, /** @type {string | undefined} */ text) => {
    const file = join(folder, path)
    if (text === undefined) return rmSync(file, { force: true })
    mkdirSync(dirname(file), { recursive: true })
    return writeFileSync(file, text)
  }
  for (const [path, text] of changes) write(path, text)
  return () => {
    for (const [path, text] of before) write(path, text)
  }
}

/** @type {(variables: Variables) => Variables} what is given to the application, and none of what the library reads from the shell */
function environment(variables) {
  const set = { ...variables, NEXT_TELEMETRY_DISABLED: '1', NO_COLOR: '1' }
  return { ...without(/^(?:AUTH|NEXTAUTH|GITHUB)_/), ...set }
}

/** @type {(server: Server) => Promise<void>} */
export async function build({ folder, env }) {
  await mustRun('npx', ['next', 'build'], { cwd: folder, quiet: true, env: environment(env) })
}

/**
 * Starts the server of Next.js.
 *
 * @type {(server: Server) => Promise<() => Promise<string>>} what ends it, and returns what the terminal said
 */
export async function start({ folder, mode, port, env }) {
  const log = join(folder, 'terminal.log')
  const out = openSync(log, 'w')
  const child = spawn('npx', ['next', mode, '--port', `${port}`], {
    cwd: folder,
    // A group of its own, because a program that npx starts does not end with it.
    detached: true,
    stdio: ['ignore', out, out],
    env: { ...process.env, ...environment(env) },
  })
  closeSync(out)
  const stop = async () => {
    await new Promise((resolve) => setTimeout(resolve, FLUSH_MS))
    await endGroup(child)
    return stripVTControlCharacters(readFileSync(log, 'utf8'))
  }
  const until = Date.now() + TIMEOUT_MS
  for (;;) {
    const answers = await fetch(`http://localhost:${port}/not-a-page`).then(
      () => true,
      () => false,
    )
    if (answers) return stop
    if (child.exitCode !== null || Date.now() > until || wasInterrupted()) {
      throw new Failure(`next ${mode} does not answer:\n${await stop()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
