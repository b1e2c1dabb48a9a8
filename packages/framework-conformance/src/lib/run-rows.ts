import { startServer } from './server.ts'
import type { Environment, Host, Outcome, Program, Row, Server, Tools } from './types.ts'

/** Servers of one application that run at once. */
const MAX_SERVERS = 3

/** The servers of an application, one for each environment, as long as they are wanted. */
class Servers {
  /** The one that was wanted last is at the end. */
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
 * What a row says of an application, with its variances: one that does not vary is a failure, too.
 *
 * @param row - the id of the row
 * @param host - what the application declares
 * @param failure - what the row said, if it does not hold
 * @param note - what it counted
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

/** What a row that does not hold has said. */
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
 * Tries an application: starts it as often as the rows ask for other settings, at most three at once, and ends it afterwards.
 *
 * @param host - what it can show, and what it does otherwise
 * @param rows - which rules are tried, one after the other
 * @param program - how it is started
 * @throws Error if it does not start
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
