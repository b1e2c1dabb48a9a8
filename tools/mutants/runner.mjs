/** Runs rows against their suites, several at a time, and judges what came of each. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Failure, wasInterrupted } from '../run.mjs'
import { groupBy } from './group.mjs'

/** @typedef {import('./rows.mjs').Mutant} Mutant */
/** @typedef {import('./worker.mjs').Task} Task */
/** @typedef {import('./worker.mjs').Outcome} Outcome */
/** @typedef {{ readonly mutant: Mutant, readonly killed: boolean, readonly what: string }} Verdict */

const WORKER = fileURLToPath(new URL('./worker.mjs', import.meta.url))

/** How long tests may take before they count as hanging, in milliseconds. */
const TIMEOUT_MS = 120_000
const TIMEOUT_HANGS_MS = 15_000

/** One process that keeps a server warm. A test that hangs ends it; the next task starts another. */
class Runner {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child

  /** @type {() => Promise<import('node:child_process').ChildProcess>} */
  async #start() {
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')),
    )
    // In a group of its own, so that a test that does not come to an end can be ended with it.
    const child = fork(WORKER, {
      env: { ...env, NODE_ENV: 'test' },
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
      said = (said + chunk).slice(-4000)
    })
    this.#child = child
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => {
        throw new Failure(`Vitest could not be started.\n${said}`)
      }),
    ])
    return child
  }

  /**
   * @param {Task} task
   * @param {number} timeout in milliseconds
   * @returns {Promise<Outcome | undefined>} nothing if the tests hang
   */
  async perform(task, timeout) {
    const outcome = await this.#attempt(task, timeout)
    if (outcome?.crash === undefined) return outcome
    // No test has been begun, so this is not a second try of one.
    this.stop()
    return this.#attempt(task, timeout)
  }

  /** @type {(task: Task, timeout: number) => Promise<Outcome | undefined>} */
  async #attempt(task, timeout) {
    const child = this.#child ?? (await this.#start())
    const stopped = new AbortController()
    const { signal } = stopped
    child.send(task)
    const outcome = await Promise.race([
      once(child, 'message', { signal }).then(([message]) => /** @type {Outcome} */ (message)),
      once(child, 'exit', { signal }).then(() => undefined),
      setTimeout(timeout, undefined, { signal }),
    ])
    stopped.abort()
    if (outcome === undefined) this.stop()
    return outcome
  }

  stop() {
    const child = this.#child
    this.#child = undefined
    if (child?.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
}

/** @type {(outcome: Outcome, mutants: readonly Mutant[]) => string | undefined} */
function problemOfBaseline({ failed, passed, errors, crash }, mutants) {
  const [error = crash] = errors
  if (error !== undefined) return `the suite fails outside of its tests without the bug: ${error}`
  if (failed.length > 0) return `a test fails without the bug: ${failed[0]}`
  const without = mutants.find(
    ({ test }) => !passed.some((title) => test === undefined || title.includes(test)),
  )
  if (without === undefined) return undefined
  return without.test === undefined ? 'no test of the suite ran' : `no test "${without.test}" ran`
}

/** @type {(mutant: Mutant, outcome: Outcome | undefined) => Verdict} */
function judge(mutant, outcome) {
  if (outcome === undefined) {
    const killed = mutant.hangs === true
    return { mutant, killed, what: killed ? 'hangs, as said' : 'ERROR: the tests hang' }
  }
  const { loaded, failed, passed, errors, crash } = outcome
  const [error = crash] = errors
  /** @type {(killed: boolean, what: string) => Verdict} */
  const verdict = (killed, what) => ({ mutant, killed, what })
  if (failed.length > 0 && loaded) return verdict(true, 'killed')
  // Where a file cannot be loaded, or a hook fails, tests do not run, and show nothing.
  if (error !== undefined) return verdict(false, `ERROR: fails outside of its tests: ${error}`)
  if (!loaded) return verdict(false, `ERROR: the suite never loads ${mutant.file}`)
  return verdict(false, passed.length > 0 ? 'SURVIVED' : 'ERROR: no test ran to its end')
}

/** @type {(mutants: readonly Mutant[]) => readonly string[]} */
const listTitles = (mutants) =>
  mutants.every(({ test }) => test !== undefined)
    ? [...new Set(mutants.map(({ test }) => test ?? ''))]
    : []

/** @type {(runner: Runner, mutants: readonly Mutant[], report: (verdict: Verdict) => void, until: number) => Promise<void>} */
async function runSuite(runner, mutants, report, until) {
  const [first] = mutants
  if (first === undefined || performance.now() > until) return
  const { suite } = first
  // Tests that are red anyway prove nothing.
  const baseline = await runner.perform({ suite, titles: listTitles(mutants) }, TIMEOUT_MS)
  const problem = baseline ? problemOfBaseline(baseline, mutants) : 'hangs without the bug'
  for (const mutant of mutants) {
    if (wasInterrupted()) throw new Failure('Interrupted.')
    if (performance.now() > until) return
    if (problem !== undefined) {
      report({ mutant, killed: false, what: `ERROR: ${suite}: ${problem}` })
      continue
    }
    const timeout = mutant.hangs === true ? TIMEOUT_HANGS_MS : TIMEOUT_MS
    const titles = listTitles([mutant])
    report(judge(mutant, await runner.perform({ suite, titles, bug: mutant }, timeout)))
  }
}

/**
 * @typedef {object} RunnerOptions
 * @property {number} [parallel] how many processes; they wait a part of their time, while Vitest starts
 * @property {number} [until] no row is begun after it, in milliseconds of `performance.now()`
 */

/**
 * Runs each row, suite by suite: the longest first, so that no process is left with it alone at the end, or in the order they are
 * given where there may not be time for all.
 *
 * @param {readonly Mutant[]} mutants rows that can be applied
 * @param {(verdict: Verdict) => void} report is told of each as soon as it is known
 * @param {RunnerOptions} [options]
 * @returns {Promise<void>}
 */
export async function runMutants(mutants, report, { parallel = 3, until = Infinity } = {}) {
  const suites = [...groupBy(mutants, ({ suite }) => suite).values()]
  const queue =
    until === Infinity ? suites.toSorted((one, other) => other.length - one.length) : suites
  await Promise.all(
    Array.from({ length: Math.min(parallel, queue.length) }, async () => {
      const runner = new Runner()
      try {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          await runSuite(runner, next, report, until)
        }
      } finally {
        runner.stop()
      }
    }),
  )
}
