import { configObject, findDeclaration, isChanged } from './options.ts'
import { pathsAfter, readWrites, type Write } from './session-callback.ts'
import { type Node, type Source, inner, items, literalText, nameIn, unwrap } from './tree.ts'

/** Paths of the session by the members of the token that they have, such as `user?.role`. */
export type SessionMembers = ReadonlyMap<string, string>

/** The result where the callback `session` is not understood. */
export const NOTHING: SessionMembers = new Map()

/** Paths that show what was written there: an expiry is that of the session. */
const SHOWN = /^(?!expires$|(?:user\.)?__proto__$)[\w$.]+$/

/** Where members are found again, by what a path of the session has of the token. */
function byMember(paths: ReadonlyMap<string, string | undefined>): SessionMembers {
  const members = new Map<string, string>()
  for (const [path, member] of paths) {
    if (member === undefined || members.has(member) || !SHOWN.test(path)) continue
    members.set(member, path.replace('.', '?.'))
  }
  return members
}

/** A member of an object literal; nothing where it may be another one. */
function readMember(object: Node, name: string): { readonly value: Node | undefined } | undefined {
  for (const one of items(object, 'properties').toReversed()) {
    if (one.type !== 'Property' || one['computed'] === true) return undefined
    if (nameIn(inner(one, 'key')) === name) return { value: inner(one, 'value') }
  }
  return { value: undefined }
}

/** The function that an expression is, or that a name of the module stands for. */
function findFunction(source: Source, value: Node): Node | undefined {
  const node = unwrap(value)
  const declared =
    node?.type === 'Identifier' ? findDeclaration(source, nameIn(node) ?? '') : undefined
  const found = declared?.type === 'VariableDeclarator' ? unwrap(inner(declared, 'init')) : declared
  const result = found ?? node
  return /Function/.test(result?.type ?? '') ? result : undefined
}

/**
 * Whether sessions are in a database, where version 4 has no token: that is so with every adapter, unless the configuration says
 * otherwise. Where the text does not show it, an application that reads tokens has sessions in tokens.
 */
function isInDatabase(source: Source, object: Node): boolean {
  const session = readMember(object, 'session')?.value
  const options = session && configObject(source, session)
  if (session !== undefined && options === undefined) return false
  const strategy = options && readMember(options, 'strategy')?.value
  if (strategy !== undefined) return literalText(unwrap(strategy)) !== 'jwt'
  return readMember(object, 'adapter')?.value !== undefined
}

/** What the callback `session` of a configuration writes; nothing where that may be anything. */
function findWrites(source: Source, object: Node): readonly Write[] | undefined {
  const callbacks = readMember(object, 'callbacks')
  if (callbacks === undefined) return undefined
  if (callbacks.value === undefined) return []
  const inside = configObject(source, callbacks.value)
  const session = inside && readMember(inside, 'session')
  if (session === undefined || isChanged(source, callbacks.value)) return undefined
  if (session.value === undefined) return []
  const callback = findFunction(source, session.value)
  if (callback === undefined || isChanged(source, session.value)) return undefined
  return readWrites(source, callback)
}

/**
 * What the sessions of a configuration have of their tokens.
 *
 * @param argument - the configuration, in its module
 */
export function findSessionMembers(source: Source, argument: Node | undefined): SessionMembers {
  const object = configObject(source, argument)
  if (object === undefined || isChanged(source, argument)) return NOTHING
  if (isInDatabase(source, object)) return NOTHING
  const writes = findWrites(source, object)
  return writes === undefined ? NOTHING : byMember(pathsAfter(writes))
}
