import type { WikimediaProfile } from '@latchstring/core/providers/wikimedia'
import type { Service } from '../service.ts'

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
  },
  // The policy on user agents: a request has to say what makes it, and how to reach who runs it.
  resources: { [PROFILE]: { headers: { 'user-agent': /https?:\/\/|@/ } } },
  persons: {
    documented: {
      answers: {
        [PROFILE]: {
          sub: 12_345,
          username: 'Ada Lovelace',
          editcount: 1843,
          confirmed_email: true,
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
    // A consumer that may see neither name nor address.
    minimal: {
      answers: {
        [PROFILE]: {
          sub: 7,
          username: 'M',
          confirmed_email: false,
        } satisfies WikimediaProfile,
      },
    },
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
    ],
  },
}
