import type { WorkOSProfile } from '@latchstring/core/providers/workos'
import type { Person, Service } from '../service.ts'

const PROFILE = 'https://api.workos.com/sso/profile'

const ada: WorkOSProfile = {
  object: 'profile',
  id: 'prof_01DMC79VCBZ0NY2099737PSVF1',
  connection_id: 'conn_01E4ZCR3C56J083X43JQXF3JK5',
  connection_type: 'OktaSAML',
  organization_id: 'org_01EHWNCE74X7JSDV0X3SZ3KJNY',
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  idp_id: '00u1a0ufowBJlzPlk357',
  raw_attributes: { picture: 'https://example.com/ada.png' },
}
const minimal: WorkOSProfile = {
  id: 'prof_01E55M8ZA0MB0YBKXDMTKV7JG8',
  first_name: null,
  last_name: null,
  raw_attributes: {},
}

function person(profile: WorkOSProfile): Person {
  return { token: { profile }, answers: { [PROFILE]: profile } }
}

/** @see https://workos.com/docs/reference/sso */
export const service: Service = {
  id: 'workos',
  name: 'WorkOS',
  protocol: 'oauth',
  options: { connection: 'conn_01E4ZCR3C56J083X43JQXF3JK5' },
  authorization: {
    url: 'https://api.workos.com/sso/authorize',
    // One of `connection`, `organization` and `provider` has to be there.
    requires: { connection: /^conn_/ },
    pkce: 'ignored',
  },
  token: {
    url: 'https://api.workos.com/sso/token',
    authentication: ['client_secret_post'],
    redirectUriIgnored: true,
    answer: (standard, { person: { token } }) => ({
      access_token: standard['access_token'],
      ...token,
    }),
  },
  resources: { [PROFILE]: {} },
  persons: { documented: person(ada), minimal: person(minimal) },
  registration: {
    console: 'https://dashboard.workos.com/',
    steps: [
      'Create an organization with a connection, and copy the ID of either.',
      'Open Redirects, and add the redirect URI.',
      'Open API Keys, and copy the Client ID and an API key, which is the client secret.',
    ],
    configuredInCode: true,
    sources: ['https://workos.com/docs/reference/sso', 'https://workos.com/docs/sso'],
  },
}
