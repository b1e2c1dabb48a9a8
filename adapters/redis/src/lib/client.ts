import type { Script } from './script.ts'

/** The part of a client of the package `ioredis` that is used here: a `Redis` or a `Cluster`. */
export interface IoRedisClient {
  /** Runs a script of the server's cache by its digest. */
  evalsha(sha1: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>
  /** Runs a script, which the server then caches. */
  eval(script: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>
  /** Whether it is a `Cluster`. */
  readonly isCluster?: boolean
}

/** Keys and arguments of a script, as the package `redis` takes them. */
export interface ScriptParameters {
  /** Names of the keys; in a cluster they determine the node that runs the script. */
  keys: string[]
  /** Everything else. */
  arguments: string[]
}

/** The part of a client of the package `redis` that is used here: of a client, a pool, a sentinel or a cluster. */
export interface NodeRedisClient {
  /** Runs a script of the server's cache by its digest. */
  evalSha(sha1: string, parameters: ScriptParameters): Promise<unknown>
  /** Runs a script, which the server then caches. */
  eval(script: string, parameters: ScriptParameters): Promise<unknown>
}

/** A client of either package. The adapter neither connects nor closes it. */
export type RedisClient = IoRedisClient | NodeRedisClient

/**
 * Runs a script with one command, and a second one if the server has not cached the script. In a cluster the key determines the
 * node.
 */
export type RunScript = (
  script: Script,
  key: string,
  ...parameters: readonly string[]
) => Promise<unknown>

/** Whether a client is one of a cluster. */
export const isCluster = (client: RedisClient): boolean =>
  'evalsha' in client ? client.isCluster === true : 'masters' in client

const readMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** Describes the server in an error, without user name and password. */
function describeServer(client: RedisClient): string {
  const options = readMember(client, 'options')
  const url = readMember(options, 'url')
  if (typeof url === 'string' && URL.canParse(url)) {
    const { host, pathname } = new URL(url)
    return `Redis at ${host === '' ? pathname : host}`
  }
  // The package `redis` has host and port in `socket`, `ioredis` in the options themselves.
  const socket = readMember(options, 'socket') ?? options
  const [path, host, port] = ['path', 'host', 'port'].map((name) => readMember(socket, name))
  if (typeof path === 'string') return `Redis at ${path}`
  if (typeof host === 'string') return `Redis at ${host}:${Number(port ?? 6379)}`
  return 'Redis'
}

type Call = (script: Script, whole: boolean, key: string, parameters: string[]) => Promise<unknown>

function createCall(client: RedisClient): Call {
  if ('evalsha' in client) {
    return ({ text, sha1 }, whole, key, parameters) =>
      whole ? client.eval(text, 1, key, ...parameters) : client.evalsha(sha1, 1, key, ...parameters)
  }
  if ('evalSha' in client) {
    return ({ text, sha1 }, whole, key, parameters) => {
      const all = { keys: [key], arguments: parameters }
      return whole ? client.eval(text, all) : client.evalSha(sha1, all)
    }
  }
  throw new TypeError('redisAdapter needs a client of the package "ioredis" or "redis".')
}

const isUnknownScript = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('NOSCRIPT')

/**
 * Converts an error of a driver to one that names the server. An error of `ioredis` contains the command, tokens among it, so it is
 * not the cause of the new one.
 */
function failure(server: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message || error.name : 'the driver gave no reason'
  const message = `${server} refused a command: ${reason}`
  return readMember(error, 'command') === undefined
    ? new Error(message, { cause: error })
    : new Error(message)
}

/** Rejects after a timeout, because drivers may wait for a connection without limit. */
async function within<T>(timeout: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no reply within ${timeout} ms`)), timeout)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Creates a function that runs scripts with a client.
 *
 * @param timeout - milliseconds after which a call rejects
 * @throws TypeError when the client is of neither package
 */
export function scriptRunner(client: RedisClient, timeout: number): RunScript {
  const call = createCall(client)
  async function run(script: Script, key: string, parameters: string[]): Promise<unknown> {
    try {
      return await call(script, false, key, parameters)
    } catch (error) {
      if (!isUnknownScript(error)) throw error
      return call(script, true, key, parameters)
    }
  }
  return async (script, key, ...parameters) => {
    try {
      return await within(timeout, run(script, key, [...parameters]))
    } catch (error) {
      throw failure(describeServer(client), error)
    }
  }
}
