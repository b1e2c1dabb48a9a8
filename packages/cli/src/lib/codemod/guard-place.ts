import { posix } from 'node:path'
import { lineEnd } from '../env-file.ts'
import type { AuthModule } from './auth-module.ts'
import { PLAIN_RULE } from './guard-rules.ts'
import { addMembers, configObject, isChanged, lacks, migrateMember } from './options.ts'
import type { Resolver } from './resolver.ts'
import { preferredEnd } from './statements.ts'
import type { Edit, Node, Source } from './tree.ts'
import {
  NotUnderstood,
  contains,
  declaredAt,
  findProperty,
  inner,
  items,
  nameIn,
  preferredQuote,
  references,
} from './tree.ts'
import type { NextVersion } from './versions.ts'

/** Where a guard runs after the move: in a proxy, in a middleware of Node.js, at the edge, or as Next.js has it by default. */
export type GuardRuntime = 'proxy' | 'nodejs' | 'edge' | 'default'

/** How a guard gets `auth`. */
export interface GuardPlace {
  readonly runtime: GuardRuntime
  readonly home: AuthModule
  readonly resolver: Resolver
  /** The text that makes an `auth` of its own, at the edge. */
  readonly own: string | undefined
}

/** Where a guard runs: from Next.js 15.5 on, a middleware may run in Node.js, and from 16 on it always does, as a proxy. */
export function guardRuntime(path: string, next: NextVersion | undefined): GuardRuntime {
  const isMiddleware = posix.basename(path).startsWith('middleware.')
  if (next === undefined || !isMiddleware) return 'default'
  if (next.major >= 16) return 'proxy'
  return next.major === 15 && next.minor >= 5 ? 'nodejs' : 'edge'
}

/** Names that mean the same in every module, also at the edge. */
const EVERYWHERE =
  /^(?:undefined|process|console|Boolean|String|Number|Array|Object|Set|Map|Date|JSON|Math|Promise|URL|Response)$/

/** Whether a piece of code uses nothing that its module declares or imports. */
export function isSelfContained(source: Source, piece: Node): boolean {
  const nodes = source.nodes.filter((node) => contains(piece, node))
  const names = new Set(
    nodes.flatMap((node) => (node.type === 'Identifier' ? (nameIn(node) ?? []) : [])),
  )
  return [...names].every(
    (name) =>
      EVERYWHERE.test(name) ||
      references({ ...source, nodes }, name).length === 0 ||
      declaredAt({ ...source, nodes }, name) !== undefined,
  )
}

const SPLIT =
  'The middleware runs at the edge in this version of Next.js, where the whole configuration may not load: move to Next.js 15.5, or give it a configuration of its own, with `session`, `callbacks`, `pages` and `providers: []`.'

/** Options that a session is read and renewed by. */
const READ_BY = ['session', 'cookies', 'jwt', 'useSecureCookies'] as const

/** What a guard of its own needs to know. */
export interface OwnGuard {
  readonly until: string
  /** The rule, as a member of the callbacks. */
  readonly authorized: string | undefined
  readonly signIn: string | undefined
  /** The text of its own secret. */
  readonly secret: string | undefined
  /** Whether it reads more of the session than that there is one. */
  readonly readsMembers: boolean
  /** Members that every configuration gets. */
  readonly members: readonly string[]
  readonly quote: string
}

/** The callback that puts members of the token into the session. */
function sessionCallback(source: Source, object: Node, required: boolean): readonly string[] {
  const callbacks = findProperty(object, 'callbacks')
  const inside = callbacks && configObject(source, inner(callbacks, 'value'))
  const session = inside && findProperty(inside, 'session')
  if (callbacks !== undefined && inside === undefined && required) {
    throw new NotUnderstood(0, SPLIT)
  }
  if (session === undefined) return []
  if (isSelfContained(source, session)) return [source.text.slice(session.start, session.end)]
  if (required) throw new NotUnderstood(0, SPLIT)
  return []
}

/**
 * The members of a configuration that loads at the edge and guards pages alone.
 *
 * @throws NotUnderstood where what it needs of the configuration cannot be taken out of it
 */
export function ownMembers(source: Source, argument: Node, guard: OwnGuard): readonly string[] {
  const object = configObject(source, argument)
  if (object === undefined || isChanged(source, argument)) throw new NotUnderstood(0, SPLIT)
  const isPlain = items(object, 'properties').every(
    (one) => one.type === 'Property' && one['computed'] !== true,
  )
  if (!isPlain) throw new NotUnderstood(0, SPLIT)
  const read = READ_BY.flatMap((name) => {
    const property = findProperty(object, name)
    if (property === undefined) return []
    const value = inner(property, 'value')
    const literal = value?.type === 'Identifier' ? configObject(source, value) : undefined
    if (!isSelfContained(source, literal ?? property)) throw new NotUnderstood(0, SPLIT)
    const piece = literal ?? property
    const text = source.text.slice(piece.start, piece.end)
    return [literal === undefined ? text : `${name}: ${text}`]
  })
  const hasSession = !lacks(object, 'session')
  const callbacks = [
    ...(guard.authorized === undefined ? [] : [guard.authorized]),
    ...sessionCallback(source, object, guard.readsMembers),
  ]
  const { quote, signIn, secret } = guard
  return [
    migrateMember(source, guard.until, object).replaceAll(/["']/g, quote),
    ...(secret === undefined ? [] : [secret]),
    ...(hasSession ? [] : [`session: { strategy: ${quote}jwt${quote} }`]),
    ...read,
    ...guard.members.filter((text) => !text.startsWith('cookies') || lacks(object, 'cookies')),
    ...(callbacks.length === 0 ? [] : [nested('callbacks', callbacks, lineEnd(source.text))]),
    ...(signIn === undefined ? [] : [`pages: { signIn: ${quote}${signIn}${quote} }`]),
    'providers: []',
  ]
}

/** An object in another one, with a member on each line. */
const nested = (name: string, members: readonly string[], line: string): string =>
  [`${name}: {`, ...members.map((one) => `    ${one},`), '  }'].join(line)

/** A configuration of its own, as the text that gives `auth` under a name. */
export function ownText(guard: Source, members: readonly string[]): string {
  const quote = preferredQuote(guard.text)
  const end = preferredEnd(guard.text)
  return [
    `import Latchstring from ${quote}@latchstring/next${quote}${end}`,
    '',
    '// A middleware runs at the edge, where the rest of the configuration may not load.',
    `const { auth } = Latchstring({`,
    ...members.map((member) => `  ${member},`),
    `})${end}`,
  ].join(lineEnd(guard.text))
}

/** Has a middleware run in Node.js. */
export function runtimeEdits(source: Source): readonly Edit[] {
  const quote = preferredQuote(source.text)
  const member = `runtime: ${quote}nodejs${quote}`
  const config = source.body
    .flatMap((node) => items(inner(node, 'declaration'), 'declarations'))
    .find((node) => nameIn(inner(node, 'id')) === 'config')
  const object = inner(config, 'init')
  if (object?.type === 'ObjectExpression') {
    return lacks(object, 'runtime') ? addMembers(source, object, [member]) : []
  }
  if (config !== undefined) {
    throw new NotUnderstood(config.start, `Give \`config\` the member \`${member}\`.`)
  }
  const line = lineEnd(source.text)
  const at = source.text.length
  const gap = source.text.endsWith('\n') ? line : line + line
  const text = `${gap}export const config = { ${member} }${preferredEnd(source.text)}${line}`
  return [{ start: at, end: at, text }]
}

/** Whether a rule reads more of a session than that there is one. */
export const isPlainRule = (authorized: string | undefined): boolean =>
  authorized === undefined || authorized === PLAIN_RULE
