import type { OktaProfile } from '@latchstring/core/providers/okta'
import type { Service } from '../service.ts'

const ISSUER = 'https://example.okta.com/oauth2/default'

/** @see https://developer.okta.com/docs/api/openapi/okta-oauth/oauth/tag/CustomAS/ */
export const service: Service = {
  id: 'okta',
  name: 'Okta',
  protocol: 'oidc',
  options: { issuer: ISSUER },
  issuer: ISSUER,
  jwksUri: `${ISSUER}/v1/keys`,
  authorization: {
    url: `${ISSUER}/v1/authorize`,
    stateRequired: true,
    requires: { scope: /(?:^| )openid(?: |$)/ },
    scopes: ['openid', 'profile', 'email', 'address', 'phone', 'offline_access', 'device_sso'],
    pkce: 'supported',
  },
  token: {
    url: `${ISSUER}/v1/token`,
    authentication: [
      'client_secret_basic',
      'client_secret_post',
      'client_secret_jwt',
      'private_key_jwt',
      'none',
    ],
    // With rotation, whose grace period is 30 seconds.
    refresh: {
      needs: { scope: /\boffline_access\b/ },
      next: 'new',
      leeway: 30,
      reuseEndsAll: true,
    },
  },
  userinfo: `${ISSUER}/v1/userinfo`,
  persons: {
    documented: {
      claims: {
        ver: 1,
        sub: '00uid4BxXw6I6TV4m0g3',
        idp: '00ok1u7AsAkrwdZL3z0g3',
        amr: ['pwd'],
        auth_time: 1_449_624_026,
        name: 'Ada Lovelace',
        preferred_username: 'ada@example.com',
        given_name: 'Ada',
        family_name: 'Lovelace',
        email: 'ada@example.com',
        email_verified: true,
      } satisfies OktaProfile,
    },
    minimal: { claims: { sub: '00uminimal', preferred_username: 'm' } satisfies OktaProfile },
  },
  registration: {
    console: 'https://login.okta.com/',
    steps: [
      'Open the Admin Console, Applications, and choose Create App Integration.',
      'Choose OIDC - OpenID Connect, and Web Application.',
      'Enter the redirect URI under Sign-in redirect URIs, and assign people or groups.',
      'Copy the Client ID and the Client secret.',
      'Open Security, API, and copy the Issuer URI of an authorization server.',
    ],
    sources: [
      'https://developer.okta.com/docs/guides/sign-into-web-app-redirect/',
      'https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/',
    ],
  },
}
