import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { readRecorded, record } from './recorded.mjs'

/**
 * @typedef {import('./row.d.ts').Row} Row
 * @typedef {import('./row.d.ts').Figure} Figure
 * @typedef {import('./row.d.ts').Options} Options
 * @typedef {{ readonly progress?: string, readonly rows?: readonly Row[] }} Message
 */

/** Those of the performance bar; each is in a file with its name. P-14 was dropped (decision 067). */
export const IDS = Array.from(
  { length: 17 },
  (_, index) => `P-${String(index + 1).padStart(2, '0')}`,
).filter((id) => id !== 'P-14')

const WORKER = fileURLToPath(new URL('../worker.mjs', import.meta.url))

/**
 * @param {string} id - such as `P-01`
 * @returns {Promise<Figure>}
 */
export async function loadFigure(id) {
  const name = id.toLowerCase().replace('-', '')
  // Every file there exports one.
  const { figure } = /** @type {{ figure: Figure }} */ (
    await import(new URL(`../figures/${name}.mjs`, import.meta.url).href)
  )
  return figure
}

/**
 * Runs one part of a figure in a process of its own.
 *
 * @type {(figure: Figure, part: number, options: Options, progress: (text: string) => void) => Promise<readonly Row[]>}
 */
function runPart({ id, parts }, part, options, progress) {
  return new Promise((resolve, reject) => {
    const child = fork(WORKER, [JSON.stringify({ id, part, options })], {
      execArgv: [...(parts[part]?.flags ?? [])],
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    /** @type {Buffer[]} */
    const output = []
    child.stdout?.on('data', (/** @type {Buffer} */ chunk) => output.push(chunk))
    child.stderr?.on('data', (/** @type {Buffer} */ chunk) => output.push(chunk))
    /** @type {readonly Row[] | undefined} */
    let rows
    child.on('message', (message) => {
      // By the worker.
      const { progress: text, rows: found } = /** @type {Message} */ (message)
      if (text !== undefined) progress(text)
      rows ??= found
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0 && rows) resolve(rows)
      else reject(new Error(`${id}, part ${part} failed:\n${Buffer.concat(output).toString()}`))
    })
  })
}

/**
 * What takes long runs when it is asked for, and is recorded; otherwise its last record is given.
 *
 * @type {(figure: Figure, part: number, options: Options, progress: (text: string) => void) => Promise<readonly Row[]>}
 */
async function measurePart(figure, part, options, progress) {
  const { seldom } = figure.parts[part] ?? {}
  const measure = () => runPart(figure, part, options, progress)
  if (seldom === undefined || options.smoke) return measure()
  if (!options[seldom]) return readRecorded(figure.id) ?? measure()
  return record(figure.id, await measure())
}

/**
 * Measures a figure.
 *
 * @param {Figure} figure
 * @param {Options} options
 * @returns {Promise<readonly Row[]>}
 */
export async function runFigure(figure, options) {
  /** @type {Row[]} */
  const rows = []
  for (const [part] of figure.parts.entries()) {
    const start = performance.now()
    /** @type {(text: string) => void} */
    const progress = (text) => {
      console.log(`${figure.id}  ${part + 1}/${figure.parts.length}  ${text}`)
    }
    rows.push(...(await measurePart(figure, part, options, progress)))
    if (!options.smoke) console.log(`      ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  return rows
}
