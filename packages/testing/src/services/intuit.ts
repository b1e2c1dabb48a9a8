import type { IntuitProfile } from '@latchstring/core/providers/intuit'
import type { Service } from '../service.ts'

const USERINFO = 'https://accounts.platform.intuit.com/v1/openid_connect/userinfo'

const ada: IntuitProfile = {
  sub: 'd8752092-2d41-4b7a-a9ea-0b1d4a5c6f11',
  givenName: 'Ada',
  familyName: 'Example',
  email: 'ada@example.com',
  emailVerified: true,
  phoneNumber: '+1 6305555555',
  phoneNumberVerified: false,
}

// ID tokens have an id and nothing about the person; there is no nonce in them.
const claims = { realmid: '1231434565226279', auth_time: 1797200000, nonce: undefined }

/** @see https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/openid-connect */
export const service: Service = {
  id: 'intuit',
  name: 'Intuit',
  protocol: 'oidc',
  issuer: 'https://oauth.platform.intuit.com/op/v1',
  wellKnown: 'https://developer.api.intuit.com/.well-known/openid_configuration',
  jwksUri: 'https://oauth.platform.intuit.com/op/v1/jwks',
  authorization: {
    url: 'https://appcenter.intuit.com/connect/oauth2',
    requires: { scope: true },
    scopes: ['openid', 'profile', 'email', 'phone', 'address', 'com.intuit.quickbooks.accounting'],
    pkce: 'ignored',
    stateRequired: true,
    answer: (parameters) => ({ ...parameters, realmId: '1231434565226279' }),
  },
  token: {
    url: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
    authentication: ['client_secret_basic', 'client_secret_post'],
    answer: (standard) => ({
      ...standard,
      token_type: 'bearer',
      refresh_token: 'intuit-refresh-token',
      x_refresh_token_expires_in: 8726400,
    }),
  },
  userinfo: USERINFO,
  resources: { [USERINFO]: { scope: 'openid' } },
  persons: {
    documented: { claims: { sub: ada.sub, ...claims }, answers: { [USERINFO]: ada } },
    minimal: {
      claims: { sub: 'm', ...claims },
      answers: { [USERINFO]: { sub: 'm' } satisfies IntuitProfile },
    },
  },
  registration: {
    console: 'https://developer.intuit.com/app/developer/dashboard',
    steps: [
      'Create an app.',
      'Enter the redirect URI under Keys and credentials.',
      'Copy the Client ID and the Client Secret, for production or for development.',
    ],
    sources: [
      'https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/openid-connect',
    ],
  },
}
