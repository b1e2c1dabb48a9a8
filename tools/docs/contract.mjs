/**
 * Runs the contract and writes which line of the specification each test proves:
 * `node tools/docs/contract.mjs [--check] [--strict]`.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { problemsOf, renderTable } from '../../test/contract/src/table.mjs'
import { root } from '../root.mjs'
import { Failure, installed, run, runMain } from '../run.mjs'

const TABLE = join(root, 'docs/contract.md')

/** @typedef {import('../../test/contract/src/table.mjs').Lines} Lines */
/** @typedef {import('../../test/contract/src/table.mjs').Proof} Proof */
/**
 * @typedef {object} Report what is used of the report of Vitest
 * @property {readonly { readonly assertionResults: readonly TestResult[] }[]} testResults
 */
/**
 * @typedef {object} TestResult
 * @property {readonly string[]} ancestorTitles
 * @property {string} title
 * @property {string} status
 * @property {{ readonly proves?: readonly string[] }} meta
 */

/** @type {() => Promise<readonly Proof[]>} */
async function runContract() {
  const folder = mkdtempSync(join(tmpdir(), 'latchstring-contract-'))
  const file = join(folder, 'results.json')
  try {
    const files = ['core', 'next', 'core-function', 'next-function'].map(
      (name) => `test/contract/${name}.test.ts`,
    )
    const args = ['run', ...files, '--reporter=json', `--outputFile=${file}`]
    await run(installed('vitest'), args)
    if (!existsSync(file)) throw new Failure('The contract did not run.')
    const { testResults } = /** @type {Report} */ (JSON.parse(readFileSync(file, 'utf8')))
    const results = testResults.flatMap(({ assertionResults }) => assertionResults)
    const failed = results.filter(({ status }) => status !== 'passed')
    if (failed.length > 0 || results.length === 0) {
      throw new Failure(['The contract is broken:', ...failed.map(fullTitle)].join('\n  '))
    }
    return results.map((result) => ({
      ids: result.meta.proves ?? [],
      title: result.title,
      target: result.ancestorTitles[0] ?? '',
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @type {(result: TestResult) => string} */
const fullTitle = ({ ancestorTitles, title, status }) =>
  `${status}: ${[...ancestorTitles, title].join(' › ')}`

/** @type {() => Promise<number>} */
async function main() {
  const flags = new Set(process.argv.slice(2))
  const source = readFileSync(join(root, 'test/contract/lines.json'), 'utf8')
  const lines = /** @type {Lines} */ (JSON.parse(source))
  const proofs = await runContract()
  const problems = problemsOf(lines, proofs, { strict: flags.has('--strict') })
  if (problems.length > 0) throw new Failure(problems.join('\n'))
  const table = renderTable(lines, proofs)
  const current = existsSync(TABLE) ? readFileSync(TABLE, 'utf8') : ''
  const count = Object.values(lines.sections).flatMap((section) => Object.keys(section)).length
  if (flags.has('--check') && table !== current) {
    throw new Failure('docs/contract.md is out of date. Run: node tools/docs/contract.mjs')
  }
  if (!flags.has('--check')) writeFileSync(TABLE, table)
  console.log(`${count - lines.pending.length} of ${count} lines are proven.`)
  for (const id of lines.pending) console.log(`Pending: ${id}`)
  return 0
}

await runMain(main)
