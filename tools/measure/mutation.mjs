/**
 * Changes sources by machine with StrykerJS and counts the changes that a test notices: `npm run mutation -- MODULE…
 * [--sample N --seed S] [--concurrency N]`. A module is a folder or a file below `packages/core/src/lib`; `--list` prints the folders.
 *
 * A sample takes N mutants of the named modules by a hash of file name, changed text and replacement: it stays the same when a file
 * moves or other lines of it change. Reports, with what survived, are written to artifacts/mutation.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { nameMutant } from '../../test/mutation/sample.mjs'
import { installPackages } from '../install.mjs'
import { root } from '../root.mjs'
import { Failure, mustRun, runMain } from '../run.mjs'

const STRYKER = 'test/mutation/stryker'
const REPORTS = 'artifacts/mutation'

/** Packages are found above the copy, but for those of the workspaces: their relative links, copied, lead into the copy. Without spaces, at which it is split. */
const LINK =
  "node -e require('fs').cpSync('../../../../node_modules/@latchstring','node_modules/@latchstring',{recursive:true,verbatimSymlinks:true})"

/** @typedef {import('../../test/mutation/sample.mjs').Mutant} Mutant */
/** @typedef {{ readonly root: string, readonly threshold: number, readonly security: { readonly threshold: number, readonly paths: readonly string[] }, readonly flows: Readonly<Record<string, string>> }} Modules */
/** @typedef {{ readonly name: string, readonly files: readonly string[] }} Module */
/** @typedef {{ readonly status: string, readonly replacement: string, readonly location: { readonly start: { readonly line: number } } }} Judged */
/** @typedef {{ readonly Instrumenter: new (log: object) => { instrument(files: readonly object[], options: object): Promise<{ mutants: readonly Mutant[] }> } }} Stryker */
/** @typedef {{ readonly files: Readonly<Record<string, { readonly source: string, readonly mutants: readonly Judged[] }>> }} Report */

const table = /** @type {Modules} */ (
  JSON.parse(readFileSync(join(root, 'test/mutation/modules.json'), 'utf8'))
)

/** Not mutated: drawings and sentences, types, tests. */
const LEFT_OUT = /(?:^|\/)(?:marks|texts|types)\/|\.test\.ts$|\.d\.ts$/

/** @type {(folder: string) => readonly string[]} paths from the root */
function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => path.endsWith('.ts'))
    .toSorted()
}

/** @type {(name: string) => Module} */
function findModule(name) {
  const path = `${table.root}/${name.replace(/\/$/, '')}`
  if (!existsSync(join(root, path))) throw new Failure(`There is no ${path}.`)
  const all = statSync(join(root, path)).isDirectory() ? filesIn(path) : [path]
  const files = all.filter((file) => !LEFT_OUT.test(file.slice(table.root.length)))
  if (files.length === 0) throw new Failure(`Nothing in ${path} can be mutated.`)
  return { name: name.replace(/\/$/, ''), files }
}

/** Folders with sources, and the files beside them as one. @type {() => readonly string[]} */
const listModules = () =>
  readdirSync(join(root, table.root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(?:marks|types)$/.test(entry.name))
    .map(({ name }) => name)

/** @type {(name: string) => number} */
function findThreshold(name) {
  const { paths, threshold } = table.security
  const isSecurity = paths.some((path) => name === path || name.startsWith(`${path}/`))
  return isSecurity ? threshold : table.threshold
}

/** All mutants of some files. @type {(files: readonly string[]) => Promise<readonly Mutant[]>} */
async function enumerate(files) {
  const path = join(root, STRYKER, 'node_modules/@stryker-mutator/instrumenter/dist/src/index.js')
  const { Instrumenter } = /** @type {Stryker} */ (await import(pathToFileURL(path).href))
  const silent = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false }
  const sources = files.map((name) => ({
    name: join(root, name),
    content: readFileSync(join(root, name), 'utf8'),
    mutate: true,
  }))
  const options = { ignorers: [], excludedMutations: [], plugins: null, noHeader: true }
  const { mutants } = await new Instrumenter(silent).instrument(sources, options)
  return mutants
}

/** @type {(source: string, mutant: Mutant) => string} */
function mutatedText(source, { location: { start, end } }) {
  const lines = source.split('\n').slice(start.line, end.line + 1)
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.column)
  lines[0] = (lines[0] ?? '').slice(start.column)
  return lines.join('\n')
}

/** Those with the smallest hashes. @type {(mutants: readonly Mutant[], size: number, seed: string) => readonly Mutant[]} */
function sample(mutants, size, seed) {
  /** @type {Map<string, string>} */
  const sources = new Map()
  const hashed = mutants.map((mutant) => {
    const source = sources.get(mutant.fileName) ?? readFileSync(mutant.fileName, 'utf8')
    sources.set(mutant.fileName, source)
    const parts = [seed, basename(mutant.fileName), mutatedText(source, mutant), mutant.replacement]
    return { mutant, hash: createHash('sha256').update(parts.join('\0')).digest('hex') }
  })
  const sorted = hashed.toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
  return sorted.slice(0, size).map(({ mutant }) => mutant)
}

/** What Stryker calls a range. @type {(mutant: Mutant) => string} */
const toRange = ({ fileName, location: { start, end } }) =>
  `${fileName.slice(root.length + 1)}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`

/**
 * The tests beside the files of a module, and the flows that the table names for it.
 *
 * @type {(module: Module) => readonly string[]}
 */
function findTests({ name, files }) {
  const beside = files.map((file) =>
    dirname(file) === table.root ? file.replace(/\.ts$/, '.test.ts') : `${dirname(file)}/*.test.ts`,
  )
  const flows = Object.entries(table.flows).flatMap(([paths, names]) =>
    paths.split('|').some((path) => `${name.replace(/\.ts$/, '')}/`.startsWith(`${path}/`))
      ? names.split(' ').map((flow) => `test/flows/${flow}.test.ts`)
      : [],
  )
  return [...new Set([...beside, ...flows])]
}

/** @type {(module: Module, concurrency: number, chosen?: readonly Mutant[]) => Promise<Report>} */
async function mutate(module, concurrency, chosen) {
  const { name, files } = module
  const folder = join(root, REPORTS)
  mkdirSync(folder, { recursive: true })
  const at = join(folder, name.replaceAll('/', '-'))
  const config = {
    mutate: chosen?.map(toRange) ?? files,
    testRunner: 'vitest',
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    plugins: [
      join(root, STRYKER, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js'),
      join(root, 'test/mutation/sample.mjs'),
    ],
    checkers: chosen === undefined ? [] : ['sample'],
    coverageAnalysis: 'perTest',
    concurrency,
    tempDirName: `${REPORTS}/tmp`,
    symlinkNodeModules: false,
    buildCommand: LINK,
    ignorePatterns: [
      '.git',
      'artifacts',
      'dist',
      'compiled',
      '/apps',
      '/bench',
      '/examples',
      '/site',
      '/test/{e2e,frameworks,moved-applications,mutation/stryker}',
    ],
    // Stryker reads this file by an interface that TypeScript 7 does not have.
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    // On a busy machine. A loop without end is noticed by the count of its rounds.
    timeoutMS: 600_000,
    dryRunTimeoutMinutes: 120,
    allowEmpty: true,
    reporters: ['json', 'html', 'progress-append-only'],
    jsonReporter: { fileName: `${at}.json` },
    htmlReporter: { fileName: `${at}.html` },
  }
  writeFileSync(`${at}.config.json`, JSON.stringify(config))
  writeFileSync(`${at}.sample.json`, JSON.stringify(chosen?.map(nameMutant) ?? []))
  const failure = `${name} could not be mutated to the end.`
  const program = join(root, STRYKER, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  await mustRun(process.execPath, [program, 'run', `${at}.config.json`], {
    env: {
      LATCHSTRING_MUTATION_SAMPLE: `${at}.sample.json`,
      LATCHSTRING_MUTATION_TESTS: JSON.stringify(findTests(module)),
    },
    failure,
  })
  return /** @type {Report} */ (JSON.parse(readFileSync(`${at}.json`, 'utf8')))
}

/** Says how a module did. @type {(module: Module, report: Report) => { killed: number, all: number }} */
function judge({ name, files }, report) {
  const mutants = files.flatMap((file) => report.files[file]?.mutants ?? [])
  /** @type {(...wanted: readonly string[]) => number} */
  const count = (...wanted) => mutants.filter(({ status }) => wanted.includes(status)).length
  const late = count('Timeout')
  const killed = count('Killed') + late
  const all = killed + count('Survived', 'NoCoverage')
  const share =
    all === 0
      ? 'no mutants'
      : `${((100 * killed) / all).toFixed(1)} % of ${all} noticed, ${late} by time`
  console.log(`${name}: ${share} (wanted: ${findThreshold(name)} %)`)
  return { killed, all }
}

/** @type {(modules: readonly Module[], size: number, seed: string, concurrency: number) => Promise<number>} */
async function measureSample(modules, size, seed, concurrency) {
  const chosen = sample(await enumerate(modules.flatMap(({ files }) => files)), size, seed)
  let killed = 0
  let all = 0
  for (const module of modules) {
    const files = new Set(module.files.map((file) => join(root, file)))
    const own = chosen.filter(({ fileName }) => files.has(fileName))
    if (own.length === 0) continue
    const counts = judge(module, await mutate(module, concurrency, own))
    killed += counts.killed
    all += counts.all
  }
  const share = ((100 * killed) / all).toFixed(1)
  console.log(`Sample of ${size}, seed ${seed}: ${share} % of ${all} noticed.`)
  return 0
}

/** @type {() => Promise<number>} */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      concurrency: { type: 'string', default: '1' },
      list: { type: 'boolean' },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  })
  if (values.list) {
    console.log(JSON.stringify(listModules()))
    return 0
  }
  if (positionals.length === 0)
    throw new Failure(`Name modules, such as ${listModules().join(', ')}.`)
  const modules = positionals.map(findModule)
  const concurrency = Number(values.concurrency)
  await installPackages(STRYKER)
  if (values.sample !== undefined) {
    return measureSample(modules, Number(values.sample), values.seed, concurrency)
  }
  let low = 0
  for (const module of modules) {
    const report = await mutate(module, concurrency)
    const { killed, all } = judge(module, report)
    if (100 * killed < findThreshold(module.name) * all) low += 1
  }
  return low === 0 ? 0 : 1
}

await runMain(main)
