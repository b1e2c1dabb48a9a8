import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { ask } from './http.mjs'

/** @typedef {import('../types.d.ts').Host} Host */
/** @typedef {import('../types.d.ts').Server} Server */
/** @typedef {import('../types.d.ts').Environment} Environment */

/** What every application is started with. */
const SETTINGS = {
  AUTH_SECRET: 'Zq8vL2nR5tXw7yB1cD4fG6hJ9kM0pS3u',
  AUTH_TRUST_HOST: 'true',
  HOST: '127.0.0.1',
  NITRO_HOST: '127.0.0.1',
  ASTRO_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
}

const START_PATIENCE = 60_000
const STOP_PATIENCE = 20_000

/**
 * A port that nobody listens at, below those that systems give to whoever asks for any: between this and the start of the
 * server another program would be given the same.
 *
 * @returns {Promise<number>}
 */
async function freePort() {
  const port = randomInt(10_000, 30_000)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}

/** @type {(port: number) => Promise<boolean>} */
function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => resolve(false))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

/**
 * Only what finds programs: nothing of this machine configures an application.
 *
 * @returns {NodeJS.ProcessEnv}
 */
function machine() {
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env
  return { NODE_ENV: 'production', PATH, HOME, ...(TMPDIR !== '' && { TMPDIR }) }
}

/** An empty value takes a setting away. */
/** @type {(env: Environment) => Record<string, string>} */
function settings(env) {
  const given = Object.entries({ ...SETTINGS, ...env }).filter(([, value]) => value !== '')
  return Object.fromEntries(given)
}

/**
 * @typedef {object} Program
 * @property {string} program
 * @property {Host['start']} args
 * @property {Host['develop']} [develop] arguments with NODE_ENV=development
 * @property {string} folder
 * @property {(port: number) => Environment} env
 * @property {Readonly<Record<string, string>>} [headers] every request has them
 * @property {string} [basePath]
 */

/** @type {(child: import('node:child_process').ChildProcess) => () => Promise<number | null>} */
function stopper(child) {
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const closed = once(child, 'exit')
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE)
    await closed
    clearTimeout(timer)
    return child.exitCode
  }
}

/** @type {(child: import('node:child_process').ChildProcess, port: number, log: () => string) => Promise<void>} */
async function listening(child, port, log) {
  const end = Date.now() + START_PATIENCE
  while (!(await accepts(port))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The server did not start:\n${log()}`)
    }
    if (Date.now() > end) throw new Error(`The server does not listen at ${port}:\n${log()}`)
    await wait(50)
  }
}

/** @type {(program: Program, port: number) => readonly string[]} */
function argumentsFor({ args, develop, env }, port) {
  if (develop && env(port)['NODE_ENV'] === 'development') return develop(port)
  return typeof args === 'function' ? args(port) : args
}

/**
 * Starts an application and waits until it accepts connections.
 *
 * @param {Program} application
 * @returns {Promise<Server>}
 */
export async function startServer(application) {
  const { program, folder, env, headers = {}, basePath = '/auth' } = application
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(program, argumentsFor(application, port), {
    cwd: folder,
    env: {
      ...machine(),
      ...settings({ PORT: String(port), NITRO_PORT: String(port), ...env(port) }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (/** @type {Buffer} */ chunk) => (printed += chunk.toString()))
  }
  const log = () => printed
  const stop = stopper(child)
  try {
    await listening(child, port, log)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    port,
    origin,
    basePath,
    log,
    stop,
    ask: (path, given = {}) =>
      ask(port, path, { ...given, headers: { ...headers, ...given.headers } }),
  }
}
