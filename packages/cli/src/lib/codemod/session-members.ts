import type { Edit, Node, Source } from './tree.ts'
import { findProperty, inner, items, nameIn, references, unwrap, contains } from './tree.ts'

/** Where a session has what a token has under a name, such as `user?.role`. */
export type SessionMembers = ReadonlyMap<string, string>

/** What every session has of its token. */
const STANDARD: readonly (readonly [string, string])[] = [
  ['name', 'user?.name'],
  ['email', 'user?.email'],
  ['picture', 'user?.image'],
]

/** An expression without types and optional steps. */
function plainText({ text }: Source, node: Node | undefined): string {
  const value = unwrap(node)
  return value === undefined ? '' : text.slice(value.start, value.end).replaceAll(/[?!\s]/g, '')
}

/** The callbacks `session` of a module that are given `session` and `token` under these names. */
const sessionCallbacks = ({ nodes }: Source): readonly Node[] =>
  nodes.flatMap((node) => {
    if (node.type !== 'Property' || nameIn(inner(node, 'key')) !== 'callbacks') return []
    const callbacks = unwrap(inner(node, 'value'))
    const found = callbacks && findProperty(callbacks, 'session')
    const callback = unwrap(inner(found, 'value'))
    const [first] = items(callback, 'params')
    const given = ['session', 'token'].every(
      (name) => first && nameIn(inner(findProperty(first, name), 'value')) === name,
    )
    return callback !== undefined && given ? [callback] : []
  })

/** `session.user.role = token.role` */
function assigned(source: Source, node: Node): readonly [string, string] | undefined {
  if (node.type !== 'AssignmentExpression') return undefined
  const [, member] = /^token\.(\w+)$/.exec(plainText(source, inner(node, 'right'))) ?? []
  const [, path] = /^session\.((?:user\.)?\w+)$/.exec(plainText(source, inner(node, 'left'))) ?? []
  if (member === undefined || path === undefined) return undefined
  return [member, path.replace('.', '?.')]
}

/** `user: { ...session.user, role: token.role }` */
function written(source: Source, node: Node): readonly (readonly [string, string])[] {
  const user = node.type === 'Property' && nameIn(inner(node, 'key')) === 'user'
  return items(user ? unwrap(inner(node, 'value')) : undefined, 'properties').flatMap((one) => {
    const [, member] = /^token\.(\w+)$/.exec(plainText(source, inner(one, 'value'))) ?? []
    const name = nameIn(inner(one, 'key'))
    return member === undefined || name === undefined ? [] : [[member, `user?.${name}`] as const]
  })
}

/** What the callback `session` of an application takes of the token. */
export function findSessionMembers(sources: readonly Source[]): SessionMembers {
  const own = sources.flatMap((source) => {
    const callbacks = sessionCallbacks(source)
    return source.nodes
      .filter((node) => callbacks.some((callback) => contains(callback, node)))
      .flatMap((node) => [
        ...[assigned(source, node) ?? []].filter(isPair),
        ...written(source, node),
      ])
  })
  return new Map([...STANDARD, ...own])
}

const isPair = (
  value: readonly [string, string] | readonly never[],
): value is readonly [string, string] => value.length === 2

/** Expressions that ask whether there is a token, and nothing else. */
const ASKING =
  /^(?:UnaryExpression|IfStatement|BinaryExpression|ConditionalExpression|LogicalExpression)$/

/** The innermost node around another one. */
export const around = ({ nodes }: Source, node: Node): Node | undefined =>
  nodes.findLast(
    (one) =>
      one !== node &&
      one.start <= node.start &&
      one.end >= node.end &&
      (one.start < node.start || one.end > node.end),
  )

/** `Boolean(token)` */
const isBoolean = (node: Node | undefined): boolean =>
  node?.type === 'CallExpression' && nameIn(inner(node, 'callee')) === 'Boolean'

/** What is read of a token, as it is read of a session. */
export interface TokenRead {
  /** Where what is read ends. */
  readonly end: number
  /** What follows the session. */
  readonly text: string
}

/**
 * How what is read of a token is read of a session.
 *
 * @param token - an expression that gives the token
 * @returns nothing where a session does not show it
 */
export function readOfSession(
  source: Source,
  token: Node,
  members: SessionMembers,
): TokenRead | undefined {
  const outer = around(source, token)
  if (outer === undefined) return undefined
  if (ASKING.test(outer.type) || isBoolean(outer)) return { end: token.end, text: '' }
  const object = inner(outer, 'object')
  if (outer.type !== 'MemberExpression' || object?.start !== token.start) return undefined
  const path = members.get(nameIn(inner(outer, 'property')) ?? '')
  const step = outer['optional'] === true ? '?.' : '.'
  return path === undefined ? undefined : { end: outer.end, text: step + path }
}

/**
 * What makes every use of a variable that held a token one of a session.
 *
 * @param uses - those to look at
 * @returns nothing where one reads what a session does not show
 */
export function variableEdits(
  source: Source,
  uses: readonly Node[],
  members: SessionMembers,
): readonly Edit[] | undefined {
  const reads = uses.map((use) => ({ use, read: readOfSession(source, use, members) }))
  if (reads.some(({ read }) => read === undefined)) return undefined
  return reads.flatMap(({ use, read }) =>
    read === undefined || read.text === ''
      ? []
      : [{ start: use.start + (nameIn(use)?.length ?? 0), end: read.end, text: read.text }],
  )
}

/** The uses of a variable beside its declaration, in the function that has it. */
export function usesAfter(source: Source, declarator: Node): readonly Node[] {
  const id = inner(declarator, 'id')
  const name = nameIn(id)
  const scope = source.nodes.findLast(
    (node) => /Function/.test(node.type) && contains(node, declarator),
  )
  if (id === undefined || name === undefined) return []
  return references(source, name).filter(
    (use) => !contains(id, use) && (scope === undefined || contains(scope, use)),
  )
}
