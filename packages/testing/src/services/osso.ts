import type { OssoProfile } from '@latchstring/core/providers/osso'
import type { Service } from '../service.ts'

const SERVER = 'https://sso.example.com'
const ME = `${SERVER}/oauth/me`

/** @see https://ossoapp.com/docs/consume/overview/ */
export const service: Service = {
  id: 'osso',
  name: 'Osso',
  protocol: 'oauth',
  options: { issuer: SERVER },
  authorization: { url: `${SERVER}/oauth/authorize`, pkce: 'ignored' },
  token: {
    url: `${SERVER}/oauth/token`,
    authentication: ['client_secret_basic', 'client_secret_post'],
    answer: ({ access_token: accessToken }) => ({
      access_token: accessToken,
      token_type: 'bearer',
    }),
  },
  resources: { [ME]: { token: 'query:access_token' } },
  persons: {
    documented: {
      answers: {
        [ME]: {
          id: 'dbf8ed7f-5b9e-4b6c-8e0e-2b1f6f4f3f11',
          email: 'ada@acme.example',
          idp: 'Okta',
        } satisfies OssoProfile,
      },
    },
    minimal: { answers: { [ME]: { id: 'm' } satisfies OssoProfile } },
  },
  registration: {
    console: 'https://ossoapp.com/docs/deploy/overview/',
    steps: [
      'Run Osso, and open its admin page.',
      'Add an OAuth client, and enter the redirect URI.',
      'Add a customer with its domain for each tenant, and set up its identity provider.',
      'Copy client ID and client secret.',
    ],
    sources: [
      'https://ossoapp.com/docs/consume/overview/',
      'https://github.com/enterprise-oss/osso-rb',
    ],
  },
}
