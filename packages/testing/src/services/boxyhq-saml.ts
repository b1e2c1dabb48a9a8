import type { BoxyHQSAMLProfile } from '@latchstring/core/providers/boxyhq-saml'
import type { Service } from '../service.ts'
import { ATTRIBUTES, REGISTRATION } from './ory-polis.ts'

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
      // A text, as ory/polis documents it in npm/src/controller/oauth.ts.
      expires_in: '300',
    }),
  },
  resources: { [USERINFO]: {} },
  persons: {
    documented: {
      answers: {
        [USERINFO]: {
          id: '32b5af58fdf',
          ...ATTRIBUTES,
        } satisfies BoxyHQSAMLProfile,
      },
    },
    minimal: { answers: { [USERINFO]: { id: 'm' } satisfies BoxyHQSAMLProfile } },
  },
  registration: {
    ...REGISTRATION,
    steps: ['Run Ory Polis, and open its admin portal.', ...REGISTRATION.steps],
    searchTerms: ['saml', 'ory polis', 'jackson'],
  },
}
