import { giteaAt } from '../lib/software/gitea.ts'
import type { Service } from '../service.ts'

/** @see https://forgejo.org/docs/latest/user/oauth2-provider/ */
export const service: Service = {
  ...giteaAt(
    { root: 'https://forgejo.example.com/', issuer: 'https://forgejo.example.com/' },
    ['openid', 'profile', 'email', 'groups'],
    {
      name: 'Grace Hopper',
      preferred_username: 'grace',
      profile: 'https://forgejo.example.com/grace',
      picture: 'https://forgejo.example.com/avatars/cd34',
      email: 'grace@example.com',
    },
  ),
  id: 'forgejo',
  name: 'Forgejo',
  registration: {
    console: 'https://forgejo.org/docs/latest/user/oauth2-provider/',
    steps: [
      'Open Settings, Applications on your server, and create an OAuth2 application.',
      'Enter the redirect URI under Redirect URIs, and keep Confidential client ticked.',
      'Copy the Client ID and the Client secret.',
      'Use the address of the server as issuer.',
    ],
    sources: ['https://forgejo.org/docs/latest/user/oauth2-provider/'],
  },
}
