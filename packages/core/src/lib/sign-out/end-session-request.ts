import type { OAuthProvider } from '../config/providers.ts'
import { endpoint } from '../config/endpoint.ts'
import { actionUrl, type Context } from '../request/context.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import { requireSecure } from '../sign-in/oauth/authorization-request.ts'
import { loadServer } from '../sign-in/oauth/metadata.ts'
import { storeSignOut } from '../sign-in/transaction/cookies.ts'
import { newState, newTransactionId } from '../sign-in/transaction/transaction.ts'
import type { EndSessionEndpoint } from '../types/endpoint.ts'
import type { SessionProvider } from './session-provider.ts'

/** The action that providers redirect to after a sign-out. */
export const SIGNED_OUT = 'signed-out'

/** Longest address of a logout request. Limits of proxies and servers differ, and some are this low. */
const MAX_URL_BYTES = 2_000

/** A request that ends the session at a provider (OpenID Connect RP-Initiated Logout 1.0, section 2). */
export interface EndSessionRequest {
  readonly provider: OAuthProvider
  /** The target of the form for a request that is too long for an address. */
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
  /** The request as an address, if it is short enough. */
  readonly url: string | undefined
  /** As an address without the ID token. */
  readonly withoutIdToken: string
  /** With the transaction that the return is matched to. */
  readonly jar: CookieJar
}

async function findEndpoint(provider: OAuthProvider): Promise<URL | undefined> {
  const own = endpoint<EndSessionEndpoint>(provider.config.endSession).url
  const url = own ?? (await discoveredEndpoint(provider))
  return url === undefined ? undefined : requireSecure(provider, new URL(url))
}

async function discoveredEndpoint(provider: OAuthProvider): Promise<string | undefined> {
  if (provider.config.protocol) return undefined
  const { metadata } = await loadServer(provider)
  return metadata.end_session_endpoint
}

function toUrl(action: URL, fields: Readonly<Record<string, string>>): string {
  const url = new URL(action)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}

/** The address to register at the provider as `post_logout_redirect_uris`. */
export function signedOutUrl(context: Pick<Context, 'config' | 'origin'>): string {
  return actionUrl(context, SIGNED_OUT)
}

/**
 * Makes a logout request.
 *
 * @returns `undefined` where the provider has no end-session endpoint
 * @throws Error when the provider cannot be asked, or its endpoint is not https
 */
export async function endSessionRequest(
  context: Context,
  { provider, hint, idToken }: SessionProvider,
): Promise<EndSessionRequest | undefined> {
  const action = await findEndpoint(provider)
  if (!action) return undefined
  const { config, returnTo } = context
  const uri = signedOutUrl(context)
  const id = newTransactionId(config)
  const state = newState(id)
  // Only the address of the redirect proxy is registered at the provider, so no return can reach this deployment.
  const returns = provider.redirectProxyUrl === undefined
  const common: Record<string, string> = {
    ...endpoint<EndSessionEndpoint>(provider.config.endSession).params,
    client_id: provider.clientId,
    ...(hint === undefined ? {} : { logout_hint: hint }),
    ...(returns ? { post_logout_redirect_uri: uri, state } : {}),
  }
  const fields = { ...common, ...(idToken === undefined ? {} : { id_token_hint: idToken }) }
  const url = toUrl(action, fields)
  const transaction = { id, provider: provider.id, state, returnTo }
  return {
    provider,
    action: action.href,
    fields,
    url: url.length > MAX_URL_BYTES ? undefined : url,
    withoutIdToken: toUrl(action, common),
    jar: returns ? await storeSignOut(context, transaction) : context.jar,
  }
}
