import { groupBy } from './group.mjs'

/** @typedef {import('./runner.mjs').Verdict} Verdict */

const HEAD = `# Bugs made on purpose

Every rule of the library is tested, and every such test is tested in turn: \`test/mutants\` lists bugs, each a piece of a source
file and what replaces it, and \`npm run mutants\` puts in one after the other and expects the tests it names to fail.
This page is written by that run.
`

/** @type {(verdicts: readonly Verdict[]) => string} */
const listPaths = (verdicts) =>
  [...new Set(verdicts.map(({ mutant }) => mutant.path ?? '').filter(Boolean))]
    .toSorted()
    .join(', ')

/**
 * The page about a run.
 *
 * @param {readonly Verdict[]} verdicts
 * @returns {string}
 */
export function renderPage(verdicts) {
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
