import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { runRows } from '@latchstring/framework-conformance'
import { CountedFailure } from '../rows/units.mjs'
import { measureSpeed } from './speed.mjs'

/** @typedef {import('../types.d.ts').Host} Host */
/** @typedef {import('../types.d.ts').HostResult} HostResult */
/** @typedef {import('../types.d.ts').Row} Row */
/** @typedef {import('@latchstring/framework-conformance').Outcome} Outcome */
/** @typedef {import('@latchstring/framework-conformance').Row} RowOverHttp */
/** @typedef {import('./browser.mjs').Browsers} Browsers */
/** @typedef {import('./prepare.mjs').Prepared} Prepared */

/**
 * The row with what it may do on this host beside asking.
 *
 * @param {Row} row
 * @param {Host} host
 * @param {{ readonly program: string, readonly browsers: Browsers, readonly figures: Map<string, string> }} run
 *   with the figures of rows that fail, by their ids
 * @returns {RowOverHttp}
 */
const onHost = (row, host, { program, browsers, figures }) => ({
  ...row,
  async run(server, tools) {
    try {
      return await row.run(server, {
        ...tools,
        host,
        program,
        visit: (to, visitor) => browsers.visit(to, host.headers ?? {}, visitor),
      })
    } catch (error) {
      if (error instanceof CountedFailure) figures.set(row.id, error.figures)
      throw error
    } finally {
      await browsers.closeVisits()
    }
  },
})

/** What servers of frameworks read beside what every application is started with. */
/** @type {(port: number) => Record<string, string>} */
const settings = (port) => ({
  NITRO_HOST: '127.0.0.1',
  NITRO_PORT: String(port),
  ASTRO_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
})

/** @type {(program: string) => string} */
function findVersion(program) {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return stdout.split('\n')[0]?.trim() ?? ''
}

/** @type {(row: Pick<RowOverHttp, 'needs'>) => boolean} whether the application it tries is below a path */
export const isBelow = ({ needs = [] }) => needs.includes('below')

/** @type {(rows: readonly Row[]) => (one: Outcome, other: Outcome) => number} */
function byPlace(rows) {
  const places = new Map(rows.map(({ id }, place) => [id, place]))
  return (one, other) => (places.get(one.row) ?? 0) - (places.get(other.row) ?? 0)
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
  const { folder, below, program } = prepared
  const { start: args, develop, env = () => ({}), headers = {} } = host
  const started = {
    program,
    args,
    ...(develop && { develop }),
    folder,
    env: (/** @type {number} */ port) => ({
      ...settings(port),
      // What it starts is found as a script of npm would, with the same Node.js.
      ...(host.example && { PATH: `${dirname(program)}:${process.env['PATH'] ?? ''}` }),
      ...env(port),
    }),
    headers,
  }
  /** @type {Map<string, string>} */
  const figures = new Map()
  const tried = { ...host, ...(develop && { reloads: 'configure.mjs' }) }
  const all = rows.map((row) => onHost(row, host, { program, browsers, figures }))
  const judged = [
    ...(await runRows(
      tried,
      all.filter((row) => !isBelow(row)),
      started,
    )),
    ...(await runRows(tried, all.filter(isBelow), { ...started, folder: below })),
  ]
  const outcomes = judged.toSorted(byPlace(rows)).map((outcome) => {
    const counted = outcome.kind === 'variance' ? figures.get(outcome.row) : undefined
    return counted === undefined ? outcome : { ...outcome, text: `${counted}. ${outcome.text}` }
  })
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
