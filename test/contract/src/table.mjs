/**
 * What the table of the contract is made of, and what is wrong with it.
 *
 * @typedef {{ readonly ids: readonly string[], readonly title: string, readonly target: string }} Proof
 * @typedef {Readonly<Record<string, Readonly<Record<string, string>>>>} Sections
 * @typedef {{ readonly sections: Sections, readonly pending: readonly string[] }} Lines
 */

/** @type {(lines: Lines) => readonly string[]} */
const idsOf = ({ sections }) => Object.values(sections).flatMap((section) => Object.keys(section))

/** @type {(values: readonly string[]) => readonly string[]} */
const unique = (values) => [...new Set(values)]

/**
 * Lines without a test, tests of lines there are not, and lines that wait although they are tested.
 *
 * @param {Lines} lines
 * @param {readonly Proof[]} proofs
 * @param {{ readonly strict?: boolean }} [options] whether lines may wait
 * @returns {readonly string[]} a sentence for each problem
 */
export function problemsOf(lines, proofs, { strict = false } = {}) {
  const ids = idsOf(lines)
  const pending = new Set(lines.pending)
  const tested = new Set(proofs.flatMap((proof) => proof.ids))
  return [
    ...ids
      .filter((id, index) => ids.indexOf(id) !== index)
      .map((id) => `Two lines have the id ${id}.`),
    ...ids.filter((id) => !tested.has(id) && !pending.has(id)).map((id) => `No test proves ${id}.`),
    ...unique([...tested, ...pending])
      .filter((id) => !ids.includes(id))
      .map((id) => `${id} is not a line of test/contract/lines.json.`),
    ...[...pending]
      .filter((id) => tested.has(id))
      .map((id) => `${id} is tested: take it off the list of pending lines.`),
    ...(strict ? lines.pending.map((id) => `${id} is pending.`) : []),
  ]
}

/** @type {(text: string) => string} */
const cell = (text) => text.replaceAll('|', String.raw`\|`)

/** Sources of the contract by the name of their file. @typedef {ReadonlyMap<string, string>} Files */

/** @type {(id: string, text: string, files: Files) => string} */
function rowOf(id, text, files) {
  const own = [...files].flatMap(([name, source]) => (source.includes(`'${id}'`) ? [name] : []))
  return `| \`${id}\` | ${cell(text)} | ${own.join(', ') || 'pending'} |`
}

const HEAD = `# The contract, line by line

<!-- Written by \`node tools/docs/contract.mjs\`. Do not edit it by hand. -->

Each row is a line of the specification in short, and the files of \`test/contract\` whose tests prove it, over the core and over the package for
Next.js. A line without a test fails \`npm test\`. What differs from other libraries with this contract on purpose is in
[a table of its own](differences.md).
`

/**
 * The table, as Markdown.
 *
 * @param {Lines} lines
 * @param {Files} files
 * @returns {string}
 */
export function renderTable({ sections }, files) {
  const parts = Object.entries(sections).map(([title, section]) => {
    const rows = Object.entries(section).map(([id, text]) => rowOf(id, text, files))
    return [`## ${title}`, '', '| Line | What it says | Files |', '|---|---|---|', ...rows].join(
      '\n',
    )
  })
  return `${HEAD}\n${parts.join('\n\n')}\n`
}
