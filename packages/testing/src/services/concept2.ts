import type { Concept2Profile } from '@latchstring/core/providers/concept2'
import type { Service } from '../service.ts'

const ME = 'https://log.concept2.com/api/users/me'

const rower: Concept2Profile = {
  data: {
    id: 1,
    username: 'davidh',
    first_name: 'David',
    last_name: 'Hart',
    gender: 'M',
    dob: '1977-08-19',
    email: 'davidh@example.com',
    country: 'GBR',
    profile_image: 'https://media.concept2.com/assets/uploads/profiles/1.jpg',
    age_restricted: false,
    email_permission: true,
    max_heart_rate: null,
    weight: 8000,
    logbook_privacy: 'partners',
  },
}

/** @see https://log.concept2.com/developers/documentation/ */
export const service: Service = {
  id: 'concept2',
  name: 'Concept2',
  protocol: 'oauth',
  authorization: {
    url: 'https://log.concept2.com/oauth/authorize',
    scopeSeparator: ',',
    scopes: ['user:read', 'user:write', 'results:read', 'results:write'],
    pkce: 'ignored',
  },
  token: {
    url: 'https://log.concept2.com/oauth/access_token',
    authentication: ['client_secret_post'],
    refresh: { next: 'new' },
    answer: (standard) => ({ ...standard, expires_in: 604_800 }),
  },
  resources: { [ME]: { scope: 'user:read' } },
  persons: {
    documented: { answers: { [ME]: rower } },
    minimal: { answers: { [ME]: { data: { id: 2 } } satisfies Concept2Profile } },
  },
  registration: {
    console: 'https://log.concept2.com/developers/keys',
    steps: [
      'Create an API key.',
      'Enter the redirect URI as callback.',
      'Copy the client id and the client secret.',
    ],
    sources: ['https://log.concept2.com/developers/documentation/'],
  },
}
