import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './root.mjs'

/**
 * @typedef {{ readonly passed: number, readonly failed: number, readonly skipped: number,
 *   readonly failures: readonly string[] }} Counts `failures`: where, which test, and the first lines of why
 */

/** How much of a message helps to find the cause in a log of which only the end is at hand. */
const MESSAGE_LINES = 12

/** @type {(exitCode: number) => Counts} a run that left no report */
const unreported = (exitCode) => ({
  passed: 0,
  failed: exitCode === 0 ? 0 : 1,
  skipped: 0,
  failures: [],
})

/** @type {(file: string, title: string, message: string) => string} */
function describe(file, title, message) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .slice(0, MESSAGE_LINES)
  return [
    `${relative(root, file)} › ${title}`,
    ...lines.map((line) => `    ${line.replaceAll(`${root}/`, '')}`),
  ].join('\n')
}

/**
 * A run can fail without a failing test: a file that does not load, an error outside any test.
 *
 * @type {(counts: Counts, exitCode: number) => Counts}
 */
const withExitCode = (counts, exitCode) =>
  exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts

/**
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number,
 *   numTodoTests: number, testResults: readonly VitestFile[] }} VitestReport
 * @typedef {{ name: string, status: string, message?: string, assertionResults: readonly VitestTest[] }} VitestFile
 * @typedef {{ status: string, fullName: string, failureMessages?: readonly string[] | null }} VitestTest
 */

/** @type {(file: VitestFile) => boolean} */
const didNotLoad = ({ status, assertionResults }) =>
  status === 'failed' && assertionResults.length === 0

/** @type {(file: VitestFile) => readonly string[]} */
function vitestFailures(file) {
  if (didNotLoad(file)) return [describe(file.name, '(did not load)', file.message ?? '')]
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) =>
      describe(file.name, fullName, (failureMessages ?? []).join('\n')),
    )
}

/**
 * Counts what Vitest's JSON reporter wrote.
 *
 * @param {string} file
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countVitest(file, exitCode) {
  if (!existsSync(file)) return unreported(exitCode)
  const report = /** @type {VitestReport} */ (JSON.parse(readFileSync(file, 'utf8')))
  const unloaded = report.testResults.filter(didNotLoad).length
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(vitestFailures),
  }
  return withExitCode(counts, exitCode)
}

/**
 * @typedef {{ suites?: readonly PlaywrightSuite[],
 *   stats?: { expected: number, unexpected: number, flaky: number, skipped: number } }} PlaywrightReport
 * @typedef {{ suites?: readonly PlaywrightSuite[], specs?: readonly PlaywrightSpec[] }} PlaywrightSuite
 * @typedef {{ title: string, file: string, line: number, ok: boolean, tests: readonly PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ projectName: string, results: readonly { error?: { message?: string } }[] }} PlaywrightTest
 */

/** @type {(suite: PlaywrightSuite) => readonly string[]} */
function playwrightFailures({ suites = [], specs = [] }) {
  const own = specs
    .filter(({ ok }) => !ok)
    .flatMap(({ title, file, line, tests }) =>
      tests.map(({ projectName, results }) =>
        describe(
          `${file}:${line}`,
          `[${projectName}] ${title}`,
          results.map(({ error }) => error?.message ?? '').join('\n'),
        ),
      ),
    )
  return [...own, ...suites.flatMap(playwrightFailures)]
}

/**
 * Counts what Playwright's JSON reporter wrote. A test that passed only when repeated has failed.
 *
 * @param {string} file
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countPlaywright(file, exitCode) {
  if (!existsSync(file)) return unreported(exitCode)
  const { stats, suites = [] } = /** @type {PlaywrightReport} */ (
    JSON.parse(readFileSync(file, 'utf8'))
  )
  if (stats === undefined) return unreported(exitCode)
  const { expected, unexpected, flaky, skipped } = stats
  const failures = suites.flatMap(playwrightFailures)
  return withExitCode({ passed: expected, failed: unexpected + flaky, skipped, failures }, exitCode)
}
