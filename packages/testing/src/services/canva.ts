import type { CanvaProfile } from '@latchstring/core/providers/canva'
import type { Person, Service } from '../service.ts'

const USER = 'https://api.canva.com/rest/v1/users/me'
const PROFILE = 'https://api.canva.com/rest/v1/users/me/profile'

function person({ team_user, profile }: CanvaProfile): Person {
  return { answers: { [USER]: { team_user }, [PROFILE]: { profile } } }
}

/** @see https://www.canva.dev/docs/connect/authentication/ */
export const service: Service = {
  id: 'canva',
  name: 'Canva',
  protocol: 'oauth',
  authorization: {
    url: 'https://www.canva.com/api/oauth/authorize',
    requires: { scope: true },
    scopes: ['profile:read', 'design:meta:read', 'design:content:read', 'asset:read'],
    pkce: 'required',
  },
  token: {
    url: 'https://api.canva.com/rest/v1/oauth/token',
    authentication: ['client_secret_basic', 'client_secret_post'],
    requires: { code_verifier: true },
    refresh: { next: 'new' },
    answer: (standard) => ({ ...standard, expires_in: 14400 }),
  },
  resources: { [USER]: {}, [PROFILE]: { scope: 'profile:read' } },
  persons: {
    documented: person({
      team_user: { user_id: 'auDAbliZ2rQNNOsUl5OLu', team_id: 'Oi2RJILTrKk0KRhRUZozX' },
      profile: { display_name: 'Ada Example' },
    }),
    minimal: person({ team_user: { user_id: 'm' }, profile: {} }),
  },
  registration: {
    console: 'https://www.canva.com/developers/integrations',
    steps: [
      'Turn on two-factor authentication, and create an integration.',
      'Choose the scope profile:read.',
      'Enter the redirect URI as Authorized redirect.',
      'Copy the Client ID, and generate a client secret.',
    ],
    sources: [
      'https://www.canva.dev/docs/connect/authentication/',
      'https://www.canva.dev/docs/connect/api-reference/users/',
    ],
  },
}
