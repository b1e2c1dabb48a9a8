/**
 * What the table of the contract is made of, and what is wrong with it.
 *
 * @typedef {{ readonly ids: readonly string[], readonly title: string, readonly target: string }} Proof
 * @typedef {Readonly<Record<string, Readonly<Record<string, string>>>>} Sections
 * @typedef {{ readonly sections: Sections, readonly pending: readonly string[] }} Lines
 */

/** @type {(lines: Lines) => readonly string[]} */
const idsOf = ({ sections }) => Object.values(sections).flatMap((section) => Object.keys(section))

/** @type {(proofs: readonly Proof[], id: string) => readonly Proof[]} */
const proofsOf = (proofs, id) =>
  proofs.filter(({ ids }) => ids.includes(id)).toSorted((a, b) => a.target.localeCompare(b.target))

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

/** @type {(id: string, text: string, proofs: readonly Proof[]) => string} */
function rowOf(id, text, proofs) {
  const titles = unique(proofs.map(({ title }) => title))
  const targets = unique(proofs.map(({ target }) => target))
  const result = targets.length === 0 ? 'pending' : `passed: ${targets.join(', ')}`
  return `| \`${id}\` | ${cell(text)} | ${titles.map(cell).join('<br>')} | ${result} |`
}

const HEAD = `# The contract, line by line

<!-- Written by \`node tools/docs/contract.mjs\`. Do not edit it by hand. -->

Each row is a line of the specification in short, the tests that prove it, and the packages these ran over. A line
without a test fails the build. What differs from other libraries with this contract on purpose is in
[a table of its own](differences.md).
`

/**
 * The table, as Markdown.
 *
 * @param {Lines} lines
 * @param {readonly Proof[]} proofs tests that passed
 * @returns {string}
 */
export function renderTable({ sections }, proofs) {
  const parts = Object.entries(sections).map(([title, section]) => {
    const rows = Object.entries(section).map(([id, text]) => rowOf(id, text, proofsOf(proofs, id)))
    return [
      `## ${title}`,
      '',
      '| Line | What it says | Tests | Result |',
      '|---|---|---|---|',
      ...rows,
    ].join('\n')
  })
  return `${HEAD}\n${parts.join('\n\n')}\n`
}
