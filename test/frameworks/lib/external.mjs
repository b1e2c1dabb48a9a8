import { resolve } from 'node:path'
import { Failure } from '../../../tools/run.mjs'
import { Browsers } from './browser.mjs'
import { runRows } from './run-host.mjs'

/** @typedef {import('../types.d.ts').Feature} Feature */
/** @typedef {import('../types.d.ts').Host} Host */
/** @typedef {import('../types.d.ts').HostResult} HostResult */
/** @typedef {import('../types.d.ts').Row} Row */

/**
 * What can be said on a command line.
 *
 * @type {readonly Feature[]}
 */
const FEATURES = [
  'below',
  'cache',
  'data',
  'database',
  'development',
  'environment',
  'function',
  'parsers',
  'static',
  'stream',
]

/** @type {(name: string) => Feature} */
function toFeature(name) {
  const known = FEATURES.find((feature) => feature === name)
  if (known) return known
  throw new Failure(`There is no feature "${name}". There are: ${FEATURES.join(', ')}.`)
}

/**
 * Runs the rows against a server that somebody else has written.
 *
 * @param {string} command starts the server, which listens at the port of the variable PORT
 * @param {{ readonly cwd?: string | undefined, readonly features?: string | undefined, readonly data?: string | undefined }} options
 * where it is started, what it can show, and what is added to the path of a page to get its data
 * @param {readonly Row[]} rows
 * @returns {Promise<HostResult>}
 */
export async function runExternal(command, { cwd = '.', features = '', data }, rows) {
  const named = features.split(',').filter(Boolean).map(toFeature)
  /** @type {Host} */
  const host = {
    id: 'external',
    package: 'core',
    title: command,
    start: ['-c', `exec ${command}`],
    features: data === undefined ? named : [...new Set([...named, toFeature('data')])],
    ...(data !== undefined && { data: (path) => path + data }),
    variances: [],
  }
  const start = Date.now()
  const program = {
    program: '/bin/sh',
    args: host.start,
    folder: resolve(process.env['INIT_CWD'] ?? '.', cwd),
    env: () => ({}),
  }
  // Of the features that may be named, none needs a browser.
  const outcomes = await runRows(host, rows, program, new Browsers())
  const seconds = Math.round((Date.now() - start) / 1000)
  return { host: host.id, title: command, runtime: command, seconds, outcomes }
}
