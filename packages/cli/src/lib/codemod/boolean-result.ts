import type { Node, Source } from './tree.ts'
import { contains, inner, items, nameIn, unwrap } from './tree.ts'

const COMPARISON = /^(?:[!=]==?|[<>]=?|in|instanceof)$/

/** Methods of texts, lists, sets and patterns that give `true` or `false`. */
const ASKING = /^(?:includes|startsWith|endsWith|some|every|has|test)$/

/** `Boolean(token)`, or `roles.includes(role)` without `?.`, by which there may be nothing. */
function isAsking(call: Node): boolean {
  const callee = inner(call, 'callee')
  if (callee?.type !== 'MemberExpression') return nameIn(callee) === 'Boolean'
  return callee['computed'] !== true && ASKING.test(nameIn(inner(callee, 'property')) ?? '')
}

/** Whether an expression is `true` or `false`, and never anything else that counts as one of them. */
function isBoolean(nodes: readonly Node[], value: Node | undefined): boolean {
  const node = unwrap(value)
  const both = (one: string, other: string): boolean =>
    isBoolean(nodes, inner(node, one)) && isBoolean(nodes, inner(node, other))
  switch (node?.type) {
    case 'Literal':
      return typeof node['value'] === 'boolean'
    case 'UnaryExpression':
      return node['operator'] === '!'
    case 'BinaryExpression':
      return COMPARISON.test(String(node['operator']))
    case 'LogicalExpression':
      return both('left', 'right')
    case 'ConditionalExpression':
      return both('consequent', 'alternate')
    case 'CallExpression':
      return isAsking(node)
    case 'Identifier':
      return isBooleanConstant(nodes, nameIn(node))
    default:
      return false
  }
}

/** A name that is declared once here, as a constant that is `true` or `false`. */
function isBooleanConstant(nodes: readonly Node[], name: string | undefined): boolean {
  const found = nodes.flatMap((node) =>
    node.type === 'VariableDeclaration'
      ? items(node, 'declarations').map((one) => ({ kind: node['kind'], one }))
      : [],
  )
  const [own, ...more] = found.filter(({ one }) => nameIn(inner(one, 'id')) === name)
  return own?.kind === 'const' && more.length === 0 && isBoolean(nodes, inner(own.one, 'init'))
}

/** Whether nothing comes after a statement, as it returns or throws on every way through it. */
function ends(statement: Node | undefined): boolean {
  switch (statement?.type) {
    case 'ReturnStatement':
    case 'ThrowStatement':
      return true
    case 'BlockStatement':
      return items(statement, 'body').some(ends)
    case 'IfStatement':
      return ends(inner(statement, 'consequent')) && ends(inner(statement, 'alternate'))
    case 'SwitchStatement':
      return everyCaseEnds(items(statement, 'cases'))
    default:
      return false
  }
}

/** A case without statements goes on in the next one. */
const everyCaseEnds = (cases: readonly Node[]): boolean =>
  cases.some((one) => inner(one, 'test') === undefined) &&
  cases.every((one, index) => {
    const statements = items(one, 'consequent')
    return statements.some(ends) || (statements.length === 0 && index < cases.length - 1)
  })

/** Whether a function gives `true` or `false` whatever it is given. */
export function returnsBoolean({ nodes: all }: Source, callback: Node): boolean {
  const nodes = all.filter((node) => contains(callback, node))
  const body = inner(callback, 'body')
  if (body?.type !== 'BlockStatement') return isBoolean(nodes, body)
  const functions = nodes.filter(
    (node) => /Function/.test(node.type) && contains(body, node) && node !== body,
  )
  const own = nodes.filter((node) => !functions.some((one) => contains(one, node)))
  const returns = own.filter(({ type }) => type === 'ReturnStatement')
  // A statement that is left by `break` does not end what is around it.
  const breaks = own.some(({ type }) => /^(?:Break|Labeled)/.test(type))
  return !breaks && ends(body) && returns.every((one) => isBoolean(nodes, inner(one, 'argument')))
}
