/**
 * Changes the sources of modules by machine, one place at a time, and counts the changes no test notices:
 * `npm run mutation -- MODULE… [--changed] [--force] [--trust] [--concurrency N]`, or
 * `npm run mutation -- --changed` for each module that has changed since it was last measured.
 *
 * Runs in a copy of the working tree. What has not changed since the last run is taken from it, unless `--force` is
 * given. With `--changed` only declarations are mutated that have changed since the module was measured whole. With `--trust`
 * mutants that are listed as equivalent are not tried. Writes docs/mutation.md, and what survived to
 * artifacts/mutation/MODULE.md.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { equivalent } from '../test/mutation/equivalent.mjs'
import { modules, outside } from '../test/mutation/modules.mjs'
import { installPackages } from './install.mjs'
import { findChanges, sources } from './mutation/changes.mjs'
import { cutPage } from './mutants/page.mjs'
import { readChanges, readPage, renderPage } from './mutation/page.mjs'
import { judgeReport, renderSurvivors } from './mutation/score.mjs'
import { APART, KEPT, mutate } from './mutation/stryker.mjs'
import { root } from './root.mjs'
import { Failure, runMain, wasInterrupted } from './run.mjs'

const PAGE = join(root, 'docs/mutation.md')

/** @typedef {import('./mutation/page.mjs').Line} Line */
/** @typedef {import('./mutation/page.mjs').Change} Change */
/** @typedef {{ readonly lines: readonly Line[], readonly changes: readonly Change[] }} Page */
/** @typedef {import('../test/mutation/types.d.ts').Module} Module */

/** @type {(names: readonly string[]) => readonly string[]} */
function requireModules(names) {
  const known = Object.keys(modules)
  const unknown = names.find((name) => !known.includes(name))
  if (names.length > 0 && unknown === undefined) return names
  const what = unknown === undefined ? 'Name a module.' : `There is no module "${unknown}".`
  throw new Failure(`${what} Modules: ${known.join(', ')}.`)
}

/** Those whose sources are not what was last measured. @type {(page: Page) => readonly string[]} */
const findStale = ({ lines, changes }) =>
  Object.entries(modules).flatMap(([name, module]) => {
    const measured = [...changes, ...lines].find((line) => line.module === name)
    return measured && findChanges(module, measured.commit).length === 0 ? [] : [name]
  })

/** @type {(...args: readonly string[]) => string} */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

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

/** @type {(name: string, options: import('./mutation/stryker.mjs').Options) => Promise<import('./mutation/score.mjs').Score>} */
async function judge(name, options) {
  const report = await mutate(name, findModule(name), options)
  const score = judgeReport(report, equivalent)
  const file = options.only === undefined ? `${name}.md` : `${name}.changed.md`
  writeFileSync(join(KEPT, file), renderSurvivors(name, score))
  return score
}

/** @type {(name: string) => Module} */
function findModule(name) {
  const module = modules[name]
  if (module === undefined) throw new Failure(`There is no module "${name}".`)
  return module
}

/** Measures a module whole; what was measured of its changes is in that. @type {(name: string, page: Page, options: import('./mutation/stryker.mjs').Options) => Promise<Page>} */
async function measure(name, { lines, changes }, options) {
  const module = findModule(name)
  const commit = lastCommit(name, module)
  const { counts, stale } = await judge(name, options)
  if (stale.length > 0) throw new Failure(stale.join('\n'))
  const line = { module: name, ...counts, threshold: module.threshold, commit }
  return {
    lines: [...lines.filter(({ module: other }) => other !== name), line],
    changes: changes.filter(({ module: other }) => other !== name),
  }
}

/** Measures what has changed since a module was measured whole. @type {(name: string, page: Page, options: import('./mutation/stryker.mjs').Options) => Promise<Page>} */
async function measureChanges(name, { lines, changes }, options) {
  const module = findModule(name)
  const whole = lines.find((line) => line.module === name)
  if (!whole) throw new Failure(`${name} was never measured whole. Leave out --changed.`)
  const commit = lastCommit(name, module)
  const kept = changes.filter(({ module: other }) => other !== name)
  const ranges = findChanges(module, whole.commit)
  if (ranges.length === 0) return { lines, changes: kept }
  const only = ranges.map(({ pattern }) => pattern)
  // A row about another line of the file is not stale: nothing was mutated there.
  const { counts } = await judge(name, { ...options, only })
  const count = ranges.reduce((sum, range) => sum + range.lines, 0)
  const change = {
    module: name,
    since: whole.commit,
    changed: count,
    ...counts,
    threshold: module.threshold,
    commit,
  }
  return { lines, changes: [...kept, change] }
}

/** @type {() => Page} */
function readKept() {
  const [text] = cutPage(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '')
  return {
    lines: readPage(text).filter(({ module }) => module in modules),
    changes: readChanges(text).filter(({ module }) => module in modules),
  }
}

/** What `npm run mutants` writes there stays. @type {(measured: string) => void} */
function writePage(measured) {
  const [, bugs] = cutPage(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '')
  writeFileSync(PAGE, bugs === '' ? measured : `${measured}\n${bugs}`)
}

/** Says how a module did. @type {(name: string, line: Line | Change | undefined, isPart: boolean) => boolean} whether well enough */
function tell(name, line, isPart) {
  if (!line) {
    console.log(`${name}: nothing has changed since it was measured whole.`)
    return true
  }
  const enough = line.score >= line.threshold
  const file = isPart ? `${name}.changed.md` : `${name}.md`
  console.log(
    `${name}: ${line.score.toFixed(1)} % of ${line.mutants} mutants${enough ? '' : `, less than ${line.threshold} %`}. ` +
      `Survivors: artifacts/mutation/${file}`,
  )
  return enough
}

/**
 * Measures one module, and writes the page. What keeps one from being measured is no reason to leave out those after it.
 *
 * @type {(name: string, isPart: boolean, options: import('./mutation/stryker.mjs').Options) => Promise<boolean>} whether it did well enough
 */
async function attempt(name, isPart, options) {
  try {
    const page = await (isPart ? measureChanges : measure)(name, readKept(), options)
    writePage(renderPage(page, equivalent, outside))
    const line = (isPart ? page.changes : page.lines).find(({ module }) => module === name)
    return tell(name, line, isPart)
  } catch (error) {
    if (!(error instanceof Failure) || wasInterrupted()) throw error
    console.error(`${name}: ${error.message}`)
    return false
  }
}

/** @type {() => Promise<number>} */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      changed: { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
      trust: { type: 'boolean', default: false },
      concurrency: { type: 'string', default: '1' },
    },
  })
  const { changed, force, trust } = values
  const isAll = changed && positionals.length === 0
  const names = isAll ? findStale(readKept()) : requireModules(positionals)
  if (isAll) console.log(`Changed since they were measured: ${names.join(', ') || 'none'}.`)
  await installPackages(APART)
  const options = { force, trust, concurrency: Number(values.concurrency) }
  const low = []
  for (const name of names) {
    if (!(await attempt(name, changed, options))) low.push(name)
  }
  if (low.length > 0) console.error(`\nNot measured, or below their threshold: ${low.join(', ')}.`)
  return low.length === 0 ? 0 : 1
}

await runMain(main)
