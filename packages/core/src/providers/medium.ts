import { mark } from '../lib/provider-kit/marks/medium.ts'
import { readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /v1/me`. */
export interface MediumProfile {
  readonly data?: {
    /** Id of the user for this application. */
    readonly id: string
    readonly username?: string
    /** Display name. */
    readonly name?: string
    /** Page of the account. */
    readonly url?: string
    /** Address of the picture. */
    readonly imageUrl?: string
    readonly [member: string]: unknown
  }
  readonly [member: string]: unknown
}

/** Medium answers with 201, a list of scopes, and the time of expiry in milliseconds; RFC 6749, section 5.1, has others. */
async function conform(response: Response): Promise<Response | undefined> {
  if (response.status !== 200 && response.status !== 201) return undefined
  const ok = new Response(response.body, { status: 200 })
  const { scope, expires_at: expiresAt, ...body } = await readJsonObject('Medium', ok)
  return Response.json({
    ...body,
    ...(Array.isArray(scope) && { scope: scope.join(' ') }),
    ...(typeof expiresAt === 'number' && { expires_at: Math.floor(expiresAt / 1000) }),
  })
}

/**
 * Sign-in with Medium.
 *
 * Medium registers no new applications and does not maintain this API; applications that were registered go on working.
 * There is no email address.
 *
 * Environment: `AUTH_MEDIUM_ID`, `AUTH_MEDIUM_SECRET`.
 *
 * @deprecated Medium registers no new applications and does not maintain its API. Offer another way to sign in.
 * @param options - overrides of any member
 * @see https://github.com/Medium/medium-api-docs
 *
 * @example
 * ```ts
 * import Medium from '@latchstring/core/providers/medium'
 *
 * export const providers = [Medium({ name: 'Medium account' })]
 * ```
 */
export default function Medium(
  options: OAuthUserConfig<MediumProfile> = {},
): OAuth2Config<MediumProfile> {
  return {
    id: 'medium',
    name: 'Medium',
    type: 'oauth',
    deprecated:
      'Medium registers no new applications and does not maintain its API. Offer another way to sign in.',
    authorization: {
      url: 'https://medium.com/m/oauth/authorize',
      params: { scope: 'basicProfile' },
    },
    token: { url: 'https://api.medium.com/v1/tokens', conform },
    userinfo: { url: 'https://api.medium.com/v1/me' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ data: user }) => ({
      ...(typeof user?.id === 'string' && { id: user.id }),
      name: text(user?.name),
      email: null,
      image: text(user?.imageUrl),
      emailVerified: null,
    }),
    style: { bg: '#000', text: '#fff', mark },
    options,
  }
}
