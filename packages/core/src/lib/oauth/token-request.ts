import * as oauth from 'oauth4webapi'
import type { OAuthProvider } from '../config/providers.ts'
import { OAuthCallbackError } from '../errors/classes.ts'
import { readJson } from '../json.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { TokenRequest } from '../types/endpoint.ts'
import type { Awaitable } from '../types/utility.ts'
import { clientAuthentication, withoutSecret } from './client-auth.ts'
import { withNonce } from './dpop.ts'
import { toClient, requestOptions, type Server } from './metadata.ts'

/** What a token request is made of. */
export interface Exchange {
  readonly server: Server
  readonly transaction: Transaction
  /** The authorization response, checked. */
  readonly parameters: URLSearchParams
  /** Makes proofs, where the tokens are to be bound to a key. */
  readonly dpop: oauth.DPoPHandle | undefined
}

/** RFC 6749, section 4.1.3. */
function standardRequest(
  provider: OAuthProvider,
  { server: { metadata }, transaction, parameters, dpop }: Exchange,
): Promise<Response> {
  return oauth.authorizationCodeGrantRequest(
    metadata,
    toClient(provider),
    clientAuthentication(provider, metadata),
    parameters,
    transaction.redirectUri,
    transaction.codeVerifier ?? oauth.nopkce,
    {
      ...requestOptions(provider, dpop),
      ...(provider.token.params ? { additionalParameters: provider.token.params } : {}),
    },
  )
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

/** The token endpoint did not take the code (RFC 6749, section 5.2). */
export function refusedCode(
  provider: OAuthProvider,
  details: { readonly error: string; readonly status: number; readonly err?: Error },
): OAuthCallbackError {
  const message = `The token endpoint of "${provider.id}" refused the code.`
  return new OAuthCallbackError(`${message}${withoutSecret(provider)}`, details)
}

/** An error counts also where the status does not say so and a token stands beside it. */
async function refuseError(provider: OAuthProvider, response: Response): Promise<void> {
  const { error } = await readJson(response)
  if (response.status !== 200 || typeof error !== 'string' || error === '') return
  const { status } = response
  throw refusedCode(provider, { error, status })
}

/**
 * Exchanges the code of an authorization response.
 *
 * @returns the token response, in the form of RFC 6749, section 5.1, with nothing in it checked
 * @throws OAuthCallbackError when it says that it is an error
 */
export async function tokenRequest(provider: OAuthProvider, exchange: Exchange): Promise<Response> {
  const { send, conform } = provider.token
  const request = (): Promise<Response> => standardRequest(provider, exchange)
  const response = send
    ? await ownRequest(send, provider, exchange)
    : await (exchange.dpop ? withNonce(request) : request())
  const conforming = (await conform?.(response.clone())) ?? response
  await refuseError(provider, conforming)
  return conforming
}
