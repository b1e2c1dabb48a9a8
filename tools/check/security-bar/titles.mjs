/** Finds the titles of tests in their sources, with those of the blocks around them, without running anything. */
import { readFileSync } from 'node:fs'
import { parseAst } from 'vitest/node'

/** @typedef {{ readonly type: string, readonly [key: string]: unknown }} Node a node of ESTree, which alone has a `type` here */
/** @typedef {{ readonly titles: readonly string[], readonly node: Node }} Found */

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
function isNode(value) {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** @type {(node: Node) => readonly Node[]} */
const listChildren = (node) => Object.values(node).flat().filter(isNode)

/** The text of a string or a template, with `…` for what is only known when the tests run. @type {(node: unknown) => string | undefined} */
function readText(node) {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type === 'BinaryExpression' && node['operator'] === '+') {
    const parts = [readText(node['left']), readText(node['right'])]
    return parts.every((part) => part === undefined)
      ? undefined
      : parts.map((p) => p ?? '…').join('')
  }
  if (node.type !== 'TemplateLiteral') return undefined
  // A template has texts in an order.
  const quasis = /** @type {readonly { value: { cooked: string } }[]} */ (node['quasis'])
  return quasis.map(({ value }) => value.cooked).join('…')
}

/** What a table of `each` calls its rows: its strings, or the first string of each of its rows. @type {(table: unknown, constants: ReadonlyMap<string, Node>) => readonly string[]} */
function readRows(table, constants) {
  if (!isNode(table)) return []
  if (table.type === 'Identifier') return readRows(constants.get(String(table['name'])), constants)
  if (table.type === 'TSAsExpression') return readRows(table['expression'], constants)
  if (table.type !== 'ArrayExpression') return []
  const rows = /** @type {readonly unknown[]} */ (table['elements'])
  return rows.flatMap((row) => {
    const [first] =
      isNode(row) && row.type === 'ArrayExpression'
        ? /** @type {readonly unknown[]} */ (row['elements'])
        : [row]
    return readText(first) ?? []
  })
}

/** How many names of rows a title lists. */
const MAX_ROWS = 6

/** `%s` becomes what the table has there, if these are few. @type {(title: string, rows: readonly string[]) => string} */
function withRows(title, rows) {
  if (rows.length === 0 || rows.length > MAX_ROWS) return title
  return title.replace(/%[sj]|\$\w+/, rows.join(' | '))
}

/** @type {(call: Node) => readonly Node[]} */
const listArguments = (call) => /** @type {readonly Node[]} */ (call['arguments'])

/** The title a call gives to a block or a test: its first text, if its last argument is a function. @type {(call: Node, constants: ReadonlyMap<string, Node>) => string | undefined} */
function readTitle(call, constants) {
  const args = listArguments(call)
  const isBlock = args.some(({ type }) => type.endsWith('FunctionExpression'))
  const title = readText(args[0]) ?? readText(args[1])
  if (title === undefined || !isBlock) return undefined
  const callee = /** @type {Node} */ (call['callee'])
  if (callee.type !== 'CallExpression') return title
  const [table] = /** @type {readonly unknown[]} */ (callee['arguments'])
  return withRows(title, readRows(table, constants))
}

/** @type {(program: Node) => ReadonlyMap<string, Node>} */
function readConstants(program) {
  const statements = /** @type {readonly Node[]} */ (program['body'])
  const declarations = statements
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(
      (statement) =>
        /** @type {readonly { id: Node, init: unknown }[]} */ (statement['declarations']),
    )
  return new Map(
    declarations.flatMap(({ id, init }) => (isNode(init) ? [[String(id['name']), init]] : [])),
  )
}

/**
 * Every text of a file in which `pattern` occurs, below the titles of the blocks around it.
 *
 * @param {string} file
 * @param {RegExp} pattern
 * @returns {readonly string[]} full titles
 */
export function titlesIn(file, pattern) {
  const source = readFileSync(file, 'utf8')
  if (!pattern.test(source)) return []
  // The parser of Vite gives the tree of ESTree.
  const program = /** @type {Node} */ (
    /** @type {unknown} */ (parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  )
  const constants = readConstants(program)
  /** @type {Set<string>} */
  const found = new Set()
  /** @type {(node: Node, above: readonly string[]) => void} */
  const visit = (node, above) => {
    const title = node.type === 'CallExpression' ? readTitle(node, constants) : undefined
    const inside = title === undefined ? above : [...above, title]
    const text = title ?? readText(node)
    // A block whose own title has the id is listed once, not with each test in it.
    if (text !== undefined && pattern.test(text)) found.add([...above, text].join(' › '))
    // The parts of a text, and a title, have been read.
    if (title === undefined && text !== undefined) return
    const [first, second] = title === undefined ? [] : listArguments(node)
    const read = readText(first) === undefined ? second : first
    for (const child of listChildren(node)) if (child !== read) visit(child, inside)
  }
  visit(program, [])
  return [...found]
}
