import type { GitLabOIDCProfile } from '@latchstring/core/providers/gitlab-oidc'
import type { Service } from '../service.ts'

const ISSUER = 'https://gitlab.com'

/** @see https://docs.gitlab.com/integration/openid_connect_provider/ */
export const service: Service = {
  id: 'gitlab-oidc',
  name: 'GitLab',
  protocol: 'oidc',
  issuer: ISSUER,
  jwksUri: `${ISSUER}/oauth/discovery/keys`,
  authorization: {
    url: `${ISSUER}/oauth/authorize`,
    scopes: ['api', 'read_api', 'read_user', 'openid', 'profile', 'email'],
    pkce: 'supported',
  },
  token: {
    url: `${ISSUER}/oauth/token`,
    authentication: ['client_secret_basic', 'client_secret_post'],
    answer: (standard) => ({ ...standard, expires_in: 7200, created_at: 1_607_635_748 }),
  },
  userinfo: `${ISSUER}/oauth/userinfo`,
  persons: {
    documented: {
      claims: {
        sub: '1',
        auth_time: 1_607_635_700,
        name: 'Ada Lovelace',
        nickname: 'ada',
        preferred_username: 'ada',
        email: 'ada@example.com',
        email_verified: true,
        profile: 'https://gitlab.com/ada',
        picture: 'https://gitlab.com/uploads/-/system/user/avatar/1/avatar.png',
        groups_direct: ['engines'],
      } satisfies GitLabOIDCProfile,
    },
    minimal: {
      claims: {
        sub: '7',
        preferred_username: 'm',
        email_verified: false,
      } satisfies GitLabOIDCProfile,
    },
  },
  registration: {
    console: 'https://gitlab.com/-/user_settings/applications',
    steps: [
      'Open your settings, or those of a group or an instance, and choose Applications.',
      'Enter the redirect URI, and leave Confidential on.',
      'Choose the scopes openid, profile and email.',
      'Copy the Application ID and the Secret.',
    ],
    sources: [
      'https://docs.gitlab.com/integration/openid_connect_provider/',
      'https://docs.gitlab.com/integration/oauth_provider/',
    ],
  },
}
