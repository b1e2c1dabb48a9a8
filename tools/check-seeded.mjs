/**
 * Shows that tests can fail: each patch in test/seeded brings back one bug in a copy of the repository, and the tests
 * it names have to turn red: `node tools/check-seeded.mjs [NAME …]`.
 *
 * The head of a patch says which rule it breaks (`LNK-02: what goes wrong`), which tests see it
 * (`# test: FILE -t "part of the test's name"`) and, with `# hangs`, that those never come to an end.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { root } from './root.mjs'
import { Failure, runMain, wasInterrupted } from './run.mjs'

const FOLDER = join(root, 'test/seeded')
const SCOPE = '@latchstring'

/** Folders that a copy does not need. */
const LEFT_OUT = new Set(['.git', 'dist', '.next', 'test-results'])

/** How long tests may take before they count as hanging, in milliseconds. */
const PATIENCE = 120_000
const PATIENCE_WHEN_HANGING = 15_000

/**
 * @typedef {object} Seed
 * @property {string} name
 * @property {string} path of the patch
 * @property {string} rule
 * @property {string} file of the tests
 * @property {string} pattern part of their names
 * @property {boolean} hangs
 */

/** @typedef {{ readonly failed: number, readonly passed: number, readonly hung: boolean }} Outcome */

/** @type {(name: string) => Seed} */
function readSeed(name) {
  const path = join(FOLDER, `${name}.patch`)
  const text = readFileSync(path, 'utf8')
  const rule = /^([A-Z]{3}-\d{2}): \S/.exec(text)?.[1]
  const [, file, pattern] = /^# test: (\S+) -t "([^"]+)"$/m.exec(text) ?? []
  if (rule === undefined || file === undefined || pattern === undefined) {
    throw new Failure(`${path} has to begin with "RULE-00: bug" and \`# test: FILE -t "NAME"\`.`)
  }
  return { name, path, rule, file, pattern, hangs: /^# hangs$/m.test(text) }
}

/** @type {(names: readonly string[]) => readonly Seed[]} */
function readSeeds(names) {
  const all = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.patch'))
    .map((file) => basename(file, '.patch'))
  const unknown = names.find((name) => !all.includes(name))
  if (unknown !== undefined) throw new Failure(`There is no ${join(FOLDER, unknown)}.patch.`)
  return (names.length === 0 ? all : names).map(readSeed)
}

/**
 * Installed packages are linked. The links of the workspaces are relative, so that in a copy they lead to the copy.
 *
 * @type {(from: string, to: string) => void}
 */
function linkPackages(from, to) {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    if (name === SCOPE)
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
    else if (!name.startsWith('.')) symlinkSync(join(from, name), join(to, name))
  }
}

/** @type {(to: string) => void} */
function copyRepository(to) {
  /** @type {string[]} */
  const packages = []
  cpSync(root, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => {
      const name = basename(source)
      if (name === 'node_modules') packages.push(source)
      return name !== 'node_modules' && !LEFT_OUT.has(name)
    },
  })
  for (const from of packages) linkPackages(from, join(to, relative(root, from)))
}

/** @type {(report: string) => Outcome} */
function readReport(report) {
  /** @type {unknown} */
  const parsed = JSON.parse(readFileSync(report, 'utf8'))
  // The reporter of vitest writes these.
  const counts = /** @type {{ numFailedTests: number, numPassedTests: number }} */ (parsed)
  return { failed: counts.numFailedTests, passed: counts.numPassedTests, hung: false }
}

/** @type {(copy: string, args: readonly string[], patience: number) => Promise<Outcome>} */
async function runTests(copy, args, patience) {
  const report = join(copy, 'seeded.json')
  rmSync(report, { force: true })
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=json', `--outputFile.json=${report}`]
  // In a group of its own, so that a worker that does not come to an end can be ended with it.
  const child = spawn(process.execPath, [vitest, 'run', ...reporters, ...args], {
    cwd: copy,
    stdio: 'ignore',
    detached: true,
  })
  let hung = false
  const timer = setTimeout(() => {
    hung = true
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }, patience)
  await once(child, 'close')
  clearTimeout(timer)
  if (hung) return { failed: 0, passed: 0, hung }
  if (existsSync(report)) return readReport(report)
  throw new Failure(`The tests (${args.join(' ')}) could not be run.`)
}

/** @type {(copy: string, path: string, ...options: readonly string[]) => boolean} */
function apply(copy, path, ...options) {
  try {
    execFileSync('git', ['apply', ...options, path], { cwd: copy, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Tests that are red anyway prove nothing. @type {(copy: string, seeds: readonly Seed[]) => Promise<void>} */
async function requireGreen(copy, seeds) {
  const files = [...new Set(seeds.map(({ file }) => file))]
  const { failed, passed } = await runTests(copy, files, PATIENCE)
  if (failed > 0 || passed === 0) {
    throw new Failure(`Without any patch ${failed} tests fail and ${passed} pass. Mend that first.`)
  }
}

/** @typedef {{ readonly red: boolean, readonly what: string }} Verdict */

/** @type {(copy: string, seed: Seed) => Promise<Verdict>} */
async function judge(copy, { file, pattern, hangs }) {
  const patience = hangs ? PATIENCE_WHEN_HANGING : PATIENCE
  const { failed, passed, hung } = await runTests(copy, [file, '-t', pattern], patience)
  if (hung) return { red: hangs, what: 'the tests hang' }
  if (failed > 0) return { red: true, what: `${failed} of ${failed + passed} red` }
  // A file that cannot be loaded has no tests at all, and shows nothing.
  return { red: false, what: passed > 0 ? `${passed} still green` : 'no test ran' }
}

/** @type {(copy: string, seed: Seed) => Promise<Verdict>} */
async function plant(copy, seed) {
  if (!apply(copy, seed.path)) return { red: false, what: 'does not apply; make the patch anew' }
  const verdict = await judge(copy, seed)
  if (!apply(copy, seed.path, '--reverse')) throw new Failure(`${seed.path} cannot be taken back.`)
  return verdict
}

/** @type {() => Promise<number>} */
async function main() {
  const seeds = readSeeds(process.argv.slice(2))
  const copy = mkdtempSync(join(tmpdir(), 'latchstring-seeded-'))
  /** @type {string[]} */
  const survivors = []
  try {
    copyRepository(copy)
    await requireGreen(copy, seeds)
    const width = Math.max(...seeds.map(({ name }) => name.length))
    for (const seed of seeds) {
      const { red, what } = await plant(copy, seed)
      if (wasInterrupted()) throw new Failure('Interrupted.')
      console.log(`${red ? 'red ' : 'FAIL'}  ${seed.rule}  ${seed.name.padEnd(width)}  ${what}`)
      if (!red) survivors.push(seed.name)
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  const result =
    survivors.length === 0 ? 'each seen by a test' : `not seen: ${survivors.join(', ')}`
  console.log(`\n${seeds.length} seeded bugs, ${result}.`)
  return survivors.length === 0 ? 0 : 1
}

await runMain(main)
