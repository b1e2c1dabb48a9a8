import { readMentions, readNames } from './mentions.ts'
import {
  type Node,
  NotUnderstood,
  type Source,
  contains,
  inner,
  items,
  literalText,
  nameIn,
  references,
  unwrap,
} from './tree.ts'

/** The version of next-auth whose shape a call has. */
export type NextAuthVersion = 4 | 5

/** A call of the initializer. */
export interface InitCall {
  readonly source: Source
  readonly call: Node
  /** The configuration, or a function that gives it. */
  readonly argument: Node
  /** What a call of version 5 gives has members; that of version 4 is the handler itself. */
  readonly version: NextAuthVersion
  /** The statement of a function that calls it for each request, and does nothing else. */
  readonly handler: Node | undefined
  /** Statements that call it with the same options. */
  readonly twins: readonly Node[]
}

const OLD = /^next-auth(?:\/next)?$/

/** Local names of an export of next-auth. */
export const localNames = (
  source: Source,
  imported: string,
  modules: RegExp = OLD,
): readonly string[] =>
  readMentions(source)
    .filter(({ node, source: module }) => node.type === 'ImportDeclaration' && modules.test(module))
    .flatMap(({ node }) => readNames(node))
    .filter((name) => name.imported === imported)
    .map(({ local }) => local)

/** How many configurations a module makes, before the move or after it. */
export function countInstances(source: Source): number {
  const names = localNames(source, 'default', /^(?:next-auth(?:\/next)?|@latchstring\/next)$/)
  return source.nodes.filter(
    (node) => node.type === 'CallExpression' && names.includes(nameIn(inner(node, 'callee')) ?? ''),
  ).length
}

/** Names that version 4 alone has, or version 5 alone. */
const ONLY: Readonly<Record<NextAuthVersion, RegExp>> = {
  4: /^(?:getServerSession|unstable_getServerSession|NextAuthOptions|AuthOptions|withAuth)$/,
  5: /^(?:NextAuthConfig|NextAuthResult|NextAuthRequest|AuthError|CredentialsSignin)$/,
}

/** The version whose names the modules of an application import, if they are those of one. */
export function importedVersion(sources: readonly Source[]): NextAuthVersion | undefined {
  const names = sources
    .flatMap(readMentions)
    .filter(({ source }) => /^next-auth(?:\/|$)/.test(source))
    .flatMap(({ node }) => readNames(node))
    .map(({ imported }) => imported)
  const [is4, is5] = ([4, 5] as const).map((version) =>
    names.some((name) => ONLY[version].test(name)),
  )
  return is4 === is5 ? undefined : is4 ? 4 : 5
}

/** Whether members of a variable are read. */
const hasMembers = ({ nodes }: Source, name: string): boolean =>
  nodes.some(
    (node) =>
      (node.type === 'MemberExpression' && nameIn(inner(node, 'object')) === name) ||
      (node.type === 'VariableDeclarator' &&
        inner(node, 'id')?.type === 'ObjectPattern' &&
        nameIn(inner(node, 'init')) === name),
  )

/** The version that the use of a result shows. */
function shownVersion(source: Source, call: Node): NextAuthVersion {
  const holder = source.nodes.find(
    (node) =>
      (node.type === 'VariableDeclarator' && unwrap(inner(node, 'init'))?.start === call.start) ||
      (node.type === 'MemberExpression' && inner(node, 'object')?.start === call.start),
  )
  if (holder === undefined) return 4
  if (holder.type === 'MemberExpression') return 5
  const id = inner(holder, 'id')
  if (id?.type === 'ObjectPattern') return 5
  return hasMembers(source, nameIn(id) ?? '') ? 5 : 4
}

/** Why a configuration that depends on the request is left. */
export const PER_REQUEST =
  'The initializer is called for each request, with options that depend on it: write `Latchstring((request) => …)`, a function that gives the configuration.'

/** The statements of a function, or its only result. */
function statementsOf(node: Node): readonly Node[] {
  const body = inner(node, 'body')
  return body?.type === 'BlockStatement' ? items(body, 'body') : body === undefined ? [] : [body]
}

/** `response.setHeader('Cache-Control', …)`: the answers of this library say that they are not to be kept. */
function isAboutCaching(statement: Node): boolean {
  const call = unwrap(inner(statement, 'expression'))
  const method = nameIn(inner(inner(call, 'callee'), 'property')) ?? ''
  const header = literalText(items(call, 'arguments')[0]) ?? ''
  return /^(?:setHeader|set|append)$/.test(method) && header.toLowerCase() === 'cache-control'
}

/** The function around a call that does nothing but to make options and to call. */
function onlyCaller(source: Source, call: Node): Node | undefined {
  const node = source.nodes.findLast((one) => /Function/.test(one.type) && contains(one, call))
  const own = node === undefined ? [] : statementsOf(node).filter((one) => !isAboutCaching(one))
  const isPlain = own.every(
    (one) =>
      contains(one, call) ||
      (one.type === 'VariableDeclaration' && items(one, 'declarations').length === 1),
  )
  return isPlain && own.length <= 2 ? node : undefined
}

/** The variable of a name that is declared in a function. */
const variableIn = (source: Source, scope: Node, name: string): Node | undefined =>
  source.nodes.find(
    (node) =>
      node.type === 'VariableDeclarator' &&
      contains(scope, node) &&
      nameIn(inner(node, 'id')) === name,
  )

/** Whether a piece of code uses a parameter of a function. */
function usesParameter(source: Source, piece: Node, caller: Node): boolean {
  const nodes = source.nodes.filter((one) => contains(piece, one))
  return items(caller, 'params')
    .flatMap((one) => nameIn(one) ?? [])
    .some((name) => references({ ...source, nodes }, name).length > 0)
}

/** The options that an expression gives: an object, or what a function returns. */
function givenOptions(source: Source, caller: Node, value: Node): Node | undefined {
  const given = value.type === 'CallExpression' ? inner(value, 'callee') : value
  const isKnown =
    value.type === 'ObjectExpression' || (given !== value && given?.type === 'Identifier')
  return isKnown && given !== undefined && !usesParameter(source, given, caller) ? given : undefined
}

/** The options of a call that is made for each request, where they do not depend on the request. */
function constantOptions(source: Source, caller: Node, last: Node): Node | undefined {
  if (last.type !== 'Identifier') return givenOptions(source, caller, last)
  const variable = variableIn(source, caller, nameIn(last) ?? '')
  if (variable === undefined) return usesParameter(source, last, caller) ? undefined : last
  const value = unwrap(inner(variable, 'init'))
  return value && givenOptions(source, caller, value)
}

/** @throws NotUnderstood where the configuration depends on the request */
function requestCall(
  source: Source,
  call: Node,
  last: Node,
): Pick<InitCall, 'argument' | 'handler'> {
  const caller = onlyCaller(source, call)
  const value = unwrap(last)
  const argument = caller && value && constantOptions(source, caller, value)
  const handler = source.body.find((node) => contains(node, call))
  if (argument === undefined || handler === undefined) {
    throw new NotUnderstood(call.start, PER_REQUEST)
  }
  return { argument, handler }
}

/**
 * The calls of the initializer in a module.
 *
 * @param installed - the version that the application has, if that is known
 * @throws NotUnderstood where one is made for each request and depends on it, as version 4 allows
 */
export function initCalls(source: Source, installed?: NextAuthVersion): readonly InitCall[] {
  const names = localNames(source, 'default')
  return source.nodes
    .filter(
      (node) =>
        node.type === 'CallExpression' && names.includes(nameIn(inner(node, 'callee')) ?? ''),
    )
    .map((call) => {
      const given = items(call, 'arguments')
      const last = given.at(-1)
      const version = installed === 5 ? 5 : shownVersion(source, call)
      if (last !== undefined && given.length === 3 && version === 4) {
        return { source, call, version, twins: [], ...requestCall(source, call, last) }
      }
      if (last === undefined || given.length > 1) throw new NotUnderstood(call.start, PER_REQUEST)
      return {
        source,
        call,
        argument: unwrap(last) ?? last,
        version,
        handler: undefined,
        twins: [],
      }
    })
}
