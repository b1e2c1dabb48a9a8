import type { ZohoProfile } from '@latchstring/core/providers/zoho'
import type { Service } from '../service.ts'

const INFO = 'https://accounts.zoho.com/oauth/user/info'

/** @see https://www.zoho.com/accounts/protocol/oauth/web-server-applications.html */
export const service: Service = {
  id: 'zoho',
  name: 'Zoho',
  protocol: 'oauth',
  authorization: {
    url: 'https://accounts.zoho.com/oauth/v2/auth',
    pkce: 'ignored',
    scopeSeparator: ',',
    scopes: ['AaaServer.profile.Read', 'email'],
  },
  token: {
    url: 'https://accounts.zoho.com/oauth/v2/token',
    authentication: ['client_secret_post'],
    answer: (standard) => ({ ...standard, api_domain: 'https://www.zohoapis.com' }),
    // Zoho says with status 200 what went wrong.
    error: () => ({ status: 200, body: { error: 'invalid_code' } }),
  },
  resources: { [INFO]: {} },
  persons: {
    documented: {
      response: { location: 'us', 'accounts-server': 'https://accounts.zoho.com' },
      answers: {
        [INFO]: {
          First_Name: 'Ada',
          Email: 'ada@example.com',
          Last_Name: 'Lovelace',
          Display_Name: 'ada',
          ZUID: 675_925_609,
        } satisfies ZohoProfile,
      },
    },
    // A client without Multi DC.
    minimal: { answers: { [INFO]: { ZUID: 7 } satisfies ZohoProfile } },
  },
  registration: {
    console: 'https://api-console.zoho.com/',
    steps: [
      'Choose Add Client, then Server-based Applications.',
      'Enter the redirect URI as Authorized Redirect URI.',
      'Open Settings, and switch on Multi DC with the same credentials for the data centers of your people.',
      'Copy the Client ID and the Client Secret.',
    ],
    sources: [
      'https://www.zoho.com/accounts/protocol/oauth/web-server-applications.html',
      'https://www.zoho.com/accounts/protocol/oauth/multi-dc/client-authorization.html',
      'https://www.zoho.com/accounts/protocol/oauth/use-access-token.html',
    ],
  },
}
