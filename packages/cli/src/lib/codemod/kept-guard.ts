import { posix } from 'node:path'
import { lineEnd } from '../env-file.ts'
import { readMentions, readNames } from './mentions.ts'
import { preferredEnd } from './statements.ts'
import type { Edit, Source } from './tree.ts'
import { NotUnderstood, preferredQuote, relativeImport, replaceLiteral } from './tree.ts'

/** A guard of version 4 that goes on reading the token, by a module that is written for it. */
export interface KeptGuard {
  readonly source: Source
  readonly edits: readonly Edit[]
  /** Whether the guard is the default export, which a proxy may be as well. */
  readonly isDefault: boolean
  /** The module with `withAuth`. */
  readonly path: string
  readonly text: string
}

/** What such a module needs to know. */
export interface KeepContext {
  readonly files: ReadonlySet<string>
  readonly until: string
  /** The name of the session cookie, as code, where it is not the default. */
  readonly cookieName: string | undefined
  readonly isNamedElsewhere: boolean
}

const MODULE = 'next-auth/middleware'

const NAMES = /^(?:default|withAuth|NextRequestWithAuth)$/

/** What version 4 does in front of a page, for sessions of both libraries. */
const typed = ({
  until,
  cookieName,
}: KeepContext): string => `import { getToken, type JWT } from '@latchstring/next/jwt'
import { type NextFetchEvent, type NextRequest, NextResponse } from 'next/server'

export interface NextRequestWithAuth extends NextRequest {
  nextauth: { token: JWT | null }
}

type Result = Response | null | undefined | void

type Handler = (request: NextRequestWithAuth, event: NextFetchEvent) => Result | Promise<Result>

interface Options {
  callbacks?: {
    authorized?(params: { token: JWT | null; req: NextRequest }): unknown
  }
  pages?: { signIn?: string; error?: string }
  secret?: string | undefined
}

type Guard = (request: NextRequest, event: NextFetchEvent) => Promise<Response | undefined>

async function guard(
  request: NextRequest,
  { callbacks, pages, secret }: Options,
  next: (token: JWT | null) => Result | Promise<Result>,
): Promise<Response | undefined> {
  const signIn = pages?.signIn ?? '/api/auth/signin'
  const open = [signIn, pages?.error ?? '/api/auth/error', '/favicon.ico']
  const { basePath, pathname, search, origin } = request.nextUrl
  if (open.includes(pathname) || /^\\/(?:api\\/auth|_next)(?:\\/|$)/.test(pathname)) return undefined
  const token = await getToken({
    req: request,
    secret: secret ?? process.env.AUTH_SECRET ?? process.env.NEXTAUTH_SECRET ?? '',
    migrate: { from: 'next-auth', until: '${until}' },${cookieName === undefined ? '' : `\n    cookieName: ${cookieName},`}
  })
  const isAuthorized = (await callbacks?.authorized?.({ req: request, token })) ?? token !== null
  if (isAuthorized) return (await next(token)) ?? undefined
  const url = new URL(basePath + signIn, origin)
  url.searchParams.append('callbackUrl', basePath + pathname + search)
  return NextResponse.redirect(url)
}

/** Guards pages by the token of the session, as next-auth 4 does. */
export function withAuth(request: NextRequest, options?: Options): Promise<Response | undefined>
export function withAuth(handler: Handler, options?: Options): Guard
export function withAuth(options?: Options): Guard
export function withAuth(
  first: NextRequest | Handler | Options = {},
  second: Options = {},
): Guard | Promise<Response | undefined> {
  if (first instanceof Request) return guard(first, second, () => undefined)
  if (typeof first !== 'function') return (request) => guard(request, first, () => undefined)
  return (request, event) =>
    guard(request, second, (token) =>
      first(Object.assign(request, { nextauth: { token } }), event),
    )
}

export default withAuth
`

/** Pieces that only types are about, and what JavaScript has instead. */
const TYPES: readonly (readonly [typed: RegExp, plain: string])[] = [
  [/, type JWT/, ''],
  [/type NextFetchEvent, type NextRequest, /, ''],
  [/export interface[^]*?(?=async function guard)/, ''],
  [/ {2}request: NextRequest,\n/, '  request,\n'],
  [/ {2}\{ callbacks, pages, secret \}: Options,\n/, '  { callbacks, pages, secret },\n'],
  [/ {2}next: [^\n]*\n\): Promise<Response \| undefined> \{/, '  next,\n) {'],
  [/(?:export function withAuth\([^\n]*: [^\n]*\n){3}/, ''],
  [/\n {2}first: [^\n]*\n {2}second: Options = \{\},\n\): [^\n]*\{/, 'first = {}, second = {}) {'],
]

/** Without what only types say. */
const plain = (context: KeepContext): string =>
  TYPES.reduce((text, [from, to]) => text.replace(from, to), typed(context))

/** The text with the quotes and line ends of the guard. */
const moduleText = (source: Source, isTyped: boolean, context: KeepContext): string =>
  (isTyped ? typed(context) : plain(context))
    .replaceAll("'", preferredQuote(source.text))
    .replaceAll('\n', lineEnd(source.text))

/**
 * A guard whose rule the configuration cannot have, or whose configuration does not load at the edge: `withAuth` is written out.
 *
 * @throws NotUnderstood where a module uses more than that
 */
export function keepGuard(source: Source, context: KeepContext): KeptGuard {
  const { files, isNamedElsewhere } = context
  const folder = posix.dirname(source.path)
  const end = posix.extname(source.path).replace(/x$/, '')
  const path = posix.join(folder, `with-auth${end}`)
  const mentions = readMentions(source).filter((mention) => mention.source === MODULE)
  const [mention, ...more] = mentions
  const names = mention === undefined ? [] : readNames(mention.node)
  const isKnown = names.length > 0 && names.every(({ imported }) => NAMES.test(imported))
  if (mention === undefined || more.length > 0 || !isKnown || files.has(path)) {
    throw new NotUnderstood(mention?.node.start ?? 0, `"${MODULE}" is not imported as usual.`)
  }
  if (isNamedElsewhere) {
    throw new NotUnderstood(
      mention.node.start,
      'The configuration gives the session cookie a name of its own, which this guard does not know.',
    )
  }
  const from = relativeImport(source.path, path)
  const { node, literal } = mention
  const text = moduleText(source, end.endsWith('ts'), context)
  if (node.type === 'ImportDeclaration') {
    const isDefault = source.body.some(({ type }) => type === 'ExportDefaultDeclaration')
    return { source, path, text, isDefault, edits: [replaceLiteral(source, literal, from)] }
  }
  const quote = preferredQuote(source.text)
  const semicolon = preferredEnd(source.text)
  const line = lineEnd(source.text)
  const own = `import { withAuth } from ${quote}${from}${quote}${semicolon}${line}${line}export default withAuth()${semicolon}`
  return {
    source,
    path,
    text,
    isDefault: true,
    edits: [{ start: node.start, end: node.end, text: own }],
  }
}
