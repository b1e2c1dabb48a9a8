import { readMentions } from './mentions.ts'
import { around, usesIn } from './token-uses.ts'
import { optionalStep } from './type-edits.ts'
import {
  type Edit,
  type Node,
  type Remark,
  type Source,
  contains,
  findProperty,
  inner,
  items,
  nameIn,
  remarkAt,
} from './tree.ts'
import { preferredQuote, unwrap } from './tree.ts'

/** The handlers of the event `signOut` that take the token out of their message. */
const handlers = ({ nodes }: Source): readonly Node[] =>
  nodes
    .filter((node) => node.type === 'Property' && nameIn(inner(node, 'key')) === 'events')
    .flatMap((node) => findProperty(unwrap(inner(node, 'value')) ?? node, 'signOut') ?? [])
    .flatMap((node) => unwrap(inner(node, 'value')) ?? [])

/**
 * The event `signOut` has either a session or a token, which may be none; in version 4 its type has both. `signOut({ token })` says
 * what it takes, and reads `token?.sub`.
 */
export function signOutEdits(source: Source): readonly Edit[] {
  const quote = preferredQuote(source.text)
  const isTyped = /\.[cm]?tsx?$/.test(source.path)
  if (readMentions(source).every(({ source: module }) => !module.startsWith('next-auth'))) return []
  return handlers(source).flatMap((handler) => {
    const [pattern] = items(handler, 'params')
    if (pattern?.type !== 'ObjectPattern' || inner(pattern, 'typeAnnotation')) return []
    const [only, ...more] = items(pattern, 'properties')
    const name = inner(only, 'value')
    const isToken = nameIn(inner(only, 'key')) === 'token' && name?.type === 'Identifier'
    if (!isToken || more.length > 0) return []
    const type = `import(${quote}@latchstring/next/jwt${quote}).JWT | null`
    const annotation = `: { token?: ${type}; session?: unknown }`
    const reads = (usesIn(source, handler, name) ?? [])
      .filter((use) => !contains(pattern, use))
      .map((use) => ({ use, outer: around(source, use) }))
      .flatMap(({ use, outer }) =>
        outer?.type === 'MemberExpression' && inner(outer, 'object')?.start === use.start
          ? optionalStep(source, outer)
          : [],
      )
    const at = pattern.end
    return [...(isTyped ? [{ start: at, end: at, text: annotation }] : []), ...reads]
  })
}

/** Handlers that take both out of their message: its type has one or the other. */
export const signOutFindings = (source: Source): readonly Remark[] =>
  handlers(source).flatMap((handler) => {
    const [pattern] = items(handler, 'params')
    const isBoth =
      pattern?.type === 'ObjectPattern' &&
      inner(pattern, 'typeAnnotation') === undefined &&
      ['session', 'token'].every((name) => findProperty(pattern, name) !== undefined)
    if (!isBoth || !/\.[cm]?tsx?$/.test(source.path)) return []
    const reason =
      'The message of the event `signOut` has a session or a token, and its type says so: take the message, and ask which one it has (`"token" in message`).'
    return [remarkAt(source, pattern.start, reason, 'type')]
  })
