import { groupBy } from './group.mjs'

/** @typedef {import('./runner.mjs').Verdict} Verdict */

const TITLE = '## Bugs made on purpose'

const HEAD = `${TITLE}

Every rule of the library is tested, and every such test is tested in turn: \`test/mutants\` lists bugs, each a piece of a source
file and what replaces it, and \`npm run mutants\` puts in one after the other and expects the tests it names to fail.
This section is written by that run.
`

/**
 * Cuts a page in two: what a run over modules writes, and the section of these bugs.
 *
 * @param {string} page
 * @returns {readonly [modules: string, bugs: string]}
 */
export function cutPage(page) {
  const start = page.indexOf(`\n${TITLE}\n`)
  return start < 0 ? [page, ''] : [page.slice(0, start), page.slice(start + 1)]
}

/** @type {(verdicts: readonly Verdict[]) => string} */
const listPaths = (verdicts) =>
  [...new Set(verdicts.map(({ mutant }) => mutant.path ?? '').filter(Boolean))]
    .toSorted()
    .join(', ')

/**
 * The section about a run.
 *
 * @param {readonly Verdict[]} verdicts
 * @returns {string}
 */
export function renderBugs(verdicts) {
  const rules = [...groupBy(verdicts, ({ mutant }) => mutant.rule)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  const rows = rules.map(([rule, list]) => {
    const killed = list.filter((verdict) => verdict.killed).length
    return [rule, listPaths(list), String(list.length), String(killed)]
  })
  const killed = verdicts.filter((verdict) => verdict.killed).length
  const total = ['All', '', String(verdicts.length), String(killed)]
  return `${HEAD}\n${table([['Rule', 'Paths', 'Bugs', 'Noticed'], ...rows, total])}\n`
}

/** As the formatter aligns it. @type {(rows: readonly (readonly string[])[]) => string} */
function table(rows) {
  const [head = [], ...body] = rows
  const widths = head.map((_, index) =>
    Math.max(...rows.map((row) => (row[index] ?? '').length), 3),
  )
  /** @type {(row: readonly string[]) => string} */
  const line = (row) =>
    `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(head), rule, ...body.map(line)].join('\n')
}
