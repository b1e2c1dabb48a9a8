import type { Core } from './auth.ts'
import {
  createSessionContext,
  requireProvider,
  signInUrl,
  withParameters,
  actionUrl,
  type Context,
  type SessionContext,
  homeUrl,
} from '../request/context.ts'
import { newReference } from '../crypto/reference.ts'
import { asError, isAuthError } from '../errors/auth-error.ts'
import { CallbackRouteError, InvalidConfiguration } from '../errors/classes.ts'
import { FlowFailure } from '../failures/cookies-on-failure.ts'
import { fromRequest } from '../http/incoming.ts'
import { parseParameters } from '../http/request.ts'
import type { FlowResult } from '../http/result.ts'
import { lazy } from '../kit/lazy.ts'
import { parseOwnTarget } from '../http/redirect-target.ts'
import { publicProviders } from '../features/public-providers.ts'
import { resolveTarget } from '../request/return-to.ts'
import { mayBeActing } from '../sessions/acting/acting-cookie.ts'
import { currentOfUser } from '../sessions/acting/current-of-user.ts'
import { csrfToken } from '../sessions/csrf/token.ts'
import { emitRefused, type FailedSignIn } from './sign-in-refused.ts'
import { findLog } from './server-session.ts'
import type {
  AuthorizationParams,
  Redirection,
  RequestSource,
  SignInOptions,
  SignOutOptions,
} from '../types/operations.ts'
import type { IssuedCsrfToken } from '../types/framework.ts'
import type { PublicProvider } from '../types/provider.ts'
import type { AuthRequest } from '../types/request.ts'
import { kindRow } from '../actions/kinds.ts'
import { endSession } from '../sign-out/end-session.ts'
import type { ResolvedProvider } from '../config/providers.ts'

// In development alone.
const explanations = lazy(() => import('../development/explanation.ts'))
const notices = lazy(() => import('../development/notices.ts'))

const failing = lazy(() => import('../failures/log-failure.ts'))

async function sessionContext(core: Core, source: RequestSource): Promise<SessionContext> {
  return createSessionContext(await core.resolve(source), source)
}

/** Parameters for the provider, as the address of the action would have them. */
function toParameters(
  parameters: AuthorizationParams | undefined,
): Pick<AuthRequest, 'query' | 'duplicates'> {
  const { values, duplicates } = parseParameters(new URLSearchParams(parameters).toString())
  return { query: values, duplicates }
}

/** Of a name that is repeated the first value counts, as over HTTP. */
export function firstOfEach(
  entries: Iterable<readonly [string, unknown]>,
): ReadonlyMap<string, unknown> {
  const first = new Map<string, unknown>()
  for (const [name, value] of entries) if (!first.has(name)) first.set(name, value)
  return first
}

function toFields(options: FormData | SignInOptions): ReadonlyMap<string, unknown> {
  const entries: (readonly [string, unknown])[] =
    options instanceof FormData ? [...options] : Object.entries(options)
  return firstOfEach(entries.filter(([, value]) => value !== undefined))
}

function asRedirection(result: FlowResult): Redirection {
  if (result.kind === 'redirect') return { url: result.to, cookies: result.jar.changes() }
  throw new CallbackRouteError('The sign-in needs a page of its own.')
}

/** The address to return to: the option of the caller, else the current page. */
async function resolveReturnTo(
  context: SessionContext,
  redirectTo: unknown,
  headers: Headers,
): Promise<string> {
  const { config, origin } = context
  if (typeof redirectTo === 'string') return resolveTarget(config, origin, redirectTo)
  const page = parseOwnTarget(headers.get('referer'), origin.href)
  const home = new URL(homeUrl(context)).pathname
  return resolveTarget(config, origin, page?.href ?? home)
}

/** The operations as an action would see them: what differs from HTTP is that neither a CSRF token nor the origin is checked. */
async function actionContext(
  context: SessionContext,
  { headers, peerAddress }: RequestSource,
  request: Pick<AuthRequest, 'action' | 'providerId' | 'query' | 'body' | 'duplicates'>,
): Promise<Context> {
  const target = request.body.get('redirectTo') ?? request.body.get('callbackUrl')
  const returnTo = await resolveReturnTo(context, target, headers)
  const original = fromRequest(
    new Request(actionUrl(context, request.action), { headers }),
    undefined,
    peerAddress,
  )
  const full: AuthRequest = { ...request, method: 'POST', headers }
  return { ...context, request: full, original, returnTo }
}

const OPTIONS: ReadonlySet<string> = new Set(['redirect', 'redirectTo'])

/** The submitted fields for a provider with a form. OAuth providers get none, because they ask on their own pages. */
function submittedFields(
  { kind }: ResolvedProvider,
  body: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, unknown> {
  if (kind === 'oauth' || kind === 'oidc') return new Map()
  return new Map([...body].filter(([name]) => !OPTIONS.has(name)))
}

/** The arguments of a sign-in on the server. */
export interface SignInCall {
  readonly provider: string | undefined
  readonly options: FormData | SignInOptions
  readonly parameters: AuthorizationParams | undefined
}

/** Called with a sign-in before it is tried. */
type OnAttempt = (attempt: FailedSignIn) => void

async function startSignIn(
  core: Core,
  source: RequestSource,
  { provider: id, options, parameters }: SignInCall,
  onAttempt: OnAttempt,
): Promise<Redirection> {
  const session = await sessionContext(core, source)
  // Not waited for: the application may have to build that route first.
  if (core.development) void (await notices()).warnOfMissingRoute(session)
  const body = toFields(options)
  if (id === undefined) {
    if (core.development) void (await notices()).warnOfMissingPage(session)
    const callbackUrl = await resolveReturnTo(session, body.get('redirectTo'), source.headers)
    return { url: withParameters(signInUrl(session), { callbackUrl }), cookies: [] }
  }
  if (mayBeActing(session)) await currentOfUser(session)
  const provider = requireProvider(session.config, id)
  const { start, finish } = kindRow(provider)
  const context = await actionContext(session, source, {
    action: finish ? 'callback' : 'signin',
    providerId: id,
    ...toParameters(parameters),
    body,
  })
  const step = start ?? finish
  if (!step) {
    const to = withParameters(signInUrl(session), { callbackUrl: context.returnTo })
    return { url: to, cookies: [] }
  }
  const request = { ...context.request, body: submittedFields(provider, body) }
  const attempt = { ...context, request }
  onAttempt(attempt)
  return asRedirection(await step(attempt, provider))
}

async function startSignOut(
  core: Core,
  source: RequestSource,
  options: SignOutOptions,
): Promise<Redirection> {
  const session = await sessionContext(core, source)
  const body = new Map(Object.entries(options))
  const context = await actionContext(session, source, {
    action: 'signout',
    query: new Map(),
    duplicates: new Set(),
    body,
  })
  return asRedirection(await endSession(context, 'address'))
}

/** The facts that advice on a failure depends on, as far as the configuration can be used. */
async function factsForAdvice(
  core: Core,
  source: RequestSource,
): Promise<Partial<Pick<SessionContext, 'config' | 'origin'>>> {
  try {
    const { config, origin } = await sessionContext(core, source)
    return { config, origin }
  } catch {
    return {}
  }
}

/** Logs what failed, tells the application of a sign-in, and gives it to the caller, as the error it is. */
export async function reporting<T>(
  core: Core,
  source: RequestSource,
  work: (onAttempt: OnAttempt) => Promise<T>,
): Promise<T> {
  const attempts: FailedSignIn[] = []
  try {
    return await work((attempt) => void attempts.push(attempt))
  } catch (thrown) {
    const inner = thrown instanceof FlowFailure ? thrown.error : thrown
    const error = isAuthError(inner)
      ? inner
      : new CallbackRouteError('Unexpected internal error.', { err: asError(inner) })
    const [log, known] = [await findLog(core, source), await factsForAdvice(core, source)]
    const ref = newReference()
    for (const attempt of attempts) await emitRefused(attempt, thrown, ref)
    const { logFailure } = await failing()
    const fix = logFailure(log, error, { ...known, headers: source.headers, ref })
    // An error that cannot be changed is thrown as it is.
    Reflect.set(error, 'ref', ref)
    if (core.development) throw (await explanations()).explainThrown(error, ref, fix)
    throw error
  }
}

/**
 * Signs in without a request to ourselves.
 *
 * @throws InvalidProvider when there is no such provider
 * @throws AuthError that says what is wrong with it, when it was left out
 * @throws ActingRefused in an acting session
 */
export function signIn(core: Core, source: RequestSource, call: SignInCall): Promise<Redirection> {
  return reporting(core, source, (onAttempt) => startSignIn(core, source, call, onAttempt))
}

/** Signs out without a request to ourselves. */
export function signOut(
  core: Core,
  source: RequestSource,
  options: SignOutOptions,
): Promise<Redirection> {
  return reporting(core, source, () => startSignOut(core, source, options))
}

/** The origin of the application, also where there is no request. */
async function findOrigin(
  core: Core,
  source: RequestSource | undefined,
): Promise<Pick<SessionContext, 'config' | 'origin'>> {
  if (source) return sessionContext(core, source)
  const config = await core.resolve({})
  if (config.origin.kind === 'fixed') return { config, origin: config.origin.origin }
  throw new InvalidConfiguration(
    'There is no request here, and nothing else has the address of the application: set AUTH_URL, or pass the request.',
  )
}

/** What `GET providers` gives. */
export function listProviders(
  core: Core,
  source: RequestSource | undefined,
): Promise<Readonly<Record<string, PublicProvider>>> {
  return reporting(core, source ?? { headers: new Headers() }, async () => {
    const headers = source?.headers ?? new Headers()
    const found = await publicProviders(await findOrigin(core, source), headers)
    return Object.fromEntries(found.map((provider) => [provider.id, provider]))
  })
}

/** What `GET csrf` gives. */
export function issueCsrfToken(core: Core, source: RequestSource): Promise<IssuedCsrfToken> {
  return reporting(core, source, async () => {
    const { token = '', jar } = await csrfToken(await sessionContext(core, source))
    return { token, cookies: jar.changes() }
  })
}
