import type { WebexOIDCProfile } from '@latchstring/core/providers/webex-oidc'
import type { Service } from '../service.ts'

const API = 'https://webexapis.com/v1'
const USERINFO = `${API}/userinfo`

const jane: WebexOIDCProfile = {
  sub: 'ad741856-4062-494a-b34c-bad0bb62d877',
  email: 'jane@example.com',
  email_verified: 'true',
  name: 'Jane Smith',
  given_name: 'Jane',
  family_name: 'Smith',
}

/** @see https://developer.webex.com/docs/login-with-webex */
export const service: Service = {
  id: 'webex-oidc',
  name: 'Webex',
  protocol: 'oidc',
  issuer: 'https://idbroker-b-us.webex.com/idb',
  wellKnown: `${API}/.well-known/openid-configuration`,
  jwksUri: `${API}/verification`,
  authorization: {
    url: `${API}/authorize`,
    scopes: ['openid', 'email', 'profile', 'phone', 'address', 'spark:kms', 'spark:people_read'],
    pkce: 'supported',
  },
  token: {
    url: `${API}/access_token`,
    authentication: ['client_secret_basic', 'client_secret_post'],
    answer: (standard) => ({ ...standard, refresh_token_expires_in: 7_775_999 }),
  },
  userinfo: USERINFO,
  resources: { [USERINFO]: {} },
  persons: {
    documented: { claims: { sub: jane.sub }, answers: { [USERINFO]: jane } },
    minimal: {
      claims: { sub: '314937d6-b1b8-4905-a58a-3244917f853a' },
      answers: {
        [USERINFO]: {
          sub: '314937d6-b1b8-4905-a58a-3244917f853a',
        } satisfies WebexOIDCProfile,
      },
    },
  },
  registration: {
    console: 'https://developer.webex.com/my-apps',
    steps: [
      'Open My Webex Apps, choose Create a New App, then Integration.',
      'Enter the redirect URI.',
      'Choose any scope: Login with Webex needs none of those that are listed.',
      'Copy the client ID and the client secret, which is shown once.',
    ],
    sources: [
      'https://developer.webex.com/docs/login-with-webex',
      'https://developer.webex.com/docs/integrations',
    ],
  },
}
