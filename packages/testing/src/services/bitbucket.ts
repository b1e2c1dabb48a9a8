import type { BitbucketEmail, BitbucketProfile } from '@latchstring/core/providers/bitbucket'
import type { Service } from '../service.ts'

const USER = 'https://api.bitbucket.org/2.0/user'
const EMAILS = 'https://api.bitbucket.org/2.0/user/emails'

const evzijst: BitbucketProfile = {
  type: 'user',
  uuid: '{a288a0ab-e13b-43f0-a689-c4ef0a249875}',
  account_id: '557058:c0b72ad0-1cb5-4018-9cdc-0cde8492c443',
  display_name: 'Ellen van Zijst',
  nickname: 'evzijst',
  username: 'evzijst',
  created_on: '2010-07-07T05:16:36+00:00',
  is_staff: false,
  has_2fa_enabled: null,
  links: {
    self: { href: 'https://api.bitbucket.org/2.0/users/evzijst' },
    avatar: { href: 'https://bitbucket.org/account/evzijst/avatar/32/' },
  },
}

const emails: readonly BitbucketEmail[] = [
  { email: 'old@example.com', is_primary: false, is_confirmed: true },
  { email: 'ellen@example.com', is_primary: true, is_confirmed: true },
]

/** @see https://developer.atlassian.com/cloud/bitbucket/oauth-2/ */
export const service: Service = {
  id: 'bitbucket',
  name: 'Bitbucket',
  protocol: 'oauth',
  authorization: {
    url: 'https://bitbucket.org/site/oauth2/authorize',
    scopes: ['account', 'account:write', 'email', 'repository', 'team', 'webhook'],
    pkce: 'ignored',
  },
  token: {
    url: 'https://bitbucket.org/site/oauth2/access_token',
    authentication: ['client_secret_basic'],
    answer: ({ scope, ...standard }) => ({
      ...standard,
      token_type: 'bearer',
      scopes: scope,
      state: 'authorization_code',
    }),
  },
  resources: { [USER]: { scope: 'account' }, [EMAILS]: { scope: 'email' } },
  persons: {
    documented: {
      answers: { [USER]: evzijst, [EMAILS]: { pagelen: 10, page: 1, size: 2, values: emails } },
    },
    minimal: { answers: { [USER]: { account_id: '2' }, [EMAILS]: { values: [] } } },
  },
  registration: {
    console: 'https://bitbucket.org/account/workspaces/',
    steps: [
      'Open the settings of a workspace, OAuth consumers, and choose Add consumer.',
      'Enter the redirect URI as Callback URL.',
      'Tick the permissions Account: Email and Account: Read.',
      'Copy Key as client id, and Secret.',
    ],
    sources: [
      'https://support.atlassian.com/bitbucket-cloud/docs/use-oauth-on-bitbucket-cloud/',
      'https://developer.atlassian.com/cloud/bitbucket/rest/api-group-users/',
    ],
  },
}
