/**
 * A runner of Vitest that never ends: the modules are loaded once, and tests run again and again with one mutant after
 * the other switched on. Vitest starts it with a file that has one empty test; what to do comes over a socket.
 *
 * It is transformed by Vite, in the worker, and sees what tests see.
 */
import { createConnection } from 'node:net'
import { createInterface } from 'node:readline'
import { startTests } from '@vitest/runner'
import { TestRunner, vi } from 'vitest'

/** @typedef {import('@vitest/runner').File} File */
/** @typedef {import('@vitest/runner').Test} Test */
/** @typedef {import('@vitest/runner').Suite} Suite */
/** @typedef {Record<string, number>} Hits by mutant */

/** What the mutated code reads. */
const stryker =
  /** @type {{ mutantCoverage?: { static: Hits, perTest: Record<string, Hits> }, currentTestId?: string | undefined, activeMutant?: string | undefined, hitCount?: number | undefined, hitLimit?: number | undefined }} */ (
    Reflect.get(globalThis, '__stryker__') ?? {}
  )
Reflect.set(globalThis, '__stryker__', stryker)

/** @typedef {{ readonly file: string, readonly ids?: readonly string[] }} Selection tests of a file; all of them without ids */
/**
 * @typedef {object} Command
 * @property {readonly Selection[]} files in the order in which they run
 * @property {string} [mutant]
 * @property {number} [hitLimit] how often the mutant may be reached
 * @property {boolean} [fresh] whether the modules are loaded anew
 * @property {boolean} [bail] whether the first failure ends the run
 */
/**
 * @typedef {object} Reply
 * @property {readonly Ran[]} tests
 * @property {{ readonly static: Hits, readonly perTest: Record<string, Hits> }} coverage of mutants, outside of tests and by them
 * @property {boolean} exceeded whether the mutant was reached more often than it may be
 */
/** @typedef {{ readonly id: string, readonly name: string, readonly file: string, readonly ms: number, readonly error?: string }} Ran */

/** @type {(task: Test | Suite) => string} */
const nameOf = (task) =>
  task.suite === undefined || 'filepath' in task.suite
    ? task.name
    : `${nameOf(task.suite)} ${task.name}`

/** @type {(task: Test | Suite) => string} */
const errorOf = (task) => task.result?.errors?.[0]?.message ?? 'failed'

/** What came of a file. A failure outside of its tests counts for all of them. @type {(file: File) => readonly Ran[]} */
function ranIn(file) {
  /** @type {Ran[]} */
  const ran = []
  /** @type {(suite: Suite) => void} */
  const visit = (suite) => {
    if (suite.result?.state === 'fail' && suite.result.errors?.length) {
      ran.push({
        id: suite.id,
        name: suite.name,
        file: file.filepath,
        ms: 0,
        error: errorOf(suite),
      })
    }
    for (const task of suite.tasks) {
      if (task.type === 'suite') visit(task)
      else if (task.result?.state === 'pass' || task.result?.state === 'fail') {
        const error = task.result.state === 'fail' ? { error: errorOf(task) } : {}
        const ms = task.result.duration ?? 0
        ran.push({ id: task.id, name: nameOf(task), file: file.filepath, ms, ...error })
      }
    }
  }
  visit(file)
  return ran
}

export default class HotTests extends TestRunner {
  #bail = false
  #serving = false

  /** A test file is collected anew each time, what it imports is not. @type {TestRunner['importFile']} */
  importFile(filepath, source) {
    const { evaluatedModules } = this.workerState
    const module = evaluatedModules.getModuleById(filepath)
    if (module) evaluatedModules.invalidateModule(module)
    return super.importFile(filepath, source)
  }

  /** @type {TestRunner['onBeforeTryTask']} */
  onBeforeTryTask(test) {
    super.onBeforeTryTask(test)
    stryker.currentTestId = test.id
  }

  /** @type {(test: Test) => void} */
  onAfterRunTask(test) {
    stryker.currentTestId = undefined
    if (this.#bail && test.result?.state === 'fail') this.cancelRun = true
    super.onAfterRunTask(test)
  }

  /** @override */
  async onAfterRunFiles() {
    super.onAfterRunFiles()
    if (this.#serving) return
    this.#serving = true
    // Nobody but us is told of the tests from here on.
    const silent = async () => {}
    Object.assign(this, { onTaskUpdate: silent, onCollectStart: silent, onCollected: silent })
    await this.#serve(process.env['LATCHSTRING_MUTATION_SOCKET'] ?? '')
  }

  /** @type {(path: string) => Promise<void>} */
  async #serve(path) {
    const socket = createConnection(path)
    socket.write(`${JSON.stringify({ pid: process.pid })}\n`)
    for await (const line of createInterface({ input: socket })) {
      const reply = await this.#perform(/** @type {Command} */ (JSON.parse(line)))
      socket.write(`${JSON.stringify(reply)}\n`)
    }
  }

  /** @type {(command: Command) => Promise<Reply>} */
  async #perform({ files, mutant, hitLimit, fresh = false, bail = false }) {
    if (fresh) vi.resetModules()
    stryker.mutantCoverage ??= { static: {}, perTest: {} }
    const coverage = stryker.mutantCoverage
    // Mutated code keeps the object, not what is in it.
    Object.assign(coverage, { static: {}, perTest: {} })
    const limit = hitLimit ?? 100_000
    Object.assign(stryker, { activeMutant: mutant, hitCount: 0, hitLimit: limit })
    this.#bail = bail
    /** @type {Ran[]} */
    const tests = []
    for (const { file, ids } of files) {
      this.cancelRun = false
      const [ran] = await startTests([{ filepath: file, ...(ids && { testIds: [...ids] }) }], this)
      if (ran) tests.push(...ranIn(ran))
      vi.useRealTimers()
      if (bail && tests.some(({ error }) => error !== undefined)) break
    }
    const exceeded = (stryker.hitCount ?? 0) > limit
    Object.assign(stryker, { activeMutant: undefined, hitCount: undefined })
    if (fresh && mutant !== undefined) vi.resetModules()
    return { tests, coverage: { ...coverage }, exceeded }
  }
}
