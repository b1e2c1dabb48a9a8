/**
 * Shows that tests can fail: each row of test/mutants puts one bug into one source file, and the tests it names have
 * to notice: `npm run mutants -- [SUBJECT|RULE …] [--changed BASE] [--share N]`.
 *
 * `--share 4` runs every fourth row, and the others on the next three days; `--minutes 5` begins no row after that time, and takes
 * the suites in another order each day.
 * A run of all rows writes their section of docs/mutation.md; with `--check` it compares that instead. `--rows` runs nothing, and
 * looks whether each row can still be applied and the page lists them all.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { groupBy } from './mutants/group.mjs'
import { cutPage, renderBugs } from './mutants/page.mjs'
import { changedSince, findProblem, readMutants, select } from './mutants/rows.mjs'
import { runMutants } from './mutants/runner.mjs'
import { root } from './root.mjs'
import { Failure, runMain } from './run.mjs'

const PAGE = join(root, 'docs/mutation.md')

/** @typedef {import('./mutants/rows.mjs').Mutant} Mutant */
/** @typedef {import('./mutants/runner.mjs').Verdict} Verdict */

/** @type {(mutants: readonly Mutant[]) => void} */
function requireApplicable(mutants) {
  const problems = mutants.map((mutant) => findProblem(root, mutant)).filter(Boolean)
  if (problems.length > 0) throw new Failure(problems.join('\n'))
}

/** @type {(verdicts: readonly Verdict[]) => void} */
function comparePage(verdicts) {
  if (cutPage(readFileSync(PAGE, 'utf8'))[1] === renderBugs(verdicts)) return
  throw new Failure(
    `${PAGE} does not list these rows. Run \`npm run mutants\` and commit the page.`,
  )
}

/** @type {(mutants: readonly Mutant[], until: number) => Promise<readonly Verdict[]>} */
async function runAll(mutants, until) {
  /** @type {Verdict[]} */
  const verdicts = []
  /** @type {(verdict: Verdict) => void} */
  const tell = (verdict) => {
    verdicts.push(verdict)
    const { rule, bug, path, suite } = verdict.mutant
    const count = `${verdicts.length}/${mutants.length}`
    const what = verdict.killed ? 'killed  ' : verdict.what
    console.log(`${count}  ${what}  ${rule}${path === undefined ? '' : ` (${path})`}  ${bug}`)
    if (!verdict.killed) console.log(`      ${verdict.mutant.where}; ${suite}`)
  }
  await runMutants(mutants, tell, { until })
  return verdicts
}

/** @type {(verdicts: readonly Verdict[], seconds: number) => number} the exit code */
function summarize(verdicts, seconds) {
  const missed = verdicts.filter(({ killed }) => !killed)
  const rules = groupBy(missed, ({ mutant }) => mutant.rule)
  for (const [rule, list] of rules) {
    console.log(`\n${rule}: ${list.length} not noticed`)
    // Again, since thousands of lines may lie between.
    for (const { mutant, what } of list) console.log(`  ${mutant.where}; ${mutant.suite}: ${what}`)
  }
  const killed = verdicts.length - missed.length
  const named = new Set(verdicts.map(({ mutant }) => mutant.rule)).size
  console.log(
    `\n${verdicts.length} bugs against ${named} rules: ${killed} killed, ${missed.length} not, in ${Math.round(seconds)} s.`,
  )
  return missed.length === 0 ? 0 : 1
}

const today = Math.floor(Date.now() / 86_400_000)

/** @type {(mutants: readonly Mutant[]) => readonly Mutant[]} */
function orderOfToday(mutants) {
  /** @type {(mutant: Mutant) => string} */
  const key = ({ suite }) => createHash('sha256').update(`${today} ${suite}`).digest('hex')
  return mutants.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
}

/** @type {(minutes: string | undefined) => number} when no row is begun any more */
function parseMinutes(minutes) {
  if (minutes === undefined) return Infinity
  if (Number(minutes) > 0) return performance.now() + Number(minutes) * 60_000
  throw new Failure(`--minutes has to be a number above 0, not "${minutes}".`)
}

/** What is left out today has its turn on another day. @type {(mutants: readonly Mutant[], share: string) => readonly Mutant[]} */
function takeShare(mutants, share) {
  const every = Number(share)
  if (!Number.isInteger(every) || every < 1) {
    throw new Failure(`--share has to be a whole number from 1, not "${share}".`)
  }
  return mutants.filter((_, index) => (index + today) % every === 0)
}

/** @type {() => Promise<number>} */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      changed: { type: 'string' },
      check: { type: 'boolean' },
      minutes: { type: 'string' },
      rows: { type: 'boolean' },
      share: { type: 'string', default: '1' },
    },
  })
  const all = await readMutants(join(root, 'test/mutants'))
  const named = select(all, positionals)
  const candidates = values.changed ? await changedSince(root, values.changed, named) : named
  const mutants = takeShare(candidates, values.share)
  requireApplicable(mutants)
  if (values.rows) {
    comparePage(mutants.map((mutant) => ({ mutant, killed: true, what: '' })))
    return 0
  }
  const start = performance.now()
  const until = parseMinutes(values.minutes)
  const verdicts = await runAll(until === Infinity ? mutants : orderOfToday(mutants), until)
  const code = summarize(verdicts, (performance.now() - start) / 1000)
  const left = mutants.length - verdicts.length
  if (left > 0) console.log(`There was no time for ${left} more.`)
  if (verdicts.length < all.length) return code
  if (values.check) comparePage(verdicts)
  else writeFileSync(PAGE, `${cutPage(readFileSync(PAGE, 'utf8'))[0]}\n${renderBugs(verdicts)}`)
  return code
}

await runMain(main)
