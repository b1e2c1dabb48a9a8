import { configObject, findDeclaration, isChanged } from './options.ts'
import { pathsAfter, readWrites } from './session-callback.ts'
import { type Node, type Source, inner, items, nameIn, unwrap } from './tree.ts'

/** Where a session has what a token has under a name, such as `user?.role`. */
export type SessionMembers = ReadonlyMap<string, string>

/** What a session is where the callback `session` is not understood: it may show anything. */
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
 * What the sessions of a configuration have of their tokens.
 *
 * @param argument - the configuration, in its module
 */
export function findSessionMembers(source: Source, argument: Node | undefined): SessionMembers {
  const object = configObject(source, argument)
  const callbacks = object && readMember(object, 'callbacks')
  if (callbacks === undefined || isChanged(source, argument)) return NOTHING
  if (callbacks.value === undefined) return byMember(pathsAfter([]))
  const inside = configObject(source, callbacks.value)
  const session = inside && readMember(inside, 'session')
  if (session === undefined || isChanged(source, callbacks.value)) return NOTHING
  if (session.value === undefined) return byMember(pathsAfter([]))
  const callback = findFunction(source, session.value)
  const writes = callback && readWrites(source, callback)
  if (writes === undefined || isChanged(source, session.value)) return NOTHING
  return byMember(pathsAfter(writes))
}
