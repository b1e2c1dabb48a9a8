/**
 * Runs the tests of the repository on a machine that has only Node and npm: `npm test`, `npm test -- --only unit|e2e [FILE …]`,
 * or `npm run test:all` with those that take long and rarely break.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDemo, buildPackages } from './build.mjs'
import { ensureChromium, missingChromium } from './chromium.mjs'
import { installDebianPackages, missingPrograms, TEST_PROGRAMS } from './debian.mjs'
import { APART, installApart, installPackages, requireNode } from './install.mjs'
import { root } from './root.mjs'
import { createSteps, Failure, installed, mustRun, run, runMain } from './run.mjs'
import { missingStores, startStores, STORE_NAMES } from './stores.mjs'
import { findNeeds } from './test-needs.mjs'
import { countPlaywright, countVitest } from './test-results.mjs'

/** Where the tests of the adapters leave what they found. */
const REPORTS = join(root, 'artifacts/adapters')

const USAGE = 'Usage: npm test -- [--all | --only unit|e2e [FILE …]]'

/** @typedef {{ readonly unit: boolean, readonly e2e: boolean, readonly slow: boolean, readonly files: readonly string[] }} Selection */
/** @typedef {ReturnType<typeof createSteps>} RunStep */
/** @typedef {import('./test-results.mjs').Counts} Counts */

/** @type {(args: readonly string[]) => Selection} */
function parseSelection(args) {
  const [flag, only, ...files] = args
  if (flag === undefined) return { unit: true, e2e: true, slow: false, files: [] }
  if (flag === '--all' && only === undefined)
    return { unit: true, e2e: true, slow: true, files: [] }
  if (flag !== '--only' || (only !== 'unit' && only !== 'e2e')) throw new Failure(USAGE)
  return { unit: only === 'unit', e2e: only === 'e2e', slow: files.length > 0, files }
}

/** Files that drive a browser, and slow ones, are projects of their own. @type {(selection: Selection) => readonly string[]} */
const projects = ({ e2e, slow }) =>
  ['alone', 'shared', ...(e2e ? ['browser'] : []), ...(slow ? ['slow'] : [])].map(
    (name) => `--project=${name}`,
  )

/** @type {(selection: Selection, folder: string) => Promise<Counts>} */
async function runUnitTests(selection, folder) {
  const results = join(folder, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=./tools/vitest-report.mjs']
  const args = ['run', ...reporters, ...projects(selection), ...selection.files]
  const env = { LATCHSTRING_VITEST_REPORT: results }
  return countVitest(results, await run(installed('vitest'), args, { env }))
}

/** How a page looks, and a second database, are looked at by the long run. */
const QUICK = ['--grep-invert=@slow', '--project=sqlite-database', '--project=sqlite-jwt']

/** @type {(selection: Selection, folder: string) => Promise<Counts>} */
async function runEndToEndTests({ slow, files }, folder) {
  const results = join(folder, 'playwright.json')
  const args = ['test', '-c', 'test/e2e', '--reporter=list,json', ...(slow ? [] : QUICK), ...files]
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: results }
  return countPlaywright(results, await run(installed('playwright'), args, { env }))
}

/** @type {() => Promise<void>} */
const buildSite = () => mustRun(process.execPath, ['tools/site.mjs'])

/** @type {(selection: Selection, step: RunStep, folder: string) => Promise<readonly Counts[]>} */
async function runTests(selection, step, folder) {
  const { unit, e2e } = selection
  await step('Compiling the packages', buildPackages)
  /** @type {Counts[]} */
  const counts = []
  if (unit) counts.push(await step('Running the tests', () => runUnitTests(selection, folder)))
  if (e2e) {
    await step('Building the demo (about 20 s)', buildDemo)
    if (selection.slow) await step('Building the site', buildSite)
    counts.push(
      await step('Running the end-to-end tests', () => runEndToEndTests(selection, folder)),
    )
  }
  return counts
}

/** @type {(counts: readonly Counts[], key: 'passed' | 'failed' | 'skipped') => number} */
const sum = (counts, key) => counts.reduce((total, entry) => total + entry[key], 0)

/** @type {(counts: readonly Counts[], isPageTrue: boolean) => number} the exit code */
function report(counts, isPageTrue) {
  const [passed, failed] = [sum(counts, 'passed'), sum(counts, 'failed')]
  const skipped = sum(counts, 'skipped')
  if (skipped > 0) console.log(`\nSkipped: ${skipped}. Each says why in its own line above.`)
  if (passed + failed === 0) console.log('\nNo test ran.')
  const slowest = counts.flatMap((entry) => entry.slowest)
  if (slowest.length > 0) console.log(`\nThe slowest files:\n  ${slowest.join('\n  ')}`)
  const failures = counts.flatMap((entry) => entry.failures)
  if (failures.length > 0) console.log(`\nFailed:\n\n${failures.join('\n\n')}`)
  console.log(`\nAll of it took ${Math.round(performance.now() / 1000)} s.`)
  const page = isPageTrue ? '' : ', and docs/adapters-results.md does not say what the tests found'
  console.log(`\n${passed} passed, ${failed} failed${page}`)
  return failed > 0 || passed === 0 || !isPageTrue ? 1 : 0
}

/** Whether the page about the adapters says what their tests found. @type {() => Promise<boolean>} */
const checkAdapters = async () =>
  (await run(process.execPath, ['tools/adapters-table.mjs', '--check'])) === 0

/** Files of the end-to-end tests open every store. @type {(selection: Selection) => import('./test-needs.mjs').Needs} */
const chooseNeeds = ({ unit, e2e, files }) =>
  findNeeds(e2e ? [] : files, {
    stores: Object.keys(STORE_NAMES),
    apart: unit ? APART : {},
    debian: unit ? TEST_PROGRAMS : {},
  })

/** Packages of npm, those that stand apart, and what is missing of the system, all at once: most of it waits for a registry. @type {(selection: Selection, needs: import('./test-needs.mjs').Needs) => Promise<void>} */
async function installAll({ e2e }, { stores, apart, debian }) {
  const missing = [
    ...missingStores(stores),
    ...missingPrograms(debian),
    ...(e2e ? missingChromium() : []),
  ]
  await Promise.all([
    installPackages(),
    installApart(apart),
    missing.length > 0 ? installDebianPackages(missing) : undefined,
  ])
}

/** @type {(variables: readonly string[], step: RunStep) => ReturnType<typeof startStores>} */
async function startNeeded(variables, step) {
  if (variables.length === 0) return startStores([])
  const names = variables.map((variable) => STORE_NAMES[variable])
  return step(`Starting private servers: ${names.join(', ')}`, () => startStores(variables))
}

/** @type {(selection: Selection, needs: import('./test-needs.mjs').Needs, allAdapters: boolean) => number} */
function countSteps({ unit, e2e, slow }, { stores }, allAdapters) {
  const optional = [unit, stores.length > 0, allAdapters].filter(Boolean).length
  const browser = slow ? 4 : 3
  return 3 + optional + (e2e ? browser : 0)
}

/** @type {() => Promise<number>} */
async function main() {
  const selection = parseSelection(process.argv.slice(2))
  const allAdapters = selection.unit && selection.slow && selection.files.length === 0
  const needs = chooseNeeds(selection)
  const step = createSteps(countSteps(selection, needs, allAdapters))
  await step('Checking Node', requireNode)
  await step('Installing packages (about a minute the first time)', () =>
    installAll(selection, needs),
  )
  if (selection.e2e) {
    process.env['LATCHSTRING_CHROMIUM'] = await step('Looking for Chromium', ensureChromium)
    console.log(process.env['LATCHSTRING_CHROMIUM'])
  }
  const stores = await startNeeded(needs.stores, step)
  const folder = mkdtempSync(join(tmpdir(), 'latchstring-test-'))
  try {
    Object.assign(process.env, stores.env)
    if (allAdapters) rmSync(REPORTS, { recursive: true, force: true })
    const counts = await runTests(selection, step, folder)
    const isPageTrue =
      !allAdapters || (await step('Comparing the page about adapters', checkAdapters))
    return report(counts, isPageTrue)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await stores.stop()
  }
}

await runMain(main)
