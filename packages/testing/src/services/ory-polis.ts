import type { OryPolisProfile } from '@latchstring/core/providers/ory-polis'
import type { Person, Service } from '../service.ts'

const SERVER = 'https://sso.example.com'
const USERINFO = `${SERVER}/api/oauth/userinfo`

/** What Ory Polis knows of a person besides the id. */
export const ATTRIBUTES: Partial<OryPolisProfile> = {
  email: 'ada@acme.example',
  firstName: 'Ada',
  lastName: 'Byron',
  roles: ['engineer'],
  groups: [],
  raw: { id: '32b5af58fdf', email: 'ada@acme.example' },
  requested: { tenant: 'acme.example', product: 'app', protocol: 'saml' },
}

/** How an application is registered at Ory Polis once it runs. */
export const REGISTRATION: NonNullable<Service['registration']> = {
  console: 'https://www.ory.com/docs/polis/sso-flow/',
  steps: [
    'Add a connection for each tenant, with the metadata of its identity provider and the redirect URI of your application.',
    'Use the client ID and client secret of the connection, or dummy and the secret of CLIENT_SECRET_VERIFIER with tenant and product as parameters.',
  ],
  sources: ['https://www.ory.com/docs/polis/sso-flow/', 'https://github.com/boxyhq/jackson'],
}

/** The ID token has what the assertion has, but neither tenant nor product. */
function person({ requested, raw, ...claims }: OryPolisProfile): Person {
  return { claims, answers: { [USERINFO]: { ...claims, requested, raw } } }
}

/** @see https://www.ory.com/docs/polis/sso-flow/ */
export const service: Service = {
  id: 'ory-polis',
  name: 'Ory Polis',
  protocol: 'oidc',
  options: { issuer: SERVER },
  issuer: SERVER,
  jwksUri: `${SERVER}/oauth/jwks`,
  discovery: { token_endpoint_auth_methods_supported: undefined },
  authorization: {
    url: `${SERVER}/api/oauth/authorize`,
    requires: { scope: /\bopenid\b/ },
    pkce: 'supported',
    stateRequired: true,
  },
  token: {
    url: `${SERVER}/api/oauth/token`,
    authentication: ['client_secret_post'],
    answer: ({ access_token, id_token }) => ({
      access_token,
      id_token,
      token_type: 'bearer',
      // A text, as ory/polis documents it in npm/src/controller/oauth.ts.
      expires_in: '300',
    }),
  },
  userinfo: USERINFO,
  resources: { [USERINFO]: {} },
  persons: {
    documented: person({
      sub: '32b5af58fdf',
      id: '32b5af58fdf',
      ...ATTRIBUTES,
    }),
    minimal: person({ sub: 'm', id: 'm' }),
  },
  registration: {
    ...REGISTRATION,
    steps: [
      'Run Ory Polis with keys for ID tokens, OPENID_RSA_PRIVATE_KEY and OPENID_RSA_PUBLIC_KEY, and open its admin portal.',
      ...REGISTRATION.steps,
    ],
    searchTerms: ['saml', 'boxyhq', 'jackson'],
  },
}
