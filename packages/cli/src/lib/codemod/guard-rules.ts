import { configObject } from './options.ts'
import {
  type SessionMembers,
  around,
  readOfSession,
  usesAfter,
  variableEdits,
} from './session-members.ts'
import type { Edit, Node, Source } from './tree.ts'
import {
  NotUnderstood,
  applyEdits,
  declaredAt,
  findProperty,
  inner,
  items,
  literalText,
  nameIn,
  references,
  unwrap,
  contains,
} from './tree.ts'

/** Who may see pages, unless a guard says otherwise. */
const AUTHORIZED = 'authorized: ({ auth }) => auth !== null'

/** `!!token`, `Boolean(token)`, `token !== null` and the like. */
const PRESENCE = /^(?:!!\s*token|Boolean\(token\)|token\s*!==?\s*(?:null|undefined))$/

/** Names that mean the same in every module. */
const GLOBAL = /^(?:undefined|Boolean|String|Number|Array|Object|Set|RegExp|URL|Response|Date)$/

/** What a function returns that does nothing else. */
export function onlyResult(callback: Node): Node | undefined {
  const body = inner(callback, 'body')
  if (body?.type !== 'BlockStatement') return unwrap(body)
  const [first, ...more] = items(body, 'body')
  const alone = first?.type === 'ReturnStatement' && more.length === 0
  return alone ? unwrap(inner(first, 'argument')) : undefined
}

const unclear = (at: number): NotUnderstood =>
  new NotUnderstood(
    at,
    'Who may see a page depends on more here than what the session shows: write the callback `authorized`, which gets the session as `auth`.',
  )

/** Names of a function that it does not declare itself. */
function outerNames(source: Source, callback: Node): readonly string[] {
  const nodes = source.nodes.filter((node) => contains(callback, node))
  const names = new Set(
    nodes.map((node) => (node.type === 'Identifier' ? nameIn(node) : undefined)),
  )
  return [...names].filter(
    (name): name is string =>
      name !== undefined &&
      !GLOBAL.test(name) &&
      references({ ...source, nodes }, name).length > 0 &&
      declaredAt({ ...source, nodes }, name) === undefined,
  )
}

/** The callback of a guard as that of a configuration, which is given the session and the request. */
function rewritten(source: Source, property: Node, members: SessionMembers): string {
  const callback = unwrap(inner(property, 'value'))
  const [only, ...more] = items(callback, 'params')
  if (callback === undefined || only?.type !== 'ObjectPattern' || more.length > 0) {
    throw unclear(property.start)
  }
  const keys = items(only, 'properties').map((one) => nameIn(inner(one, 'key')))
  const names = outerNames(source, callback)
  const nodes = source.nodes.filter((node) => contains(callback, node))
  const taken = references({ ...source, nodes }, 'auth').length > 0
  if (taken || names.length > 0 || keys.some((key) => key !== 'token' && key !== 'req')) {
    throw unclear(property.start)
  }
  const token = nameIn(inner(findProperty(only, 'token'), 'value'))
  const request = nameIn(inner(findProperty(only, 'req'), 'value'))
  const uses = token === undefined ? [] : references({ ...source, nodes }, token)
  const edits = uses
    .filter((use) => !contains(only, use))
    .map((use) => {
      const read = readOfSession(source, use, members)
      if (read === undefined) throw unclear(use.start)
      return { start: use.start, end: read.end, text: `auth${read.text}` }
    })
  const given = request === undefined ? '{ auth }' : `{ auth, request: ${request} }`
  const start = property.start
  const moved = [{ start: only.start, end: only.end, text: given }, ...edits].map((edit) => ({
    ...edit,
    start: edit.start - start,
    end: edit.end - start,
  }))
  return applyEdits(source.text.slice(start, property.end), moved)
}

/** What a guard asks of who sees its pages, as a member of the callbacks; nothing where it lets everybody in. */
function authorizedText(
  source: Source,
  property: Node | undefined,
  members: SessionMembers,
): string | undefined {
  const callback = unwrap(inner(property, 'value'))
  if (property === undefined || callback === undefined) return AUTHORIZED
  const [only] = items(callback, 'params')
  const node = onlyResult(callback)
  if (node?.['value'] === true) return undefined
  const text = node === undefined ? '' : source.text.slice(node.start, node.end)
  const names = items(only, 'properties').map((one) => nameIn(inner(one, 'key')))
  if (names.includes('token') && PRESENCE.test(text)) return AUTHORIZED
  return rewritten(source, property, members)
}

/** What a guard is told. */
export interface GuardRules {
  /** The callback that the configuration has to have; nothing where everybody is let in. */
  readonly authorized: string | undefined
  /** The sign-in page that is named. */
  readonly signIn: string | undefined
}

/** @throws NotUnderstood where a guard is told more than a configuration can be */
export function readRules(
  source: Source,
  value: Node | undefined,
  members: SessionMembers,
): GuardRules {
  if (value === undefined) return { authorized: AUTHORIZED, signIn: undefined }
  const object = configObject(source, value)
  const unknown = items(object, 'properties').find(
    (node) => !['callbacks', 'pages', 'secret'].includes(nameIn(inner(node, 'key')) ?? ''),
  )
  if (object === undefined || unknown !== undefined) {
    throw new NotUnderstood(
      value.start,
      'The guard has options that the configuration may not have.',
    )
  }
  const callbacks = inner(findProperty(object, 'callbacks'), 'value')
  const pages = inner(findProperty(object, 'pages'), 'value')
  return {
    authorized: authorizedText(source, callbacks && findProperty(callbacks, 'authorized'), members),
    signIn: literalText(inner(pages && findProperty(pages, 'signIn'), 'value')),
  }
}

/** The rules of a guard without options. */
export const OPEN_TO_SIGNED_IN: GuardRules = { authorized: AUTHORIZED, signIn: undefined }

const tokenIsRead = (at: number): NotUnderstood =>
  new NotUnderstood(
    at,
    'The token is read here: `auth((request) => …)` gets the session as `request.auth`.',
  )

/** `request.nextauth.token` becomes `request.auth`, and what is read of it, what the session has of it. */
export function tokenEdits(source: Source, members: SessionMembers): readonly Edit[] {
  const requests = source.nodes.filter(
    (node) => node.type === 'MemberExpression' && nameIn(inner(node, 'property')) === 'nextauth',
  )
  return requests.flatMap((member) => {
    const token = source.nodes.find(
      (node) =>
        node.type === 'MemberExpression' &&
        inner(node, 'object')?.start === member.start &&
        inner(node, 'object')?.end === member.end &&
        nameIn(inner(node, 'property')) === 'token',
    )
    if (token === undefined) throw tokenIsRead(member.start)
    const { start } = inner(member, 'property') ?? member
    const holder = around(source, token)
    if (holder?.type === 'VariableDeclarator' && inner(holder, 'id')?.type === 'Identifier') {
      const uses = variableEdits(source, usesAfter(source, holder), members)
      if (uses === undefined) throw tokenIsRead(member.start)
      return [{ start, end: token.end, text: 'auth' }, ...uses]
    }
    const read = readOfSession(source, token, members)
    if (read === undefined) throw tokenIsRead(member.start)
    return [{ start, end: read.end, text: `auth${read.text}` }]
  })
}
