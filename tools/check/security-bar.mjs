/**
 * Writes which tests prove each rule of the security bar, and which bugs made on purpose show that they can fail:
 * `node tools/check/security-bar.mjs [--check]`. A rule that no test names, and that nothing says is open, is an error.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readMutants } from '../mutants/rows.mjs'
import { missingPlaces, findProblems, renderPage } from './security-bar/page.mjs'
import { titlesIn } from './security-bar/titles.mjs'
import { root } from '../root.mjs'
import { Failure, runMain } from '../run.mjs'

const PAGE = join(root, 'docs/security-bar.md')
const BAR = join(root, 'test/security-bar/bar.json')

/** Files with tests, and suites that tests are made of. */
const TESTS =
  /\.(test|spec|contract)\.tsx?$|^test\/[\w-]+\/.*\.ts$|^packages\/adapter-conformance\/src\//

/** @typedef {import('./security-bar/page.mjs').Bar} Bar */
/** @typedef {import('./security-bar/page.mjs').Proof} Proof */

/** @type {(ids: readonly string[]) => readonly Proof[]} */
function findTests(ids) {
  const pattern = new RegExp(`\\b(?:${ids.join('|')})\\b`)
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
  return files
    .split('\n')
    .filter((file) => TESTS.test(file) && existsSync(join(root, file)))
    .toSorted()
    .flatMap((file) => titlesIn(join(root, file), pattern).map((title) => ({ file, title })))
}

/** @type {() => Promise<number>} */
async function main() {
  const { values } = parseArgs({ options: { check: { type: 'boolean' } } })
  const bar = /** @type {Bar} */ (JSON.parse(readFileSync(BAR, 'utf8')))
  const ids = bar.sections.flatMap(({ rules }) => rules.map(({ id }) => id))
  const facts = {
    tests: findTests(ids),
    mutants: await readMutants(join(root, 'test/mutants')),
  }
  const page = renderPage(bar, facts)
  if (!values.check) writeFileSync(PAGE, page)
  const places = missingPlaces(bar, (place) => existsSync(join(root, place)))
  const problems = [...findProblems(bar, facts), ...places]
  if (problems.length > 0) throw new Failure(problems.join('\n'))
  if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== page) {
    throw new Failure(`${PAGE} is out of date. Run \`node tools/check/security-bar.mjs\`.`)
  }
  console.log(`${ids.length} rules, ${facts.tests.length} titles.`)
  return 0
}

await runMain(main)
