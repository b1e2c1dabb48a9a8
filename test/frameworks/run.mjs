/**
 * Runs the rows against the production server of each framework: `npm run test:frameworks`, and
 * `npm run test:frameworks -- HOST…` against some; `--rows H1,C3` some rows, `--time` measures what a session
 * costs, `--write` writes the page that the site has of all rows, and `--lines` nothing but how many lines the packages have, into
 * decision 050. `npm run examples -- NAME…` does so with the applications of `examples`, by rows of
 * their own.
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Failure, runMain } from '../../tools/run.mjs'
import { examples } from './examples.mjs'
import { hosts } from './hosts.mjs'
import { Browsers } from './lib/browser.mjs'
import { writeDecision } from './lib/package-lines.mjs'
import { writePage } from './lib/page.mjs'
import { prepareHost } from './lib/prepare.mjs'
import { isBelow, runHost } from './lib/run-host.mjs'
import { exampleRows } from './rows/examples.mjs'
import { rows } from './rows/index.mjs'

/** @typedef {import('./types.d.ts').Host} Host */
/** @typedef {import('./types.d.ts').HostResult} HostResult */
/** @typedef {import('./types.d.ts').Row} Row */

const RESULTS = join(import.meta.dirname, '.work/results')

const SIGNS = { green: '✓', red: '✗', variance: '~', 'not for it': '·' }

/** @type {(all: readonly Host[], ids: readonly string[]) => readonly Host[]} the host of a name, or all whose name begins so */
function chooseHosts(all, ids) {
  if (ids.length === 0) return all
  return ids.flatMap((id) => {
    const exact = all.find((one) => one.id === id)
    if (exact !== undefined) return [exact]
    const found = all.filter((one) => one.id.startsWith(`${id}-`))
    if (found.length > 0) return found
    const known = all.map((host) => host.id).join(', ')
    throw new Failure(`There is no host "${id}". There are: ${known}.`)
  })
}

/** @type {(all: readonly Row[], wanted: string | undefined) => readonly Row[]} */
function chooseRows(all, wanted) {
  if (wanted === undefined) return all
  const ids = new Set(wanted.split(','))
  return all.filter(({ id }) => ids.has(id))
}

/** @type {(result: HostResult) => boolean} whether nothing is red */
function report({ host, runtime, seconds, outcomes }) {
  const line = outcomes.map(({ row, kind }) => `${SIGNS[kind]}${row}`).join(' ')
  console.log(`${host} (${runtime}, ${seconds} s)\n  ${line}`)
  for (const { row, kind, text } of outcomes) {
    if (kind === 'red') console.log(`  ✗ ${row}: ${text?.slice(0, 1500)}`)
    if (kind === 'variance') console.log(`  ~ ${row}: ${text}`)
  }
  return outcomes.every(({ kind }) => kind !== 'red')
}

/** @type {() => readonly HostResult[]} what the last run of each host gave */
function lastResults() {
  const known = new Set(hosts.map(({ id }) => `${id}.json`))
  return readdirSync(RESULTS)
    .filter((file) => known.has(file))
    .map(
      (file) => /** @type {HostResult} */ (JSON.parse(readFileSync(join(RESULTS, file), 'utf8'))),
    )
}

/** @type {(host: Host, chosen: readonly Row[], isTimed: boolean) => Promise<HostResult>} */
async function tryHost(host, chosen, isTimed) {
  const prepared = await prepareHost(host, chosen.some(isBelow))
  const browsers = new Browsers()
  try {
    return await runHost(host, chosen, prepared, { isTimed, browsers })
  } finally {
    await browsers.close()
  }
}

/** How many hosts are prepared and driven at a time: installing and driving mostly wait. */
const LANES = 3

/** @type {(list: readonly Host[], chosen: readonly Row[], options: { whole: boolean, time: boolean }) => Promise<boolean>} */
async function runHosts(list, chosen, { whole, time }) {
  mkdirSync(RESULTS, { recursive: true })
  // Those in a browser take longest: one of them that is begun last would keep the others waiting.
  /** @type {(host: Host) => number} */
  const needsBrowser = ({ features }) => Number(features.includes('browser'))
  const queue = list.toSorted((a, b) => needsBrowser(b) - needsBrowser(a))
  let good = true
  const runLane = async () => {
    for (let host = queue.shift(); host; host = queue.shift()) {
      const result = await tryHost(host, chosen, time)
      good = report(result) && good
      if (!whole) continue
      writeFileSync(join(RESULTS, `${host.id}.json`), `${JSON.stringify(result, null, 2)}\n`)
    }
  }
  try {
    // Where times are measured nothing else runs.
    await Promise.all(Array.from({ length: time ? 1 : LANES }, runLane))
  } finally {
    // The other lanes end with their host.
    queue.length = 0
  }
  return good
}

/** @type {() => Promise<number>} */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      examples: { type: 'boolean', default: false },
      lines: { type: 'boolean', default: false },
      rows: { type: 'string' },
      time: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  })
  if (values.lines) {
    await writeDecision()
    return 0
  }
  const chosen = chooseRows(values.examples ? exampleRows : rows, values.rows)
  const list = chooseHosts(values.examples ? examples : hosts, positionals)
  const good = await runHosts(list, chosen, {
    whole: values.rows === undefined && !values.examples,
    time: values.time,
  })
  if (values.write) writePage(hosts, rows, lastResults())
  return good ? 0 : 1
}

await runMain(main)
