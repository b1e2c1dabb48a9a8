import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ readonly passed: number, readonly failed: number, readonly skipped: number }} Counts */

/** @type {(exitCode: number) => Counts} a run that left no report */
const unreported = (exitCode) => ({ passed: 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 })

/**
 * A run can fail without a failing test: a file that does not load, an error outside any test.
 *
 * @type {(counts: Counts, exitCode: number) => Counts}
 */
const withExitCode = (counts, exitCode) =>
  exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts

/**
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number,
 *   numTodoTests: number, testResults: { status: string, assertionResults: unknown[] }[] }} VitestReport
 */

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
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests + report.numTodoTests,
  }
  return withExitCode(counts, exitCode)
}

/**
 * @typedef {{ stats?: { expected: number, unexpected: number, flaky: number, skipped: number } }} PlaywrightReport
 */

/**
 * Counts what Playwright's JSON reporter wrote. A test that passed only when repeated has failed.
 *
 * @param {string} file
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countPlaywright(file, exitCode) {
  if (!existsSync(file)) return unreported(exitCode)
  const { stats } = /** @type {PlaywrightReport} */ (JSON.parse(readFileSync(file, 'utf8')))
  if (stats === undefined) return unreported(exitCode)
  const { expected, unexpected, flaky, skipped } = stats
  return withExitCode({ passed: expected, failed: unexpected + flaky, skipped }, exitCode)
}
