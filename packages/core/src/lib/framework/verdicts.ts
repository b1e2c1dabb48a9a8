import type { ConfigSource, Core } from '../engine/auth.ts'
import type { AuthorizeInput } from '../engine/asked-addresses.ts'
import { judge, judgeStranger } from '../engine/authorize.ts'
import type { KnownSignIn } from '../sessions/strategy.ts'
import type { RequireOptions } from '../types/facts.ts'
import type { SessionRead } from '../types/operations.ts'
import type { UnreadSession } from '../engine/server-session.ts'
import type { ScopeSource, Verdict } from '../types/scope.ts'

// Loaded with the rest.
export { finish, requireOf } from './require.ts'
export { principalFor, principalOf } from './principal.ts'

/** A request, its session and the options of `authorize` or `requireSession`. */
export interface Question<S> {
  readonly source: ScopeSource
  readonly read: SessionRead<S>
  readonly unread: UnreadSession | undefined
  readonly known: (() => Promise<KnownSignIn>) | undefined
  readonly options: RequireOptions
}

/** The URL as it was sent, if that of the request differs from it only by resolved `..` segments. */
function sentPath({ url, request }: ScopeSource): string | undefined {
  return url !== undefined && new URL(url).pathname === new URL(request.url).pathname
    ? url
    : undefined
}

function toInput<S>({ source, read, unread, known, options }: Question<S>): AuthorizeInput<S> {
  const { request } = source
  const { page = false, url = source.url ?? request.url, path = sentPath(source) } = options
  const { copy, sole, otherPath = source.otherPath, routePath } = options
  const paths = { path, otherPath, routePath }
  return { request, read, unread, known, page, url: new URL(url), ...paths, copy, sole }
}

/** The methods of HTTP that a `Request` cannot have (Fetch, section 2.2.1). */
const FORBIDDEN = /^(?:connect|trace|track)$/i

/** What a route may take of the other methods. */
const ALLOW = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

/** Refuses a method for which the callbacks cannot be given a `Request`. */
export function refuseMethod({ method }: Pick<ScopeSource, 'method'>): Verdict | undefined {
  if (method === undefined || !FORBIDDEN.test(method)) return undefined
  const body = { error: 'MethodNotAllowed', message: 'Method not allowed.' }
  const response = Response.json(body, { status: 405, headers: { Allow: ALLOW } })
  return { kind: 'respond', response }
}

/** Calls the `authorized` callback. */
export async function authorize<S extends object>(
  core: Core,
  config: ConfigSource,
  question: Question<S>,
): Promise<Verdict> {
  return (await judge(core, config, toInput(question))).verdict
}

/** Refuses a request without a session. */
export function requireSession<S extends object>(
  core: Core,
  _config: ConfigSource,
  question: Question<S>,
): Promise<Verdict> {
  return judgeStranger(core, toInput(question), question.options)
}
