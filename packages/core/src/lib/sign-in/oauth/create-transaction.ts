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

const redirectProxies = lazy(() => import('./redirect-proxy.ts'))

/** The start of a sign-in at a provider: where the browser is sent to, and what is kept until it comes back. */
export interface AuthorizationRequest {
  readonly url: string
  readonly transaction: Transaction
}

function redirectUri(context: Context, { id, redirectProxyUrl }: OAuthProvider): string {
  if (redirectProxyUrl === undefined) return actionUrl(context, `callback/${id}`)
  return `${redirectProxyUrl.replace(/\/$/, '')}/callback/${id}`
}

/** Behind a redirect proxy the `state` says where the answer has to go. */
async function stateFor(context: Context, provider: OAuthProvider, id: string): Promise<string> {
  const own = actionUrl(context, `callback/${provider.id}`)
  const called = redirectUri(context, provider)
  if (called === own) return newState(id)
  const whole = provider.config.protocol !== undefined
  const proxy = new URL(called).origin
  const { proxyState } = await redirectProxies()
  return proxyState(context.profile.box, { id, proxy, callback: own, whole })
}

/** What a transaction is made of, beside provider and context. */
export interface TransactionOptions {
  readonly checks: ReadonlySet<Check>
  /** Of an authorization server. */
  readonly issuer?: string
  /** Of the authentication there. */
  readonly requested?: RequestedAuthentication | undefined
  /** Id of the session that starts it. */
  readonly startedBy: string | undefined
}

/** Begins a sign-in: with a new value for each check. */
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
