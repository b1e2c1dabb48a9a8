import type { NextcloudProfile } from '@latchstring/core/providers/nextcloud'
import type { Person, Service } from '../service.ts'

const SERVER = 'https://cloud.example.com'
const USER = `${SERVER}/ocs/v1.php/cloud/users/{id}`

function person(data: NextcloudProfile): Person {
  const meta = { status: 'ok', statuscode: 100, message: 'OK' }
  return { answers: { [USER]: { ocs: { meta, data } } }, token: { user_id: data.id } }
}

/** @see https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html */
export const service: Service = {
  id: 'nextcloud',
  name: 'Nextcloud',
  protocol: 'oauth',
  options: { issuer: SERVER },
  authorization: {
    url: `${SERVER}/apps/oauth2/authorize`,
    // There are none.
    scopes: [],
    pkce: 'supported',
  },
  token: {
    url: `${SERVER}/apps/oauth2/api/v1/token`,
    authentication: ['client_secret_basic', 'client_secret_post'],
    answer: (standard) => ({ ...standard, refresh_token: 'nextcloud-refresh-token' }),
    // A wrong code and a used one are wrong requests.
    error: (error) => ({
      status: 400,
      body: { error: error === 'invalid_grant' ? 'invalid_request' : error },
    }),
  },
  resources: {
    [USER]: {
      headers: { 'ocs-apirequest': 'true', accept: /application\/json/ },
      answer: ({ url, person: { answers, token } }) =>
        url.pathname.endsWith(`/${encodeURIComponent(String(token?.['user_id']))}`)
          ? answers?.[USER]
          : { ocs: { meta: { status: 'failure', statuscode: 404 }, data: [] } },
    },
  },
  persons: {
    documented: person({
      id: 'ada lovelace',
      enabled: true,
      displayname: 'Ada Lovelace',
      email: 'ada@example.com',
      phone: '',
      address: '',
      website: 'https://ada.example.com',
      twitter: '',
      groups: ['users'],
      language: 'en',
      locale: 'en_GB',
    }),
    minimal: person({ id: 'm', 'display-name': 'M', email: null }),
  },
  registration: {
    console:
      'https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html',
    steps: [
      'Open Administration settings, Security, OAuth 2.0 clients, on the server.',
      'Enter a name and the redirect URI, and choose Add.',
      'Copy the Client Identifier and the Secret.',
      'Set the issuer to the address of the server.',
    ],
    sources: [
      'https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html',
      'https://docs.nextcloud.com/server/latest/admin_manual/configuration_user/instruction_set_for_users.html',
    ],
  },
}
