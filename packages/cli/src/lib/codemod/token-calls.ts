import { COOKIE_NAME } from './cookie-names.ts'
import { addMembers, findDeclaration, lacks } from './options.ts'
import { isTest } from './reported.ts'
import { tokenUses } from './token-reads.ts'
import type { Edit, Node, Remark, Source } from './tree.ts'
import {
  findProperty,
  inner,
  items,
  literalText,
  preferredQuote,
  remarkAt,
  unwrap,
} from './tree.ts'
import { findCall } from './session-call.ts'
import { withoutMember } from './package-lists.ts'

/** What calls of `getToken` get. */
export interface TokenContext {
  readonly until: string
  /** The name of the session cookie, as code, where it is that of the other library. */
  readonly cookieName: string | undefined
  /** Whether the configuration names the cookie in a way that means something in its own module alone. */
  readonly isNamedElsewhere: boolean
  /** Version 4 reads the secret of the environment. */
  readonly isVersion4: boolean
}

/** The secret that version 4 reads where it is given none. */
const SECRET = 'secret: process.env.AUTH_SECRET ?? process.env.NEXTAUTH_SECRET'

/** The names that an expression may be, where they are those of the other library. */
function oldNames(source: Source, value: Node | undefined): readonly string[] | undefined {
  const node = unwrap(value)
  if (node?.type === 'ConditionalExpression') {
    const [yes, no] = ['consequent', 'alternate'].map((key) => oldNames(source, inner(node, key)))
    return yes && no && [...yes, ...no]
  }
  if (node?.type === 'Identifier') {
    const declared = findDeclaration(source, String(node['name']))
    return declared?.type === 'VariableDeclarator'
      ? oldNames(source, inner(declared, 'init'))
      : undefined
  }
  const text = literalText(node)
  return text !== undefined && COOKIE_NAME.test(text) ? [text] : undefined
}

/** Takes out the names that the other library has for its cookie: both are tried, with and without the prefix of https. */
function nameEdits(source: Source, object: Node, context: TokenContext): readonly Edit[] {
  const isNamed = context.cookieName !== undefined || context.isNamedElsewhere
  const names = isNamed ? ['salt'] : ['salt', 'cookieName']
  const gone = names.flatMap((name) => {
    const property = findProperty(object, name)
    const isOld = oldNames(source, inner(property, 'value')) !== undefined
    return property !== undefined && isOld ? [property] : []
  })
  // Two neighbours share a comma.
  return gone
    .toSorted((one, other) => one.start - other.start)
    .map((node) => withoutMember(source, node))
    .map((edit, index, all) => ({ ...edit, start: Math.max(edit.start, all[index - 1]?.end ?? 0) }))
}

function callEdits(source: Source, call: Node, context: TokenContext): readonly Edit[] {
  const quote = preferredQuote(source.text)
  const migrate = `migrate: { from: ${quote}next-auth${quote}, until: ${quote}${context.until}${quote} }`
  const [argument] = items(call, 'arguments')
  const object = unwrap(argument)
  if (argument === undefined) return []
  if (object?.type !== 'ObjectExpression') {
    const { start, end } = argument
    return [{ start, end, text: `{ ...${source.text.slice(start, end)}, ${migrate} }` }]
  }
  if (!lacks(object, 'migrate')) return []
  const edits = nameEdits(source, object, context)
  const spread = items(object, 'properties').some(({ type }) => type === 'SpreadElement')
  const { cookieName, isVersion4 } = context
  const own = [
    migrate,
    ...(isVersion4 && !spread && lacks(object, 'secret') ? [SECRET] : []),
    ...(cookieName !== undefined && lacks(object, 'cookieName')
      ? [`cookieName: ${cookieName.replaceAll("'", quote)}`]
      : []),
  ]
  return [
    ...(edits.length > 0 ? addMembers(source, object, own) : addLast(source, object, own)),
    ...edits,
  ]
}

/** Members, put in at the end of an object literal. */
function addLast(source: Source, object: Node, members: readonly string[]): readonly Edit[] {
  const last = items(object, 'properties').at(-1)
  if (last === undefined) return addMembers(source, object, members)
  const indent = /\n[ \t]*$/.exec(source.text.slice(0, last.start))?.[0]
  const text = members.map((member) => `,${indent ?? ' '}${member}`).join('')
  return [{ start: last.end, end: last.end, text }]
}

/** Has every call of `getToken` take the tokens of the other library as well. */
export const tokenCallEdits = (source: Source, context: TokenContext): readonly Edit[] =>
  tokenUses(source).flatMap(({ use }) => {
    const call = findCall(source, use)
    return call === undefined ? [] : callEdits(source, call, context)
  })

/** Whether a call says which cookie it reads, or may. */
function saysCookie(call: Node): boolean {
  const object = unwrap(items(call, 'arguments')[0])
  if (object?.type !== 'ObjectExpression') return false
  const spread = items(object, 'properties').some(({ type }) => type === 'SpreadElement')
  return spread || !lacks(object, 'cookieName')
}

/** Uses of `getToken` that are no calls, or that do not say which cookie the configuration has. */
export const tokenFindings = (source: Source, isNamedElsewhere: boolean): readonly Remark[] =>
  tokenUses(source).flatMap(({ use }) => {
    const call = findCall(source, use)
    if (call === undefined && isTest(source.path)) return []
    if (call === undefined) {
      const reason =
        "`getToken` reads sessions of next-auth where it is given `migrate: { from: 'next-auth', until }`: give it that where it is called."
      return [remarkAt(source, use.start, reason, 'session')]
    }
    if (!isNamedElsewhere || saysCookie(call)) return []
    const reason =
      'The configuration gives the session cookie a name of its own: pass the same as `cookieName`.'
    return [remarkAt(source, use.start, reason, 'guard')]
  })
