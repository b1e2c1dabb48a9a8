import type { StripeProfile } from '@latchstring/core/providers/stripe'
import type { Service } from '../service.ts'

const ACCOUNT = 'https://api.stripe.com/v1/account'

const ada: StripeProfile = {
  id: 'acct_1032D82eZvKYlo2C',
  object: 'account',
  email: 'ada@example.com',
  country: 'GB',
  business_type: 'company',
  business_profile: { name: 'Example Engines', mcc: null, url: 'https://example.com' },
  settings: { dashboard: { display_name: 'Example Engines Ltd', timezone: 'Etc/UTC' } },
}

/** @see https://docs.stripe.com/connect/oauth-reference */
export const service: Service = {
  id: 'stripe',
  name: 'Stripe',
  protocol: 'oauth',
  authorization: {
    url: 'https://connect.stripe.com/oauth/authorize',
    scopes: ['read_only', 'read_write'],
    defaultScope: 'read_only',
    pkce: 'refused',
  },
  token: {
    url: 'https://connect.stripe.com/oauth/token',
    authentication: ['client_secret_post'],
    answer: ({ access_token, scope }) => ({
      access_token,
      token_type: 'bearer',
      scope,
      livemode: false,
      refresh_token: 'rt_example',
      stripe_publishable_key: 'pk_test_example',
      stripe_user_id: 'acct_1032D82eZvKYlo2C',
    }),
  },
  resources: { [ACCOUNT]: {} },
  persons: {
    documented: { answers: { [ACCOUNT]: ada } },
    minimal: {
      answers: {
        [ACCOUNT]: { id: 'acct_m', email: null, settings: null } satisfies StripeProfile,
      },
    },
  },
  registration: {
    console: 'https://dashboard.stripe.com/settings/connect/onboarding-options/oauth',
    steps: [
      'Register the platform for Connect, and turn on OAuth for standard accounts.',
      'Add the redirect URI.',
      'Copy the client ID, live or test.',
      'Use the secret key of the same mode as the client secret.',
    ],
    sources: [
      'https://docs.stripe.com/connect/oauth-reference',
      'https://docs.stripe.com/connect/oauth-standard-accounts',
    ],
  },
}
