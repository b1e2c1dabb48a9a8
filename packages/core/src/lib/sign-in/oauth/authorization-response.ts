import * as oauth from 'oauth4webapi'
import type { OAuthProvider } from '../../config/providers.ts'
import { InvalidCheck, OAuthCallbackError } from '../../errors/classes.ts'
import { isLoopback } from '../../http/origin.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { Server } from './metadata.ts'

/**
 * A code is for the authorization server that was asked. One that another configuration names by now must not be sent it
 * (RFC 9700, section 4.4).
 */
function requireSameIssuer(
  { id }: OAuthProvider,
  { metadata }: Server,
  { issuer }: Transaction,
): void {
  if (issuer === metadata.issuer) return
  throw new InvalidCheck(
    `The sign-in with "${id}" was started at ${issuer === undefined ? 'no issuer' : `the issuer ${JSON.stringify(issuer)}`}, and the configuration now names ${JSON.stringify(metadata.issuer)}. Start the sign-in again.`,
  )
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false
  const { protocol, host } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(host))
}

/**
 * The answer as far as it can be compared. Where the configuration names no issuer, there is none to compare `iss` with
 * (RFC 9207, section 2.4): each provider has a redirect URI of its own, which tells them apart.
 */
function comparable(
  { id }: OAuthProvider,
  { issuerUnknown }: Server,
  parameters: URLSearchParams,
): URLSearchParams {
  const iss = parameters.get('iss')
  if (!issuerUnknown || iss === null) return parameters
  if (!isIssuer(iss)) {
    throw new OAuthCallbackError(
      `The \`iss\` in the response of "${id}" is not an issuer identifier.`,
    )
  }
  const rest = new URLSearchParams(parameters)
  rest.delete('iss')
  return rest
}

/**
 * The response type is `code`: a token does not travel through the browser (RFC 9700, section 2.1.2). `oauth4webapi` has refused
 * an ID token by then.
 */
function refuseToken({ id }: OAuthProvider, parameters: URLSearchParams): void {
  if (!parameters.has('access_token')) return
  throw new OAuthCallbackError(`The provider "${id}" sent a token through the browser.`)
}

/** What an authorization response has to belong to. */
interface Expected {
  readonly server: Server
  readonly client: oauth.Client
  readonly transaction: Transaction
}

function validate(
  { id }: OAuthProvider,
  { server, client, transaction }: Expected,
  parameters: URLSearchParams,
): URLSearchParams {
  const state = transaction.state ?? oauth.skipStateCheck
  try {
    return oauth.validateAuthResponse(server.metadata, client, parameters, state)
  } catch (err) {
    if (!(err instanceof oauth.AuthorizationResponseError)) throw err
    const { error } = err
    throw new OAuthCallbackError(`The provider "${id}" answered with an error.`, { err, error })
  }
}

/**
 * Checks an authorization response (RFC 6749, section 4.1.2; RFC 9207).
 *
 * @throws InvalidCheck when the sign-in was started at another issuer
 * @throws Error when anything else does not hold
 */
export function checkAuthorizationResponse(
  provider: OAuthProvider,
  expected: Expected,
  parameters: URLSearchParams,
): URLSearchParams {
  const { server, transaction } = expected
  requireSameIssuer(provider, server, transaction)
  const checked = validate(provider, expected, comparable(provider, server, parameters))
  refuseToken(provider, checked)
  return checked
}
