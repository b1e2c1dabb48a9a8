import type { SessionMembers } from './session-members.ts'
import type { Edit, Node, Source } from './tree.ts'
import { contains, declaredAt, inner, items, nameIn, references } from './tree.ts'

/** The innermost node around another one. */
export const around = ({ nodes }: Source, node: Node): Node | undefined =>
  nodes.findLast(
    (one) =>
      one !== node &&
      one.start <= node.start &&
      one.end >= node.end &&
      (one.start < node.start || one.end > node.end),
  )

const same = (one: Node | undefined, other: Node): boolean =>
  one?.start === other.start && one.end === other.end

/** `null`, or with `==` also `undefined`: neither a token nor a session is one or the other alone. */
const isNone = (node: Node | undefined, operator: unknown): boolean =>
  (node?.type === 'Literal' && node['value'] === null && node['raw'] === 'null') ||
  (nameIn(node) === 'undefined' && (operator === '==' || operator === '!='))

/** `token === null` */
function isComparedWithNone(comparison: Node, node: Node): boolean {
  const [left, right] = [inner(comparison, 'left'), inner(comparison, 'right')]
  const { operator } = comparison
  const isEquality = typeof operator === 'string' && /^[!=]==?$/.test(operator)
  return isEquality && isNone(same(left, node) ? right : left, operator)
}

/** `Boolean(token)` */
function isBoolean(call: Node, node: Node): boolean {
  const [only, ...more] = items(call, 'arguments')
  const name = nameIn(inner(call, 'callee'))
  return name === 'Boolean' && more.length === 0 && same(only, node)
}

/** Where an expression is only tested for existence: a session and a token give the same result. */
function isAsked(source: Source, node: Node): boolean {
  const outer = around(source, node)
  switch (outer?.type) {
    case 'UnaryExpression':
      return outer['operator'] === '!'
    case 'IfStatement':
    case 'ConditionalExpression':
      return same(inner(outer, 'test'), node)
    case 'BinaryExpression':
      return isComparedWithNone(outer, node)
    case 'CallExpression':
      return isBoolean(outer, node)
    case 'LogicalExpression':
      // Both give `null` without a session.
      return (
        (outer['operator'] === '&&' && same(inner(outer, 'left'), node)) || isAsked(source, outer)
      )
    default:
      return false
  }
}

/** The members of nodes that are written, or called with their object as `this`. */
const WRITTEN: Readonly<Record<string, string>> = {
  AssignmentExpression: 'left',
  AssignmentPattern: 'left',
  ForInStatement: 'left',
  ForOfStatement: 'left',
  UpdateExpression: 'argument',
  RestElement: 'argument',
  CallExpression: 'callee',
  NewExpression: 'callee',
  TaggedTemplateExpression: 'tag',
}

/** Whether a member is assigned to or called. */
function isWritten(source: Source, member: Node): boolean {
  const outer = around(source, member)
  if (outer === undefined) return false
  const written = WRITTEN[outer.type]
  if (written !== undefined && same(inner(outer, written), member)) return true
  const isIn = outer.type === 'Property' ? around(source, outer) : outer
  return outer['operator'] === 'delete' || /^(?:Array|Object)Pattern$/.test(isIn?.type ?? '')
}

/** Members of a session that are `null` where a user has none, and that a token may leave out. */
const NULLED: ReadonlySet<string> = new Set(['user?.name', 'user?.email', 'user?.image'])

/** Where `null` and `undefined` are not the same, of a member that may be either. */
function isToldApart(source: Source, node: Node, path: string): boolean {
  const outer = NULLED.has(path) ? around(source, node) : undefined
  if (outer?.type === 'UnaryExpression') return outer['operator'] === 'typeof'
  if (outer?.type !== 'BinaryExpression' || !/^[!=]==$/.test(String(outer['operator'])))
    return false
  return [inner(outer, 'left'), inner(outer, 'right')].some((one) => isNone(one, '=='))
}

/** A read of a token, replaced by one of a session. */
export interface TokenRead {
  /** Where what is read ends. */
  readonly end: number
  /** What follows the session. */
  readonly text: string
}

/**
 * Replaces a read of a token by one of a session.
 *
 * @param token - an expression that gives the token
 * @returns nothing where a session does not show it
 */
export function readOfSession(
  source: Source,
  token: Node,
  members: SessionMembers,
): TokenRead | undefined {
  if (isAsked(source, token)) return { end: token.end, text: '' }
  const outer = around(source, token)
  if (outer?.type !== 'MemberExpression' || !same(inner(outer, 'object'), token)) return undefined
  const property = inner(outer, 'property')
  // With brackets of any kind, or a comment, more than the name would have to change.
  const step = /^\s*(\??\.)\s*$/.exec(source.text.slice(token.end, property?.start))?.[1]
  const path = members.get(nameIn(property) ?? '')
  if (step === undefined || path === undefined) return undefined
  if (isWritten(source, outer) || isToldApart(source, outer, path)) return undefined
  return { end: outer.end, text: step + path }
}

/**
 * Replaces every use of a variable that held a token by one of a session.
 *
 * @param uses - those to look at; nothing where they are not known
 * @returns nothing where one reads what a session does not show
 */
export function variableEdits(
  source: Source,
  uses: readonly Node[] | undefined,
  members: SessionMembers,
): readonly Edit[] | undefined {
  if (uses === undefined) return undefined
  const reads = uses.map((use) => ({ use, read: readOfSession(source, use, members) }))
  if (reads.some(({ read }) => read === undefined)) return undefined
  return reads.flatMap(({ use, read }) =>
    read === undefined || read.text === ''
      ? []
      : [{ start: use.start + (nameIn(use)?.length ?? 0), end: read.end, text: read.text }],
  )
}

/** Where the name of a variable counts: the block that declares it, or with `var` the function. */
function findScope(source: Source, declarator: Node): Node | undefined {
  const declaration = around(source, declarator)
  const kinds =
    declaration?.['kind'] === 'var' ? /Function|^Program$/ : /^(?:BlockStatement|Program)$/
  const scope = source.nodes.findLast((node) => kinds.test(node.type) && contains(node, declarator))
  const outer = declaration && around(source, declaration)
  const isStatement = /^(?:BlockStatement|Program)$/.test(outer?.type ?? '')
  return declaration?.type === 'VariableDeclaration' && isStatement ? scope : undefined
}

/** The uses of a name in a piece of code; nothing where another variable has the name there, too. */
export function usesIn(source: Source, scope: Node, own: Node): readonly Node[] | undefined {
  const name = nameIn(inner(own, 'id') ?? own)
  const nodes = source.nodes.filter((node) => contains(scope, node))
  const isOwn = (node: Node): boolean =>
    [scope, own].some(
      ({ type, start, end }) => node.type === type && node.start === start && node.end === end,
    )
  const others = nodes.filter((node) => !isOwn(node))
  if (name === undefined || declaredAt({ ...source, nodes: others }, name) !== undefined) {
    return undefined
  }
  return references({ ...source, nodes }, name)
}

/** The uses of a variable beside its declaration; nothing where another variable may have the same name. */
export function usesAfter(source: Source, declarator: Node): readonly Node[] | undefined {
  const id = inner(declarator, 'id')
  const scope = findScope(source, declarator)
  // A type that is written is that of a token.
  if (scope === undefined || id === undefined || inner(id, 'typeAnnotation') !== undefined) {
    return undefined
  }
  return usesIn(source, scope, declarator)?.filter((use) => !contains(id, use))
}
