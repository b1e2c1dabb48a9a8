import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { ask } from './http.ts'
import type { Environment, Program, Server } from './types.ts'

/** Variables that every application is started with. */
const SETTINGS = {
  AUTH_SECRET: 'Zq8vL2nR5tXw7yB1cD4fG6hJ9kM0pS3u',
  AUTH_TRUST_HOST: 'true',
  HOST: '127.0.0.1',
}

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 20_000

/**
 * Returns an unused port below the ephemeral ports, which the system could assign to another program before the server starts.
 */
async function freePort(): Promise<number> {
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

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => resolve(false))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

/** Variables of the machine that are passed on: only those by which programs are found. */
function machine(): NodeJS.ProcessEnv {
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env
  return { NODE_ENV: 'production', PATH, HOME, ...(TMPDIR !== '' && { TMPDIR }) }
}

/** Merges variables; an empty value removes one. */
function settings(env: Environment): Record<string, string> {
  const given = Object.entries({ ...SETTINGS, ...env }).filter(([, value]) => value !== '')
  return Object.fromEntries(given)
}

function stopper(child: ChildProcess): () => Promise<number | null> {
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const closed = once(child, 'exit')
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await closed
    clearTimeout(timer)
    return child.exitCode
  }
}

async function listening(child: ChildProcess, port: number, log: () => string): Promise<void> {
  const end = Date.now() + START_TIMEOUT_MS
  while (!(await accepts(port))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The server did not start:\n${log()}`)
    }
    if (Date.now() > end) throw new Error(`The server does not listen at ${port}:\n${log()}`)
    await wait(50)
  }
}

function argumentsFor({ args, develop, env }: Program, port: number): readonly string[] {
  if (develop && env(port)['NODE_ENV'] === 'development') return develop(port)
  return typeof args === 'function' ? args(port) : args
}

/**
 * Starts an application and waits until it accepts connections.
 *
 * @param application - command that starts it
 * @throws Error with the output, if the application ends or does not listen within a minute
 *
 * @example
 * ```ts
 * import { startServer } from '@latchstring/framework-conformance'
 *
 * const env = () => ({})
 * const server = await startServer({ program: 'node', args: ['server.mjs'], folder: '.', env })
 * await server.stop()
 * ```
 */
export async function startServer(application: Program): Promise<Server> {
  const { program, folder, env, headers = {} } = application
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(program, argumentsFor(application, port), {
    cwd: folder,
    env: {
      ...machine(),
      ...settings({ PORT: String(port), ...env(port) }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  }
  const log = (): string => printed
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
    basePath: '/auth',
    log,
    stop,
    ask: (path, given = {}) =>
      ask(port, path, { ...given, headers: { ...headers, ...given.headers } }),
  }
}
