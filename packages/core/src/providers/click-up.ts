import { mark } from '../lib/provider-kit/marks/clickup.ts'
import { accountId } from '../lib/provider-kit/profile/account-id.ts'
import { nameTokenType } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig, TokenRequest } from '../lib/types/provider.ts'

/** The answer of `GET /api/v2/user`. */
export interface ClickUpProfile {
  readonly user: {
    readonly id: number
    readonly username?: string | null
    readonly email?: string | null
    /** Address of the picture. */
    readonly profilePicture?: string | null
    /** Colour of the person's initials. */
    readonly color?: string | null
    readonly initials?: string | null
    readonly [member: string]: unknown
  }
  readonly [member: string]: unknown
}

/** ClickUp takes three members as JSON in place of a form (RFC 6749, section 4.1.3). */
function send({ url, parameters, clientId, clientSecret, fetch }: TokenRequest): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: clientId,
      client_secret: clientSecret,
      code: parameters.get('code'),
    }),
  })
}

/**
 * Sign-in with ClickUp.
 *
 * The person chooses the workspaces that the token is for. Tokens do not expire. ClickUp does not say whether it verified
 * the address.
 *
 * Environment: `AUTH_CLICK_UP_ID`, `AUTH_CLICK_UP_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developer.clickup.com/docs/authentication
 *
 * @example
 * ```ts
 * import ClickUp from '@latchstring/core/providers/click-up'
 *
 * export const providers = [ClickUp({ clientId: 'id of the app' })]
 * ```
 */
export default function ClickUp(
  options: OAuthUserConfig<ClickUpProfile> = {},
): OAuth2Config<ClickUpProfile> {
  return {
    id: 'click-up',
    name: 'ClickUp',
    type: 'oauth',
    // The token request has no place for the verifier of PKCE.
    checks: ['state'],
    authorization: { url: 'https://app.clickup.com/api' },
    token: { url: 'https://api.clickup.com/api/v2/oauth/token', send, conform: nameTokenType },
    userinfo: { url: 'https://api.clickup.com/api/v2/user' },
    profile: ({ user }: Partial<ClickUpProfile>) => ({
      ...accountId(user?.id),
      name: text(user?.username),
      email: text(user?.email),
      image: text(user?.profilePicture),
      emailVerified: null,
    }),
    style: { bg: '#24292f', text: '#fff', mark },
    options,
  }
}
