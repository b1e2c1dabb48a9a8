/**
 * Shows that tests can fail: puts one bug at a time into a source while Vitest loads it, and expects its suite to fail:
 * `npm run mutants -- [PACKAGE|RULE…]`. Nothing on disk changes.
 *
 * The files beside this one list bugs: rule and sentence, file, text (-) that occurs in it once, what replaces it (+), and the suite.
 * White space in the text counts as any, so that a formatter may move it.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createVitest } from 'vitest/node'
import { root } from '../../tools/root.mjs'
import { Failure, runMain } from '../../tools/run.mjs'

/** @typedef {{ readonly from: string, readonly rule: string, readonly bug: string, readonly file: string, readonly find: string, readonly replace: string, readonly suite: string }} Row */

const ROW =
  /^(?<rule>[A-Z]+-[\w-]+) (?<bug>.+)\n {2}(?<file>\S+)\n {2}- (?<find>.+)\n {2}\+(?<replace>.*)\n {2}(?<suite>\S+)$/

/** @type {(from: string, text: string) => Row} */
function parseRow(from, text) {
  const found = ROW.exec(text)?.groups
  if (!found) throw new Failure(`${from} has a row that cannot be read:\n${text}`)
  return /** @type {Row} */ (/** @type {unknown} */ ({ from, ...found }))
}

/** @type {() => Promise<readonly Row[]>} */
async function readRows() {
  const names = readdirSync(import.meta.dirname).filter((name) => /^(?!run).*\.mjs$/.test(name))
  const lists = await Promise.all(
    names.toSorted().map(async (name) => {
      const { rows } = /** @type {{ rows: string }} */ (await import(`./${name}`))
      // Backquotes and `${` are escaped there.
      const text = rows.replaceAll(/\\(?=[`$])/g, '').trim()
      return text.split(/\n(?=\S)/).map((row) => parseRow(basename(name, '.mjs'), row))
    }),
  )
  return lists.flat()
}

/** @type {(row: Row) => RegExp} */
const toPattern = ({ find }) =>
  new RegExp(
    find.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`),
    'g',
  )

/** @type {(path: string) => string} */
function readIfThere(path) {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return ''
  }
}

/** Why a row means nothing any more. @type {(row: Row) => string | undefined} */
function findProblem(row) {
  const times = [...readIfThere(row.file).matchAll(toPattern(row))].length
  if (times !== 1) return `its text occurs ${times} times in ${row.file}: ${row.find}`
  return readIfThere(row.suite) === '' ? `there is no ${row.suite}` : undefined
}

/** @type {Row | undefined} */
let planted
let isLoaded = false

const plugin = {
  name: 'latchstring-mutant',
  enforce: /** @type {const} */ ('pre'),
  // A project has a server of its own, which would not have this plugin.
  /** @type {(config: import('vitest/config').ViteUserConfig) => void} */
  config({ test = {} }) {
    Reflect.deleteProperty(test, 'projects')
    // A row is found by a case that the normal run may leave out.
    Object.assign(test, { env: { ...test.env, LATCHSTRING_IN_FULL: 'yes' } })
  },
  /** @type {(code: string, id: string) => string | undefined} */
  transform(code, id) {
    if (planted === undefined || id.split('?')[0] !== join(root, planted.file)) return undefined
    isLoaded = true
    const { replace } = planted
    return code.replace(toPattern(planted), () => replace)
  },
}

/** @typedef {import('vitest/node').Vitest} Vitest */

/** Has a file transformed anew. @type {(vitest: Vitest, file: string) => void} */
function forget(vitest, file) {
  for (const { vite } of vitest.projects) {
    for (const { moduleGraph } of Object.values(vite.environments)) {
      for (const module of moduleGraph.getModulesByFile(join(root, file)) ?? []) {
        module.transformResult = null
      }
    }
  }
}

/** What came of a suite. @type {(vitest: Vitest, suite: string, row?: Row) => Promise<'passed' | 'failed' | 'broken'>} */
async function runSuite(vitest, suite, row) {
  planted = row
  isLoaded = false
  if (row) forget(vitest, row.file)
  // Tests that failed in a run before would end this one at once.
  vitest.state.filesMap.clear()
  const specification = vitest.getRootProject().createSpecification(join(root, suite))
  const { testModules } = await vitest.runTestSpecifications([specification])
  planted = undefined
  if (row) forget(vitest, row.file)
  const results = testModules.flatMap(({ children }) =>
    [...children.allTests()].map((test) => test.result().state),
  )
  if (results.includes('failed')) return 'failed'
  return results.includes('passed') && testModules.every((module) => module.ok())
    ? 'passed'
    : 'broken'
}

/** Judges the rows of a suite. @type {(vitest: Vitest, suite: string, rows: readonly Row[]) => Promise<readonly (readonly [Row, string])[]>} */
async function judge(vitest, suite, rows) {
  const clean = await runSuite(vitest, suite)
  if (clean !== 'passed') return rows.map((row) => [row, `${suite} fails without the bug`])
  /** @type {(readonly [Row, string])[]} */
  const missed = []
  for (const row of rows) {
    const result = await runSuite(vitest, suite, row)
    const problem = isLoaded ? 'no test fails' : 'the suite does not load the file'
    const what = result === 'broken' ? 'the file does not load with it' : problem
    if (result !== 'failed') missed.push([row, what])
    console.log(`${result === 'failed' ? 'noticed' : 'MISSED '}  ${row.rule}  ${row.bug}`)
  }
  return missed
}

/** @type {() => Promise<number>} */
async function main() {
  const names = process.argv.slice(2)
  const all = await readRows()
  const rows =
    names.length === 0
      ? all
      : all.filter(({ from, rule }) => names.includes(from) || names.includes(rule))
  if (rows.length === 0) throw new Failure(`There are no bugs of ${names.join(' ')}.`)
  const gone = rows.flatMap((row) => {
    const problem = findProblem(row)
    return problem === undefined ? [] : [/** @type {const} */ ([row, problem])]
  })
  const usable = rows.filter((row) => findProblem(row) === undefined)
  const vitest = await createVitest(
    'test',
    // A second try would hide a test that fails now and then.
    { root, watch: false, bail: 1, retry: 0, maxWorkers: 1, silent: true, reporters: [{}] },
    { plugins: [plugin], logLevel: 'silent' },
  )
  await vitest.standalone()
  const missed = [...gone]
  for (const suite of new Set(usable.map((row) => row.suite))) {
    missed.push(
      ...(await judge(
        vitest,
        suite,
        usable.filter((row) => row.suite === suite),
      )),
    )
  }
  await vitest.close()
  for (const [{ from, rule, bug }, what] of missed)
    console.log(`\n${from}, ${rule}: ${bug}\n  ${what}`)
  console.log(
    `\n${rows.length} bugs: ${rows.length - missed.length} noticed, ${missed.length} not.`,
  )
  return missed.length === 0 ? 0 : 1
}

await runMain(main)
