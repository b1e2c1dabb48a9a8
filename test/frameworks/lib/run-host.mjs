import { spawnSync } from 'node:child_process'
import { startServer } from './server.mjs'
import { measureSpeed } from './speed.mjs'

/** @typedef {import('../types.d.ts').Environment} Environment */
/** @typedef {import('../types.d.ts').Host} Host */
/** @typedef {import('../types.d.ts').HostResult} HostResult */
/** @typedef {import('../types.d.ts').Outcome} Outcome */
/** @typedef {import('../types.d.ts').Row} Row */
/** @typedef {import('../types.d.ts').Server} Server */
/** @typedef {import('./browser.mjs').Browsers} Browsers */
/** @typedef {import('./prepare.mjs').Prepared} Prepared */
/** @typedef {import('./server.mjs').Program} Program */

/** Servers of one application that run at once. */
const MAX_SERVERS = 3

/** The servers of an application, one for each environment, as long as they are wanted. */
export class Servers {
  /** @type {Map<string, Server>} the one that was wanted last is at the end */
  #running = new Map()
  #program

  /** @param {Program} program */
  constructor(program) {
    this.#program = program
  }

  /**
   * @param {Environment} env
   * @returns {Promise<Server>}
   */
  async serve(env) {
    const key = JSON.stringify(env)
    const known = this.#running.get(key)
    this.#running.delete(key)
    const { env: own } = this.#program
    const server =
      known ?? (await startServer({ ...this.#program, env: (port) => ({ ...own(port), ...env }) }))
    this.#running.set(key, server)
    const [oldest] = this.#running
    if (this.#running.size > MAX_SERVERS && oldest) {
      this.#running.delete(oldest[0])
      await oldest[1].stop()
    }
    return server
  }

  async stop() {
    const servers = [...this.#running.values()]
    this.#running = new Map()
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/** @type {(error: unknown) => string} */
const sentence = (error) => (error instanceof Error ? error.message : String(error))

/**
 * What a row says of a host, with its variances: one that does not vary is a failure, too.
 *
 * @param {Row} row
 * @param {Host} host
 * @param {string | undefined} failure what the row said
 * @param {string} [note] what it counted
 * @returns {Outcome}
 */
export function judge(row, { variances }, failure, note) {
  const variance = variances.find((one) => one.row === row.id)
  if (failure === undefined) {
    if (variance === undefined) return { row: row.id, kind: 'green', ...(note && { text: note }) }
    return { row: row.id, kind: 'red', text: `The variance does not vary: ${variance.reason}` }
  }
  if (variance !== undefined && failure.includes(variance.failure ?? '')) {
    return { row: row.id, kind: 'variance', text: variance.reason }
  }
  return { row: row.id, kind: 'red', text: failure }
}

/**
 * Runs the rows against an application that is ready to start.
 *
 * @param {Host} host
 * @param {readonly Row[]} rows
 * @param {Program} program
 * @param {Browsers} browsers
 * @returns {Promise<readonly Outcome[]>}
 */
export async function runRows(host, rows, program, browsers) {
  const servers = new Servers(program)
  const { folder } = program
  /** @type {import('../types.d.ts').Tools} */
  const tools = {
    host,
    folder,
    serve: (env) => servers.serve(env),
    visit: (server, visitor) => browsers.visit(server, host.headers ?? {}, visitor),
  }
  /** @type {Outcome[]} */
  const outcomes = []
  try {
    for (const row of rows) {
      if (row.needs?.some((feature) => !host.features.includes(feature))) {
        outcomes.push({ row: row.id, kind: 'not for it' })
        continue
      }
      /** @type {string | undefined} */
      let failure
      /** @type {string | undefined} */
      let note
      const server = await servers.serve(row.env ?? {})
      try {
        note = (await row.run(server, tools)) ?? undefined
      } catch (error) {
        failure = sentence(error)
        if (failure.includes('ECONNREFUSED')) failure += `; it has printed:\n${server.log()}`
      } finally {
        await browsers.closeVisits()
      }
      outcomes.push(judge(row, host, failure, note))
    }
  } finally {
    await servers.stop()
  }
  return outcomes
}

/** @type {(program: string) => string} */
function findVersion(program) {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return stdout.split('\n')[0]?.trim() ?? ''
}

/**
 * Tries a host that is installed and built.
 *
 * @param {Host} host
 * @param {readonly Row[]} rows
 * @param {Prepared} prepared
 * @param {{ readonly isTimed: boolean, readonly browsers: Browsers }} options whether it is measured what a session costs
 * @returns {Promise<HostResult>}
 */
export async function runHost(host, rows, prepared, { isTimed, browsers }) {
  const start = Date.now()
  const { folder, program } = prepared
  const { start: args, develop, env = () => ({}), headers = {} } = host
  const started = { program, args, ...(develop && { develop }), folder, env, headers }
  const outcomes = await runRows(host, rows, started, browsers)
  const seconds = Math.round(prepared.seconds + (Date.now() - start) / 1000)
  // A page that is rendered costs many times what a session does.
  const speed =
    isTimed && !host.features.includes('static') ? await measureSpeed(started) : undefined
  return {
    host: host.id,
    title: host.title,
    runtime: findVersion(program),
    seconds,
    outcomes,
    ...(speed && { speed }),
  }
}
