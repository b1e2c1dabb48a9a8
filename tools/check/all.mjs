/** Everything about the repository that is not a test: `npm run check`. */
import { buildPackages } from '../release/build.mjs'
import { installApart, installPackages, requireNode } from '../install.mjs'
import { createSteps, Failure, inTwoLanes, installed, mustRun, runMain } from '../run.mjs'

/** @typedef {readonly [title: string, check: () => Promise<void>]} Check */

/** @type {(name: string, ...args: readonly string[]) => () => Promise<void>} */
const program =
  (name, ...args) =>
  () =>
    mustRun(installed(name), args, { quiet: true })

/** @type {(name: string, ...args: readonly string[]) => () => Promise<void>} */
const tool =
  (name, ...args) =>
  () =>
    mustRun(process.execPath, [`tools/${name}.mjs`, ...args], { quiet: true })

/** One after the other: the others read what is compiled. @type {readonly Check[]} */
const FIRST = [
  ['Format (npm run format repairs it)', program('oxfmt', '--check')],
  // The demo sees the packages as published: its types come from what was built.
  ['Packages compile', buildPackages],
  // While npm packs a package, its package.json is another one.
  ['Packages as published', tool('check/packages')],
]

/** Two at a time, the long ones first. @type {readonly Check[]} */
const CHECKS = [
  ['The site builds, and its links lead somewhere', tool('docs/site')],
  ['API reports (npm run api rewrites them)', tool('check/api-report', '--check')],
  ['Lint', program('oxlint', '--quiet')],
  ['Lint rules bite', tool('check/lint-bites')],
  ['Examples compile', tool('check/docs-examples')],
  ['Types of tests, benchmarks and tools', program('tsc', '-p', 'tsconfig.test.json')],
  ['Bundles are what they are made of', tool('check/bundles')],
  [
    'Bundles and installation are small',
    () => mustRun(process.execPath, ['bench/sizes.mjs'], { quiet: true }),
  ],
  ['Nothing unused', program('knip')],
  ['Figures (node tools/check/figures.mjs PART lists places)', tool('check/figures')],
  ['Lock file', tool('check/lockfile')],
  ['Providers are complete', tool('check/providers')],
  ['Pages about providers (npm run docs writes them)', tool('docs/providers', '--check')],
  ['Page about errors (node tools/docs/errors.mjs rewrites it)', tool('docs/errors', '--check')],
  ['Page of options (node tools/docs/options.mjs rewrites it)', tool('docs/options', '--check')],
  ['A test names each rule of the security bar', tool('check/security-bar')],
]

/** @type {() => Promise<number>} */
async function main() {
  requireNode()
  await installPackages()
  // The types of their tests need them.
  await installApart()
  const step = createSteps(FIRST.length + CHECKS.length)
  /** @type {string[]} */
  const failed = []
  /** @type {(check: Check) => Promise<void>} */
  const runCheck = ([title, check]) =>
    step(title, async () => {
      try {
        await check()
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        console.error(error.message)
        failed.push(title)
      }
    })
  for (const check of FIRST) await runCheck(check)
  await inTwoLanes(CHECKS, runCheck)
  console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed:\n  ${failed.join('\n  ')}`)
  return failed.length === 0 ? 0 : 1
}

await runMain(main)
