import type { CognitoProfile } from '@latchstring/core/providers/cognito'
import type { Service } from '../service.ts'

/** @see https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-client-apps.html */
export const service: Service = {
  id: 'cognito',
  name: 'Cognito',
  protocol: 'oidc',
  options: { issuer: 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Ab12Cd34E' },
  issuer: 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Ab12Cd34E',
  authorization: {
    url: 'https://example.auth.eu-central-1.amazoncognito.com/oauth2/authorize',
    pkce: 'supported',
    scopes: ['openid', 'profile', 'email', 'phone', 'aws.cognito.signin.user.admin'],
  },
  token: {
    url: 'https://example.auth.eu-central-1.amazoncognito.com/oauth2/token',
    authentication: ['client_secret_basic', 'client_secret_post'],
  },
  userinfo: 'https://example.auth.eu-central-1.amazoncognito.com/oauth2/userInfo',
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
}
