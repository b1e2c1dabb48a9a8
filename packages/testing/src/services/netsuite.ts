import type { NetSuiteProfile } from '@latchstring/core/providers/netsuite'
import type { Service } from '../service.ts'

const RESTLET = 'https://1234567-sb1.restlets.api.netsuite.com/app/site/hosting/restlet.nl'

const ada: NetSuiteProfile = {
  id: 1169,
  name: 'Ada Example',
  email: 'ada@example.com',
  location: 0,
  role: 3,
  roleId: 'administrator',
  roleCenter: 'BASIC',
  contact: 0,
  subsidiary: 1,
  department: 0,
}

/** @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158081944642.html */
export const service: Service = {
  id: 'netsuite',
  name: 'NetSuite',
  protocol: 'oauth',
  options: { accountID: '1234567_SB1', userinfo: `${RESTLET}?script=123&deploy=1` },
  authorization: {
    url: 'https://1234567-sb1.app.netsuite.com/app/login/oauth2/authorize.nl',
    // Between 22 and 1024 printable characters.
    requires: { scope: true, state: /^[ -~]{22,1024}$/ },
    scopes: ['restlets', 'rest_webservices', 'suite_analytics'],
    pkce: 'supported',
    stateRequired: true,
    answer: (parameters) => ({ ...parameters, role: '3', entity: '1169', company: '1234567_SB1' }),
  },
  token: {
    url: 'https://1234567-sb1.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token',
    authentication: ['client_secret_basic'],
    // A text, where RFC 6749 has a number.
    answer: ({ access_token }) => ({
      access_token,
      refresh_token: 'netsuite-refresh-token',
      expires_in: '3600',
      token_type: 'bearer',
    }),
  },
  resources: { [RESTLET]: { query: { script: '123', deploy: '1' }, scope: 'restlets' } },
  persons: {
    documented: { answers: { [RESTLET]: ada } },
    minimal: { answers: { [RESTLET]: { id: '7' } satisfies NetSuiteProfile } },
  },
  registration: {
    console: 'https://system.netsuite.com/app/common/integration/integrapplist.nl',
    steps: [
      'Turn on OAuth 2.0 and REST web services under Setup, Company, Enable Features.',
      'Create an integration record with the authorization code grant and the scopes RESTlets and REST Web Services.',
      'Enter the redirect URI, which has to be https.',
      'Copy the client ID and the client secret; both are shown once.',
      'Deploy a RESTlet that answers with the current user as JSON, and pass its external URL as userinfo.',
    ],
    development: 'https',
    sources: [
      'https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158081944642.html',
      'https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158081952044.html',
    ],
  },
}
