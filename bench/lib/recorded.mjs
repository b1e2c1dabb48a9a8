import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {import('./row.d.ts').Row} Row
 * @typedef {Readonly<Record<string, readonly Row[]>>} Records
 */

const FILE = fileURLToPath(new URL('../recorded.json', import.meta.url))

/** @type {() => Records} */
const readAll = () =>
  // Written below.
  existsSync(FILE) ? /** @type {Records} */ (JSON.parse(readFileSync(FILE, 'utf8'))) : {}

/**
 * What was measured the last time, of a figure that takes too long for every run.
 *
 * @param {string} id - such as `P-16`
 * @returns {readonly Row[] | undefined}
 */
export const readRecorded = (id) => readAll()[id]

/**
 * Keeps rows for the runs that do not measure them, with the day and the commit they are of.
 *
 * @param {string} id - such as `P-16`
 * @param {readonly Row[]} rows
 * @returns {readonly Row[]}
 */
export function record(id, rows) {
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' })
  const note = `measured on ${new Date().toISOString().slice(0, 10)}, commit ${commit.trim()}`
  const noted = rows.map((row) =>
    Object.assign({}, row, { note: [row.note, note].filter(Boolean).join('; ') }),
  )
  writeFileSync(FILE, `${JSON.stringify({ ...readAll(), [id]: noted }, null, 2)}\n`)
  return noted
}
