import type { DropboxOIDCProfile } from '@latchstring/core/providers/dropbox-oidc'
import type { Service } from '../service.ts'

const ISSUER = 'https://www.dropbox.com'

/** @see https://developers.dropbox.com/oidc-guide */
export const service: Service = {
  id: 'dropbox-oidc',
  name: 'Dropbox',
  protocol: 'oidc',
  issuer: ISSUER,
  jwksUri: `${ISSUER}/.well-known/jwks`,
  // The document names neither of them, although there are both.
  discovery: { userinfo_endpoint: undefined, code_challenge_methods_supported: undefined },
  authorization: {
    url: `${ISSUER}/oauth2/authorize`,
    scopes: ['openid', 'profile', 'email', 'account_info.read'],
    pkce: 'supported',
  },
  token: {
    url: 'https://api.dropboxapi.com/oauth2/token',
    authentication: ['client_secret_basic', 'client_secret_post'],
    answer: (standard) => ({ ...standard, token_type: 'bearer', expires_in: 14_400, uid: '12345' }),
  },
  persons: {
    documented: {
      claims: {
        sub: 'dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc',
        email: 'franz@example.com',
        email_verified: true,
        given_name: 'Franz',
        family_name: 'Ferdinand',
        auth_time: 1_655_077_000,
        'dropbox:team_id': 'dbtid:AAGWTB-Vvj4y0-YT4LPfvsxoyFvVxJkgvYc',
      } satisfies DropboxOIDCProfile,
    },
    minimal: { claims: { sub: 'dbid:2' } satisfies DropboxOIDCProfile },
  },
  registration: {
    console: 'https://www.dropbox.com/developers/apps',
    steps: [
      'Create an app with scoped access.',
      'Open Permissions, and tick openid, profile and email.',
      'Open Settings, and enter the redirect URI under Redirect URIs.',
      'Copy App key as client id, and App secret.',
    ],
    sources: [
      'https://developers.dropbox.com/oidc-guide',
      'https://developers.dropbox.com/oauth-guide',
    ],
  },
}
