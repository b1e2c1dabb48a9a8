import type { OAuthProvider } from '../../config/providers.ts'
import { constantTimeEqual } from '../../crypto/compare.ts'
import { InvalidCheck } from '../../errors/classes.ts'
import { lazy } from '../../kit/lazy.ts'
import type { OAuthIdentity } from '../../types/oauth-identity.ts'
import { codeGrant } from './code-grant.ts'
import { toIdentity } from './identity.ts'
import { fetchProfile, type ProviderAnswer } from './profile.ts'
import type { CallbackResponse } from './redirect-protocol.ts'

const loadProtocol = lazy(() => import('./redirect-protocol.ts'))

function assertOwn(provider: OAuthProvider, { transaction, parameters }: CallbackResponse): void {
  if (transaction.provider !== provider.id) {
    throw new InvalidCheck(`The sign-in was started with another provider than "${provider.id}".`)
  }
  const { state, issuer } = transaction
  if (provider.config.protocol && issuer !== undefined) {
    throw new InvalidCheck(
      `The sign-in with "${provider.id}" was started at an issuer, and the configuration no longer names one. Start the sign-in again.`,
    )
  }
  if (state !== undefined && !constantTimeEqual(state, parameters.get('state') ?? '')) {
    throw new InvalidCheck('The `state` of the response is not the one that was sent.')
  }
}

async function requestAnswer(
  provider: OAuthProvider,
  response: CallbackResponse,
  milliseconds: number,
): Promise<ProviderAnswer> {
  const { protocol } = provider.config
  if (protocol) {
    const { protocolProfile } = await loadProtocol()
    return { profile: await protocolProfile(provider, protocol, response), tokens: {}, session: {} }
  }
  const { transaction, parameters } = response
  const grant = await codeGrant(provider, transaction, parameters, milliseconds)
  return fetchProfile(provider, grant, parameters)
}

/**
 * Checks that the response belongs to the sign-in, and requests the identity from the provider.
 *
 * @param milliseconds - the time now
 * @throws InvalidCheck when the response is of another sign-in
 * @throws OAuthCallbackError when it does not verify, or the provider gives no profile
 * @throws OAuthProfileParseError when the profile gives no user
 */
export async function authenticate(
  provider: OAuthProvider,
  response: CallbackResponse,
  milliseconds: number,
): Promise<OAuthIdentity> {
  assertOwn(provider, response)
  const { profile, tokens, session } = await requestAnswer(provider, response, milliseconds)
  return { ...(await toIdentity(provider, profile, tokens)), ...session }
}
