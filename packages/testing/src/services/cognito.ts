import type { CognitoProfile } from '@latchstring/core/providers/cognito'
import type { Service } from '../service.ts'

const USERINFO = 'https://example.auth.eu-central-1.amazoncognito.com/oauth2/userInfo'

/** Userinfo has the flags as text, the ID token as booleans. */
function textFlags(claims: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const { email_verified: flag, ...rest } = claims
  return flag === undefined ? rest : { ...rest, email_verified: flag === true ? 'true' : 'false' }
}

/** @see https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-client-apps.html */
export const service: Service = {
  id: 'cognito',
  name: 'Cognito',
  protocol: 'oidc',
  options: { issuer: 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Ab12Cd34E' },
  issuer: 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Ab12Cd34E',
  // A nonce of its own where none was sent, for people who come from a federated provider.
  idToken: (claims) => ({ nonce: 'kBcl8nWQz1yV7Xg4', ...claims }),
  authorization: {
    url: 'https://example.auth.eu-central-1.amazoncognito.com/oauth2/authorize',
    pkce: 'supported',
    scopes: ['openid', 'profile', 'email', 'phone', 'aws.cognito.signin.user.admin'],
  },
  token: {
    url: 'https://example.auth.eu-central-1.amazoncognito.com/oauth2/token',
    authentication: ['client_secret_basic', 'client_secret_post'],
  },
  userinfo: USERINFO,
  resources: { [USERINFO]: { answer: ({ person }) => textFlags(person.claims) } },
  persons: {
    documented: {
      claims: {
        sub: '5a7c3f0e-7021-70d2-9a63-0f6a9f3b8c11',
        name: 'Ada Byron',
        email: 'ada@example.com',
        email_verified: true,
        picture: 'https://example.com/ada.png',
        'cognito:username': 'ada',
        'cognito:groups': ['staff'],
        token_use: 'id',
        auth_time: 1700000000,
      } satisfies CognitoProfile,
    },
    minimal: { claims: { sub: '6b8d4a1f-1111-4222-8333-444455556666' } },
  },
  registration: {
    console: 'https://console.aws.amazon.com/cognito/',
    steps: [
      'Open the user pool, and make a domain for it if it has none.',
      'Create an app client of the type traditional web application, with a client secret.',
      'Enter the redirect URI as allowed callback URL, and allow the authorization code grant with the scopes openid, email and profile.',
      'Copy client ID and client secret; the issuer is the token signing key URL of the user pool without /.well-known/jwks.json.',
    ],
    searchTerms: ['aws', 'amazon'],
    sources: [
      'https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-client-apps.html',
      'https://docs.aws.amazon.com/cognito/latest/developerguide/token-endpoint.html',
      'https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html',
    ],
  },
}
