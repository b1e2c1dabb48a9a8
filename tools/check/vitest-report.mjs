import { writeFileSync } from 'node:fs'
import { describeFailure } from './test-results.mjs'

/**
 * A reporter for Vitest that writes the counts of a run to the file named by `LATCHSTRING_VITEST_REPORT`, with what failed: tests,
 * files that did not load, and errors outside any test, which fail a run whose tests all pass.
 *
 * @typedef {import('vitest/node').TestModule} TestModule
 * @typedef {import('vitest/node').TestCase} TestCase
 * @typedef {import('vitest').TestError} TestError
 * @typedef {import('vitest/node').SerializedError} SerializedError
 */

/** @type {(error: Pick<TestError, 'message' | 'stack'>) => string} */
const explain = ({ message, stack }) => (stack?.includes(message) ? stack : `${message}\n${stack}`)

/** @type {(test: TestCase) => string} */
const describeTest = (test) =>
  describeFailure(
    test.module.moduleId,
    test.fullName,
    (test.result().errors ?? []).map(explain).join('\n'),
  )

/** @type {(module: TestModule) => readonly string[]} */
const describeModule = (module) =>
  module.errors().map((error) => describeFailure(module.moduleId, '(the file)', explain(error)))

/** @type {(value: unknown) => string} */
const text = (value) => (typeof value === 'string' ? value : '')

/** @type {(error: SerializedError) => string} */
const describeUnhandled = (error) =>
  describeFailure(
    text(error['VITEST_TEST_PATH']),
    `(outside any test, after or during "${text(error['VITEST_TEST_NAME'])}")`,
    `${text(error['type'])}: ${explain(error)}`,
  )

/** How many of the slowest files are named. */
const NAMED = 5

/** Those to look at first where a run takes too long. @type {(modules: readonly TestModule[]) => readonly string[]} */
const slowest = (modules) =>
  modules
    .map((module) => ({ module, seconds: module.diagnostic().duration / 1000 }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, NAMED)
    .map(({ module, seconds }) => `${seconds.toFixed(0)} s  ${module.relativeModuleId}`)

/** What `--reporter` takes. */
export default class VitestReport {
  /**
   * @param {readonly TestModule[]} modules
   * @param {readonly SerializedError[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    const file = process.env['LATCHSTRING_VITEST_REPORT']
    if (file === undefined) throw new Error('LATCHSTRING_VITEST_REPORT names no file.')
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    /** @type {(state: string) => readonly TestCase[]} */
    const inState = (state) => tests.filter((test) => test.result().state === state)
    const failed = inState('failed')
    const broken = modules.filter((module) => module.errors().length > 0)
    const counts = {
      passed: inState('passed').length,
      failed: failed.length + broken.length + unhandled.length,
      skipped: inState('skipped').length,
      failures: [
        ...failed.map(describeTest),
        ...broken.flatMap(describeModule),
        ...unhandled.map(describeUnhandled),
      ],
      slowest: slowest(modules),
    }
    writeFileSync(file, JSON.stringify(counts))
  }
}
