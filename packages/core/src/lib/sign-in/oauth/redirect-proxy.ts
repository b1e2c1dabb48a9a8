import type { OAuthProvider } from '../../config/providers.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'
import type { Context } from '../../request/context.ts'
import { randomToken } from '../../crypto/random.ts'
import { AUDIENCE, type SealedBox } from '../../crypto/sealed-box.ts'
import { InvalidCheck, InvalidRequest } from '../../errors/classes.ts'
import type { FlowResult } from '../../http/result.ts'
import { FORWARDED_PARAMETERS } from './reserved-parameters.ts'
import type { AuthRequest } from '../../types/request.ts'
import {
  newState,
  restOfState,
  TRANSACTION_MAX_AGE,
  readTransactionId,
} from '../transaction/transaction.ts'

/** The target of an authorization response, sealed in the `state` of its sign-in. */
export interface ProxiedResponse {
  /** Of the transaction. */
  readonly id: string
  /** Origin of the redirect proxy. Another proxy with the same secret refuses it. */
  readonly proxy: string
  /** Callback of the deployment that started the sign-in. */
  readonly callback: string
  /** The provider has a protocol of its own, so that all parameters are part of its response. */
  readonly whole?: boolean
}

/** A `state` with the sealed target of the response. */
export async function proxyState(
  box: SealedBox,
  { id, proxy, callback, whole = false }: ProxiedResponse,
): Promise<string> {
  const random = randomToken()
  const payload = { id, [AUDIENCE]: proxy, origin: callback, random, ...(whole ? { whole } : {}) }
  return newState(id, await box.seal('proxy', payload, TRANSACTION_MAX_AGE))
}

function isProxy({ origin }: Context, { redirectProxyUrl }: OAuthProvider): boolean {
  return redirectProxyUrl !== undefined && new URL(redirectProxyUrl).origin === origin.href
}

interface ProxyTarget {
  readonly url: URL
  readonly whole: boolean
}

/** The target in a sealed `state`. */
async function openTarget({ box, own }: Forwarding, state: string): Promise<ProxyTarget> {
  const opened = await box.open('proxy', restOfState(state))
  const payload: Readonly<Record<string, unknown>> = opened?.payload ?? {}
  const { origin: target, [AUDIENCE]: proxy } = payload
  // A `state` of an older version names no proxy.
  const meant = proxy === undefined || own === undefined || proxy === own
  const intact = payload['id'] === readTransactionId(state)
  if (meant && intact && typeof target === 'string' && URL.canParse(target)) {
    return { url: new URL(target), whole: payload['whole'] === true }
  }
  throw new InvalidCheck(
    'The `state` cannot be opened: it was forged, was sealed with another secret or for another redirect proxy, or is over 15 minutes old.',
  )
}

function repeated(): InvalidRequest {
  return new InvalidRequest('The authorization response repeats a parameter.')
}

/** The rules for forwarding a response. */
export interface Forwarding {
  readonly box: SealedBox
  /** Origin of the redirect proxy. Absent: it accepts a `state` for any proxy. */
  readonly own?: string
  readonly origins: ResolvedConfig['redirectProxyOrigins']
  /** Id of the provider whose callback was called. */
  readonly provider: string
  /** Whether the response is in the body, by form post, and not in the address. */
  readonly posted: boolean
}

/** The redirect of a response. */
type ForwardingRedirect = Pick<Extract<FlowResult, { kind: 'redirect' }>, 'kind' | 'to' | 'status'>

function readParameters(
  { query, body }: Pick<AuthRequest, 'query' | 'body'>,
  posted: boolean,
): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, value] of posted ? body : query) {
    if (typeof value === 'string') parameters.append(name, value)
  }
  return parameters
}

/**
 * Forwards an authorization response. One in the address is forwarded with the parameters of the protocol; one by form post is posted
 * again by the browser, so that its content never is in an address.
 *
 * @throws InvalidCheck when the `state` does not open, belongs to another provider, or names an origin that is not listed
 * @throws InvalidRequest when a forwarded parameter is repeated
 */
export async function sendOn(
  request: Pick<AuthRequest, 'query' | 'body' | 'duplicates'>,
  forwarding: Forwarding,
): Promise<ForwardingRedirect> {
  const { origins, provider, posted } = forwarding
  const parameters = readParameters(request, posted)
  const { url: target, whole } = await openTarget(forwarding, parameters.get('state') ?? '')
  // A code must not reach the token endpoint of another provider (RFC 9700, section 4.4).
  if (!target.pathname.endsWith(`/callback/${provider}`)) {
    throw new InvalidCheck(`The sign-in was started with another provider than "${provider}".`)
  }
  if (!origins.has(target)) {
    throw new InvalidCheck(
      `The \`state\` names ${target.origin}, which \`redirectProxyOrigins\` does not list. If it is yours, add '${target.origin}' there.`,
    )
  }
  const names = whole ? new Set(parameters.keys()) : FORWARDED_PARAMETERS
  for (const name of names) if (request.duplicates.has(name)) throw repeated()
  if (posted) return { kind: 'redirect', to: target.href, status: 307 }
  for (const name of names) {
    const value = parameters.get(name)
    if (value !== null) target.searchParams.set(name, value)
  }
  return { kind: 'redirect', to: target.href }
}

/**
 * On the deployment at `redirectProxyUrl`: forwards a response to the deployment that started the sign-in, if its origin is listed.
 *
 * @returns `undefined` when the response is for this deployment
 * @throws InvalidCheck when it may not be forwarded
 */
export async function forwardFromProxy(
  context: Context,
  provider: OAuthProvider,
): Promise<FlowResult | undefined> {
  if (!isProxy(context, provider)) return undefined
  const { config, profile, jar, request, origin } = context
  // Errors come in the address, also where responses come by form post.
  const posted = provider.formPost && request.method === 'POST'
  const state = readParameters(request, posted).get('state')
  // A `state` of this deployment has no sealed target.
  if (state === null || !restOfState(state).includes('.')) return undefined
  const onward = await sendOn(request, {
    box: profile.box,
    own: origin.href,
    origins: config.redirectProxyOrigins,
    provider: provider.id,
    posted,
  })
  return { ...onward, jar }
}
