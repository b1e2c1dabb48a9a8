/** @typedef {import('./score.mjs').Counts & { readonly module: string, readonly threshold: number, readonly commit: string }} Line */
/** @typedef {Line & { readonly since: string, readonly changed: number }} Change what became of the lines changed since a commit */
/** @typedef {import('../../test/mutation/types.d.ts').Equivalent} Equivalent */
/** @typedef {import('../../test/mutation/types.d.ts').Outside} Outside */

const HEAD = `# Mutation testing

\`npm run mutation -- MODULE\` changes the sources of a module by machine, one place at a time (StrykerJS), and counts how many of
the changes its tests notice. \`test/mutation/modules.mjs\` says which files and tests make a module, and which score it has to
reach. Each line names the last commit that had changed the sources of the module by then. With \`--changed\` only those declarations are
mutated that have changed since; they have a table of their own. This page is written by that run, but for its last section.

Killed are those that a test notices, those that never end included. Equivalent are those that no test can notice; the reasons
are below. They do not count.
`

const CHANGED = `## Changed since

Of each module that has changed since it was measured whole: the declarations in which a line has changed, mutated as they are at the
second commit.
`

/** The columns of the table of modules, with their titles. @type {readonly (readonly [keyof Line, string])[]} */
const COLUMNS = [
  ['module', 'Module'],
  ['mutants', 'Mutants'],
  ['killed', 'Killed'],
  ['survived', 'Survived'],
  ['uncovered', 'Not covered'],
  ['equivalent', 'Equivalent'],
  ['score', 'Score'],
  ['threshold', 'Wanted'],
  ['commit', 'Commit'],
]
/** @type {readonly (readonly [keyof Change, string])[]} */
const CHANGE_COLUMNS = [
  ['module', 'Module'],
  ['since', 'Since'],
  ['changed', 'Lines'],
  ...COLUMNS.slice(1),
]

const TEXTS = new Set(['module', 'commit', 'since'])

/** @type {<L extends Line>(line: L, columns: readonly (readonly [keyof L, string])[]) => readonly string[]} */
const splitCells = (line, columns) =>
  columns.map(([column]) => {
    const value = line[column]
    if (column === 'score') return `${line.score.toFixed(1)} %`
    return column === 'threshold' ? `${line.threshold} %` : String(value)
  })

/** @type {(text: string, columns: readonly (readonly [string, string])[]) => readonly Readonly<Record<string, unknown>>[]} */
const readRows = (text, columns) =>
  [...text.matchAll(/^\| ([a-z][\w-]*) .*\|$/gm)].map(([row]) => {
    const cells = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    const values = columns.map(([column], index) => {
      const cell = cells[index] ?? ''
      return [column, TEXTS.has(column) ? cell : Number.parseFloat(cell)]
    })
    return /** @type {Record<string, unknown>} */ (Object.fromEntries(values))
  })

/** @type {(page: string) => readonly [whole: string, changed: string]} */
function splitPage(page) {
  const [whole = '', changed = ''] = page.split(/^## Changed since$/m)
  return [whole, changed]
}

/**
 * The lines of a page that was written before, of modules measured whole.
 *
 * @param {string} page
 * @returns {readonly Line[]}
 */
export const readPage = (page) =>
  // The columns are those of the type.
  /** @type {readonly Line[]} */ (readRows(splitPage(page)[0], COLUMNS))

/**
 * The lines of a page that was written before, of what has changed since.
 *
 * @param {string} page
 * @returns {readonly Change[]}
 */
export const readChanges = (page) =>
  // The columns are those of the type.
  /** @type {readonly Change[]} */ (readRows(splitPage(page)[1], CHANGE_COLUMNS))

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

/** @type {<L extends Line>(lines: readonly L[], columns: readonly (readonly [keyof L, string])[]) => string} */
function renderLines(lines, columns) {
  const sorted = lines.toSorted((one, other) => (one.module < other.module ? -1 : 1))
  return table([
    columns.map(([, title]) => title),
    ...sorted.map((line) => splitCells(line, columns)),
  ])
}

/**
 * The page.
 *
 * @param {{ readonly lines: readonly Line[], readonly changes: readonly Change[] }} measured modules, and what has changed of them since
 * @param {readonly Equivalent[]} equivalent
 * @param {readonly Outside[]} outside what of the library is in no module
 * @returns {string}
 */
export function renderPage({ lines, changes }, equivalent, outside = []) {
  const since = changes.length > 0 ? [CHANGED, renderLines(changes, CHANGE_COLUMNS), ''] : []
  const reasons = ['## Equivalent mutants', '', ...equivalent.map(renderReason)]
  const left =
    outside.length > 0 ? ['In no module are:', '', ...outside.map(renderOutside), ''] : []
  const parts = [HEAD, renderLines(lines, COLUMNS), '', ...left, ...since]
  return [...parts, ...(equivalent.length > 0 ? reasons : []), ''].join('\n').trimEnd() + '\n'
}
