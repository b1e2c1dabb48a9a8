import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {import('./row.d.ts').Row} Row
 * @typedef {import('./row.d.ts').Figure} Figure
 * @typedef {import('./row.d.ts').Options} Options
 * @typedef {{ readonly progress?: string, readonly rows?: readonly Row[] }} Message
 */

const WORKER = fileURLToPath(new URL('../worker.mjs', import.meta.url))

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
    rows.push(...(await runPart(figure, part, options, progress)))
    if (!options.smoke) console.log(`      ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  return rows
}
