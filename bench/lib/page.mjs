import { availableParallelism, cpus } from 'node:os'
import { judge } from './judge.mjs'

/**
 * @typedef {import('./row.d.ts').Row} Row
 * @typedef {import('./row.d.ts').Figure} Figure
 * @typedef {import('./row.d.ts').Measured} Measured
 * @typedef {import('./row.d.ts').Spread} Spread
 * @typedef {{ readonly figure: Figure, readonly rows: readonly Row[] }} Result
 */

/** What was measured on, without anything that tells whose machine it is. */
export const MACHINE = {
  processor: (cpus()[0]?.model ?? 'unknown').trim(),
  cores: availableParallelism(),
  system: `${process.platform} ${process.arch}`,
  node: process.version,
}

/** @type {(value: number | undefined) => string} */
function number(value) {
  if (value === undefined || Number.isNaN(value)) return ''
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  if (Number.isInteger(value)) return String(value)
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}

/** @type {(spread: Spread | undefined) => string} */
const spread = (ratio) =>
  ratio ? `${number(ratio.median)} (${number(ratio.p10)}–${number(ratio.p90)})` : ''

/** @type {(ratio: Measured | undefined) => string} the worse of the two */
function timesPeer(ratio) {
  const worse = ratio && ratio.slices.median > ratio.batches.median ? 'batches' : 'slices'
  return spread(ratio?.[worse])
}

/** @type {(row: Row) => string} */
function target({ target: wanted = {}, unit = '' }) {
  const { floor, peer, most, least } = wanted
  /** @type {string[]} */
  const all = []
  if (floor && floor.slices === floor.batches) all.push(`≤ ${floor.slices} × floor`)
  else if (floor) all.push(`≤ ${floor.slices} / ${floor.batches} × floor`)
  if (peer !== undefined) all.push(`≥ ${peer} × peer`)
  if (most !== undefined) all.push(`≤ ${number(most)} ${unit}`)
  if (least !== undefined) all.push(`≥ ${number(least)} ${unit}`)
  return all.map((text) => text.trim()).join(', ')
}

/** @type {(row: Row) => string} */
function verdict(row) {
  const { verdict: word, distance } = judge(row)
  const shown = word === 'not met' || word === 'no figure' ? `**${word}**` : word
  return [shown, distance, row.note].filter(Boolean).join('; ')
}

/** Columns of a table. A figure leaves out those that it has nothing for. */
const COLUMNS = /** @type {const} */ ([
  ['Configuration', (/** @type {Row} */ row) => `${row.what}: ${row.configuration}`],
  ['Unit', (/** @type {Row} */ row) => row.unit ?? (row.absent ? '' : 'µs')],
  ['Floor', (/** @type {Row} */ row) => number(row.floor)],
  ['Ours', (/** @type {Row} */ row) => number(row.ours)],
  ['Peer', (/** @type {Row} */ row) => number(row.peer)],
  ['Before', (/** @type {Row} */ row) => number(row.before)],
  ['× floor, slices', (/** @type {Row} */ row) => spread(row.toFloor?.slices)],
  ['× floor, batches', (/** @type {Row} */ row) => spread(row.toFloor?.batches)],
  ['× peer', (/** @type {Row} */ row) => timesPeer(row.toPeer)],
  ['× before, slices', (/** @type {Row} */ row) => spread(row.toBefore?.slices)],
  ['× before, batches', (/** @type {Row} */ row) => spread(row.toBefore?.batches)],
  ['Target', target],
  ['Verdict', verdict],
])

/** @type {(cells: readonly string[]) => string} */
const line = (cells) => `| ${cells.join(' | ')} |`

/** @type {(rows: readonly Row[]) => string} */
export function table(rows) {
  const filled = COLUMNS.filter(([, cell]) => rows.some((row) => cell(row) !== ''))
  return [
    line(filled.map(([title]) => title)),
    line(filled.map(() => '---')),
    ...rows.map((row) => line(filled.map(([, cell]) => cell(row)))),
  ].join('\n')
}

/** @type {(results: readonly Result[]) => string} */
function summary(results) {
  const words = results.flatMap(({ rows }) => rows.map((row) => judge(row).verdict))
  return /** @type {const} */ (['met', 'not met', 'no figure', 'not built', 'not run'])
    .map((word) => `${words.filter((found) => found === word).length} ${word}`)
    .join(', ')
}

/** @type {(row: Row) => string} */
const explained = ({ what, configuration, hot = [] }) =>
  `- ${what}: ${configuration}. ${hot.map(({ name, share }) => `${name} ${Math.round(share * 100)} %`).join(', ')}`

/** Where the time goes in rows that are not met. @type {(rows: readonly Row[]) => readonly string[]} */
function causes(rows) {
  const open = rows.filter((row) => row.target && row.hot?.length && judge(row).verdict !== 'met')
  if (open.length === 0) return []
  return [
    'Where the time of the rows that are not met goes, or of what they consist:',
    open.map(explained).join('\n'),
  ]
}

/** @type {(result: Result) => string} */
const section = ({ figure: { id, title, notes = [] }, rows }) =>
  [`## ${id}: ${title}`, ...notes, table(rows), ...causes(rows)].join('\n\n')

const INTRODUCTION = `# Performance

Made by \`npm run bench -- --write\` after \`npm run build\`, from one run, met or not. The machines are shared and noisy: an absolute
time means little, a ratio means something because both sides are measured side by side. \`-- --only P-02,P-08\` measures some
figures, \`-- --against FOLDER\` another built checkout of this repository beside this one.`

const METHOD = `## How it is measured

- The variants of a row (the floor, ours, the published peer) run in one process, in slices of 2 ms, in another order each round,
  300 rounds. The ratio is formed inside each round; the table has its median, and the 10th and 90th percentile of the rounds.
- Then the same in 24 rounds of batches of 60 ms, so that the garbage collector is paid for. The worse of the two counts.
- What the feed of endings adds is a few hundredths at most: that row has 3,000 rounds of slices and 200 of batches.
- Time is what the process used of the processor, so that other programs do not count. Each row has a process of its own.
- The floor is the least that any implementation has to do on this runtime: one decryption with \`node:crypto\` and a key that is
  ready, the JSON, the times. It is synchronous, and awaited as ours is.
- Under a table is where the time of a row goes that is not met: what each function took without what it called, seen by sampling.
  What the floor has to do as well, such as to decrypt, is in it.
- **No figure** is a row that does not show on which side of its limit it is: the limit is between the 10th and the 90th percentile,
  and also inside the bounds of the median (99 %), or rounds differ by more than the whole ratio.`

/**
 * The page of a run.
 *
 * @param {readonly Result[]} results
 * @param {ReadonlyMap<string, string>} versions - of what was measured
 * @returns {string}
 */
export function renderPage(results, versions) {
  const { processor, cores, system, node } = MACHINE
  const packages = [...versions].map(([name, version]) => `${name} ${version}`)
  const machine = [
    `- Machine: ${processor}, ${cores} cores, ${system}`,
    `- Node.js ${node}; ${packages.join(', ')}`,
    `- ${new Date().toISOString().slice(0, 10)}`,
    `- Rows: ${summary(results)}`,
  ].join('\n')
  return `${[INTRODUCTION, machine, METHOD, ...results.map(section)].join('\n\n')}\n`
}
