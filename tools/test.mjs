/**
 * Runs the tests of the repository on a machine that has only Node and npm: `npm test`, `npm test -- --only unit|e2e [FILE …]`,
 * `npm run test:all` with those that take long and rarely break, or `npm test -- --slow [unit|e2e [FILE …]]` with nothing but those.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDemo, buildPackages } from './release/build.mjs'
import { ensureChromium, missingChromium } from './servers/chromium.mjs'
import { installDebianPackages, missingPrograms, TEST_PROGRAMS } from './servers/debian.mjs'
import { APART, APART_SLOW, installApart, installPackages, requireNode } from './install.mjs'
import { root } from './root.mjs'
import { createSteps, Failure, installed, mustRun, run, runMain } from './run.mjs'
import { missingStores, startStores, STORE_NAMES } from './servers/stores.mjs'
import { findNeeds } from './check/test-needs.mjs'
import { countPlaywright, countVitest } from './check/test-results.mjs'

/** Where the tests of the adapters leave what they found. */
const REPORTS = join(root, 'artifacts/adapters')

const USAGE = 'Usage: npm test -- [--all | --slow [unit|e2e [FILE …]] | --only unit|e2e [FILE …]]'

/** @typedef {{ readonly unit: boolean, readonly e2e: boolean, readonly quick: boolean, readonly slow: boolean, readonly files: readonly string[] }} Selection */
/** @typedef {ReturnType<typeof createSteps>} RunStep */
/** @typedef {import('./check/test-results.mjs').Counts} Counts */

/** @type {(args: readonly string[]) => Selection} */
function parseSelection(args) {
  const [flag, only, ...files] = args
  const both = { unit: true, e2e: true, files: [] }
  if (flag === undefined) return { ...both, quick: true, slow: false }
  if (flag === '--all' && only === undefined) return { ...both, quick: true, slow: true }
  if (flag === '--slow' && only === undefined) return { ...both, quick: false, slow: true }
  const quick = flag === '--only'
  if (!(quick || flag === '--slow') || (only !== 'unit' && only !== 'e2e')) throw new Failure(USAGE)
  const slow = !quick || files.length > 0
  return { unit: only === 'unit', e2e: only === 'e2e', quick, slow, files }
}

/** @type {(files: readonly string[]) => boolean} */
const nameBrowserTests = (files) => files.some((file) => file.includes('.chromium.'))

/** Some of the slow unit tests need a browser as well. @type {(selection: Selection) => boolean} */
const needsBrowser = ({ e2e, quick, slow, files }) =>
  e2e || nameBrowserTests(files) || (slow && (!quick || files.length === 0))

/** Files that drive a browser, and slow ones, are projects of their own. @type {(selection: Selection) => readonly string[]} */
const projects = ({ e2e, quick, slow, files }) =>
  [
    ...(quick ? ['alone', 'browser builds', 'shared'] : []),
    ...(quick && (e2e || nameBrowserTests(files)) ? ['browser'] : []),
    ...(slow ? ['slow'] : []),
  ].map((name) => `--project=${name}`)

/** @type {(selection: Selection, folder: string) => Promise<Counts>} */
async function runUnitTests(selection, folder) {
  const results = join(folder, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=./tools/check/vitest-report.mjs']
  const args = ['run', ...reporters, ...projects(selection), ...selection.files]
  const env = { LATCHSTRING_VITEST_REPORT: results }
  return countVitest(results, await run(installed('vitest'), args, { env }))
}

/** How a page looks, sessions in a JWT and a second database are tested by the long run. @type {(selection: Selection) => readonly string[]} */
const endToEndProjects = ({ quick, slow }) =>
  [
    ...(quick ? ['sqlite-database'] : []),
    ...(slow ? ['slow', 'sqlite-jwt', 'postgres-database'] : []),
  ].map((name) => `--project=${name}`)

/** @type {(selection: Selection, folder: string) => Promise<Counts>} */
async function runEndToEndTests(selection, folder) {
  const results = join(folder, 'playwright.json')
  const chosen = [...endToEndProjects(selection), ...selection.files]
  const args = ['test', '-c', 'test/e2e', '--reporter=list,json', ...chosen]
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: results }
  return countPlaywright(results, await run(installed('playwright'), args, { env }))
}

/** @type {() => Promise<void>} */
const buildSite = () => mustRun(process.execPath, ['tools/docs/site.mjs'])

/** @type {(selection: Selection, step: RunStep, folder: string) => Promise<readonly Counts[]>} */
async function runTests(selection, step, folder) {
  const { unit, e2e } = selection
  await step('Compiling the packages', buildPackages)
  /** @type {Counts[]} */
  const counts = []
  if (unit) counts.push(await step('Running the tests', () => runUnitTests(selection, folder)))
  if (e2e) {
    await step('Building the demo (20 s to 2 min)', buildDemo)
    if (selection.slow) await step('Building the site', buildSite)
    counts.push(
      await step('Running the end-to-end tests', () => runEndToEndTests(selection, folder)),
    )
  }
  return counts
}

/** @type {(counts: readonly Counts[], key: 'passed' | 'failed' | 'skipped') => number} */
const sum = (counts, key) => counts.reduce((total, entry) => total + entry[key], 0)

/** @type {(counts: readonly Counts[]) => number} the exit code */
function report(counts) {
  const [passed, failed] = [sum(counts, 'passed'), sum(counts, 'failed')]
  const skipped = sum(counts, 'skipped')
  if (skipped > 0) console.log(`\nSkipped: ${skipped}. Each says why in its own line above.`)
  if (passed + failed === 0) console.log('\nNo test ran.')
  const slowest = counts.flatMap((entry) => entry.slowest)
  if (slowest.length > 0) console.log(`\nThe slowest files:\n  ${slowest.join('\n  ')}`)
  const failures = counts.flatMap((entry) => entry.failures)
  if (failures.length > 0) console.log(`\nFailed:\n\n${failures.join('\n\n')}`)
  console.log(`\nAll of it took ${Math.round(performance.now() / 1000)} s.`)
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed > 0 || passed === 0 ? 1 : 0
}

/** Files of the end-to-end tests open every store. @type {(selection: Selection) => import('./check/test-needs.mjs').Needs} */
const chooseNeeds = ({ unit, e2e, slow, files }) =>
  findNeeds(e2e ? [] : files, {
    stores: Object.keys(STORE_NAMES),
    apart: unit ? { ...APART, ...(slow && APART_SLOW) } : {},
    debian: unit ? TEST_PROGRAMS : {},
  })

/** Packages of npm, those that stand apart, and what is missing of the system, all at once: most of it waits for a registry. @type {(selection: Selection, needs: import('./check/test-needs.mjs').Needs) => Promise<void>} */
async function installAll(selection, { stores, apart, debian }) {
  const missing = [
    ...missingStores(stores),
    ...missingPrograms(debian),
    ...(needsBrowser(selection) ? missingChromium() : []),
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

/** @type {(selection: Selection, needs: import('./check/test-needs.mjs').Needs) => number} */
function countSteps(selection, { stores }) {
  const { unit, e2e, slow } = selection
  const browser = needsBrowser(selection)
  const optional = [unit, stores.length > 0, browser, e2e, e2e, e2e && slow]
  return 3 + optional.filter(Boolean).length
}

/** @type {() => Promise<number>} */
async function main() {
  const selection = parseSelection(process.argv.slice(2))
  const { unit, quick, files } = selection
  const needs = chooseNeeds(selection)
  const step = createSteps(countSteps(selection, needs))
  await step('Checking Node', requireNode)
  await step('Installing packages (about a minute the first time)', () =>
    installAll(selection, needs),
  )
  if (needsBrowser(selection)) {
    process.env['LATCHSTRING_CHROMIUM'] = await step('Looking for Chromium', ensureChromium)
    console.log(process.env['LATCHSTRING_CHROMIUM'])
  }
  const stores = await startNeeded(needs.stores, step)
  const folder = mkdtempSync(join(tmpdir(), 'latchstring-test-'))
  try {
    Object.assign(process.env, stores.env)
    if (unit && quick && files.length === 0) rmSync(REPORTS, { recursive: true, force: true })
    const counts = await runTests(selection, step, folder)
    return report(counts)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await stores.stop()
  }
}

await runMain(main)
