import type { FortyTwoProfile } from '@latchstring/core/providers/42-school'
import type { Service } from '../service.ts'

const ME = 'https://api.intra.42.fr/v2/me'

const student: FortyTwoProfile = {
  id: 74,
  email: 'achoquet@student.42.example',
  login: 'achoquet',
  first_name: 'Amandine',
  last_name: 'Choquet-Roux',
  usual_full_name: 'Amandine Choquet',
  usual_first_name: null,
  url: 'https://api.intra.42.fr/v2/users/achoquet',
  phone: null,
  displayname: 'Amandine Choquet-Roux',
  image: {
    link: 'https://cdn.intra.42.fr/users/1f2e/achoquet.jpg',
    versions: { small: 'https://cdn.intra.42.fr/users/77aa/small_achoquet.jpg' },
  },
  'staff?': false,
  correction_point: 4,
  pool_month: 'july',
  pool_year: '2024',
  location: null,
  wallet: 0,
}

/** @see https://api.intra.42.fr/apidoc/guides/web_application_flow */
export const service: Service = {
  id: '42-school',
  name: '42 School',
  protocol: 'oauth',
  authorization: {
    url: 'https://api.intra.42.fr/oauth/authorize',
    scopes: ['public', 'projects', 'profile', 'elearning', 'tig', 'forum'],
    pkce: 'ignored',
  },
  token: {
    url: 'https://api.intra.42.fr/oauth/token',
    authentication: ['client_secret_post'],
    answer: (standard) => ({
      ...standard,
      token_type: 'bearer',
      expires_in: 7200,
      created_at: 1443451918,
    }),
  },
  resources: { [ME]: { scope: 'public' } },
  persons: {
    documented: { answers: { [ME]: student } },
    minimal: { answers: { [ME]: { id: 75, login: 'm' } satisfies FortyTwoProfile } },
  },
  registration: {
    console: 'https://profile.intra.42.fr/oauth/applications/new',
    steps: [
      'Open Settings, API in the intranet, and choose Register a new app.',
      'Enter the redirect URI as Redirect URI.',
      'Copy UID as client id, and Secret.',
    ],
    sources: [
      'https://api.intra.42.fr/apidoc/guides/web_application_flow',
      'https://api.intra.42.fr/apidoc/2.0/users/me.html',
    ],
  },
}
