import { startServer } from './server.ts'
import type { Environment, Host, Outcome, Program, Row, Server, Tools } from './types.ts'

/** Maximum number of servers of one application that run at once. */
const MAX_SERVERS = 3

/** Starts a server of the application for each environment, and stops the one that was not used for the longest time. */
class Servers {
  /** In the order of their last use. */
  #running = new Map<string, Server>()
  readonly #program: Program

  constructor(program: Program) {
    this.#program = program
  }

  async serve(env: Environment): Promise<Server> {
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

  async stop(): Promise<void> {
    const servers = [...this.#running.values()]
    this.#running = new Map()
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/**
 * Returns the outcome of a rule. A declared variance whose rule holds is a failure, too.
 *
 * @param row - the id of the row
 * @param host - features and variances of the application
 * @param failure - message of the rule, if it does not hold
 * @param note - counters of the rule
 *
 * @example
 * ```ts
 * import { judge } from '@latchstring/framework-conformance'
 *
 * const variances = [{ row: 'H6', reason: 'The server answers DELETE itself.', failure: 'DELETE' }]
 * judge('H6', { variances }, 'DELETE: 403').kind // 'variance'
 * ```
 */
export function judge(
  row: string,
  { variances }: Pick<Host, 'variances'>,
  failure: string | undefined,
  note?: string,
): Outcome {
  const variance = variances.find((one) => one.row === row)
  if (failure === undefined) {
    if (variance === undefined) return { row, kind: 'green', ...(note && { text: note }) }
    return { row, kind: 'red', text: `The variance does not vary: ${variance.reason}` }
  }
  if (variance !== undefined && failure.includes(variance.failure ?? '')) {
    return { row, kind: 'variance', text: variance.reason }
  }
  return { row, kind: 'red', text: failure }
}

/** Returns the message of a rule that does not hold. */
function describeFailure(error: unknown, server: Server): string {
  const failure = error instanceof Error ? error.message : String(error)
  return failure.includes('ECONNREFUSED') ? `${failure}; it has printed:\n${server.log()}` : failure
}

async function runRow(row: Row, servers: Servers, tools: Tools): Promise<Outcome> {
  const { id, needs = [], env = {} } = row
  const { host } = tools
  if (needs.some((feature) => !host.features.includes(feature))) {
    return { row: id, kind: 'not for it' }
  }
  const server = await servers.serve(env)
  try {
    return judge(id, host, undefined, (await row.run(server, tools)) ?? undefined)
  } catch (error) {
    return judge(id, host, describeFailure(error, server))
  }
}

/**
 * Runs rules over an application: starts a server for each set of settings, at most three at once, and stops them afterwards.
 *
 * @param host - features and variances of the application
 * @param rows - rules, run one after the other
 * @param program - command that starts a server
 * @throws Error if a server does not start
 *
 * @example
 * ```ts
 * import { rows, runRows } from '@latchstring/framework-conformance'
 *
 * const program = { program: 'node', args: ['server.mjs'], folder: '.', env: () => ({}) }
 * const outcomes = await runRows({ features: ['stream'], variances: [] }, rows, program)
 * console.log(outcomes.filter(({ kind }) => kind === 'red'))
 * ```
 */
export async function runRows(
  host: Host,
  rows: readonly Row[],
  program: Program,
): Promise<readonly Outcome[]> {
  const servers = new Servers(program)
  const tools: Tools = { host, folder: program.folder, serve: (env) => servers.serve(env) }
  const outcomes: Outcome[] = []
  try {
    for (const row of rows) outcomes.push(await runRow(row, servers, tools))
  } finally {
    await servers.stop()
  }
  return outcomes
}
