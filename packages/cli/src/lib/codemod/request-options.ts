import { lineRemoval } from './statements.ts'
import {
  type Edit,
  type Node,
  type Source,
  contains,
  inner,
  items,
  nameIn,
  references,
  unwrap,
} from './tree.ts'

/** Functions that give options and are given the request. */
const isGiven = (fn: Node): boolean => items(fn, 'params').length > 0

/** Uses of names inside a piece of code. */
const usesIn = (source: Source, piece: Node, names: readonly string[]): readonly Node[] =>
  names.flatMap((name) => references(source, name)).filter((use) => contains(piece, use))

/** Whether a condition holds for the address that takes passwords alone. */
function isPasswordCallback({ text }: Source, { start, end }: Node): boolean {
  const code = text.slice(start, end)
  return /\bquery\b/.test(code) && /["'`]callback["'`]/.test(code) && code.includes('POST')
}

/** Conditions that all have to hold. */
function conjuncts(node: Node | undefined): readonly Node[] {
  const test = unwrap(node)
  if (test?.type !== 'LogicalExpression') return test === undefined ? [] : [test]
  if (test['operator'] !== '&&') return [test]
  return [...conjuncts(inner(test, 'left')), ...conjuncts(inner(test, 'right'))]
}

/** Variables of a function that say whether a request is one that takes passwords. */
const flagsOf = (source: Source, fn: Node, params: readonly string[]): readonly Node[] =>
  items(inner(fn, 'body'), 'body').filter((statement) => {
    const [only, ...more] = items(statement, 'declarations')
    const value = inner(only, 'init')
    return (
      value !== undefined &&
      more.length === 0 &&
      usesIn(source, value, params).length > 0 &&
      isPasswordCallback(source, value)
    )
  })

/** What such a statement is about: a session that is made, or the token of one that is given back. */
const ABOUT_SESSIONS = /session|cookie|\breturn\b/i

/** Statements that run for requests that take passwords alone. */
function passwordStatements(
  source: Source,
  fn: Node,
  flags: readonly string[],
  params: readonly string[],
): readonly Node[] {
  return source.nodes.filter((node) => {
    if (node.type !== 'IfStatement' || !contains(fn, node)) return false
    const test = inner(node, 'test')
    if (test === undefined || inner(node, 'alternate') !== undefined) return false
    const isFlag = conjuncts(test).some((one) => flags.includes(nameIn(one) ?? ''))
    const isWritten = usesIn(source, test, params).length > 0 && isPasswordCallback(source, test)
    return (isFlag || isWritten) && ABOUT_SESSIONS.test(source.text.slice(node.start, node.end))
  })
}

/** Nodes that are in no other one. */
const outermost = (nodes: readonly Node[]): readonly Node[] =>
  nodes.filter((node) => !nodes.some((other) => other !== node && contains(other, node)))

/**
 * Options that are given the request only to make sessions in the database for passwords, which version 4 has not
 * and this library has: without that, and without the request.
 *
 * @param fn - the function that gives the options
 * @returns nothing where the request is used for something else
 */
export function withoutRequest(source: Source, fn: Node | undefined): readonly Edit[] | undefined {
  if (fn === undefined || !/Function/.test(fn.type) || !isGiven(fn)) return undefined
  const list = items(fn, 'params')
  const params = list.flatMap((one) => nameIn(one) ?? [])
  if (params.length !== list.length) return undefined
  const declarations = flagsOf(source, fn, params)
  const flags = declarations.flatMap(
    (node) => nameIn(inner(items(node, 'declarations')[0], 'id')) ?? [],
  )
  const statements = passwordStatements(source, fn, flags, params)
  const gone = outermost([...declarations, ...statements])
  const [first] = list
  const last = list.at(-1)
  const body = inner(fn, 'body')
  if (gone.length === 0 || first === undefined || last === undefined || body === undefined) {
    return undefined
  }
  const open = usesIn(source, body, [...params, ...flags]).filter(
    (use) => !gone.some((node) => contains(node, use)),
  )
  if (open.length > 0) return undefined
  // The parentheses stay, and the comma after the last parameter goes.
  const start = source.text.lastIndexOf('(', first.start) + 1
  const end = source.text.indexOf(')', last.end)
  if (source.text.slice(start, first.start).trim() !== '') return undefined
  return [{ start, end, text: '' }, ...gone.map((node) => lineRemoval(source, node))]
}
