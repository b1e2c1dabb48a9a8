import type { AirtableProfile } from '@latchstring/core/providers/airtable'
import type { Service } from '../service.ts'

const WHOAMI = 'https://api.airtable.com/v0/meta/whoami'

const ada: AirtableProfile = {
  id: 'usrL2PNC5o3H4lBEi',
  email: 'ada@example.com',
  scopes: ['user.email:read'],
}

/** @see https://airtable.com/developers/web/api/oauth-reference */
export const service: Service = {
  id: 'airtable',
  name: 'Airtable',
  protocol: 'oauth',
  authorization: {
    url: 'https://airtable.com/oauth2/v1/authorize',
    requires: { scope: true },
    scopes: ['user.email:read', 'data.records:read', 'schema.bases:read'],
    pkce: 'required',
    stateRequired: true,
  },
  token: {
    url: 'https://airtable.com/oauth2/v1/token',
    authentication: ['client_secret_basic'],
    requires: { code_verifier: true },
    // 60 days; one that was replaced ends all others.
    refresh: { next: 'new', reuseEndsAll: true, lifetime: 5_184_000 },
    answer: (standard) => ({ ...standard, refresh_expires_in: 5_184_000 }),
  },
  resources: { [WHOAMI]: {} },
  persons: {
    documented: { answers: { [WHOAMI]: ada } },
    minimal: { answers: { [WHOAMI]: { id: 'usrm' } satisfies AirtableProfile } },
  },
  registration: {
    console: 'https://airtable.com/create/oauth',
    steps: [
      'Register a new OAuth integration, and enter the redirect URI.',
      'Choose the scope user.email:read.',
      'Generate a client secret.',
      'Copy the client ID and the client secret.',
    ],
    sources: [
      'https://airtable.com/developers/web/api/oauth-reference',
      'https://airtable.com/developers/web/guides/oauth-integrations',
    ],
  },
}
