import type { FailureContext } from '../failures/failure-result.ts'
import { toFailure, type ConfigSource, type Core } from './auth.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { createSessionContext, type SessionContext } from '../request/context.ts'
import { newReference } from '../crypto/reference.ts'
import { asError } from '../errors/auth-error.ts'
import { CallbackRouteError, ErrorPageLoop } from '../errors/classes.ts'
import { ACTIONS, isFree } from '../actions/actions.ts'
import { parseOwnTarget } from '../http/redirect-target.ts'
import { isActionPath, WELL_KNOWN } from '../http/action.ts'
import { toResponse } from '../http/result.ts'
import { lazy } from '../kit/lazy.ts'
import { judgeSession } from './judge-session.ts'
import { wantedTarget } from './step-up.ts'
import { toSignIn } from './to-sign-in.ts'
import { refuseUnread } from './unread-session.ts'
import { toVerdictResponse } from './verdict-response.ts'
import { onlySession } from './resolver.ts'
import {
  copyRequest,
  isOnlyAddress,
  otherAddresses,
  withoutSlash,
  withRoute,
  type AuthorizeInput,
} from './asked-addresses.ts'
import type { Authorization, Decision } from '../types/framework.ts'
import type { RequireOptions } from '../types/facts.ts'
import type { SessionRead } from '../types/operations.ts'
import type { Verdict } from '../types/scope.ts'

/** The sign-in page of the application, if it has one of its own. */
function ownSignInPage({ config, origin }: SessionContext): URL | undefined {
  return parseOwnTarget(config.pages.signIn, origin.href)
}

const isSamePage = (page: URL | undefined, { pathname }: URL): boolean =>
  page !== undefined && withoutSlash(page.pathname) === withoutSlash(pathname)

/** Whether it is the path of an action of a feature, which says itself whether it needs a session, or of a document that everyone may have. */
function isFeaturePath({ actionBase, features }: ResolvedConfig, pathname: string): boolean {
  if (pathname.startsWith(WELL_KNOWN)) {
    return features?.wellKnown.has(pathname.slice(WELL_KNOWN.length)) === true
  }
  if (!pathname.startsWith(`${actionBase}/`)) return false
  const [name = '', word = '', ...rest] = pathname.slice(actionBase.length + 1).split('/')
  const actions = features?.byName.get(name)?.actions ?? {}
  return rest.length === 0 && Object.hasOwn(actions, word)
}

/**
 * Whether a path must not need a session, because it leads to one: the actions, in the form their parser accepts, and the
 * sign-in page. All other paths belong to the application, also under the base path.
 */
function isPublic(context: SessionContext, question: AuthorizeInput<object>): boolean {
  const { config } = context
  const { actionBase } = config
  const { url } = question
  if (!isOnlyAddress(question)) return false
  const { pathname } = url
  if (pathname.startsWith(actionBase) && isFree(config, pathname.slice(actionBase.length)))
    return false
  if (isActionPath(pathname, actionBase, ACTIONS) || isFeaturePath(config, pathname)) return true
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

// In development alone.
const notices = lazy(() => import('../development/notices.ts'))

/** The callback threw: it refuses, and the address of the sign-in page has the reference of the log. */
class Broken {
  readonly ref = newReference()
}

function refuseStranger(
  context: SessionContext,
  question: AuthorizeInput<object>,
  parameters: Readonly<Record<string, string | undefined>>,
): Verdict {
  const body = { error: 'SessionRequired', message: 'Sign in to continue.' }
  return toSignIn(context, question, parameters) ?? { kind: 'refuse', status: 401, body }
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

/**
 * Asks about the request, and about every other address of its page: so that a page is not reached by one that the callback did not consider.
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
  given: AuthorizeInput<object>,
): Promise<Verdict> {
  const question = withRoute(config, given)
  const { request, url } = question
  if (!config.callbacks.authorized) {
    if (question.sole && config.development) (await notices()).warnOfOpenProxy(config)
    return { kind: 'allow' }
  }
  const context = createSessionContext(config, request)
  const verdict = await askAboutSpellings(context, question)
  const { unread } = question
  if (unread && verdict !== true && !isPublic(context, question)) {
    return refuseUnread(unread, { original: request, config })
  }
  if (verdict instanceof Response) return { kind: 'respond', response: verdict }
  if (verdict === true || isPublic(context, question)) return { kind: 'allow' }
  reportHiddenErrorPage(context, url)
  return refuseStranger(context, question, {
    ref: verdict instanceof Broken ? verdict.ref : undefined,
  })
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

/**
 * Refuses a request without a session, whatever the `authorized` callback would say, and one with a session whose sign-in is not what is
 * asked for.
 */
export async function judgeStranger(
  core: Core,
  question: AuthorizeInput<object>,
  asked: RequireOptions = {},
): Promise<Verdict> {
  const { request: original, read, unread } = question
  // Where a framework has a request, that is all there is.
  const source = question.source ?? {
    url: original.url,
    headers: original.headers,
    request: original,
  }
  const { development } = core
  const isPlain = asked.aal === undefined && asked.maxAge === undefined
  if (read.session !== null && isPlain) return { kind: 'allow' }
  let known: FailureContext = { original, development }
  try {
    if (unread) {
      // Its configuration may be what has failed.
      const config = await Promise.resolve(core.resolve(source)).catch(() => undefined)
      return await refuseUnread(unread, { original, config, development })
    }
    const config = await core.resolve(source)
    known = { ...known, config }
    const context = createSessionContext(config, source)
    const to = await wantedTarget(context, source, asked)
    return read.session === null
      ? refuseStranger(context, question, to)
      : await judgeSession(context, question, asked, to)
  } catch (cause) {
    return failure(cause, { log: core.logFor(cause), ...known })
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
