/**
 * Changes the sources of modules by machine, one place at a time, and counts the changes no test notices:
 * `npm run mutation -- MODULE… [--force] [--trust] [--concurrency N]`.
 *
 * Runs in a copy of the working tree. What has not changed since the last run is taken from it, unless `--force` is
 * given. With `--trust` mutants that are listed as equivalent are not tried. Writes docs/mutation.md, and what survived to
 * artifacts/mutation/MODULE.md.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { equivalent } from '../test/mutation/equivalent.mjs'
import { modules, outside } from '../test/mutation/modules.mjs'
import { installPackages } from './install.mjs'
import { readPage, renderPage } from './mutation/page.mjs'
import { judgeReport, renderSurvivors } from './mutation/score.mjs'
import { APART, KEPT, mutate } from './mutation/stryker.mjs'
import { root } from './root.mjs'
import { Failure, runMain } from './run.mjs'

const PAGE = join(root, 'docs/mutation.md')

/** @typedef {import('./mutation/page.mjs').Line} Line */
/** @typedef {import('../test/mutation/types.d.ts').Module} Module */

/** @type {(names: readonly string[]) => readonly string[]} */
function requireModules(names) {
  const known = Object.keys(modules)
  const unknown = names.find((name) => !known.includes(name))
  if (names.length > 0 && unknown === undefined) return names
  const what = unknown === undefined ? 'Name a module.' : `There is no module "${unknown}".`
  throw new Failure(`${what} Modules: ${known.join(', ')}.`)
}

/** @type {(...args: readonly string[]) => string} */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** The sources of a module as Git finds them. @type {(module: Module) => readonly string[]} */
const sources = ({ files }) => [
  ...files.map((file) => `:(top,glob)${file}`),
  ':(top,exclude,glob)**/*.test.ts',
]

/**
 * The last commit that has changed the sources, so that a reader can tell whether a line of the page is about those of today.
 *
 * @type {(name: string, module: Module) => string}
 */
function lastCommit(name, module) {
  const changed = git('status', '--porcelain', '--', ...sources(module))
  if (changed !== '') throw new Failure(`Commit the sources of ${name} first:\n${changed}`)
  return git('log', '-1', '--abbrev=9', '--format=%h', '--', ...sources(module))
}

/** @type {(name: string, options: import('./mutation/stryker.mjs').Options) => Promise<Line>} */
async function measure(name, options) {
  const module = modules[name]
  if (module === undefined) throw new Failure(`There is no module "${name}".`)
  const commit = lastCommit(name, module)
  const report = await mutate(name, module, options)
  const score = judgeReport(report, equivalent)
  writeFileSync(join(KEPT, `${name}.md`), renderSurvivors(name, score))
  if (score.stale.length > 0) throw new Failure(score.stale.join('\n'))
  return { module: name, ...score.counts, threshold: module.threshold, commit }
}

/** @type {() => Promise<number>} */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      force: { type: 'boolean' },
      trust: { type: 'boolean' },
      concurrency: { type: 'string' },
    },
  })
  const names = requireModules(positionals)
  await installPackages(APART)
  const options = {
    force: values.force === true,
    trust: values.trust === true,
    concurrency: Number(values.concurrency ?? 1),
  }
  let low = 0
  for (const name of names) {
    const line = await measure(name, options)
    const lines = existsSync(PAGE) ? readPage(readFileSync(PAGE, 'utf8')) : []
    const known = lines.filter(({ module }) => module !== name && module in modules)
    const page = renderPage([...known, line], equivalent, outside)
    writeFileSync(PAGE, page)
    const enough = line.score >= line.threshold
    if (!enough) low += 1
    console.log(
      `${name}: ${line.score.toFixed(1)} % of ${line.mutants} mutants${enough ? '' : `, less than ${line.threshold} %`}. ` +
        `Survivors: artifacts/mutation/${name}.md`,
    )
  }
  return low === 0 ? 0 : 1
}

await runMain(main)
