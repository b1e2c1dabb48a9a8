/** @typedef {import('../types.d.ts').Host} Host */
/** @typedef {import('../types.d.ts').HostResult} HostResult */
/** @typedef {import('@latchstring/framework-conformance').Outcome} Outcome */
/** @typedef {readonly (readonly string[])[]} Table its lines, the first of which has the names of the columns */

/** @type {Readonly<Record<string, Outcome['kind']>>} */
const KINDS = { '✓': 'green', '**✗**': 'red', '~': 'variance', '·': 'not for it' }

/** @type {(line: string) => readonly string[]} */
const toCells = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** @type {(text: string) => readonly Table[]} */
const readTables = (text) =>
  [...text.matchAll(/(?:^\|.*\n)+/gm)].map(([lines]) => {
    const [header = '', , ...rest] = lines.trimEnd().split('\n')
    return [header, ...rest].map(toCells)
  })

/** @type {(tables: readonly Table[], column: string, title: string) => readonly string[] | undefined} a line of the table with a column of that name */
const findLine = (tables, column, title) =>
  tables
    .filter(([header = []]) => header.includes(column))
    .flatMap(([, ...lines]) => lines)
    .find(([first]) => first === title)

/** @type {(text: string, title: string, row: string) => string | undefined} why a row does not hold */
function findNote(text, title, row) {
  const start = `- ${title}, ${row} (`
  const line = text.split('\n').find((one) => one.startsWith(start))
  return line?.slice(start.length).replace(/^\w+\): /, '')
}

/** @type {(text: string, tables: readonly Table[], title: string) => readonly Outcome[]} */
function readOutcomes(text, tables, title) {
  const found = tables.find(
    ([header = [], ...lines]) => header[0] === '' && lines.some(([first]) => first === title),
  )
  const [[, ...rows] = []] = found ?? []
  const [, ...signs] = found?.find(([first]) => first === title) ?? []
  const [, units] = findLine(tables, 'unit tests', title) ?? []
  const [, contract] = findLine(tables, 'tests of the contract', title) ?? []
  /** @type {Readonly<Record<string, string | undefined>>} */
  const counts = { U1: units, U2: contract }
  return rows.flatMap((row, index) => {
    const kind = KINDS[signs[index] ?? '']
    if (kind === undefined) return []
    const counted = kind === 'green' ? counts[row] : undefined
    const note = findNote(text, title, row) ?? counted
    return [{ row, kind, ...(note !== undefined && { text: note }) }]
  })
}

/** @type {(tables: readonly Table[], title: string) => HostResult['speed']} */
function readSpeed(tables, title) {
  const [, bare, nobody, session] = findLine(tables, 'bare handler', title) ?? []
  if (session === undefined) return undefined
  return { bare: Number(bare), nobody: Number(nobody), session: Number(session) }
}

/**
 * What the page says of hosts, by their titles: those in another version since are not on it.
 *
 * @param {string} text
 * @param {readonly Pick<Host, 'id' | 'title'>[]} hosts
 * @returns {readonly HostResult[]}
 */
export function readPage(text, hosts) {
  const tables = readTables(text)
  return hosts.flatMap(({ id, title }) => {
    const [, runtime, seconds] = findLine(tables, 'seconds', title) ?? []
    if (runtime === undefined) return []
    const outcomes = readOutcomes(text, tables, title)
    const speed = readSpeed(tables, title)
    return [
      { host: id, title, runtime, seconds: Number(seconds), outcomes, ...(speed && { speed }) },
    ]
  })
}
