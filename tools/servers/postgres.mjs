/**
 * A private PostgreSQL server for tests: own data, own free port on the loopback interface, gone
 * without a trace afterwards.
 *
 * As a program: `node tools/servers/postgres.mjs` prints its URL and runs until it is interrupted;
 * `node tools/servers/postgres.mjs -- COMMAND …` runs the command with the URL in
 * `LATCHSTRING_TEST_POSTGRES_URL` and ends the server with it.
 */
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, closeSync } from 'node:fs'
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { findPostgres } from './postgres-binaries.mjs'
import { endProcess, findAccount, findFreePort, superviseServer } from './private-server.mjs'
import { Failure, run, runMain, wasInterrupted } from '../run.mjs'

/** @typedef {import('./private-server.mjs').Account} Account */
/** @typedef {import('./private-server.mjs').PrivateServer} PostgresServer */
/** @typedef {{ readonly bin: string, readonly folder: string, readonly account: Account | undefined }} Setup */

/** @type {(setup: Setup) => { cwd: string, env: NodeJS.ProcessEnv, uid?: number, gid?: number }} */
const spawnOptions = ({ folder, account }) => ({
  cwd: folder,
  env: { ...process.env, HOME: folder, LC_ALL: 'C', PGUSER: undefined, PGPORT: undefined },
  ...account,
})

/**
 * The borrowed account may not be allowed into the folder this repository lies in.
 *
 * @type {(setup: Setup) => Setup}
 */
function withReachablePrograms(setup) {
  const probe = spawnSync(join(setup.bin, 'postgres'), ['--version'], spawnOptions(setup))
  if (probe.status === 0) return setup
  const copy = join(setup.folder, 'programs')
  cpSync(dirname(setup.bin), copy, { recursive: true, verbatimSymlinks: true })
  return { ...setup, bin: join(copy, 'bin') }
}

/** @type {(setup: Setup) => void} */
function createCluster(setup) {
  const args = ['-D', join(setup.folder, 'data'), '-U', 'postgres', '--auth=trust', '--no-sync']
  const result = spawnSync(join(setup.bin, 'initdb'), [...args, '--encoding=UTF8', '--locale=C'], {
    ...spawnOptions(setup),
    encoding: 'utf8',
  })
  if (result.status === 0) return
  const reason = result.error?.message ?? `${result.stdout}${result.stderr}`
  throw new Failure(`PostgreSQL's initdb failed:\n${reason}`)
}

/** @type {(setup: Setup, port: number) => import('node:child_process').ChildProcess} */
function launch(setup, port) {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: process.platform === 'win32' ? '' : setup.folder,
    max_connections: '200',
    // The data is thrown away: losing it in a crash costs nothing.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  }
  const flags = Object.entries(settings).flatMap(([name, text]) => ['-c', `${name}=${text}`])
  const log = openSync(join(setup.folder, 'log'), 'a')
  const args = ['-D', join(setup.folder, 'data'), '-p', String(port), ...flags]
  // In a process group of its own, so that an interrupt reaches the tests first.
  const child = spawn(join(setup.bin, 'postgres'), args, {
    ...spawnOptions(setup),
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  return child
}

/** @type {(setup: Setup, child: import('node:child_process').ChildProcess) => Promise<boolean>} */
async function isReady(setup, child) {
  const status = join(setup.folder, 'data/postmaster.pid')
  for (let tries = 0; tries < 600 && child.exitCode === null && !wasInterrupted(); tries += 1) {
    // The server writes its state into the eighth line.
    const state = existsSync(status) ? readFileSync(status, 'utf8').split('\n')[7] : undefined
    if (state?.trim() === 'ready' || state?.trim() === 'standby') return true
    await sleep(50)
  }
  return false
}

// SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one.
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGQUIT', 'SIGKILL'])

/** @type {(setup: Setup, port: number) => Promise<import('node:child_process').ChildProcess | undefined>} */
async function startAt(setup, port) {
  const child = launch(setup, port)
  if (await isReady(setup, child)) return child
  await endProcess(child, SIGNALS)
  return undefined
}

/** The setups of the servers that were started here, by their URLs. */
const setups = /** @type {Map<string, Setup>} */ (new Map())

/** @type {(setup: Setup) => Promise<PostgresServer>} */
async function start(setup) {
  const { folder } = setup
  // Another program can take the free port in between, so a failed start is tried again.
  for (let tries = 0; tries < 3 && !wasInterrupted(); tries += 1) {
    const port = await findFreePort()
    const child = await startAt(setup, port)
    if (child !== undefined) {
      const url = `postgres://postgres@127.0.0.1:${port}/postgres`
      setups.set(url, setup)
      return superviseServer(child, {
        url,
        folder,
        signals: SIGNALS,
        start: () => startAt(setup, port),
      })
    }
  }
  const log = readFileSync(join(setup.folder, 'log'), 'utf8')
  throw new Failure(`PostgreSQL did not start. Its log says:\n${log}`)
}

/**
 * Starts a private PostgreSQL server.
 *
 * @returns {Promise<PostgresServer>} its URL, and the function that ends it and removes its data
 * @throws {Failure} when no server is installed or it does not start
 */
export async function startPostgres() {
  const bin = findPostgres()
  const account = findAccount('PostgreSQL', ['postgres', 'nobody'])
  const folder = mkdtempSync(join(tmpdir(), 'latchstring-pg-'))
  try {
    mkdirSync(join(folder, 'data'), { mode: 0o700 })
    if (account !== undefined) {
      for (const path of [folder, join(folder, 'data')]) chownSync(path, account.uid, account.gid)
    }
    const setup = withReachablePrograms({ bin, folder, account })
    createCluster(setup)
    return await start(setup)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/**
 * Starts a streaming replica of a server, with a copy of its data; `pg_promote()` makes it a primary.
 *
 * @param {PostgresServer} primary one of {@link startPostgres}; it is ended for the time of the copy
 * @returns {Promise<PostgresServer>}
 */
export async function startStandby(primary) {
  const original = setups.get(primary.url)
  if (original === undefined) throw new Failure('The primary was not started here.')
  const folder = mkdtempSync(join(tmpdir(), 'latchstring-pg-'))
  const setup = { ...original, folder }
  const data = join(folder, 'data')
  try {
    const resume = await primary.suspend()
    // The owner of each file has to be the same.
    const { status, stderr } = spawnSync('cp', ['-a', join(original.folder, 'data'), data])
    await resume()
    if (status !== 0) throw new Failure(`The data was not copied: ${String(stderr)}`)
    const { hostname, port } = new URL(primary.url)
    const upstream = `primary_conninfo = 'host=${hostname} port=${port} user=postgres'\n`
    appendFileSync(join(data, 'postgresql.auto.conf'), upstream)
    writeFileSync(join(data, 'standby.signal'), '')
    if (setup.account !== undefined) {
      const { uid, gid } = setup.account
      for (const path of [folder, join(data, 'standby.signal')]) chownSync(path, uid, gid)
    }
    return await start(setup)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** @type {() => Promise<number>} */
async function main() {
  const split = process.argv.indexOf('--')
  const [command, ...args] = split === -1 ? [] : process.argv.slice(split + 1)
  const server = await startPostgres()
  try {
    if (command !== undefined) {
      return await run(command, args, { env: { LATCHSTRING_TEST_POSTGRES_URL: server.url } })
    }
    console.log(server.url)
    while (!wasInterrupted()) await sleep(200)
    return 0
  } finally {
    await server.stop()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runMain(main)
