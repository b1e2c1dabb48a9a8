import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../../tools/root.mjs'
import { HOST_VARIANCES } from '../../contract/src/host-variances.mjs'
import { countPackage } from './package-lines.mjs'
import { reasonFor } from './reasons.mjs'

/** @typedef {import('../types.d.ts').Host} Host */
/** @typedef {import('../types.d.ts').HostResult} HostResult */
/** @typedef {import('../types.d.ts').Row} Row */

/** Results of a run are not in git: the site has the page where it was written. */
const PAGE = join(root, 'artifacts/pages/frameworks.md')
const SIGNS = { green: '✓', red: '**✗**', variance: '~', 'not for it': '·' }

/** @type {(rows: readonly Row[], results: readonly HostResult[]) => readonly string[]} */
const table = (rows, results) => [
  `| | ${rows.map(({ id }) => id).join(' | ')} |`,
  `| --- | ${rows.map(() => '---').join(' | ')} |`,
  ...results.map(({ title, outcomes }) => {
    const signs = rows.map(({ id }) => {
      const found = outcomes.find(({ row }) => row === id)
      return found ? SIGNS[found.kind] : ' '
    })
    return `| ${title} | ${signs.join(' | ')} |`
  }),
]

/** @type {(rows: readonly Row[], results: readonly HostResult[]) => readonly string[]} what is said of the runtimes */
function runtimeSection(rows, results) {
  if (results.length === 0) return []
  const units = results.map(({ title, outcomes }) => {
    const { text = '' } = outcomes.find(({ row }) => row === 'U1') ?? {}
    // Where it is otherwise the reason follows.
    return `| ${title} | ${text.split('.')[0]} |`
  })
  return [
    '## Runtimes',
    '',
    'The application here is a function from `Request` to `Response` over `@latchstring/core` alone. workerd has none of its flags for',
    'Node.js, and edge-runtime nothing of `process` but the environment. The unit tests of cryptography and HTTP run in the same server,',
    'with the `expect` of vitest; those that need `Buffer` or modules of Node.js only where these are.',
    '',
    ...table(rows, results),
    '',
    '| runtime | unit tests |',
    '| --- | --- |',
    ...units,
    '',
  ]
}

/** @type {(results: readonly HostResult[]) => readonly string[]} over which hosts the contract was tried */
function contractSection(results) {
  const lines = results.flatMap(({ title, outcomes }) => {
    const { kind, text = '' } = outcomes.find(({ row }) => row === 'U2') ?? {}
    return kind === 'green' ? [`| ${title} | ${text} |`] : []
  })
  if (lines.length === 0) return []
  return [
    '## The contract',
    '',
    'The tests of [the contract](../../docs/contract.md), which the core runs in `npm test`, and Next.js in `npm run test:all`, over an application of the package in the process',
    'of the tests: with a configuration, and those about operations with a function that makes it. These are otherwise everywhere:',
    '',
    ...HOST_VARIANCES.map(({ title, reason }) => `- ${title}: ${reason}`),
    '',
    '| host | tests of the contract |',
    '| --- | --- |',
    ...lines,
    '',
  ]
}

/** @type {(results: readonly HostResult[]) => readonly string[]} what a session costs, where it was measured */
function speedSection(results) {
  const lines = results.flatMap(({ title, speed }) => {
    if (!speed) return []
    const { bare, nobody, session } = speed
    const cells = [bare, nobody, session].map((time) => Math.round(time))
    return [`| ${title} | ${cells.join(' | ')} | ${(session / bare).toFixed(2)} |`]
  })
  if (lines.length === 0) return []
  return [
    '## What a session costs',
    '',
    'Microseconds of the clock for a request over one connection, the asking process included: a handler that reads nothing, one that asks',
    'who it is without a cookie, and the same with a session in a sealed cookie, in turns of 30 requests, the median of 60 turns.',
    '',
    '| host | bare handler | nobody | session | session : bare |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ]
}

/** @type {(results: readonly HostResult[]) => readonly string[]} */
function notes(results) {
  return results.flatMap(({ title, outcomes }) =>
    outcomes
      .filter(({ kind }) => kind === 'variance' || kind === 'red')
      .map(({ row, kind, text }) => `- ${title}, ${row} (${kind}): ${text?.split('\n')[0]}`),
  )
}

/** @type {(hosts: readonly Host[], rows: readonly Row[]) => readonly string[]} why rows do not apply, with the hosts of each reason */
function reasons(hosts, rows) {
  return rows.flatMap(({ id, needs = [] }) => {
    /** @type {Map<string, string[]>} */
    const byReason = new Map()
    for (const host of hosts) {
      if (needs.every((need) => host.features.some((feature) => feature === need))) continue
      const reason = reasonFor(host, needs)
      byReason.set(reason, [...(byReason.get(reason) ?? []), host.title])
    }
    return [...byReason].map(([reason, titles]) => `- **${id}** ${reason} (${titles.join(', ')})`)
  })
}

/** @type {(hosts: readonly Host[]) => readonly string[]} */
function packages(hosts) {
  const frameworks = hosts.filter(({ isRuntime }) => !isRuntime)
  const names = [...new Set(frameworks.map((host) => host.package))].toSorted()
  return [
    'Lines of code of a package: those with a token of something that is there at run time. Where a package has an entry for each major of its',
    'framework, each is counted with what it imports. Not counted are blank lines, comments, declarations of types (interfaces, aliases, `declare`,',
    'overloads), `import type` and `export type`, and tests.',
    '',
    '| package | lines of source |',
    '| --- | --- |',
    ...names
      .flatMap(countPackage)
      .map(({ title, lines }) => `| ${title.replace('`', '`@latchstring/')} | ${lines} |`),
  ]
}

/**
 * The page about the last runs.
 *
 * @param {readonly Host[]} hosts
 * @param {readonly Row[]} rows
 * @param {readonly HostResult[]} known results in the order of the hosts
 * @returns {string}
 */
export function renderPage(hosts, rows, known) {
  const missing = hosts.filter(({ id }) => !known.some(({ host }) => host === id))
  const differences = notes(known)
  const isRuntime = (/** @type {HostResult} */ { host }) =>
    hosts.some(({ id, isRuntime: runtime }) => id === host && runtime)
  return [
    '# Frameworks: results',
    '',
    'Written by `npm run test:frameworks -- --write`, which starts an application of each framework as its production server, with',
    'the packages as they are published, and drives it over HTTP. ✓ holds · ~ the framework does otherwise, for the reason below ·',
    '· does not apply · ✗ does not hold.',
    '',
    ...table(
      rows,
      known.filter((result) => !isRuntime(result)),
    ),
    '',
    ...runtimeSection(rows, known.filter(isRuntime)),
    ...contractSection(known),
    '## Rules',
    '',
    ...rows.map(({ id, name }) => `- **${id}** ${name}`),
    '',
    '## What a framework or a runtime does otherwise',
    '',
    ...(differences.length === 0 ? ['Nothing.'] : differences),
    '',
    '## What does not apply, and why',
    '',
    ...reasons(hosts, rows),
    '',
    '## Versions',
    '',
    '| host | program | seconds |',
    '| --- | --- | --- |',
    ...known.map(({ title, runtime, seconds }) => `| ${title} | ${runtime} | ${seconds} |`),
    ...(missing.length === 0
      ? []
      : ['', `Not run: ${missing.map(({ title }) => title).join(', ')}.`]),
    '',
    ...speedSection(known),
    '## Packages',
    '',
    ...packages(hosts),
    '',
  ].join('\n')
}

/**
 * Writes the page about the last runs.
 *
 * @param {readonly Host[]} hosts
 * @param {readonly Row[]} rows
 * @param {readonly HostResult[]} results
 * @returns {void}
 */
export function writePage(hosts, rows, results) {
  const known = hosts.flatMap(({ id }) => results.find(({ host }) => host === id) ?? [])
  mkdirSync(dirname(PAGE), { recursive: true })
  writeFileSync(PAGE, renderPage(hosts, rows, known))
}
