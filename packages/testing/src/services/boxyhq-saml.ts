import type { BoxyHQSAMLProfile } from '@latchstring/core/providers/boxyhq-saml'
import type { Service } from '../service.ts'

const SERVER = 'https://sso.example.com'
const USERINFO = `${SERVER}/api/oauth/userinfo`

/** @see https://www.ory.com/docs/polis/sso-flow/ */
export const service: Service = {
  id: 'boxyhq-saml',
  name: 'Ory Polis',
  protocol: 'oauth',
  options: { issuer: SERVER },
  authorization: {
    url: `${SERVER}/api/oauth/authorize`,
    pkce: 'supported',
    stateRequired: true,
    // A server without keys for ID tokens refuses the scope `openid`.
    refuses: ['scope'],
  },
  token: {
    url: `${SERVER}/api/oauth/token`,
    authentication: ['client_secret_post'],
    answer: ({ access_token: accessToken }) => ({
      access_token: accessToken,
      token_type: 'bearer',
      expires_in: 300,
    }),
  },
  resources: { [USERINFO]: {} },
  persons: {
    documented: {
      answers: {
        [USERINFO]: {
          id: '32b5af58fdf',
          email: 'ada@acme.example',
          firstName: 'Ada',
          lastName: 'Byron',
          roles: ['engineer'],
          groups: [],
          raw: { id: '32b5af58fdf', email: 'ada@acme.example' },
          requested: { tenant: 'acme.example', product: 'app', protocol: 'saml' },
        } satisfies BoxyHQSAMLProfile,
      },
    },
    minimal: { answers: { [USERINFO]: { id: 'm' } satisfies BoxyHQSAMLProfile } },
  },
  registration: {
    console: 'https://www.ory.com/docs/polis/sso-flow/',
    steps: [
      'Run Ory Polis, and open its admin portal.',
      'Add a connection for each tenant, with the metadata of its identity provider and the redirect URI of your application.',
      'Use the client ID and client secret of the connection, or dummy and the secret of CLIENT_SECRET_VERIFIER with tenant and product as parameters.',
    ],
    searchTerms: ['saml', 'ory polis', 'jackson'],
    sources: ['https://www.ory.com/docs/polis/sso-flow/', 'https://github.com/boxyhq/jackson'],
  },
}
