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
/** @typedef {{ readonly evaluatedModules: import('vite/module-runner').EvaluatedModules }} WorkerState what is used of it */

/**
 * What mutated code reads and writes.
 *
 * @typedef {object} Stryker
 * @property {{ static: Hits, perTest: Record<string, Hits> }} mutantCoverage
 * @property {string} [currentTestId]
 * @property {string} [activeMutant]
 * @property {number} hitCount
 * @property {number} hitLimit
 */

/** @type {Stryker} */
const stryker = { mutantCoverage: { static: {}, perTest: {} }, hitCount: 0, hitLimit: 0 }
Reflect.set(globalThis, '__stryker__', stryker)

/** For what modules keep (`renewed-cache.mjs`). @type {import('./renewed-cache.mjs').Progress} */
const progress = { loading: false, tests: 0 }
Reflect.set(globalThis, '__progress__', progress)

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
const fullName = (task) =>
  task.suite === undefined || 'filepath' in task.suite
    ? task.name
    : `${fullName(task.suite)} ${task.name}`

/** @type {(task: Test | Suite) => string} */
const failureMessage = (task) => task.result?.errors?.[0]?.message ?? 'failed'

/** @type {(task: Test | Suite) => Ran} */
const toRan = (task) => ({
  id: task.id,
  name: fullName(task),
  file: task.file.filepath,
  ms: task.result?.duration ?? 0,
  ...(task.result?.state === 'fail' && { error: failureMessage(task) }),
})

/** @type {(test: Test) => boolean} */
const hasRun = ({ result }) => result?.state === 'pass' || result?.state === 'fail'

/** What came of the tests of a block. A failure outside of them, in a hook, counts as well. @type {(suite: Suite) => readonly Ran[]} */
function ranIn(suite) {
  const inside = suite.tasks.flatMap((task) => {
    if (task.type === 'suite') return ranIn(task)
    return hasRun(task) ? [toRan(task)] : []
  })
  const errors = suite.result?.state === 'fail' ? (suite.result.errors ?? []) : []
  return errors.length > 0 ? [...inside, toRan(suite)] : inside
}

async function ignore() {}

export default class HotTests extends TestRunner {
  #bail = false
  #serving = false

  /** A test file is collected anew each time, what it imports is not. @override @type {TestRunner['importFile']} */
  async importFile(filepath, source) {
    const { evaluatedModules } = /** @type {WorkerState} */ (Reflect.get(this, 'workerState'))
    const module = evaluatedModules.getModuleById(filepath)
    if (module) evaluatedModules.invalidateModule(module)
    progress.loading = true
    progress.tests += 1
    try {
      return await super.importFile(filepath, source)
    } finally {
      progress.loading = false
    }
  }

  /** Vitest has a way to skip the rest of the tests, and none back. @type {(skips: boolean) => void} */
  #skipRest(skips) {
    Reflect.set(this, 'cancelRun', skips)
  }

  /** @override @type {TestRunner['onBeforeTryTask']} */
  onBeforeTryTask(test) {
    super.onBeforeTryTask(test)
    progress.tests += 1
    stryker.currentTestId = test.id
  }

  /** @override @type {(test: Test) => void} */
  onAfterRunTask(test) {
    delete stryker.currentTestId
    if (this.#bail && test.result?.state === 'fail') this.#skipRest(true)
    super.onAfterRunTask(test)
  }

  /** Vitest waits for this before it runs the empty test. */
  async onBeforeRunFiles() {
    if (this.#serving) return
    this.#serving = true
    // Nobody but us is told of the tests from here on.
    Object.assign(this, { onTaskUpdate: ignore, onCollectStart: ignore, onCollected: ignore })
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
  async #perform({ files, mutant, hitLimit = 100_000, fresh = false, bail = false }) {
    if (fresh) vi.resetModules()
    // Mutated code keeps the object, not what is in it.
    const coverage = Object.assign(stryker.mutantCoverage, { static: {}, perTest: {} })
    Object.assign(stryker, { activeMutant: mutant, hitCount: 0, hitLimit })
    const tests = await this.#run(files, bail)
    const exceeded = stryker.hitCount > hitLimit
    delete stryker.activeMutant
    if (fresh) vi.resetModules()
    return { tests, coverage: { ...coverage }, exceeded }
  }

  /** @type {(files: Command['files'], bail: boolean) => Promise<readonly Ran[]>} */
  async #run(files, bail) {
    this.#bail = bail
    /** @type {Ran[]} */
    const tests = []
    for (const { file, ids } of files) {
      this.#skipRest(false)
      const [ran] = await startTests([{ filepath: file, ...(ids && { testIds: [...ids] }) }], this)
      if (ran) tests.push(...ranIn(ran))
      vi.useRealTimers()
      if (bail && tests.some(({ error }) => error !== undefined)) break
    }
    return tests
  }
}
