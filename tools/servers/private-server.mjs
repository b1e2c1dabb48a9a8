import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, wasInterrupted } from '../run.mjs'

/** @typedef {{ readonly uid: number, readonly gid: number }} Account */
/**
 * @typedef {object} PrivateServer
 * @property {string} url
 * @property {() => Promise<void>} stop ends it and removes its data
 * @property {() => Promise<() => Promise<void>>} suspend ends it; what it gives starts it again, on the same port and data
 */
/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/**
 * @typedef {object} Kind
 * @property {string} name what to call the server in messages
 * @property {readonly string[]} accounts users that it may run as in place of root, best first
 * @property {(folder: string) => readonly [string, ...string[]] | undefined} [prepare] the command that makes its files
 * @property {(folder: string, port: number) => readonly [string, ...string[]]} command
 * @property {(port: number) => string} url
 */

/**
 * A server that refuses to run as root borrows the account of another user.
 *
 * @param {string} name of the server
 * @param {readonly string[]} wanted
 * @returns {Account | undefined}
 */
export function findAccount(name, wanted) {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const user of wanted) {
    const [, , uid, gid] = accounts.find(([known]) => known === user) ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Failure(
    `${name} does not run as root, and this machine has none of the users ${wanted.join(', ')}. ` +
      'Run the tests as an ordinary user.',
  )
}

/** @type {() => Promise<number>} */
export async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port was given.')
  return address.port
}

/**
 * Ends a process by one signal after the other.
 *
 * @param {ChildProcess} child
 * @param {readonly NodeJS.Signals[]} signals the friendliest first
 * @returns {Promise<void>}
 */
export async function endProcess(child, signals) {
  for (const signal of signals) {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await Promise.race([exited, sleep(10_000, undefined, { ref: false })])
  }
}

/** How long a group of processes may take to end, before and after it is ended by force. */
const GROUP_MS = 10_000

/** @type {(group: number, signal: NodeJS.Signals | 0) => boolean} whether there is such a group */
function signalGroup(group, signal) {
  try {
    return process.kill(-group, signal)
  } catch {
    return false
  }
}

/**
 * Ends a process that leads a group of its own, with all that it has started: the group is there as long as one of them is.
 *
 * @param {ChildProcess} child
 * @returns {Promise<void>}
 */
export async function endGroup({ pid }) {
  if (pid === undefined) return
  for (const signal of SIGNALS) {
    if (!signalGroup(pid, signal)) return
    for (const until = Date.now() + GROUP_MS; Date.now() < until; await sleep(50)) {
      if (!signalGroup(pid, 0)) return
    }
  }
}

/**
 * Starts a program that leads a group of its own, so that an interrupt reaches others first and `endGroup` ends all that it starts.
 *
 * @param {readonly [string, ...string[]]} command
 * @param {object} options
 * @param {string} options.cwd
 * @param {string} options.log the file to which it writes
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {Account} [options.account] as whom it runs
 * @returns {ChildProcess}
 */
export function startGroup([program, ...args], { log, account, ...options }) {
  const out = openSync(log, 'a')
  const child = spawn(
    program,
    args,
    /** @type {import('node:child_process').SpawnOptions} */ ({
      ...options,
      ...account,
      detached: true,
      stdio: ['ignore', out, out],
    }),
  )
  closeSync(out)
  return child
}

/** @type {(port: number) => Promise<boolean>} */
function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** @type {(child: ChildProcess, port: number) => Promise<boolean>} */
async function isReady(child, port) {
  for (let tries = 0; tries < 600 && child.exitCode === null && !wasInterrupted(); tries += 1) {
    if (await accepts(port)) return true
    await sleep(50)
  }
  return false
}

/** @type {(kind: Kind, folder: string, account: Account | undefined) => void} */
function prepare(kind, folder, account) {
  const [command, ...args] = kind.prepare?.(folder) ?? []
  if (command === undefined) return
  const result = spawnSync(command, args, { cwd: folder, encoding: 'utf8', ...account })
  if (result.status === 0) return
  const reason = result.error?.message ?? `${result.stdout}${result.stderr}`
  throw new Failure(`${command} failed:\n${reason}`)
}

/**
 * A server that is running, and may be ended and started again.
 *
 * @param {ChildProcess} first its process
 * @param {object} control
 * @param {string} control.url
 * @param {string} control.folder what to remove when it stops
 * @param {readonly NodeJS.Signals[]} control.signals that end it, the friendliest first
 * @param {() => Promise<ChildProcess | undefined>} control.start starts it where it was
 * @returns {PrivateServer}
 */
export function superviseServer(first, { url, folder, signals, start }) {
  let child = first
  const resume = async () => {
    const started = await start()
    if (started === undefined) throw new Failure(`The server of ${url} did not start again.`)
    child = started
  }
  return {
    url,
    async stop() {
      await endProcess(child, signals)
      rmSync(folder, { recursive: true, force: true })
    },
    async suspend() {
      await endProcess(child, signals)
      return resume
    },
  }
}

const SIGNALS = /** @type {const} */ (['SIGTERM', 'SIGKILL'])

/** @typedef {{ readonly folder: string, readonly port: number, readonly account: Account | undefined }} Place */

/** @type {(kind: Kind, place: Place) => Promise<ChildProcess | undefined>} */
async function launch(kind, { folder, port, account }) {
  const child = startGroup(kind.command(join(folder, 'data'), port), {
    cwd: folder,
    log: join(folder, 'log'),
    ...(account && { account }),
  })
  if (await isReady(child, port)) return child
  await endProcess(child, SIGNALS)
  return undefined
}

/** @type {(kind: Kind, folder: string, account: Account | undefined) => Promise<PrivateServer>} */
async function startFirst(kind, folder, account) {
  // Another program can take the free port in between, so a failed start is tried again.
  for (let tries = 0; tries < 3 && !wasInterrupted(); tries += 1) {
    const port = await findFreePort()
    const start = () => launch(kind, { folder, port, account })
    const child = await start()
    if (child !== undefined) {
      return superviseServer(child, { url: kind.url(port), folder, signals: SIGNALS, start })
    }
  }
  throw new Failure(
    `${kind.name} did not start. Its log says:\n${readFileSync(join(folder, 'log'), 'utf8')}`,
  )
}

/**
 * Starts a private server: own data, own free port on the loopback interface, gone without a trace afterwards.
 *
 * @param {Kind} kind
 * @returns {Promise<PrivateServer>} its URL, and the function that ends it and removes its data
 * @throws {Failure} when it does not start
 */
export async function startPrivateServer(kind) {
  const account = findAccount(kind.name, kind.accounts)
  const folder = mkdtempSync(join(tmpdir(), 'latchstring-server-'))
  try {
    mkdirSync(join(folder, 'data'), { mode: 0o700 })
    if (account !== undefined) {
      for (const path of [folder, join(folder, 'data')]) chownSync(path, account.uid, account.gid)
    }
    prepare(kind, join(folder, 'data'), account)
    return await startFirst(kind, folder, account)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}
