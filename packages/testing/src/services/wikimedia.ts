import type { WikimediaProfile } from '@latchstring/core/providers/wikimedia'
import type { Service } from '../service.ts'

/** The policy on user agents: a request has to say what makes it, and how to reach who runs it. */
const USER_AGENT = { 'user-agent': /https?:\/\/|@/ }

const PROFILE = 'https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile'

/** @see https://www.mediawiki.org/wiki/OAuth/For_Developers */
export const service: Service = {
  id: 'wikimedia',
  name: 'Wikimedia',
  protocol: 'oauth',
  authorization: {
    url: 'https://meta.wikimedia.org/w/rest.php/oauth2/authorize',
    pkce: 'supported',
  },
  token: {
    url: 'https://meta.wikimedia.org/w/rest.php/oauth2/access_token',
    authentication: ['client_secret_basic', 'client_secret_post'],
    // WikiEducationFoundation/WikiEduDashboard#6628, fossasia/eventyay#796: the sign-in, too.
    headers: USER_AGENT,
    refresh: { next: 'new', lifetime: 365 * 86_400 },
    answer: ({ scope: _scope, ...standard }) => ({ ...standard, expires_in: 14_400 }),
    // toolforge/paws#284
    error: (error, description) => ({
      status: 400,
      body: {
        error,
        error_description: description,
        hint: 'Check the parameters',
        message: description,
      },
    }),
  },
  resources: { [PROFILE]: { headers: USER_AGENT } },
  persons: {
    documented: {
      answers: {
        [PROFILE]: {
          sub: 12_345,
          username: 'Ada Lovelace',
          editcount: 1843,
          confirmed_email: true,
          email_verified: true,
          blocked: false,
          registered: '20101210101500',
          groups: ['*', 'user', 'autoconfirmed'],
          rights: ['read', 'edit'],
          grants: ['mwoauth-authonlyprivate'],
          realname: 'Augusta Ada King',
          email: 'ada@example.com',
        } satisfies WikimediaProfile,
      },
    },
    // An account that Wikimedia has hidden (src/UserStatementProvider.php of its extension OAuth).
    minimal: { answers: { [PROFILE]: { sub: 7, blocked: true } } },
  },
  registration: {
    console: 'https://meta.wikimedia.org/wiki/Special:OAuthConsumerRegistration/propose/oauth2',
    steps: [
      'Propose an OAuth 2.0 consumer.',
      'Enter the redirect URI as OAuth callback URL, and leave the box that allows it to be a prefix empty.',
      'Leave the box that makes the consumer yours only empty, and keep the client confidential.',
      'Choose User identity verification only, with access to real name and email address if you need them.',
      'Copy the client application key and the secret, and wait until the consumer is approved.',
    ],
    sources: [
      'https://www.mediawiki.org/wiki/OAuth/For_Developers',
      'https://www.mediawiki.org/wiki/Extension:OAuth',
      'https://www.mediawiki.org/wiki/Wikimedia_APIs/Access_policy',
    ],
  },
}
