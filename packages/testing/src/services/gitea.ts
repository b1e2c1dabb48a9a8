import { giteaAt } from '../lib/software/gitea.ts'
import type { Service } from '../service.ts'

/** @see https://docs.gitea.com/development/oauth2-provider */
export const service: Service = {
  ...giteaAt(
    // Without the slash since version 1.25: go-gitea/gitea#34966, #35830.
    { root: 'https://gitea.example.com/', issuer: 'https://gitea.example.com' },
    ['openid', 'profile', 'email', 'groups', 'read:user', 'read:repository'],
    {
      name: 'Ada Lovelace',
      preferred_username: 'ada',
      profile: 'https://gitea.example.com/ada',
      picture: 'https://gitea.example.com/avatars/ab12',
      email: 'ada@example.com',
    },
  ),
  id: 'gitea',
  name: 'Gitea',
  registration: {
    console: 'https://docs.gitea.com/development/oauth2-provider',
    steps: [
      'Open Settings, Applications on your server, and create an OAuth2 application.',
      'Enter the redirect URI under Redirect URIs, and keep Confidential Client ticked.',
      'Copy the Client ID and the Client Secret.',
      'Use the address of the server as issuer.',
    ],
    sources: [
      'https://docs.gitea.com/development/oauth2-provider',
      'https://github.com/go-gitea/gitea/blob/main/services/oauth2_provider/access_token.go',
    ],
  },
}
