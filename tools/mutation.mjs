/**
 * Changes the sources of modules by machine, one place at a time, and counts the changes no test notices:
 * `npm run mutation -- MODULE… [--force] [--concurrency N]`.
 *
 * Runs in a copy of the working tree. What has not changed since the last run is taken from it, unless `--force` is
 * given. Writes docs/mutation.md, and what survived to artifacts/mutation/MODULE.md.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { equivalent } from '../test/mutation/equivalent.mjs'
import { modules } from '../test/mutation/modules.mjs'
import { installPackages } from './install.mjs'
import { readPage, renderPage } from './mutation/page.mjs'
import { judgeReport, renderSurvivors } from './mutation/score.mjs'
import { APART, KEPT, mutate } from './mutation/stryker.mjs'
import { root } from './root.mjs'
import { Failure, runMain, wasInterrupted } from './run.mjs'

const PAGE = join(root, 'docs/mutation.md')

/** @typedef {import('./mutation/page.mjs').Line} Line */

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

/** What the sources were, so that a reader can tell how old a line of the page is. @type {() => string} */
const commit = () => git('rev-parse', '--short=9', 'HEAD')

/** @type {(name: string, options: { readonly concurrency: number, readonly force: boolean }) => Promise<Line>} */
async function measure(name, options) {
  const module = modules[name]
  if (module === undefined) throw new Failure(`There is no module "${name}".`)
  const report = await mutate(name, module, options)
  if (wasInterrupted()) throw new Failure('Interrupted.')
  const score = judgeReport(report, equivalent)
  writeFileSync(join(KEPT, `${name}.md`), renderSurvivors(name, score))
  if (score.stale.length > 0) throw new Failure(score.stale.join('\n'))
  return { module: name, ...score.counts, threshold: module.threshold, commit: commit() }
}

/** @type {() => Promise<number>} */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { force: { type: 'boolean' }, concurrency: { type: 'string' } },
  })
  const names = requireModules(positionals)
  await installPackages(APART)
  const options = {
    force: values.force === true,
    concurrency: Number(values.concurrency ?? 1),
  }
  let low = 0
  for (const name of names) {
    const line = await measure(name, options)
    const lines = existsSync(PAGE) ? readPage(readFileSync(PAGE, 'utf8')) : []
    const page = renderPage([...lines.filter(({ module }) => module !== name), line], equivalent)
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
