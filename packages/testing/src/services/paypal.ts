import type { PayPalProfile } from '@latchstring/core/providers/paypal'
import type { Service } from '../service.ts'

const USERINFO = 'https://api-m.paypal.com/v1/identity/openidconnect/userinfo'

const jane: PayPalProfile = {
  user_id: 'https://www.paypal.com/webapps/auth/identity/user/mWq6_1sU85v5EG9yHdPx',
  sub: 'https://www.paypal.com/webapps/auth/identity/user/mWq6_1sU85v5EG9yHdPx',
  name: 'Jane Doe',
  given_name: 'Jane',
  family_name: 'Doe',
  email: 'jane@example.com',
  email_verified: true,
  locale: 'en_US',
  zoneinfo: 'America/Los_Angeles',
}

/** @see https://developer.paypal.com/docs/log-in-with-paypal/ */
export const service: Service = {
  id: 'paypal',
  name: 'PayPal',
  protocol: 'oauth',
  authorization: {
    url: 'https://www.paypal.com/connect',
    requires: { flowEntry: 'static', scope: /\bopenid\b/ },
    pkce: 'ignored',
    scopes: [
      'openid',
      'profile',
      'email',
      'address',
      'https://uri.paypal.com/services/paypalattributes',
    ],
  },
  token: {
    url: 'https://api-m.paypal.com/v1/oauth2/token',
    authentication: ['client_secret_basic'],
  },
  resources: { [USERINFO]: { query: { schema: 'openid' } } },
  persons: {
    documented: { answers: { [USERINFO]: jane } },
    minimal: { answers: { [USERINFO]: { user_id: 'WDJJHEBZ4X2LY' } satisfies PayPalProfile } },
  },
  registration: {
    console: 'https://developer.paypal.com/dashboard/applications/live',
    steps: [
      'Open Apps & Credentials, choose Live, and create an app.',
      'Under Features, switch on Log in with PayPal, and open its advanced settings.',
      'Enter the redirect URI as Return URL, and choose the full name and the email address.',
      'Enter the addresses of your privacy policy and user agreement.',
      'Copy the client ID and the secret.',
    ],
    development: '127.0.0.1',
    sources: [
      'https://developer.paypal.com/docs/log-in-with-paypal/',
      'https://developer.paypal.com/docs/log-in-with-paypal/reference',
      'https://developer.paypal.com/api/identity/v1/userinfo-get/',
    ],
  },
}
