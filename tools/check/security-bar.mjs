/**
 * Checks that a test names each rule of the security bar, or a reason stands for it, and that docs/security-bar.md has each section and
 * no file that does not exist: `node tools/check/security-bar.mjs`. With `--write` it writes every rule with its tests into artifacts/pages.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../root.mjs'
import { Failure, runMain } from '../run.mjs'
import { findTests, readBar } from './security-bar/bar.mjs'
import { findProblems, findPageProblems, renderPage } from './security-bar/page.mjs'

const SUMMARY = join(root, 'docs/security-bar.md')
const PAGE = join(root, 'artifacts/pages/security-bar-rules.md')

await runMain(async () => {
  const bar = readBar()
  const tests = findTests(bar)
  const problems = [
    ...findProblems(bar, tests),
    ...findPageProblems(bar, readFileSync(SUMMARY, 'utf8'), (path) => existsSync(join(root, path))),
  ]
  if (problems.length > 0) throw new Failure(problems.join('\n'))
  if (process.argv.includes('--write')) {
    mkdirSync(dirname(PAGE), { recursive: true })
    writeFileSync(PAGE, renderPage(bar, tests))
  }
  const rules = bar.sections.flatMap((section) => section.rules)
  console.log(`${rules.length} rules, ${tests.length} titles.`)
  return 0
})
