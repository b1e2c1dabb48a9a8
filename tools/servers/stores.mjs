/**
 * Private servers of the stores that tests need: PostgreSQL, MariaDB and Redis.
 *
 * As a program: `node tools/servers/stores.mjs -- COMMAND …` runs the command with their URLs in its environment and ends them
 * with it; without a command it prints the URLs and keeps the servers until it is interrupted.
 */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { installDebianPackages } from './debian.mjs'
import { startPostgres } from './postgres.mjs'
import { findFreePort, startPrivateServer } from './private-server.mjs'
import { findProgram } from './programs.mjs'
import { Failure, run, runMain, wasInterrupted } from '../run.mjs'

/** @typedef {import('./private-server.mjs').PrivateServer} PrivateServer */

/**
 * Finds a program, or installs it where this machine lets us.
 *
 * @param {string} program
 * @param {string} debian the package of Debian that has it
 * @param {string} brew the package of Homebrew that has it
 * @param {string} [variable] of the environment that names a server to use in its place
 * @returns {Promise<string>} its path
 */
export async function ensureProgram(program, debian, brew, variable) {
  const found = findProgram(program)
  if (found !== undefined) return found
  await installDebianPackages([debian])
  const installed = findProgram(program)
  if (installed !== undefined) return installed
  const install = `"apt-get install ${debian}" or "brew install ${brew}"`
  if (variable === undefined) throw new Failure(`No ${program} was found. Install one: ${install}.`)
  throw new Failure(`No ${program} was found. Do one of these:
  - install one: ${install};
  - set ${variable} to a server that tests may write to.`)
}

/**
 * Starts a private Redis server.
 *
 * @param {object} [options]
 * @param {boolean} [options.durable] keep what is written when the server ends and starts again
 * @returns {Promise<PrivateServer>}
 */
export async function startRedis({ durable = false } = {}) {
  const program = await ensureProgram(
    'redis-server',
    'redis-server',
    'redis',
    'LATCHSTRING_TEST_REDIS_URL',
  )
  return startPrivateServer({
    name: 'Redis',
    accounts: ['redis', 'nobody'],
    command: (data, port) => [
      program,
      '--bind',
      '127.0.0.1',
      '--port',
      String(port),
      '--dir',
      data,
      '--save',
      '',
      '--appendonly',
      durable ? 'yes' : 'no',
      '--appendfsync',
      'always',
    ],
    url: (port) => `redis://127.0.0.1:${port}`,
  })
}

/** How many slots a cluster of Redis has. */
const SLOTS = 16_384

/** @type {(program: string) => Promise<PrivateServer>} */
async function startRedisNode(program) {
  // By default the nodes talk on a port 10 000 higher, which may not exist.
  const bus = await findFreePort()
  return startPrivateServer({
    name: 'Redis',
    accounts: ['redis', 'nobody'],
    command: (data, port) => [
      program,
      ...Object.entries({
        bind: '127.0.0.1',
        port: String(port),
        dir: data,
        save: '',
        'cluster-enabled': 'yes',
        'cluster-port': String(bus),
        'cluster-announce-ip': '127.0.0.1',
        'cluster-announce-bus-port': String(bus),
      }).flatMap(([name, value]) => [`--${name}`, value]),
    ],
    url: (port) => `redis://127.0.0.1:${port}#${bus}`,
  })
}

/**
 * Sends a command in the inline form, and gives what the server says.
 *
 * @type {(port: number, command: string) => Promise<string>}
 */
function askRedis(port, command) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\nQUIT\r\n`))
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      text += String(chunk)
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(text))
  })
}

/** @type {(port: number, ...commands: string[]) => Promise<void>} */
async function tellRedis(port, ...commands) {
  for (const command of commands) {
    const said = await askRedis(port, command)
    if (!said.startsWith('+OK')) throw new Failure(`Redis refused ${command}: ${said}`)
  }
}

/** @type {(port: number, nodes: number) => Promise<boolean>} */
async function isWhole(port, nodes) {
  const info = await askRedis(port, 'CLUSTER INFO')
  return info.includes('cluster_state:ok') && info.includes(`cluster_size:${nodes}`)
}

/**
 * Starts a private cluster of Redis, whose nodes share the slots evenly.
 *
 * @param {number} [count] how many nodes
 * @returns {Promise<{ readonly urls: readonly string[], readonly stop: () => Promise<void> }>}
 */
export async function startRedisCluster(count = 3) {
  const program = await ensureProgram('redis-server', 'redis-server', 'redis')
  /** @type {PrivateServer[]} */
  const servers = []
  const stop = async () => {
    for (const server of servers.splice(0)) await server.stop()
  }
  try {
    while (servers.length < count) servers.push(await startRedisNode(program))
    const nodes = servers.map(({ url }) => new URL(url))
    const ports = nodes.map(({ port }) => Number(port))
    for (const [index, port] of ports.entries()) {
      const [first, last] = [index, index + 1].map((part) => Math.floor((SLOTS * part) / count))
      await tellRedis(
        port,
        `CLUSTER SET-CONFIG-EPOCH ${index + 1}`,
        `CLUSTER ADDSLOTSRANGE ${first} ${Number(last) - 1}`,
      )
    }
    for (const { port, hash } of nodes.slice(1)) {
      await tellRedis(Number(ports[0]), `CLUSTER MEET 127.0.0.1 ${port} ${hash.slice(1)}`)
    }
    for (const port of ports) {
      while (!(await isWhole(port, count))) {
        if (wasInterrupted()) throw new Failure('Interrupted.')
        await sleep(50)
      }
    }
    return { urls: ports.map((port) => `redis://127.0.0.1:${port}`), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Starts a private MariaDB server.
 *
 * @returns {Promise<PrivateServer>}
 */
export async function startMariadb() {
  const variable = 'LATCHSTRING_TEST_MYSQL_URL'
  const program = await ensureProgram('mariadbd', 'mariadb-server', 'mariadb', variable)
  const install = findProgram('mariadb-install-db')
  if (install === undefined) throw new Failure('mariadb-install-db is missing beside mariadbd.')
  return startPrivateServer({
    name: 'MariaDB',
    accounts: ['mysql', 'nobody'],
    prepare: (data) => [
      install,
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ],
    command: (data, port) => [
      program,
      '--no-defaults',
      `--datadir=${data}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${data}/socket`,
      '--max-connections=300',
      // The data is thrown away: losing it in a crash costs nothing.
      '--innodb-flush-log-at-trx-commit=0',
      '--skip-log-bin',
    ],
    url: (port) => `mysql://root@127.0.0.1:${port}/mysql`,
  })
}

/** Programs of stores with the packages of Debian that have them; PostgreSQL comes from npm. */
const PROGRAMS = /** @type {const} */ ([
  ['LATCHSTRING_TEST_MYSQL_URL', 'mariadbd', 'mariadb-server'],
  ['LATCHSTRING_TEST_REDIS_URL', 'redis-server', 'redis-server'],
])

/** What Debian has to bring before {@link startStores}. @type {(wanted: readonly string[]) => readonly string[]} */
export const missingStores = (wanted) =>
  PROGRAMS.filter(
    ([variable, program]) =>
      wanted.includes(variable) && !process.env[variable] && findProgram(program) === undefined,
  ).map(([, , debian]) => debian)

/** @type {Readonly<Record<string, () => Promise<PrivateServer>>>} */
const STORES = {
  LATCHSTRING_TEST_POSTGRES_URL: startPostgres,
  LATCHSTRING_TEST_MYSQL_URL: startMariadb,
  LATCHSTRING_TEST_REDIS_URL: () => startRedis(),
}

/** The stores, by the variable of the environment that names a server. @type {Readonly<Record<string, string>>} */
export const STORE_NAMES = {
  LATCHSTRING_TEST_POSTGRES_URL: 'PostgreSQL',
  LATCHSTRING_TEST_MYSQL_URL: 'MariaDB',
  LATCHSTRING_TEST_REDIS_URL: 'Redis',
}

/**
 * Starts the servers whose URLs the environment does not have already.
 *
 * @param {readonly string[]} [wanted] variables of the stores to start; by default all
 * @returns {Promise<{ readonly env: Readonly<Record<string, string>>, readonly stop: () => Promise<void> }>}
 */
export async function startStores(wanted = Object.keys(STORES)) {
  /** @type {Record<string, string>} */
  const env = {}
  /** @type {PrivateServer[]} */
  const servers = []
  const stop = async () => {
    for (const server of servers.splice(0)) await server.stop()
  }
  try {
    for (const [variable, start] of Object.entries(STORES)) {
      if (!wanted.includes(variable)) continue
      const given = process.env[variable]
      if (given !== undefined && given !== '') {
        console.log(`Using the server of ${variable}.`)
        env[variable] = given
        continue
      }
      const server = await start()
      servers.push(server)
      env[variable] = server.url
    }
    return { env, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** @type {() => Promise<number>} */
async function main() {
  const split = process.argv.indexOf('--')
  const [command, ...args] = split === -1 ? [] : process.argv.slice(split + 1)
  const { env, stop } = await startStores()
  try {
    if (command !== undefined) return await run(command, args, { env })
    for (const [variable, url] of Object.entries(env)) console.log(`${variable}=${url}`)
    while (!wasInterrupted()) await sleep(200)
    return 0
  } finally {
    await stop()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runMain(main)
