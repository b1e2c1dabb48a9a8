import { actionUrl, withParameters } from '../request/context.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { newReference } from '../crypto/reference.ts'
import { asError, AuthError, isAuthError } from '../errors/auth-error.ts'
import { SignOutError } from '../errors/classes.ts'
import type { ErrorRow } from '../errors/row.ts'
import { errorRow } from '../errors/table.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import type { Origin } from '../http/origin.ts'
import type { IncomingRequest } from '../types/request.ts'
import type { Trace } from '../types/trace.ts'
import { parseOwnTarget } from '../http/redirect-target.ts'
import { lazy } from '../kit/lazy.ts'
import type { FlowResult } from '../http/result.ts'
import type { Page } from '../pages/page.ts'
import { createLog, type Log } from '../logger/logger.ts'
import { FlowFailure } from './cookies-on-failure.ts'

/** How the failures of an action are told; see `Action`. */
export type FailsAs = 'json' | 'page' | 'problem'

/** What was known when a request failed. */
export interface FailureContext {
  /** `Request` is one. */
  readonly original: Pick<IncomingRequest, 'method' | 'url' | 'headers'>
  readonly config?: ResolvedConfig | undefined
  /** Where to log without a configuration. Default: the console. */
  readonly log?: Log
  readonly origin?: Origin | undefined
  /** `json`: told with JSON whatever the caller accepts. `problem`: told in place where a sign-in would be said to have failed. */
  readonly failsAs?: FailsAs | undefined
  /** Where the browser would have ended up. */
  readonly returnTo?: string | undefined
  /** Reference of the failure. Default: a new one. */
  readonly ref?: string
  /** Whether a developer is at the screen. */
  readonly development?: boolean
  /** A script gets the address in a body, and follows it by itself. */
  readonly asAddress?: boolean
  /** The steps until then. */
  readonly trace?: Trace | undefined
}

interface Failure {
  readonly error: AuthError
  readonly row: ErrorRow
  readonly ref: string
  readonly jar: CookieJar
}

function asAuthError(thrown: unknown): AuthError {
  if (isAuthError(thrown)) return thrown
  return new AuthError('Unexpected internal error.', { err: asError(thrown) })
}

function unwrap(thrown: unknown, { ref = newReference() }: FailureContext): Failure {
  const isFlow = thrown instanceof FlowFailure
  const error = asAuthError(isFlow ? thrown.error : thrown)
  // Nobody reads the cookies of the request any more.
  const jar = isFlow ? thrown.jar : new CookieJar('')
  return { error, row: errorRow(error.type), ref, jar }
}

/** What the browser may know: values of the contract, and codes that say nothing about the server. */
function outwardCode({ error, row }: Failure): string {
  return row.page === 'error' && row.param === 'Configuration' ? 'Configuration' : error.type
}

function failureHeaders({ error }: Failure): Readonly<Record<string, string>> {
  const allow: unknown = Reflect.get(error, 'allow')
  if (Array.isArray(allow)) return { Allow: allow.join(', ') }
  const retryAfter: unknown = Reflect.get(error, 'retryAfter')
  return typeof retryAfter === 'number' ? { 'Retry-After': String(retryAfter) } : {}
}

/** Whether a person looks at the response: a script asks for JSON, or for the URL that it is to follow. */
export function acceptsPage({ headers }: Pick<FailureContext['original'], 'headers'>): boolean {
  return (
    (headers.get('accept') ?? '').includes('text/html') && !headers.has('x-auth-return-redirect')
  )
}

/** Whether the session of the browser ended with the failure; the texts of 503 say the opposite. */
function endsSession({ error }: Failure): boolean {
  return error instanceof SignOutError && error.cookies.length > 0
}

const telling = lazy(() => import('./log-failure.ts'))
const pages = lazy(() => import('./failure-pages.ts'))
// In development alone.
const explanations = lazy(() => import('../development/explanation.ts'))
const notices = lazy(() => import('../development/notices.ts'))

async function remember(
  { error, ref }: Failure,
  { config, original, development }: FailureContext,
  fix: string | undefined,
): Promise<void> {
  if (!development) return
  const { rememberFailure } = await explanations()
  rememberFailure(error, ref, fix)
  if (!config || error.type !== 'UnknownAction') return
  const { tellOfMount } = await notices()
  tellOfMount(config, original.url)
}

/** The page of a failure, in development with what is behind it. */
async function explained(page: Page, { ref }: Failure, context: FailureContext): Promise<Page> {
  return context.development ? (await explanations()).explainOnPage(page, ref) : page
}

/** Whether a failure has no page of its own to send the browser to. */
const isProblem = ({ row }: Failure, { failsAs }: FailureContext): boolean =>
  row.page === 'problem' || (row.page === 'signIn' && failsAs === 'problem')

async function renderInPlace(failure: Failure, context: FailureContext): Promise<FlowResult> {
  const { original, config, origin } = context
  const { pageResult, renderError, renderProblem, requestTexts } = await pages()
  const homeUrl = origin?.href ?? '/'
  const props = {
    theme: config?.theme,
    texts: await requestTexts(config, original.headers),
    host: config?.theme.name,
    ref: failure.ref,
    homeUrl,
  }
  const { status, param } = failure.row
  // Which host an application answers for is up to the application, not to its visitors.
  if (isProblem(failure, context) && failure.error.type !== 'UntrustedHost') {
    const texts = endsSession(failure) ? 500 : status
    const page = renderProblem({ ...props, status: texts })
    return pageResult(await explained(page, failure, context), failure.jar, status)
  }
  const signInUrl = `${config?.actionBase ?? ''}/signin`
  const rendered = renderError({ ...props, error: param, signInUrl })
  return pageResult(await explained(rendered, failure, context), failure.jar, status)
}

async function inPlace(failure: Failure, context: FailureContext): Promise<FlowResult> {
  const headers = failureHeaders(failure)
  if (context.failsAs !== 'json' && acceptsPage(context.original)) {
    return { ...(await renderInPlace(failure, context)), headers }
  }
  const { row, ref, jar } = failure
  const body = { error: outwardCode(failure), message: row.message, ref }
  return { kind: 'json', status: row.status, body, jar, headers }
}

/** The page of a failure: the application's own, or the built-in one. */
function pageUrl({ row }: Failure, config: ResolvedConfig, origin: Origin): URL {
  const own =
    row.page === 'problem' ? undefined : parseOwnTarget(config.pages[row.page], origin.href)
  if (own) return own
  return new URL(actionUrl({ config, origin }, row.page === 'signIn' ? 'signin' : 'error'))
}

/** A configuration error on a page of the application's own error page would lead there for ever. */
function loops(url: URL, { original }: FailureContext): boolean {
  // What comes after a POST is a GET, whatever its address.
  return original.method !== 'POST' && new URL(original.url).pathname === url.pathname
}

function credentialsCode({ error }: Failure): string | undefined {
  const code: unknown = error.type === 'CredentialsSignin' ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : undefined
}

/** Sends the browser to the page of the failure, or gives a script the address of it. */
function elsewhere(
  failure: Failure,
  url: URL,
  { origin, returnTo, asAddress }: FailureContext,
  reason: string | undefined,
): FlowResult {
  const { row, ref, jar } = failure
  const isSignIn = row.page === 'signIn'
  const to = withParameters(url, {
    error: row.param,
    reason: isSignIn ? reason : undefined,
    code: credentialsCode(failure),
    ref,
    callbackUrl: isSignIn && returnTo !== origin?.href ? returnTo : undefined,
  })
  return asAddress
    ? { kind: 'json', status: row.status, body: { url: to }, jar }
    : { kind: 'redirect', to, jar }
}

/**
 * Answers a request that failed, and logs why. The log line and what the person sees carry the same reference.
 */
export async function toFailureResult(
  thrown: unknown,
  context: FailureContext,
): Promise<FlowResult> {
  const failure = unwrap(thrown, context)
  const { config, origin, original } = context
  const { error, ref } = failure
  const log = config?.log ?? context.log ?? createLog(undefined, false)
  const { findReason, logFailure } = await telling()
  const fix = logFailure(log, error, { ...context, headers: original.headers, ref })
  await remember(failure, context, fix)
  if (!config || !origin || isProblem(failure, context) || context.failsAs === 'json')
    return inPlace(failure, context)
  const url = pageUrl(failure, config, origin)
  if (loops(url, context)) return inPlace(failure, context)
  return elsewhere(failure, url, context, findReason(error))
}
