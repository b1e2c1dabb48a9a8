import { returnsBoolean } from './boolean-result.ts'
import { configObject, isChanged } from './options.ts'
import type { SessionMembers } from './session-members.ts'
import { readOfSession, usesIn } from './token-uses.ts'
import type { Node, Source } from './tree.ts'
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

/** The rule of a guard without a callback. */
export const PLAIN_RULE = 'authorized: ({ auth }) => auth !== null'

/** `!!token`, `Boolean(token)`, `token !== null` and the like. A missing token is `null` and never `undefined`. */
const PRESENCE = /^(?:!!\s*token|Boolean\(token\)|token\s*!==?\s*null|token\s*!=\s*undefined)$/

/** Names that mean the same in every module. */
const GLOBAL = /^(?:undefined|Boolean|String|Number|Array|Object|Set|RegExp|URL|Response|Date)$/

/** The expression that a function returns, if it has no other statement. */
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

const notBoolean = (at: number): NotUnderstood =>
  new NotUnderstood(
    at,
    'The callback may return something else than `true` or `false`, and where that is nothing, version 4 lets everybody in who is signed in: have it return one of the two.',
  )

/** Names that a function uses and does not declare. */
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

/** The name of a parameter of a callback, unless it is a pattern. */
function givenName(only: Node, key: string, at: number): string | undefined {
  const property = findProperty(only, key)
  const name = inner(property, 'value')
  if (property !== undefined && name?.type !== 'Identifier') throw unclear(at)
  return nameIn(name)
}

/** The one parameter of a callback, which it takes apart. */
function onlyPattern(callback: Node, at: number): Node {
  const [only, ...more] = items(callback, 'params')
  if (only?.type !== 'ObjectPattern' || more.length > 0) throw unclear(at)
  return only
}

/** The callback of a guard as that of a configuration, which is given the session and the request. */
function rewritten(source: Source, property: Node, members: SessionMembers): string {
  const callback = unwrap(inner(property, 'value'))
  if (callback === undefined) throw unclear(property.start)
  const only = onlyPattern(callback, property.start)
  const keys = items(only, 'properties').map((one) => nameIn(inner(one, 'key')))
  const names = outerNames(source, callback)
  const nodes = source.nodes.filter((node) => contains(callback, node))
  const taken = references({ ...source, nodes }, 'auth').length > 0
  if (taken || names.length > 0 || keys.some((key) => key !== 'token' && key !== 'req')) {
    throw unclear(property.start)
  }
  if (!returnsBoolean(source, callback)) throw notBoolean(property.start)
  const token = givenName(only, 'token', property.start)
  const request = givenName(only, 'req', property.start)
  const own = inner(findProperty(only, 'token'), 'value')
  const uses = token === undefined || own === undefined ? [] : usesIn(source, callback, own)
  if (uses === undefined) throw unclear(property.start)
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

/** The rule of a guard, as a member of the callbacks; nothing where it accepts every visitor. */
function authorizedText(
  source: Source,
  property: Node | undefined,
  members: SessionMembers,
): string | undefined {
  const callback = unwrap(inner(property, 'value'))
  if (property === undefined || callback === undefined) return PLAIN_RULE
  const [only] = items(callback, 'params')
  if (callback['generator'] === true) throw unclear(property.start)
  const node = onlyResult(callback)
  if (node?.['value'] === true) return undefined
  const text = node === undefined ? '' : source.text.slice(node.start, node.end)
  const token = only && findProperty(only, 'token')
  if (nameIn(inner(token, 'value')) === 'token' && PRESENCE.test(text)) return PLAIN_RULE
  return rewritten(source, property, members)
}

/** The options of a guard. */
export interface GuardRules {
  /** The callback that the configuration has to have; nothing where every visitor is accepted. */
  readonly authorized: string | undefined
  /** The sign-in page that is named. */
  readonly signIn: string | undefined
  /** The text of the option `secret`. */
  readonly secret: string | undefined
}

/** The rules of a guard without options. */
export const OPEN_TO_SIGNED_IN: GuardRules = {
  authorized: PLAIN_RULE,
  signIn: undefined,
  secret: undefined,
}

const isElsewhere = (at: number): NotUnderstood =>
  new NotUnderstood(at, 'Not all options of the guard are written here.')

/** Whether an object literal has a name twice, of which the last counts. */
function isTwice(object: Node): boolean {
  const names = items(object, 'properties').map((one) => nameIn(inner(one, 'key')))
  return new Set(names).size < names.length
}

/** A member of a member, which have to be written as object literals. */
function findMember(object: Node, outer: string, name: string): Node | undefined {
  const property = findProperty(object, outer)
  if (property === undefined) return undefined
  const value = unwrap(inner(property, 'value'))
  const plain = items(value, 'properties').every(
    (one) => one.type === 'Property' && one['computed'] !== true,
  )
  if (value?.type !== 'ObjectExpression' || !plain || isTwice(value)) {
    throw isElsewhere(property.start)
  }
  return findProperty(value, name)
}

/** @throws NotUnderstood where a guard has options that a configuration does not have */
export function readRules(
  source: Source,
  value: Node | undefined,
  members: SessionMembers,
): GuardRules {
  if (value === undefined) return OPEN_TO_SIGNED_IN
  const object = configObject(source, value)
  const unknown = items(object, 'properties').find(
    (node) =>
      node['computed'] === true ||
      !['callbacks', 'pages', 'secret'].includes(nameIn(inner(node, 'key')) ?? ''),
  )
  if (object === undefined || unknown !== undefined) {
    throw new NotUnderstood(
      value.start,
      'The guard has options that the configuration may not have.',
    )
  }
  if (isTwice(object) || isChanged(source, value)) throw isElsewhere(value.start)
  const page = findMember(object, 'pages', 'signIn')
  const signIn = literalText(inner(page, 'value'))
  if (page !== undefined && signIn === undefined) throw isElsewhere(page.start)
  const secret = findProperty(object, 'secret')
  return {
    authorized: authorizedText(source, findMember(object, 'callbacks', 'authorized'), members),
    signIn,
    secret: secret && source.text.slice(secret.start, secret.end),
  }
}
