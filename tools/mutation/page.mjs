/** @typedef {import('./score.mjs').Counts & { readonly module: string, readonly threshold: number, readonly commit: string }} Line */
/** @typedef {import('../../test/mutation/types.d.ts').Equivalent} Equivalent */
/** @typedef {import('../../test/mutation/types.d.ts').Outside} Outside */

const HEAD = `# Mutation testing

\`npm run mutation -- MODULE\` changes the sources of a module by machine, one place at a time (StrykerJS), and counts how many of
the changes its tests notice. \`test/mutation/modules.mjs\` says which files and tests make a module, and which score it has to
reach. A module is measured when somebody works on it: each line names the last commit that had changed its sources by then. This page is
written by that run.

Killed are those that a test notices, those that never end included. Equivalent are those that no test can notice; the reasons
are below. They do not count.
`

const COLUMNS = /** @type {const} */ ([
  'module',
  'mutants',
  'killed',
  'survived',
  'uncovered',
  'equivalent',
  'score',
  'threshold',
  'commit',
])
const TITLES =
  'Module | Mutants | Killed | Survived | Not covered | Equivalent | Score | Wanted | Commit'

/** @type {(line: Line) => readonly string[]} */
const splitCells = (line) =>
  COLUMNS.map((column) => {
    const value = line[column]
    if (column === 'score') return `${line.score.toFixed(1)} %`
    return column === 'threshold' ? `${value} %` : String(value)
  })

/**
 * The lines of a page that was written before.
 *
 * @param {string} page
 * @returns {readonly Line[]}
 */
export function readPage(page) {
  return [...page.matchAll(/^\| ([a-z][\w-]*) .*\|$/gm)].map(([row]) => {
    const cells = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    const values = COLUMNS.map((column, index) => {
      const cell = cells[index] ?? ''
      const isText = column === 'module' || column === 'commit'
      return [column, isText ? cell : Number.parseFloat(cell)]
    })
    // The columns are those of the type.
    return /** @type {Line} */ (Object.fromEntries(values))
  })
}

/** @type {(rows: readonly (readonly string[])[]) => string} */
function table([head = [], ...body]) {
  const widths = head.map((title, index) =>
    Math.max(3, title.length, ...body.map((row) => (row[index] ?? '').length)),
  )
  /** @type {(row: readonly string[]) => string} */
  const line = (row) =>
    `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(head), rule, ...body.map(line)].join('\n')
}

/** As the formatter writes it. @type {(text: string) => string} */
const code = (text) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``)

/** @type {(row: Equivalent) => string} */
const renderReason = ({ file, original, replacement, reason }) =>
  `- ${file}: ${code(original)}${replacement === undefined ? '' : ` → ${code(replacement)}`}. ${reason}`

/** @type {(row: Outside) => string} */
const renderOutside = ({ files, reason }) => `- ${files}: ${reason}`

/**
 * The page.
 *
 * @param {readonly Line[]} lines
 * @param {readonly Equivalent[]} equivalent
 * @param {readonly Outside[]} outside what of the library is in no module
 * @returns {string}
 */
export function renderPage(lines, equivalent, outside = []) {
  const sorted = lines.toSorted((one, other) => (one.module < other.module ? -1 : 1))
  const rows = [TITLES.split(' | '), ...sorted.map(splitCells)]
  const reasons = ['## Equivalent mutants', '', ...equivalent.map(renderReason)]
  const left =
    outside.length > 0 ? ['In no module are:', '', ...outside.map(renderOutside), ''] : []
  return (
    [HEAD, table(rows), '', ...left, ...(equivalent.length > 0 ? reasons : []), '']
      .join('\n')
      .trimEnd() + '\n'
  )
}
