/** Mutates one module in a copy of the repository, with StrykerJS. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { Failure, mustRun } from '../run.mjs'
import { copyRepository } from './copy.mjs'
import { CONFIG, FIRST } from './hot-vitest.mjs'

/** The test file that loads everything that is mutated; in the folder in which all of this runs. */
const LOAD = 'mutation-load.check.ts'

export const APART = 'test/mutation/stryker'

/** Where results are kept between runs; not in git. */
export const KEPT = join(root, 'artifacts/mutation')

/** @typedef {import('../../test/mutation/types.d.ts').Module} Module */

/**
 * @typedef {object} Mutant what is used of the report of Stryker
 * @property {string} mutatorName
 * @property {string} [replacement]
 * @property {string} [statusReason]
 * @property {boolean} [static] whether it is in code that runs while modules are loaded
 * @property {readonly string[]} [coveredBy] tests that run it
 * @property {number} [testsCompleted]
 * @property {'Killed' | 'Survived' | 'NoCoverage' | 'Timeout' | 'CompileError' | 'RuntimeError' | 'Ignored'} status
 * @property {{ readonly start: Position, readonly end: Position }} location
 */
/** @typedef {{ readonly line: number, readonly column: number }} Position both begin at one */
/** @typedef {{ readonly source: string, readonly mutants: readonly Mutant[] }} MutatedFile */
/** @typedef {{ readonly files: Readonly<Record<string, MutatedFile>> }} Report */

/** The configuration of the repository, with the tests of the module only. @type {(module: Module) => string} */
const vitestConfig = ({ tests, environment = 'node' }) => `
import config from './vitest.config.ts'
import { renewCaches } from './tools/mutation/renew-caches.mjs'
export default {
  ...config,
  plugins: [renewCaches],
  test: {
    ...config.test,
    projects: undefined,
    include: ${JSON.stringify([LOAD, ...tests])},
    testTimeout: 60_000,
    environment: ${JSON.stringify(environment)},
    runner: './tools/mutation/hot-tests.mjs',
  },
}
`

/**
 * Some modules are loaded in the middle of a test, the first that needs them. What runs in them while they load would
 * count as run by that test alone.
 *
 * @type {(module: Module) => string}
 */
const loadFile = ({ files }) => `
import { test } from 'vitest'
import.meta.glob(${JSON.stringify([...files.map((file) => `./${file}`), '!**/*.test.ts', '!**/*.d.ts'])}, { eager: true })
test('loads', () => {})
`

/** @type {(name: string, module: Module, options: Options) => { readonly incrementalFile: string }} */
const strykerConfig = (name, module, { concurrency, only }) => ({
  mutate: [...(only ?? module.files), '!**/*.test.ts', '!**/*.d.ts'],
  testRunner: 'latchstring',
  plugins: ['./tools/mutation/stryker-plugin.mjs'],
  coverageAnalysis: 'perTest',
  concurrency,
  // It is a copy already, and links between workspaces would lead out of a copy of the copy.
  inPlace: true,
  // What is kept is of the whole module.
  incremental: only === undefined,
  incrementalFile: join(KEPT, `${name}.incremental.json`),
  // Stryker reads this file by an interface that TypeScript 7 does not have.
  tsconfigFile: 'none.json',
  // The runner of tests has limits of its own.
  timeoutMS: 300_000,
  // On a busy machine; each test has a limit of its own.
  dryRunTimeoutMinutes: 60,
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: 'mutation.json' },
  allowEmpty: true,
  disableTypeChecks: false,
})

/**
 * Takes out of the last run what has to be tried again. Stryker would not: it keeps what could not be judged, and of mutants
 * in code that runs while loading, which all tests reach, it does not see that there are new tests.
 *
 * @param {string} file
 */
function forgetUnjudged(file) {
  if (!existsSync(file)) return
  const report = /** @type {Report & { files: Record<string, MutatedFile> }} */ (
    JSON.parse(readFileSync(file, 'utf8'))
  )
  for (const [name, { mutants, ...rest }] of Object.entries(report.files))
    report.files[name] = { ...rest, mutants: mutants.filter(isJudged) }
  writeFileSync(file, JSON.stringify(report))
}

/** Of what runs while modules are loaded and again in a test, all tests were asked as well. @type {(mutant: Mutant) => boolean} */
const isOfLoading = ({ static: whileLoading, coveredBy = [], testsCompleted = 0 }) =>
  whileLoading === true || testsCompleted > coveredBy.length

/** @type {(mutant: Mutant) => boolean} */
const isJudged = (mutant) =>
  mutant.status === 'Killed' ||
  mutant.status === 'Timeout' ||
  (mutant.status === 'Survived' && !isOfLoading(mutant))

/**
 * @typedef {object} Options
 * @property {number} concurrency
 * @property {boolean} force nothing is taken from the last run
 * @property {boolean} trust mutants that are listed as equivalent are not tried: they take longest, since all tests run
 * @property {readonly string[]} [only] the lines that are mutated, as `FILE:FIRST-LAST`; all of the module without it
 */

/**
 * Mutates a module.
 *
 * @param {string} name
 * @param {Module} module
 * @param {Options} options
 * @returns {Promise<Report>}
 */
export async function mutate(name, module, options) {
  const { force, trust, only } = options
  const copy = mkdtempSync(join(tmpdir(), 'latchstring-mutation-'))
  try {
    copyRepository(copy)
    mkdirSync(KEPT, { recursive: true })
    writeFileSync(join(copy, CONFIG), vitestConfig(module))
    writeFileSync(join(copy, FIRST), "import { test } from 'vitest'\ntest('first', () => {})\n")
    writeFileSync(join(copy, LOAD), loadFile(module))
    const config = strykerConfig(name, module, options)
    if (only === undefined) forgetUnjudged(config.incrementalFile)
    writeFileSync(join(copy, 'stryker.config.json'), JSON.stringify(config))
    const program = join(root, APART, 'node_modules/@stryker-mutator/core/bin/stryker.js')
    const args = [program, 'run', 'stryker.config.json', ...(force ? ['--force'] : [])]
    const env = trust ? { LATCHSTRING_MUTATION_SOURCES: root } : {}
    const report = join(copy, 'mutation.json')
    rmSync(report, { force: true })
    const failure = `The module ${name} could not be mutated to the end.`
    await mustRun(process.execPath, args, { cwd: copy, env, failure })
    if (!existsSync(report)) throw new Failure(failure)
    return /** @type {Report} */ (JSON.parse(readFileSync(report, 'utf8')))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
