import { withCookiesOnFailure } from '../../failures/cookies-on-failure.ts'
import type { OAuthProvider, ProviderOfKind } from '../../config/providers.ts'
import { actionUrl, type Context } from '../../request/context.ts'
import { CONTINUED, sessionCookieWithheld } from '../../sessions/csrf/session-withheld.ts'
import {
  InvalidCheck,
  InvalidRequest,
  OAuthCallbackError,
  StepUpRequired,
} from '../../errors/classes.ts'
import type { FlowResult } from '../../http/result.ts'
import { lazy } from '../../kit/lazy.ts'
import { prepareOAuth } from './account.ts'
import { authenticate } from './authenticate.ts'
import { FORWARDED_PARAMETERS } from './reserved-parameters.ts'
import { findKnownAddress } from '../../limits/subjects.ts'
import { pageProps, pageResult } from '../../pages/page-result.ts'
import { emit } from '../../request/emit.ts'
import { note, traceProvider } from '../../request/trace.ts'
import { refuseEnded } from '../../sessions/in-progress.ts'
import { selectStrategy } from '../../sessions/select.ts'
import { completeSignIn } from '../complete.ts'
import { prove } from '../proof.ts'
import { expireTransaction, liveTransactionIds, readTransaction } from '../transaction/cookies.ts'
import { consumeTransaction } from '../transaction/single-use.ts'
import { readTransactionId, type Transaction } from '../transaction/transaction.ts'

const continuePage = lazy(() => import('../../pages/continue.ts'))
const loadRedirectProxy = lazy(() => import('./redirect-proxy.ts'))

/** Parameters of an authorization response that must not be repeated (RFC 6749, section 3.1). */
const SINGLE = ['code', 'state', 'iss', 'error'] as const

/** Parameters that are posted again. Apple sends the name of the person in `user`. */
const CARRIED = [...FORWARDED_PARAMETERS, 'user'] as const

/** An authorization response with one of these is refused, with any session. */
const REFUSED = ['error', 'access_token', 'id_token', 'token', 'response'] as const

/** The authorization response: from the body when it was requested by form post, else from the query, never from both. */
function authorizationResponse({ request }: Context, provider: OAuthProvider): URLSearchParams {
  const repeated = provider.config.protocol
    ? request.duplicates.size > 0
    : SINGLE.some((name) => request.duplicates.has(name))
  if (repeated) {
    throw new InvalidRequest('The authorization response repeats a parameter.')
  }
  const source = provider.formPost ? request.body : request.query
  const parameters = new URLSearchParams()
  for (const [name, value] of source) if (typeof value === 'string') parameters.append(name, value)
  return parameters
}

/** Longest parts of an unverified error in the log. */
const MAX_ERROR = 64
const MAX_DESCRIPTION = 300

const NOT_OURS =
  'The response arrived without a cookie of this sign-in: it was started in another browser, on another host or protocol, or over 15 minutes ago.'

/**
 * Whether an authorization response by form post has to be posted again from this site: browsers withhold the session cookie from a
 * post of another site, and the result depends on the session. It does when a session started the sign-in, which may link an account,
 * and when the sign-in has been finished already.
 */
function mustRepost(
  context: Context,
  transaction: Transaction | null,
  parameters: URLSearchParams,
): boolean {
  if (context.request.method !== 'POST') return false
  if (transaction) {
    const refused = REFUSED.some((name) => parameters.get(name))
    if (refused || transaction.startedBy === undefined) return false
  }
  return sessionCookieWithheld(context)
}

/** The fields that the button of the page posts. */
function fieldsToRepost({ request }: Context, parameters: URLSearchParams): Record<string, string> {
  const fields: Record<string, string> = { [CONTINUED]: '1' }
  for (const name of CARRIED) {
    const value = parameters.get(name)
    if (value !== null && !request.duplicates.has(name)) fields[name] = value
  }
  return fields
}

/**
 * A page whose button posts to the callback of a provider, from the site of the application. It changes nothing.
 *
 * @param fields - the parameters of the callback
 */
export async function repostFromSameSite(
  context: Context,
  { id, name }: OAuthProvider,
  fields: Readonly<Record<string, string>>,
): Promise<FlowResult> {
  const { renderContinue } = await continuePage()
  const action = actionUrl(context, `callback/${id}`)
  return pageResult(
    renderContinue({ ...(await pageProps(context)), action, name, fields }),
    context.jar,
  )
}

/**
 * The response to a sign-in that has been finished already: a reload, the back button or a second click. It changes nothing.
 *
 * @param problem - the message of the error
 * @throws InvalidCheck without a session
 */
async function alreadyCompleted(context: Context, problem: string): Promise<FlowResult> {
  const current = await selectStrategy(context).current(context)
  if (current) return { kind: 'redirect', to: context.returnTo, jar: context.jar }
  throw new InvalidCheck(problem)
}

/**
 * The refusal of a response that belongs to no sign-in of this browser. One with `error` is reported by the browser alone: any page can link
 * to it, so the code is logged, not shown, and decides nothing but the sentence of the page.
 */
async function refuseUnknown(
  context: Context,
  { id }: OAuthProvider,
  parameters: URLSearchParams,
): Promise<FlowResult> {
  const error = parameters.get('error')
  const current = error ? await selectStrategy(context).current(context) : null
  if (!error || current) return alreadyCompleted(context, NOT_OURS)
  const description = parameters.get('error_description')?.slice(0, MAX_DESCRIPTION)
  throw new OAuthCallbackError(
    `The provider "${id}" ended a sign-in with an error, as the browser reports it, and named no sign-in that this browser has started.`,
    { error: error.slice(0, MAX_ERROR), reported: true, ...(description ? { description } : {}) },
  )
}

const FINISHED =
  'This sign-in has been finished already, with a copy of its cookies or at the same time.'

/**
 * Finishes a sign-in that this browser started: uses up the transaction, verifies the response, and issues the session.
 *
 * @throws AuthError when the response does not verify, or the sign-in is refused
 */
async function finish(
  context: Context,
  provider: ProviderOfKind<'oauth'>,
  transaction: Transaction,
  parameters: URLSearchParams,
): Promise<FlowResult> {
  const { startedBy, returnTo, createdAt } = transaction
  // Before the verification: a response that fails uses up the sign-in as well.
  if (!(await consumeTransaction(context, transaction))) {
    const address = await findKnownAddress(context)
    await emit(context.config, 'replayDetected', {
      what: 'authorization-response',
      provider: provider.id,
      ...(address !== undefined && { address }),
    })
    return alreadyCompleted({ ...context, returnTo }, FINISHED)
  }
  const begun = await refuseEnded(context.config, createdAt)
  const response = { transaction, parameters }
  const identity = await authenticate(provider, response, context.config.clock())
  const evidence = { kind: 'oauth' as const, provider, ...begun, ...identity }
  const proof = prove(startedBy === undefined ? evidence : { ...evidence, startedBy })
  try {
    return await completeSignIn({ ...context, returnTo }, proof, prepareOAuth)
  } catch (error) {
    if (!(error instanceof StepUpRequired)) throw error
    throw Object.assign(error, { continueAt: linkPage(context, provider, returnTo) })
  }
}

/** The page with the button that links an account of the provider. */
const linkPage = (context: Context, { id }: OAuthProvider, callbackUrl: string): string =>
  actionUrl(context, `signin/${id}`, { link: 'true', callbackUrl })

/**
 * GET or POST callback for OAuth and OpenID Connect.
 *
 * @throws FlowFailure with the check cookies of a sign-in that could be opened expired
 */
export async function callbackOAuth(
  context: Context,
  given: ProviderOfKind<'oauth'>,
): Promise<FlowResult> {
  const provider = traceProvider(context, given)
  const parameters = authorizationResponse(context, provider)
  const forwarded =
    provider.redirectProxyUrl === undefined
      ? undefined
      : await (await loadRedirectProxy()).forwardFromProxy(context, provider)
  if (forwarded) return forwarded
  const { jar: sent, profile } = context
  const checked = provider.checks.has('state')
  // Without a `state`, only the latest transaction can be meant.
  const id = checked
    ? readTransactionId(parameters.get('state') ?? undefined)
    : liveTransactionIds(sent, profile).at(-1)
  if (id === undefined && checked) return refuseUnknown(context, provider, parameters)
  const transaction = id === undefined ? null : await readTransaction(context, id)
  note(context, 'transaction', transaction ? 'opened' : 'absent')
  if (provider.formPost && mustRepost(context, transaction, parameters)) {
    return repostFromSameSite(context, provider, fieldsToRepost(context, parameters))
  }
  // One that does not open may be that of an instance with another secret or clock (decision 076).
  const jar = transaction ? expireTransaction(sent, profile, transaction.id) : sent
  return withCookiesOnFailure(jar, async () => {
    const inner = { ...context, jar }
    return transaction
      ? finish(inner, provider, transaction, parameters)
      : refuseUnknown(inner, provider, parameters)
  })
}
