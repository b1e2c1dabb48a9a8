import * as oauth from 'oauth4webapi'
import type { OAuthProvider } from '../../config/providers.ts'
import { InvalidConfiguration, OAuthCallbackError } from '../../errors/classes.ts'
import { describeKind, naming } from '../../errors/own-function.ts'
import { isResponse } from '../../http/outbound.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { TokenRequest } from '../../types/endpoint.ts'
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

/** For services that take the same request in another form: what they are sent in place of it. */
function ownRequest(
  { id, clientId, token, config, fetch }: OAuthProvider,
  { server: { metadata }, transaction, parameters: answer }: Exchange,
): TokenRequest {
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
  return { url, parameters, clientId, clientSecret, response: answer, fetch }
}

/** @param response - as a function of the application gave it, which no type has checked */
function requireResponse(response: unknown, subject: string): Response {
  if (isResponse(response)) return response
  throw new InvalidConfiguration(
    `${subject} returned ${describeKind(response)}. Return the \`Response\` with the tokens.`,
  )
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

async function sendTokenRequest(provider: OAuthProvider, exchange: Exchange): Promise<Response> {
  const { send } = provider.token
  if (!send) return standardRequest(provider, exchange)
  const subject = `The \`token.send\` function of "${provider.id}"`
  const request = ownRequest(provider, exchange)
  return requireResponse(await naming(OAuthCallbackError, subject, () => send(request)), subject)
}

/**
 * Exchanges the code of an authorization response.
 *
 * @returns the token response, in the form of RFC 6749, section 5.1, with nothing in it checked
 * @throws AuthError that names the function of the application that threw, or returned no response
 */
export async function tokenRequest(provider: OAuthProvider, exchange: Exchange): Promise<Response> {
  const response = await sendTokenRequest(provider, exchange)
  const { conform } = provider.token
  if (!conform) return response
  const subject = `The \`token.conform\` function of "${provider.id}"`
  const conformed = await naming(OAuthCallbackError, subject, () => conform(response.clone()))
  return requireResponse(conformed ?? response, subject)
}
