import type { NotionProfile, Owner } from '@latchstring/core/providers/notion'
import type { Person, Service } from '../service.ts'

const ME = 'https://api.notion.com/v1/users/me'

const ada: NotionProfile = {
  object: 'user',
  id: 'e79a0b74-3aba-4149-9f74-0bb5791a6ee6',
  type: 'person',
  name: 'Ada Lovelace',
  avatar_url: 'https://secure.notion-static.com/ada.jpg',
  person: { email: 'ada@example.com' },
}

function person(owner: Owner): Person {
  return {
    answers: {
      [ME]: {
        object: 'user',
        id: '16d84278-ab0e-484c-9bdd-b35da3bd8905',
        name: 'Example integration',
        avatar_url: null,
        type: 'bot',
        bot: { owner, workspace_name: 'Example' },
      },
    },
    token: {
      bot_id: '16d84278-ab0e-484c-9bdd-b35da3bd8905',
      duplicated_template_id: null,
      workspace_icon: null,
      workspace_id: '1e2b0d3a-3c3d-4cbb-9f0e-2f1d6a1d9a11',
      workspace_name: 'Example',
      request_id: '2c0b7d35-0d2f-4b1c-8a3a-7d5f5a9d8f10',
      owner,
    },
  }
}

/** @see https://developers.notion.com/docs/authorization */
export const service: Service = {
  id: 'notion',
  name: 'Notion',
  protocol: 'oauth',
  authorization: {
    url: 'https://api.notion.com/v1/oauth/authorize',
    requires: { owner: 'user' },
    // There are none.
    scopes: [],
    pkce: 'ignored',
  },
  token: {
    url: 'https://api.notion.com/v1/oauth/token',
    authentication: ['client_secret_basic'],
    answer: (standard, { person: { token } }) => ({
      access_token: standard['access_token'],
      token_type: 'bearer',
      refresh_token: null,
      ...token,
    }),
  },
  resources: { [ME]: { headers: { 'notion-version': /^\d{4}-\d{2}-\d{2}$/ } } },
  persons: {
    documented: person({ type: 'user', user: ada }),
    minimal: person({ type: 'user', user: { object: 'user', id: 'm' } }),
  },
  registration: {
    console: 'https://www.notion.so/profile/integrations',
    steps: [
      'Create an integration of the type Public.',
      'Enter the redirect URI.',
      'Choose the capability to read user information including email addresses if you need them.',
      'Copy the OAuth client ID and the OAuth client secret.',
    ],
    sources: [
      'https://developers.notion.com/docs/authorization',
      'https://developers.notion.com/reference/create-a-token',
      'https://developers.notion.com/reference/versioning',
    ],
  },
}
