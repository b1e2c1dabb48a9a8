import type { OAuthProvider } from '../../config/providers.ts'
import type { Context } from '../../request/context.ts'
import { actionUrl } from '../../request/context.ts'
import { randomToken } from '../../crypto/random.ts'
import {
  newState,
  newTransactionId,
  type RequestedAuthentication,
  type Transaction,
} from '../transaction/transaction.ts'
import { lazy } from '../../kit/lazy.ts'
import type { Check } from '../../types/provider.ts'
import { newDpopKey } from './request.ts'

const loadStateProxy = lazy(() => import('./redirect-proxy.ts'))

/** An authorization request, and the transaction that is kept until the response. */
export interface AuthorizationRequest {
  readonly url: string
  readonly transaction: Transaction
}

function redirectUri(context: Context, { id, redirectProxyUrl }: OAuthProvider): string {
  if (redirectProxyUrl === undefined) return actionUrl(context, `callback/${id}`)
  return `${redirectProxyUrl.replace(/\/$/, '')}/callback/${id}`
}

/** The `state`. Behind a redirect proxy it contains the address that the response is forwarded to. */
async function stateFor(context: Context, provider: OAuthProvider, id: string): Promise<string> {
  const own = actionUrl(context, `callback/${provider.id}`)
  const called = redirectUri(context, provider)
  if (called === own) return newState(id)
  const whole = provider.config.protocol !== undefined
  const proxy = new URL(called).origin
  const { proxyState } = await loadStateProxy()
  return proxyState(context.profile.box, { id, proxy, callback: own, whole })
}

/** The parts of a transaction that do not come from provider and context. */
export interface TransactionOptions {
  readonly checks: ReadonlySet<Check>
  /** Of the authorization server. */
  readonly issuer?: string
  /** What the ID token is required to say. */
  readonly requested?: RequestedAuthentication | undefined
  /** Id of the session that starts it. */
  readonly startedBy: string | undefined
}

/** A transaction with a new value for each check. */
export async function createTransaction(
  context: Context,
  provider: OAuthProvider,
  { checks, issuer, requested, startedBy }: TransactionOptions,
): Promise<Transaction> {
  const id = newTransactionId(context.config)
  return {
    id,
    provider: provider.id,
    ...(issuer === undefined ? {} : { issuer }),
    ...(checks.has('state') ? { state: await stateFor(context, provider, id) } : {}),
    ...(checks.has('nonce') ? { nonce: randomToken() } : {}),
    ...(checks.has('pkce') ? { codeVerifier: randomToken() } : {}),
    ...(provider.config.dpop ? { dpopKey: await newDpopKey() } : {}),
    ...(requested === undefined ? {} : { requested }),
    redirectUri: redirectUri(context, provider),
    returnTo: context.returnTo,
    ...(startedBy === undefined ? {} : { startedBy }),
    createdAt: context.config.clock(),
  }
}
