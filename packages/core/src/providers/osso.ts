import { readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { Fetch, OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /oauth/me`. */
export interface OssoProfile {
  /** Id of the user in Osso: a UUID, unique across all tenants. */
  readonly id: string
  /** From the identity provider of the tenant; it is not verified. */
  readonly email?: string
  /** Kind of the identity provider, such as `Okta`. */
  readonly idp?: string
  readonly [member: string]: unknown
}

/** Osso reads the token from the query and from nowhere else. */
async function requestProfile(
  issuer: string,
  accessToken: string,
  fetch: Fetch,
): Promise<OssoProfile> {
  const url = new URL(`${issuer.replace(/\/+$/, '')}/oauth/me`)
  url.searchParams.set('access_token', accessToken)
  const response = await fetch(url.href, { headers: { accept: 'application/json' } })
  const profile = await readJsonObject('Osso', response)
  // No user without an id: `profile` leaves it out where it is not text.
  return { ...profile, id: text(profile['id']) ?? '' }
}

/**
 * Sign-in with SAML through Osso, which you run yourself.
 *
 * `issuer` is the address of the server, with or without a slash at its end. The person's `email` or `domain` has to go
 * with the sign-in, so that Osso finds the identity provider: `signIn('osso', {}, { domain: 'acme.example' })`. The
 * profile has no name, and `emailVerified` is never true: each tenant's identity provider can claim any address. Osso
 * does not check PKCE.
 *
 * Environment: `AUTH_OSSO_ID`, `AUTH_OSSO_SECRET`, `AUTH_OSSO_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://ossoapp.com/docs/consume/overview/
 *
 * @example
 * ```ts
 * import Osso from '@latchstring/core/providers/osso'
 *
 * export const providers = [Osso({ issuer: 'https://sso.example.com' })]
 * ```
 */
export default function Osso(
  options: OAuthUserConfig<OssoProfile> = {},
): OAuth2Config<OssoProfile> {
  return {
    id: 'osso',
    name: 'Osso',
    type: 'oauth',
    authorization: { url: '{issuer}/oauth/authorize' },
    token: { url: '{issuer}/oauth/token' },
    userinfo: {
      url: '{issuer}/oauth/me',
      request: ({ tokens, provider, fetch }) =>
        requestProfile(provider.issuer ?? '', tokens.access_token ?? '', fetch),
    },
    // How the documentation shows the token request; the client id is a UUID.
    client: { token_endpoint_auth_method: 'client_secret_post' },
    requires: ['issuer'],
    profile: ({ id, email }) => ({
      ...(typeof id === 'string' && id !== '' && { id }),
      name: null,
      email: text(email),
      image: null,
      emailVerified: false,
    }),
    options,
  }
}
