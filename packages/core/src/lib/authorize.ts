import type { ConfigSource, Core } from './auth.ts'
import { actionUrl, createSessionContext, withParameters, type SessionContext } from './context.ts'
import { asError } from './errors/auth-error.ts'
import { AccessDenied } from './errors/classes.ts'
import { parseOwnTarget } from './http/redirect-target.ts'
import type { Authorization, Decision, SessionRead } from './types/framework.ts'

/** A page load, as opposed to a request of a script. */
function isNavigation({ headers, method }: Request, isPage: boolean): boolean {
  const mode = headers.get('sec-fetch-mode')
  if (mode === 'navigate') return true
  if (method !== 'GET' && method !== 'HEAD') return false
  const accept = headers.get('accept') ?? ''
  return isPage
    ? !accept.includes('application/json')
    : mode === null && accept.includes('text/html')
}

function json(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'private, no-store' } })
}

/** The sign-in page, and every action of the library: they must not need what they provide. */
function isPublic({ config, origin }: SessionContext, { pathname }: URL): boolean {
  const base = config.basePath === '/' ? '' : config.basePath
  if (pathname.startsWith(`${base}/`) && base !== '') return true
  const page = parseOwnTarget(config.pages.signIn, origin.href)?.pathname
  return page?.replace(/\/$/, '') === pathname.replace(/\/$/, '')
}

function deny(context: SessionContext, request: Request, isPage: boolean): Decision {
  if (!isNavigation(request, isPage)) {
    const body = { error: 'SessionRequired', message: 'Sign in first.' }
    return { kind: 'respond', response: json(401, body) }
  }
  const { config, origin } = context
  const { pathname, search } = new URL(request.url)
  const page =
    parseOwnTarget(config.pages.signIn, origin.href) ?? new URL(actionUrl(context, 'signin'))
  const location = withParameters(page, { callbackUrl: origin.href + pathname + search })
  const headers = { Location: location, 'Cache-Control': 'private, no-store' }
  // The sign-in page is fetched, whatever the method of the request that was denied.
  const status = request.method === 'GET' || request.method === 'HEAD' ? 307 : 303
  return { kind: 'respond', response: new Response(null, { status, headers }) }
}

/** A request somebody wants to know about. */
export interface Question<S> {
  readonly request: Request
  /** The session of the request, read for the server. */
  readonly read: SessionRead<S>
  readonly page: boolean
}

async function decide(core: Core, { request, read, page }: Question<object>): Promise<Decision> {
  const config = await core.resolve(request)
  if (!config.callbacks.authorized) return { kind: 'allow' }
  const context = createSessionContext(config, request)
  const url = new URL(request.url)
  try {
    const verdict: unknown = await config.callbacks.authorized({ request, auth: read.session })
    if (verdict instanceof Response) return { kind: 'respond', response: verdict }
    if (verdict === true || isPublic(context, url)) return { kind: 'allow' }
  } catch (cause) {
    config.log.error(new AccessDenied('The `authorized` callback threw.', { err: asError(cause) }))
  }
  return deny(context, request, page)
}

/** Without a configuration nobody is let through where the application wanted to be asked. */
function decideUnresolved(source: ConfigSource): Decision {
  const asks = typeof source === 'function' || source.callbacks?.authorized !== undefined
  const body = { error: 'Configuration', message: 'The server is not configured correctly.' }
  return asks ? { kind: 'respond', response: json(500, body) } : { kind: 'allow' }
}

/**
 * Asks the `authorized` callback about a request. Fails closed: what throws denies.
 */
export async function authorize<S extends object>(
  core: Core,
  source: ConfigSource,
  question: Question<S>,
): Promise<Authorization<S>> {
  try {
    return { ...question.read, decision: await decide(core, question) }
  } catch (cause) {
    core.logOf(cause).error(asError(cause))
    return { session: null, cookies: [], decision: decideUnresolved(source) }
  }
}
