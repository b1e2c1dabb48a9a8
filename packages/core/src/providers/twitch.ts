import { mark } from '../lib/provider-kit/marks/twitch.ts'
import { standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of Twitch's ID token. */
export interface TwitchProfile {
  /** Id of the account. */
  readonly sub: string
  /** Display name. */
  readonly preferred_username?: string
  readonly email?: string
  readonly email_verified?: boolean
  /** Address of the picture. */
  readonly picture?: string
  readonly [claim: string]: unknown
}

/** Twitch sends the scope as a list, and errors as `{ status, message }`; RFC 6749, sections 5.1 and 5.2, want text. */
async function conform(response: Response): Promise<Response | undefined> {
  const body: unknown = await response.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null) return undefined
  if (response.status === 200) {
    const scope = 'scope' in body && Array.isArray(body.scope) ? body.scope.join(' ') : undefined
    return scope === undefined ? undefined : Response.json({ ...body, scope })
  }
  if ('error' in body && !('message' in body)) return undefined
  const description = 'message' in body ? String(body.message) : 'Twitch did not say why.'
  const error = { error: 'invalid_request', error_description: description }
  return Response.json(error, { status: 400 })
}

/**
 * Sign-in with Twitch.
 *
 * Twitch puts into the ID token only what the parameter `claims` asks for; this one asks for name, picture and address.
 * It verifies no PKCE challenge: `state` and `nonce` bind the answer to the browser.
 *
 * Environment: `AUTH_TWITCH_ID`, `AUTH_TWITCH_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/
 *
 * @example
 * ```ts
 * import Twitch from '@latchstring/core/providers/twitch'
 *
 * export const providers = [Twitch({ authorization: { params: { force_verify: true } } })]
 * ```
 */
export default function Twitch(
  options: OIDCUserConfig<TwitchProfile> = {},
): OIDCConfig<TwitchProfile> {
  return {
    id: 'twitch',
    name: 'Twitch',
    type: 'oidc',
    issuer: 'https://id.twitch.tv/oauth2',
    authorization: {
      params: {
        scope: 'openid user:read:email',
        claims: {
          id_token: { email: null, email_verified: null, picture: null, preferred_username: null },
        },
      },
    },
    token: { conform },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: standardUser,
    style: { bg: '#65459b', text: '#fff', mark },
    options,
  }
}
