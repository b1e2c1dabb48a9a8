import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../root.mjs'

/**
 * @typedef {{ readonly passed: number, readonly failed: number, readonly skipped: number,
 *   readonly failures: readonly string[], readonly slowest: readonly string[] }} Counts
 * `failures`: where, which test, and the first lines of why. `slowest`: files with their times
 */

/** How much of a message helps to find the cause in a log of which only the end is at hand. */
const MESSAGE_LINES = 12

/** @type {(exitCode: number) => Counts} a run that left no report */
const unreported = (exitCode) => ({
  passed: 0,
  failed: exitCode === 0 ? 0 : 1,
  skipped: 0,
  failures: [],
  slowest: [],
})

/**
 * Says which test failed and why, briefly.
 *
 * @param {string} file
 * @param {string} title
 * @param {string} message with or without a stack
 * @returns {string}
 */
export function describeFailure(file, title, message) {
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
 * A run can fail without a failing test: a process of the runner that ended, say.
 *
 * @type {(counts: Counts, exitCode: number) => Counts}
 */
const withExitCode = (counts, exitCode) =>
  exitCode !== 0 && counts.failed === 0
    ? { ...counts, failed: 1, failures: [`No test: the runner exited with code ${exitCode}.`] }
    : counts

/**
 * Reads what `vitest-report.mjs` wrote.
 *
 * @param {string} file
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countVitest(file, exitCode) {
  if (!existsSync(file)) return unreported(exitCode)
  return withExitCode(/** @type {Counts} */ (JSON.parse(readFileSync(file, 'utf8'))), exitCode)
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
        describeFailure(
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
  const failed = unexpected + flaky
  return withExitCode({ passed: expected, failed, skipped, failures, slowest: [] }, exitCode)
}
