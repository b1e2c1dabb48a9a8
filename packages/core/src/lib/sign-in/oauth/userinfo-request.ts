import * as oauth from 'oauth4webapi'
import type { OAuthProvider } from '../../config/providers.ts'
import type { Grant } from './code-grant.ts'
import { sendRequest, toClient } from './request.ts'

/** With OAuth alone, an address may be configured with parameters. */
function userinfoUrl({ kind, userinfo }: OAuthProvider, endpoint: string): string {
  if (kind === 'oidc') return endpoint
  const url = new URL(endpoint)
  for (const [name, value] of Object.entries(userinfo.params ?? {}))
    url.searchParams.set(name, value)
  return url.href
}

/** A userinfo response, and as which client it was asked for. */
export interface UserinfoExchange {
  readonly client: oauth.Client
  readonly response: Response
}

/**
 * OpenID Connect Core 1.0, section 5.3.1, with a proof where the token is bound to a key (RFC 9449, section 7); with OAuth alone
 * one plain GET (RFC 6750, section 2.1).
 *
 * @param endpoint - of the metadata, or as it is configured
 */
export async function requestUserinfo(
  provider: OAuthProvider,
  { tokens, server, dpop }: Grant,
  endpoint: string,
): Promise<UserinfoExchange> {
  const url = userinfoUrl(provider, endpoint)
  const { access_token: token = '' } = tokens
  const client = toClient(provider)
  if (provider.kind === 'oauth' && !dpop) {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
    return { client, response: await provider.fetch(url, { headers }) }
  }
  const metadata = { ...server.metadata, userinfo_endpoint: url }
  const response = await sendRequest(provider, dpop, (options) =>
    oauth.userInfoRequest(metadata, client, token, options),
  )
  return { client, response }
}
