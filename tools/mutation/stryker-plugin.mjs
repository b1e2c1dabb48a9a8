/**
 * Runs tests for StrykerJS. Its own runner loads all modules anew for each mutant, which takes seconds; this one keeps
 * them loaded (`hot-tests.mjs`) and loads anew only where a mutant is in code that runs while loading.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { equivalent } from '../../test/mutation/equivalent.mjs'
import { HotVitest } from './hot-vitest.mjs'
import { isListed } from './score.mjs'

/** @typedef {import('./hot-tests.mjs').Command} Command */
/** @typedef {import('./hot-tests.mjs').Ran} Ran */
/** @typedef {import('./hot-tests.mjs').Selection} Selection */

/** @typedef {{ readonly known: readonly (readonly [string, Ran])[], readonly loading: readonly string[] }} Found */
/** @typedef {{ readonly status: string, readonly killedBy?: readonly string[], readonly [detail: string]: unknown }} Result what Stryker is told of a mutant */

/** What Stryker calls them. */
const COMPLETE = 'complete'
const ERROR = 'error'
const SUCCESS = 0

/** In the folder in which all of this runs. */
const FOUND = 'mutation-found.json'

/** How long tests may take longer than without a mutant, in milliseconds. */
const TIMEOUT_MS = 15_000
const TIMEOUT_FACTOR = 3

/** Stryker allows a hundred times as often as without a mutant; on a busy machine that alone takes longer than the tests may. */
const HITS_SHARE = 10

/** A test that takes longer, in milliseconds, waits until all others have run. */
const SLOW_MS = 100

/** @type {(test: Ran) => boolean} */
const failed = ({ error }) => error !== undefined

/** @type {(test: Ran) => boolean} */
const isSlow = ({ ms }) => ms > SLOW_MS

/** @typedef {import('./stryker.mjs').Mutant['location']} Location */
/** @typedef {{ readonly id: string, readonly fileName: string, readonly replacement: string, readonly location: Location }} ActiveMutant its positions begin at zero */

/** Where the sources are as they are written, if those listed as equivalent are not to be tried. */
const SOURCES = process.env['LATCHSTRING_MUTATION_SOURCES']

/** @type {(position: Location['start']) => Location['start']} */
const fromOne = ({ line, column }) => ({ line: line + 1, column: column + 1 })

/** @type {(mutant: ActiveMutant) => boolean} */
function isKnown({ fileName, replacement, location: { start, end } }) {
  if (SOURCES === undefined) return false
  const file = relative(process.cwd(), fileName)
  const location = { start: fromOne(start), end: fromOne(end) }
  const source = readFileSync(join(SOURCES, file), 'utf8')
  return isListed(equivalent, file, source, { replacement, location })
}

/** @type {(tests: readonly Ran[]) => readonly Selection[]} */
function byFile(tests) {
  /** @type {Map<string, { ids: string[], ms: number }>} */
  const files = new Map()
  for (const { id, file, ms } of tests) {
    const sum = files.get(file) ?? { ids: [], ms: 0 }
    sum.ids.push(id)
    files.set(file, { ...sum, ms: sum.ms + ms })
  }
  return [...files]
    .toSorted(([, one], [, other]) => one.ms - other.ms)
    .map(([file, { ids }]) => ({ file, ids }))
}

class Runner {
  constructor() {
    this.vitest = new HotVitest()
    /** @type {Map<string, Ran>} */
    this.known = new Map()
    /** Mutants in code that runs while modules load, and runs again later. @type {Set<string>} */
    this.loading = new Set()
  }

  capabilities() {
    return { reloadEnvironment: true }
  }

  /** It reads what was found when it is given its first mutant: when it is made, the run without one may be under way. */
  async init() {}

  /** One process does the run without a mutant; the others read what it found. */
  #learn() {
    if (this.known.size > 0) return
    if (!existsSync(FOUND)) throw new Error('The run without a mutant has left nothing.')
    const { known, loading } = /** @type {Found} */ (JSON.parse(readFileSync(FOUND, 'utf8')))
    this.known = new Map(known)
    this.loading = new Set(loading)
  }

  async dispose() {
    await this.vitest.stop()
  }

  /** Runs everything without a mutant, to see which test reaches which mutant. */
  async dryRun() {
    // Nothing but loading: of what runs then, nothing runs again when tests do.
    const files = await this.vitest.files()
    const nothing = files.map((file) => ({ file, ids: [] }))
    const loaded = await this.vitest.perform({ files: nothing })
    /** @type {Record<string, Record<string, number>>} */
    const perTest = {}
    for (const file of files) {
      const reply = await this.vitest.perform({ files: [{ file }] })
      const broken = reply?.tests.find(failed)
      if (!reply || broken) {
        const what = broken ? `${broken.name}: ${broken.error}` : 'hangs'
        return { status: ERROR, errorMessage: `Without a mutant: ${file}: ${what}` }
      }
      for (const test of reply.tests) {
        this.known.set(test.id, test)
        // What runs while tests are collected, or between them, runs for each of them.
        perTest[test.id] = { ...reply.coverage.static, ...reply.coverage.perTest[test.id] }
      }
    }
    const inTests = new Set(Object.values(perTest).flatMap((hits) => Object.keys(hits)))
    const whileLoading = Object.entries(loaded?.coverage.static ?? {})
    this.loading = new Set(whileLoading.map(([id]) => id).filter((id) => inTests.has(id)))
    writeFileSync(FOUND, JSON.stringify({ known: [...this.known], loading: [...this.loading] }))
    return {
      status: COMPLETE,
      tests: [...this.known.values()].map(({ id, name, file, ms }) => ({
        id,
        name,
        fileName: file,
        timeSpentMs: Math.max(1, Math.round(ms)),
        status: SUCCESS,
      })),
      mutantCoverage: {
        static: Object.fromEntries(whileLoading.filter(([id]) => !inTests.has(id))),
        perTest,
      },
    }
  }

  /** @param {{ activeMutant: ActiveMutant, testFilter?: readonly string[], hitLimit?: number, mutantActivation: 'static' | 'runtime' }} options */
  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation }) {
    if (isKnown(activeMutant)) return { status: 'survived', nrOfTests: 0 }
    const { id } = activeMutant
    this.#learn()
    const all = [...this.known.keys()]
    const tests = testFilter ?? all
    const limited = hitLimit === undefined ? {} : { hitLimit: Math.ceil(hitLimit / HITS_SHARE) }
    const command = { mutant: id, bail: true, ...limited }
    if (mutantActivation === 'runtime') {
      const result = await this.#judge(command, tests)
      if (result.status !== 'survived' || !this.loading.has(id)) return result
    }
    // What was made while loading is used by others than those that load once more.
    return this.#judge({ mutant: id, bail: true, fresh: true }, all)
  }

  /** @type {(command: Omit<Command, 'files'>, tests: readonly string[]) => Promise<Result>} */
  async #judge(command, tests) {
    const files = this.#select(tests)
    const expected = tests.reduce((sum, test) => sum + (this.known.get(test)?.ms ?? 0), 0)
    const timeout = TIMEOUT_MS + TIMEOUT_FACTOR * expected
    const reply = await this.vitest.perform({ ...command, files }, timeout)
    if (reply?.exceeded) return { status: 'timeout', reason: 'Hit limit reached' }
    const nrOfTests = reply?.tests.length ?? 0
    const killer = reply?.tests.find(failed)
    if (reply && !killer) return { status: 'survived', nrOfTests }
    if (killer && (await this.#isClean(killer))) {
      return { status: 'killed', killedBy: [killer.id], failureMessage: killer.error, nrOfTests }
    }
    // What an earlier mutant left behind, or a busy machine, may be the reason: once more, in a new process.
    await this.vitest.restart()
    if (command.fresh !== true) return this.#judge({ ...command, fresh: true }, tests)
    return killer
      ? { status: 'error', errorMessage: `Without a mutant: ${killer.name}: fails` }
      : { status: 'timeout' }
  }

  /** Whether a test passes without a mutant. @type {(killer: Ran) => Promise<boolean>} */
  async #isClean({ id, file }) {
    const selection = this.known.has(id) ? { file, ids: [id] } : { file }
    const reply = await this.vitest.perform({ files: [selection], bail: true })
    return reply !== undefined && reply.tests.length > 0 && !reply.tests.some(failed)
  }

  /**
   * The files of tests, the quickest first, and each slow test only after all the quick ones: most mutants are noticed before.
   *
   * @type {(tests: readonly string[]) => readonly Selection[]}
   */
  #select(tests) {
    const known = tests.flatMap((id) => this.known.get(id) ?? [])
    return [
      ...byFile(known.filter((test) => !isSlow(test))),
      ...byFile(known.filter((test) => isSlow(test))),
    ]
  }
}

const createRunner = () => new Runner()

export const strykerPlugins = [{ kind: 'TestRunner', name: 'latchstring', factory: createRunner }]
