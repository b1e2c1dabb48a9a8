import { actionUrl, homeUrl, withParameters } from '../request/context.ts'
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

/** The form of an action's failures; see `Action`. */
export type FailsAs = 'json' | 'page' | 'problem'

/** The state of a request when it failed. */
export interface FailureContext {
  /** `Request` is one. */
  readonly original: Pick<IncomingRequest, 'method' | 'url' | 'headers'>
  readonly config?: ResolvedConfig | undefined
  /** Where to log without a configuration. Default: the console. */
  readonly log?: Log
  readonly origin?: Origin | undefined
  /** `json`: JSON, whatever the caller accepts. `problem`: a page in place of the redirect to the sign-in page, and JSON for a script. */
  readonly failsAs?: FailsAs | undefined
  /** Id of the provider that the request names. */
  readonly providerId?: string | undefined
  /** The target after the flow. */
  readonly returnTo?: string | undefined
  /** Reference of the failure. Default: a new one. */
  readonly ref?: string
  /** The failure has its line in the log. Default: `false`. */
  readonly logged?: boolean
  /** Whether details may be shown. */
  readonly development?: boolean
  /** Whether the address is sent in a JSON body, for a script that follows it. */
  readonly asAddress?: boolean
  /** The steps of the flow until it failed. */
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
  // The cookies of the request are not needed any more.
  const jar = isFlow ? thrown.jar : new CookieJar('')
  return { error, row: errorRow(error.type), ref, jar }
}

/** The code for the browser: values of the contract, and codes that reveal nothing about the server. */
function outwardCode({ error, row }: Failure): string {
  return row.page === 'error' && row.param === 'Configuration' ? 'Configuration' : error.type
}

/** Seconds after which a store that was away may answer again: the value of `Retry-After`. */
const RETRY_AFTER = '5'

/** Seconds after which an attempt is accepted again. */
function retryAfterOf({ error }: Failure): number | undefined {
  const seconds: unknown = Reflect.get(error, 'retryAfter')
  return typeof seconds === 'number' ? seconds : undefined
}

function failureHeaders(failure: Failure): Readonly<Record<string, string>> {
  const { error, row } = failure
  const allow: unknown = Reflect.get(error, 'allow')
  if (Array.isArray(allow)) return { Allow: allow.join(', ') }
  const retryAfter = retryAfterOf(failure)
  if (retryAfter !== undefined) return { 'Retry-After': String(retryAfter) }
  return row.status === 503 && !endsSession(failure) ? { 'Retry-After': RETRY_AFTER } : {}
}

/** Whether the client accepts a page. Scripts request JSON, or the URL of the redirect. */
export function acceptsPage({ headers }: Pick<FailureContext['original'], 'headers'>): boolean {
  return (
    (headers.get('accept') ?? '').includes('text/html') && !headers.has('x-auth-return-redirect')
  )
}

/** Whether the session ended in spite of the failure; the texts of 503 would deny it. */
function endsSession({ error }: Failure): boolean {
  return error instanceof SignOutError && error.cookies.length > 0
}

const logs = lazy(() => import('./log-failure.ts'))
const reasons = lazy(() => import('./visitor-reason.ts'))
const texts = lazy(() => import('../pages/request-texts.ts'))
const errorPage = lazy(() => import('../pages/error.ts'))
const problemPage = lazy(() => import('../pages/problem.ts'))
const results = lazy(() => import('../pages/page-result.ts'))
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
  const { warnOfMount } = await notices()
  warnOfMount(config, original.url)
}

/** The page of a failure, in development with its explanation. */
async function withExplanation(
  page: Page,
  { ref }: Failure,
  context: FailureContext,
): Promise<Page> {
  return context.development ? (await explanations()).explainOnPage(page, ref) : page
}

/** Whether a failure has no page to redirect to. */
const hasProblemPage = ({ row }: Failure, { failsAs }: FailureContext): boolean =>
  row.page === 'problem' || (row.page === 'signIn' && failsAs === 'problem')

/** Whether the answer is no redirect: JSON for every caller, or for the scripts of an action whose people get a page. */
const staysHere = ({ failsAs, original }: FailureContext): boolean =>
  failsAs === 'json' || (failsAs === 'problem' && !acceptsPage(original))

/** The home page, where it is known. */
const home = ({ config, origin }: FailureContext): string | undefined =>
  config && origin ? homeUrl({ config, origin }) : origin?.href

/** Which page of a problem is shown. */
function pageOf(failure: Failure): number | 'acting' {
  if (failure.error.type === 'ActingRefused') return 'acting'
  return endsSession(failure) ? 500 : failure.row.status
}

async function renderInPlace(failure: Failure, context: FailureContext): Promise<FlowResult> {
  const { original, config } = context
  const { requestTexts } = await texts()
  const { pageResult } = await results()
  const props = {
    theme: config?.theme,
    texts: await requestTexts(config, original.headers),
    host: config?.theme.name,
    ref: failure.ref,
    homeUrl: home(context) ?? '/',
  }
  const { status, param } = failure.row
  // An untrusted host is a mistake of the configuration, not of the visitor.
  if (hasProblemPage(failure, context) && failure.error.type !== 'UntrustedHost') {
    const { renderProblem } = await problemPage()
    const page = renderProblem({
      ...props,
      status: pageOf(failure),
      retryAfter: retryAfterOf(failure),
    })
    return pageResult(await withExplanation(page, failure, context), failure.jar, status)
  }
  const { renderError } = await errorPage()
  const signInUrl = `${config?.actionBase ?? ''}/signin`
  const rendered = renderError({ ...props, error: param, signInUrl })
  return pageResult(await withExplanation(rendered, failure, context), failure.jar, status)
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
function errorPageUrl({ row }: Failure, config: ResolvedConfig, origin: Origin): URL {
  const own =
    row.page === 'problem' ? undefined : parseOwnTarget(config.pages[row.page], origin.href)
  if (own) return own
  return new URL(actionUrl({ config, origin }, row.page === 'signIn' ? 'signin' : 'error'))
}

/** Whether the redirect would lead to the page that has failed. */
function loops(url: URL, { original }: FailureContext): boolean {
  // The redirect after a POST is a GET, and so another request.
  return original.method !== 'POST' && new URL(original.url).pathname === url.pathname
}

function credentialsCode({ error }: Failure): string | undefined {
  const code: unknown = error.type === 'CredentialsSignin' ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : undefined
}

/** The page that continues what a recent sign-in was missing for. */
function continueAt({ error }: Failure): string | undefined {
  const page: unknown =
    error.type === 'StepUpRequired' ? Reflect.get(error, 'continueAt') : undefined
  return typeof page === 'string' ? page : undefined
}

/** Errors of the sign-in page whose sentence names the provider. */
const NAMING: ReadonlySet<string> = new Set(['OAuthSignin', 'OAuthCallbackError'])

/** The id of the provider that has failed, if it is one of the configuration. */
function failedProvider({ row }: Failure, context: FailureContext): string | undefined {
  const { config, providerId = '' } = context
  return NAMING.has(row.param) && config?.providers.has(providerId) ? providerId : undefined
}

/** Redirects the browser to the page of the failure, or sends a script its address. */
function elsewhere(
  failure: Failure,
  url: URL,
  context: FailureContext,
  reason: string | undefined,
): FlowResult {
  const { returnTo, asAddress } = context
  const { row, ref, jar } = failure
  const isSignIn = row.page === 'signIn'
  const target = continueAt(failure) ?? returnTo
  const to = withParameters(url, {
    error: row.param,
    reason: isSignIn ? reason : undefined,
    provider: failedProvider(failure, context),
    code: credentialsCode(failure),
    ref,
    callbackUrl: isSignIn && target !== home(context) ? target : undefined,
  })
  return asAddress
    ? { kind: 'json', status: row.status, body: { url: to }, jar }
    : { kind: 'redirect', to, jar }
}

/**
 * Answers a request that failed, and logs why. The log line and the page have the same reference.
 */
export async function toFailureResult(
  thrown: unknown,
  context: FailureContext,
): Promise<FlowResult> {
  const failure = unwrap(thrown, context)
  const { config, origin, original } = context
  const { error, ref } = failure
  const log = config?.log ?? context.log ?? createLog(undefined, false)
  const { logFailure } = await logs()
  const fix = context.logged
    ? undefined
    : logFailure(log, error, { ...context, headers: original.headers, ref })
  await remember(failure, context, fix)
  if (!config || !origin || hasProblemPage(failure, context) || staysHere(context)) {
    return inPlace(failure, context)
  }
  const url = errorPageUrl(failure, config, origin)
  if (loops(url, context)) return inPlace(failure, context)
  const { findReason } = await reasons()
  return elsewhere(failure, url, context, findReason(error))
}
