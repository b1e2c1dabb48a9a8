import type { Service } from '../service.ts'
import { service as twitter } from './twitter.ts'

/** @see https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code */
export const service: Service = {
  ...twitter,
  id: 'x',
  name: 'X',
  registration: {
    console: 'https://developer.x.com/en/portal/projects-and-apps',
    steps: [
      'Open your app, User authentication settings, and choose Set up.',
      'Choose the type Web App, Automated App or Bot, and the permission Read.',
      'Switch on Request email from users, and enter the addresses of your terms of service and privacy policy.',
      'Enter the redirect URI as Callback URI.',
      'Copy the Client ID and the Client Secret of OAuth 2.0, not the API key.',
    ],
    searchTerms: ['twitter'],
    sources: [
      'https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code',
      'https://docs.x.com/x-api/users/user-lookup-me',
    ],
  },
}
