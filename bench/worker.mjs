/** Measures one part of a figure, in a separate process. */
import { loadFigure } from './lib/run-figure.mjs'

/** @typedef {{ readonly id: string, readonly part: number, readonly options: import('./lib/row.d.ts').Options }} Order */

const [given = ''] = process.argv.slice(2)
// By the run.
const { id, part: index, options } = /** @type {Order} */ (JSON.parse(given))

/** @type {(message: unknown) => void} */
const send = (message) => void process.send?.(message)

const { parts } = await loadFigure(id)
const part = parts[index]
if (!part) throw new Error(`${id} has no part ${index}.`)
const rows = await part.run({ ...options, progress: (text) => send({ progress: text }) })
process.send?.({ rows }, undefined, {}, () => process.exit(0))
