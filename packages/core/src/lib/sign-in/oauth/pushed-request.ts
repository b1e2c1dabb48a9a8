import * as oauth from 'oauth4webapi'
import type { OAuthProvider } from '../../config/providers.ts'
import { OAuthSignInError } from '../../errors/classes.ts'
import { clientAuthentication } from './client-auth.ts'
import type { Server } from './metadata.ts'
import { sendRequest, toClient } from './request.ts'

/** Whether authorization requests have to go through the back channel. There is no way back to a plain one. */
export function mustPush({ config }: OAuthProvider, { metadata }: Server): boolean {
  return (
    config.pushedAuthorizationRequests === true ||
    metadata.require_pushed_authorization_requests === true
  )
}

/**
 * Pushes an authorization request (RFC 9126, section 2).
 *
 * @param dpop - with the key that the code is to be bound to (RFC 9449, section 10.1)
 * @returns the reference that stands for the request
 * @throws OAuthSignInError when the server names no place for it
 * @throws Error when it refuses the request
 */
export async function pushRequest(
  provider: OAuthProvider,
  { metadata }: Server,
  parameters: URLSearchParams,
  dpop: oauth.DPoPHandle | undefined,
): Promise<string> {
  if (metadata.pushed_authorization_request_endpoint === undefined) {
    throw new OAuthSignInError(
      `The provider "${provider.id}" names no endpoint for pushed authorization requests.`,
    )
  }
  const client = toClient(provider)
  const authentication = clientAuthentication(provider, metadata)
  const response = await sendRequest(provider, dpop, (options) =>
    oauth.pushedAuthorizationRequest(metadata, client, authentication, parameters, options),
  )
  const pushed = await oauth.processPushedAuthorizationResponse(metadata, client, response)
  return pushed.request_uri
}
