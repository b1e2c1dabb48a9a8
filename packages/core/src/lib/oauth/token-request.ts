import * as oauth from 'oauth4webapi'
import type { OAuthProvider } from '../config/providers.ts'
import { OAuthCallbackError } from '../errors/classes.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { TokenRequest } from '../types/endpoint.ts'
import type { Awaitable } from '../types/utility.ts'
import { clientAuthentication } from './client-auth.ts'
import type { Server } from './metadata.ts'
import { sendRequest } from './request.ts'

/** What a token request is made of. */
export interface Exchange {
  readonly server: Server
  readonly client: oauth.Client
  readonly transaction: Transaction
  /** The authorization response, checked. */
  readonly parameters: URLSearchParams
  /** Makes proofs, where the tokens are to be bound to a key. */
  readonly dpop: oauth.DPoPHandle | undefined
}

/** For services that take the same request in another form. */
function ownRequest(
  send: (request: TokenRequest) => Awaitable<Response>,
  { id, clientId, token, config, fetch }: OAuthProvider,
  { server: { metadata }, transaction, parameters: answer }: Exchange,
): Awaitable<Response> {
  const code = answer.get('code')
  const { token_endpoint: url } = metadata
  if (!code) throw new OAuthCallbackError(`The provider "${id}" answered without a code.`)
  if (url === undefined)
    throw new OAuthCallbackError(`The provider "${id}" names no token endpoint.`)
  const parameters = new URLSearchParams(token.params)
  parameters.set('grant_type', 'authorization_code')
  parameters.set('code', code)
  parameters.set('redirect_uri', transaction.redirectUri)
  const { codeVerifier } = transaction
  if (codeVerifier !== undefined) parameters.set('code_verifier', codeVerifier)
  const { clientSecret } = config
  return send({ url, parameters, clientId, clientSecret, response: answer, fetch })
}

/** RFC 6749, section 4.1.3. */
function standardRequest(provider: OAuthProvider, exchange: Exchange): Promise<Response> {
  const { server, client, transaction, parameters, dpop } = exchange
  const authentication = clientAuthentication(provider, server.metadata)
  const { params } = provider.token
  return sendRequest(provider, dpop, (options) =>
    oauth.authorizationCodeGrantRequest(
      server.metadata,
      client,
      authentication,
      parameters,
      transaction.redirectUri,
      transaction.codeVerifier ?? oauth.nopkce,
      { ...options, ...(params ? { additionalParameters: params } : {}) },
    ),
  )
}

/**
 * Exchanges the code of an authorization response.
 *
 * @returns the token response, in the form of RFC 6749, section 5.1, with nothing in it checked
 */
export async function tokenRequest(provider: OAuthProvider, exchange: Exchange): Promise<Response> {
  const { send, conform } = provider.token
  const response = send
    ? await ownRequest(send, provider, exchange)
    : await standardRequest(provider, exchange)
  return (await conform?.(response.clone())) ?? response
}
