import type { Node, Source } from './tree.ts'
import { contains, findProperty, inner, items, nameIn, references, unwrap } from './tree.ts'

/** A value that the callback `session` writes to a path of the session, such as `user.role`. */
export interface Write {
  /** {@link USER} and {@link SESSION_WITHOUT_USER} stand for a whole object. */
  readonly path: string
  /** The member of the token that is there in every session; nothing where it may be something else. */
  readonly member: string | undefined
}

/** The whole user of the session. */
const USER = 'user'

/** All of the session but its user. */
const SESSION_WITHOUT_USER = ''

/** What every session has of its token, unless the callback replaces it. */
const STANDARD: ReadonlyMap<string, string> = new Map([
  ['user.name', 'name'],
  ['user.email', 'email'],
  ['user.image', 'picture'],
])

/** A statement or an expression that is not understood; then the whole callback is not. */
class Unclear extends Error {}

interface Reader {
  readonly source: Source
  readonly session: string
  readonly token: string | undefined
  /** Members of the token that something in the callback may change, as they may be objects. */
  readonly shared: ReadonlySet<string>
}

/** The expression of an optional chain, which has a node of its own. */
function plain(node: Node | undefined): Node | undefined {
  const value = unwrap(node)
  return value?.type === 'ChainExpression' ? plain(inner(value, 'expression')) : value
}

/** The names of `a.b.c`; nothing where one of them is computed. */
export function memberPath(node: Node | undefined): readonly string[] | undefined {
  const value = plain(node)
  if (value?.type === 'Identifier') return [nameIn(value) ?? '']
  if (value?.type !== 'MemberExpression' || value['computed'] === true) return undefined
  const before = memberPath(inner(value, 'object'))
  const name = nameIn(inner(value, 'property'))
  return before === undefined || name === undefined ? undefined : [...before, name]
}

const within = ({ nodes }: Source, outer: Node): readonly Node[] =>
  nodes.filter((node) => contains(outer, node))

/** Members that are texts, so that no function changes a session that is given them. */
const TEXTS = /^(?:user\.(?:name|email|image|id)|expires)$/

/** A piece of code that reads of the session only texts, and of the token only members. */
function requireHarmless({ source, session, token }: Reader, code: Node | undefined): void {
  if (code === undefined) return
  const nodes = within(source, code)
  if (nodes.some(({ type }) => /^(?:Return|Throw)Statement$/.test(type))) throw new Unclear()
  const written = nodes.flatMap((node) => {
    const target = inner(node, 'left') ?? inner(node, 'argument')
    const writes = /^(?:Assignment|Update|For(?:In|Of))/.test(node.type)
    return target !== undefined && (writes || node['operator'] === 'delete') ? [target] : []
  })
  const chains = nodes.flatMap((node) => {
    const [root = '', ...path] = memberPath(node) ?? []
    return node.type === 'MemberExpression' ? [{ node, root, path: path.join('.') }] : []
  })
  for (const name of [session, token ?? session]) {
    for (const use of references({ ...source, nodes }, name)) {
      const found = chains.find(
        ({ node, root, path }) =>
          root === name && node.start === use.start && (name === token || TEXTS.test(path)),
      )
      if (found === undefined || written.some((target) => contains(target, use))) {
        throw new Unclear()
      }
    }
  }
}

/** The member of the token that an expression is, and nothing else. */
function tokenMember({ token, shared }: Reader, value: Node | undefined): string | undefined {
  const [root, member, ...more] = memberPath(value) ?? []
  const isMember = token !== undefined && root === token && more.length === 0
  return isMember && member !== undefined && !shared.has(member) ? member : undefined
}

function write(reader: Reader, path: string, value: Node | undefined): Write {
  requireHarmless(reader, value)
  return { path, member: tokenMember(reader, value) }
}

const uncertain = (writes: readonly Write[]): readonly Write[] =>
  writes.map(({ path }) => ({ path, member: undefined }))

/** What an object literal writes that takes the place of the session or of its user, `before`. */
function literalWrites(reader: Reader, object: Node, before: string): readonly Write[] {
  const [first, ...rest] = items(object, 'properties')
  const spread = first?.type === 'SpreadElement'
  const source = spread ? memberPath(inner(first, 'argument'))?.join('.') : undefined
  if (spread && source !== before) throw new Unclear()
  const members = spread ? rest : items(object, 'properties')
  const names = members.map((member) => {
    const name = member['computed'] === true ? undefined : nameIn(inner(member, 'key'))
    if (member.type !== 'Property' || name === undefined) throw new Unclear()
    return name
  })
  const isUser = before !== reader.session
  const replaced = isUser ? [USER] : [SESSION_WITHOUT_USER, ...(names.includes(USER) ? [] : [USER])]
  const lost = spread ? [] : replaced
  return [
    ...lost.map((path) => ({ path, member: undefined })),
    ...members.flatMap((member, index) => {
      const name = names[index] ?? ''
      const value = inner(member, 'value')
      if (isUser) return [write(reader, `user.${name}`, value)]
      return name === USER ? userWrites(reader, value) : [write(reader, name, value)]
    }),
  ]
}

/** What `session.user` is set to. */
function userWrites(reader: Reader, value: Node | undefined): readonly Write[] {
  const user = `${reader.session}.user`
  if (memberPath(value)?.join('.') === user) return []
  const object = unwrap(value)
  if (object?.type !== 'ObjectExpression') throw new Unclear()
  return literalWrites(reader, object, user)
}

/** An assignment to something of the session, and the names of what it is given to. */
function sessionAssignment(
  { session }: Reader,
  node: Node,
): { readonly assignment: Node; readonly path: readonly string[] } | undefined {
  const assignment =
    node.type === 'ExpressionStatement' ? plain(inner(node, 'expression')) : undefined
  if (assignment?.type !== 'AssignmentExpression') return undefined
  const [root, ...path] = memberPath(inner(assignment, 'left')) ?? []
  return root === session ? { assignment, path } : undefined
}

/** `session.user.role = token.role` */
function assignmentWrites(reader: Reader, node: Node): readonly Write[] | undefined {
  const found = sessionAssignment(reader, node)
  if (found === undefined) return undefined
  const { assignment, path } = found
  const isPlain = assignment['operator'] === '='
  const value = inner(assignment, 'right')
  const written = path.slice(0, path[0] === 'user' ? 2 : 1).join('.')
  if (written === '' || (written === 'user' && !isPlain)) throw new Unclear()
  if (written === 'user') return userWrites(reader, value)
  const one = write(reader, written, value)
  return isPlain && path.join('.') === written ? [one] : uncertain([one])
}

/** `session && session.user`, which every session with a token is. */
function isAlways(reader: Reader, test: Node | undefined): boolean {
  const node = plain(test)
  if (node?.type === 'LogicalExpression' && node['operator'] === '&&') {
    return isAlways(reader, inner(node, 'left')) && isAlways(reader, inner(node, 'right'))
  }
  const { session, token } = reader
  const path = memberPath(node)?.join('.')
  return path !== undefined && [session, `${session}.user`, token].includes(path)
}

function conditionWrites(reader: Reader, node: Node): readonly Write[] {
  const test = inner(node, 'test')
  const always = isAlways(reader, test)
  if (!always) requireHarmless(reader, test)
  const [yes, no] = ['consequent', 'alternate'].map((member) => {
    const branch = inner(node, member)
    return branch === undefined ? [] : statementWrites(reader, branch)
  })
  return [...(always ? (yes ?? []) : uncertain(yes ?? [])), ...uncertain(no ?? [])]
}

function statementWrites(reader: Reader, node: Node): readonly Write[] {
  if (node.type === 'BlockStatement') {
    return items(node, 'body').flatMap((one) => statementWrites(reader, one))
  }
  if (node.type === 'IfStatement') return conditionWrites(reader, node)
  const assigned = assignmentWrites(reader, node)
  if (assigned === undefined) requireHarmless(reader, node)
  return assigned ?? []
}

/** What is returned: the session, or an object literal in its place. */
function resultWrites(reader: Reader, result: Node | undefined): readonly Write[] {
  const value = unwrap(result)
  if (value?.type === 'ObjectExpression') return literalWrites(reader, value, reader.session)
  if (value?.type !== 'Identifier' || nameIn(value) !== reader.session) throw new Unclear()
  return []
}

function bodyWrites(reader: Reader, body: Node | undefined): readonly Write[] {
  if (body?.type !== 'BlockStatement') return resultWrites(reader, body)
  const statements = items(body, 'body')
  const last = statements.at(-1)
  if (last?.type !== 'ReturnStatement') throw new Unclear()
  return [
    ...statements.slice(0, -1).flatMap((statement) => statementWrites(reader, statement)),
    ...resultWrites(reader, inner(last, 'argument')),
  ]
}

/** The name that a parameter gives a property: nothing where it is not given, and no other pattern. */
function givenName(pattern: Node, name: string): string | undefined {
  const property = findProperty(pattern, name)
  const value = inner(property, 'value')
  if (property !== undefined && value?.type !== 'Identifier') throw new Unclear()
  return nameIn(value)
}

/** Members of a token that are texts and numbers, which nothing changes that is given them. */
const PRIMITIVE = /^(?:name|email|picture|sub|id|jti|iat|exp)$/

/** Calls that change nothing. */
const READING = /^(?:console\.\w+|Boolean|String|Number)$/

/** Members of the token that get another name in the callback, or are called or given to a function there. */
function sharedMembers(
  source: Source,
  callback: Node,
  token: string | undefined,
): ReadonlySet<string> {
  const nodes = within(source, callback)
  const places = nodes.filter(
    (node) =>
      /^(?:VariableDeclarator|NewExpression|TaggedTemplateExpression)$/.test(node.type) ||
      (node.type === 'CallExpression' &&
        !READING.test(memberPath(inner(node, 'callee'))?.join('.') ?? '')),
  )
  return new Set(
    nodes.flatMap((node) => {
      const [root, member = ''] = node.type === 'MemberExpression' ? (memberPath(node) ?? []) : []
      const isShared = places.some((place) => contains(place, node))
      return root === token && isShared && !PRIMITIVE.test(member) ? [member] : []
    }),
  )
}

function createReader(source: Source, callback: Node): Reader {
  const [only, ...more] = items(callback, 'params')
  const members = items(only, 'properties')
  const isPlain = members.every((one) => one.type === 'Property' && one['computed'] !== true)
  if (only?.type !== 'ObjectPattern' || more.length > 0 || !isPlain) throw new Unclear()
  const session = givenName(only, 'session')
  const token = givenName(only, 'token')
  if (session === undefined || callback['generator'] === true) throw new Unclear()
  return { source, session, token, shared: sharedMembers(source, callback, token) }
}

/** What a session has of its token after writes, by their paths. */
export function pathsAfter(writes: readonly Write[]): ReadonlyMap<string, string | undefined> {
  const paths = new Map<string, string | undefined>(STANDARD)
  for (const { path, member } of writes) {
    if (path === USER || path === SESSION_WITHOUT_USER) {
      const isUser = path === USER
      for (const each of paths.keys()) {
        if (each.startsWith('user.') === isUser) paths.delete(each)
      }
    } else {
      paths.set(path, member)
    }
  }
  return paths
}

/**
 * What a callback `session` writes, in its order.
 *
 * @returns nothing where something of it is not understood, as it may do anything to the session there
 */
export function readWrites(source: Source, callback: Node): readonly Write[] | undefined {
  try {
    return bodyWrites(createReader(source, callback), inner(callback, 'body'))
  } catch (error) {
    if (error instanceof Unclear) return undefined
    throw error
  }
}
