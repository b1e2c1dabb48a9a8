import type { FailureContext } from '../failures/failure-result.ts'
import { toFailure, type ConfigSource, type Core } from './auth.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import {
  createSessionContext,
  signInUrl,
  withParameters,
  type SessionContext,
} from '../request/context.ts'
import { newReference } from '../crypto/reference.ts'
import { asError } from '../errors/auth-error.ts'
import { CallbackRouteError, ErrorPageLoop, InvalidRequest } from '../errors/classes.ts'
import { ACTIONS, isFree } from '../actions/actions.ts'
import { parseAddress } from '../http/incoming.ts'
import { parseOwnTarget } from '../http/redirect-target.ts'
import { isActionPath } from '../http/action.ts'
import { toResponse } from '../http/result.ts'
import { findSpellings } from '../http/path-variants.ts'
import { lazy } from '../kit/lazy.ts'
import { toVerdictResponse } from './verdict-response.ts'
import { onlySession } from './resolver.ts'
import type { Authorization, Decision } from '../types/framework.ts'
import type { SessionRead } from '../types/operations.ts'
import type { Verdict } from '../types/scope.ts'

/** A page load, as opposed to a request of a script. */
function isNavigation({ headers, method }: Request, isPage: boolean): boolean {
  const mode = headers.get('sec-fetch-mode')
  if (headers.has('x-auth-return-redirect')) return false
  if (mode === 'navigate') return true
  if (method !== 'GET' && method !== 'HEAD') return false
  const accept = headers.get('accept') ?? ''
  return isPage
    ? !accept.includes('application/json')
    : mode === null && accept.includes('text/html')
}

/** The sign-in page of the application, if it has one of its own. */
function ownSignInPage({ config, origin }: SessionContext): URL | undefined {
  return parseOwnTarget(config.pages.signIn, origin.href)
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '')

const isSamePage = (page: URL | undefined, { pathname }: URL): boolean =>
  page !== undefined && withoutSlash(page.pathname) === withoutSlash(pathname)

/** The path of a request line: without origin and query, which may be in there as well. */
const pathIn = (target: string): string =>
  target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')

/** Whether the address is as the client sent it: without its `..` segments it leads elsewhere where the router does not resolve them. */
const isAsSent = ({ request, url, path }: AuthorizeInput<object>): boolean =>
  path === undefined || [url.pathname, parseAddress(request.url).pathname].includes(pathIn(path))

/**
 * Whether a path must not need a session, because it leads to one: the actions, in the form their parser accepts, and the
 * sign-in page. All other paths belong to the application, also under the base path.
 */
function isPublic(context: SessionContext, question: AuthorizeInput<object>): boolean {
  const { config } = context
  const { actionBase } = config
  const { url } = question
  if (!isAsSent(question)) return false
  const { pathname } = url
  if (pathname.startsWith(actionBase) && isFree(config, pathname.slice(actionBase.length)))
    return false
  if (isActionPath(pathname, actionBase, ACTIONS)) return true
  return isSamePage(ownSignInPage(context), url)
}

/** An error page that needs a session is never seen: most errors occur signed out. */
function reportHiddenErrorPage({ config, origin }: SessionContext, url: URL): void {
  if (!isSamePage(parseOwnTarget(config.pages.error, origin.href), url)) return
  config.log.error(
    new ErrorPageLoop(
      `The page of \`pages.error\`, ${url.pathname}, was refused by the \`authorized\` callback.`,
    ),
  )
}

/** A request to decide about. */
export interface AuthorizeInput<S> {
  readonly request: Request
  /** The address that the browser asked for. */
  readonly url: URL
  /** The session of the request, read for the server. */
  readonly read: SessionRead<S>
  readonly page: boolean
  /** The path in the request line, where the framework knows it. */
  readonly path?: string | undefined
  /** Makes the request that the callback is asked about when a router may read the path in another way. */
  readonly copy?: ((url: string) => Request) | undefined
  /** Nothing but the callback can refuse the request. */
  readonly sole?: boolean | undefined
}

// In development alone.
const notices = lazy(() => import('../development/notices.ts'))

/** The callback threw: it refuses, and the address of the sign-in page has the reference of the log. */
class Broken {
  readonly ref = newReference()
}

function refuseStranger(
  context: SessionContext,
  { request, url, page }: AuthorizeInput<object>,
  ref?: string,
): Verdict {
  if (!isNavigation(request, page)) {
    const body = { error: 'SessionRequired', message: 'Sign in first.' }
    return { kind: 'refuse', status: 401, body }
  }
  const callbackUrl = context.origin.href + url.pathname + url.search
  // The sign-in page is fetched, whatever the method of the request that was denied.
  const status = request.method === 'GET' || request.method === 'HEAD' ? 307 : 303
  return { kind: 'redirect', url: withParameters(signInUrl(context), { callbackUrl, ref }), status }
}

function toDecision(verdict: Verdict, request: Request): Decision {
  const response = toVerdictResponse(verdict, request)
  return response ? { kind: 'respond', response } : { kind: 'allow' }
}

async function askAuthorized(
  { config }: SessionContext,
  request: Request,
  { read }: AuthorizeInput<object>,
): Promise<unknown> {
  try {
    return await config.callbacks.authorized?.({ request, auth: read.session })
  } catch (cause) {
    const broken = new Broken()
    const err = asError(cause)
    config.log.error(
      new CallbackRouteError('The `authorized` callback threw.', { err }),
      broken.ref,
    )
    return broken
  }
}

/** The request without its body, which the callback is not to read. */
function copyRequest({ method, headers, signal }: Request, url: string): Request {
  return new Request(url, { method, headers, signal })
}

/** The addresses that differ from the request's only in how a router may read the path. */
function otherAddresses({ request, path }: AuthorizeInput<object>): readonly string[] {
  const { pathname, search } = parseAddress(request.url)
  const spellings = findSpellings(pathname, path === undefined ? pathname : pathIn(path))
  if (spellings === undefined) {
    throw new InvalidRequest(
      'The path cannot be decoded, has control characters, or could be read in too many ways.',
    )
  }
  if (spellings.length === 1) return []
  const { origin } = new URL(request.url)
  return spellings.slice(1).map((spelling) => origin + spelling + search)
}

/**
 * Asks about the request, and about every other spelling of its path: so that a page is not reached by one that the callback did not consider.
 * The first answer that is not `true` counts.
 *
 * @throws InvalidRequest when the path cannot be read
 */
async function askAboutSpellings(
  context: SessionContext,
  question: AuthorizeInput<object>,
): Promise<unknown> {
  const { request, copy = (url) => copyRequest(request, url) } = question
  const verdict = await askAuthorized(context, request, question)
  if (verdict !== true) return verdict
  const others = otherAddresses(question)
  // Actions and the sign-in page are open as they are written.
  if (others.length === 0 || isPublic(context, question)) return true
  for (const url of others) {
    const other = await askAuthorized(context, copy(url), question)
    if (other !== true) return other
  }
  return true
}

async function findVerdict(
  config: ResolvedConfig,
  question: AuthorizeInput<object>,
): Promise<Verdict> {
  const { request, url } = question
  if (!config.callbacks.authorized) {
    if (question.sole && config.development) (await notices()).warnOfOpenProxy(config)
    return { kind: 'allow' }
  }
  const context = createSessionContext(config, request)
  const verdict = await askAboutSpellings(context, question)
  if (verdict instanceof Response) return { kind: 'respond', response: verdict }
  if (verdict === true || isPublic(context, question)) return { kind: 'allow' }
  reportHiddenErrorPage(context, url)
  return refuseStranger(context, question, verdict instanceof Broken ? verdict.ref : undefined)
}

/** A failure, answered as by an action. */
async function failure(cause: unknown, known: FailureContext): Promise<Verdict> {
  return { kind: 'respond', response: toResponse(await toFailure(cause, known), known.original) }
}

/** Whether the application may want to be asked, as far as that can be seen without a resolved configuration. */
function mayAsk(source: ConfigSource): boolean {
  return typeof source === 'function' || source.callbacks?.authorized !== undefined
}

/** The verdict where the question failed: denied where the application has a callback that was to answer it. */
async function undecided(
  source: ConfigSource,
  cause: unknown,
  known: FailureContext,
): Promise<Verdict> {
  if (mayAsk(source)) return failure(cause, known)
  known.log?.error(asError(cause), newReference())
  return { kind: 'allow' }
}

/** A verdict, with the session it was reached with: none where the question could not be asked. */
export interface Judgement<S> extends SessionRead<S> {
  readonly verdict: Verdict
}

/**
 * Asks the `authorized` callback about a request. Fails closed: what throws denies.
 */
export async function judge<S extends object>(
  core: Core,
  source: ConfigSource,
  question: AuthorizeInput<S>,
): Promise<Judgement<S>> {
  const { request: original, read } = question
  let known: FailureContext = { original, development: core.development }
  try {
    const config = await core.resolve({ request: original }, onlySession)
    known = { ...known, config }
    return { ...read, verdict: await findVerdict(config, question) }
  } catch (cause) {
    const verdict = await undecided(source, cause, { log: core.logFor(cause), ...known })
    return { session: null, cookies: [], verdict }
  }
}

/** Refuses a request without a session, whatever the `authorized` callback would say. */
export async function judgeStranger(
  core: Core,
  question: AuthorizeInput<object>,
): Promise<Verdict> {
  const { request: original, read } = question
  if (read.session !== null) return { kind: 'allow' }
  try {
    const config = await core.resolve({ request: original })
    return refuseStranger(createSessionContext(config, original), question)
  } catch (cause) {
    const { development } = core
    return failure(cause, { log: core.logFor(cause), development, original })
  }
}

/** As {@link judge}, for frameworks that speak `Response`. */
export async function authorize<S extends object>(
  core: Core,
  source: ConfigSource,
  question: AuthorizeInput<S>,
): Promise<Authorization<S>> {
  const { session, cookies, verdict } = await judge(core, source, question)
  return { session, cookies, decision: toDecision(verdict, question.request) }
}
