import * as oauth from 'oauth4webapi'
import type { OAuthProvider } from '../../config/providers.ts'
import { InvalidConfiguration, OAuthCallbackError } from '../../errors/classes.ts'
import { describeKind, naming } from '../../errors/own-function.ts'
import { isResponse } from '../../http/outbound.ts'
import { providerVariable } from '../../config/env.ts'
import type { TokenSet } from '../../types/account.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { TokenRequest } from '../../types/endpoint.ts'
import { clientAuthentication } from './client-auth.ts'
import type { Server } from './metadata.ts'
import { sendRequest } from './request.ts'

/** The input of a token request. */
export interface Exchange {
  readonly server: Server
  readonly client: oauth.Client
  readonly transaction: Transaction
  /** The authorization response, checked. */
  readonly parameters: URLSearchParams
  /** Makes proofs, where the tokens are bound to a key. */
  readonly dpop: oauth.DPoPHandle | undefined
}

/** The argument of `token.send`, for services that take the request in another form. */
function toSendArgument(
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

/** @param response - of a function of the application, whose type is unchecked */
function requireTokenResponse(response: unknown, subject: string): Response {
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
  const request = toSendArgument(provider, exchange)
  return requireTokenResponse(
    await naming(OAuthCallbackError, subject, () => send(request)),
    subject,
  )
}

/**
 * Exchanges the code of an authorization response.
 *
 * @returns the token response in the form of RFC 6749, section 5.1, unchecked
 * @throws AuthError that names the function of the application that threw or returned no response
 */
export async function tokenRequest(provider: OAuthProvider, exchange: Exchange): Promise<Response> {
  const response = await sendTokenRequest(provider, exchange)
  const { conform } = provider.token
  if (!conform) return response
  const subject = `The \`token.conform\` function of "${provider.id}"`
  const conformed = await naming(OAuthCallbackError, subject, () => conform(response.clone()))
  return requireTokenResponse(conformed ?? response, subject)
}

/** Longest accepted lifetime of an access token, in seconds: ten years. */
const MAX_EXPIRES_IN = 315_360_000

/** Longest accepted time until an `expires_at` of the service, in seconds: a hundred years. */
const MAX_EXPIRES_AT = 3_153_600_000

/**
 * The tokens with the time at which the access token expires: from its lifetime, else as the service states it.
 *
 * @param result - a token response that has been checked
 * @param now - seconds since the epoch
 */
export function withExpiry(result: Readonly<Record<string, unknown>>, now: number): TokenSet {
  const { expires_at: stated, ...members } = result
  // `readTokenResponse` has checked the members that are used; further ones are JSON.
  const tokens = members as TokenSet
  const { expires_in: lifetime } = tokens
  if (lifetime !== undefined && lifetime > 0 && lifetime < MAX_EXPIRES_IN) {
    return { ...tokens, expires_at: Math.floor(now + lifetime) }
  }
  // A time in milliseconds is too far away, and left out.
  const meant = typeof stated === 'number' && stated > 0 && stated < now + MAX_EXPIRES_AT
  return meant ? { ...tokens, expires_at: stated } : tokens
}

/** The advice of a refused token request for a client without authentication. */
export function withoutSecret({ id, config, token }: OAuthProvider): string {
  const { client, clientSecret } = config
  if (clientSecret || token.clientPrivateKey || client?.token_endpoint_auth_method) return ''
  const variable = providerVariable(id, 'clientSecret')
  return ` The provider has no \`clientSecret\`, so it was asked as a public client; if it has one, set it, or ${variable}.`
}
