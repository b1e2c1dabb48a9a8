import type { TwitterProfile } from '@latchstring/core/providers/twitter'
import type { Registration, ResourceRequest, Service } from '../service.ts'

const ME = 'https://api.x.com/2/users/me'

const lark: TwitterProfile = {
  data: {
    id: '2244994945',
    name: 'Lark Dev',
    username: 'larkdev',
    profile_image_url: 'https://pbs.twimg.com/profile_images/1283786620521652229/lark_normal.jpg',
    confirmed_email: 'lark@example.com',
  },
}

/** Fields that were not granted are refused. */
function reply({ url, scope, person }: ResourceRequest): unknown {
  const asksForEmail = url.searchParams.get('user.fields')?.includes('confirmed_email') ?? false
  if (!asksForEmail || scope.split(' ').includes('users.email')) return person.answers?.[ME]
  return Response.json({ title: 'Forbidden', detail: 'users.email', status: 403 }, { status: 403 })
}

/** How to register an application, under either name of the service. */
export const registration: Registration = {
  console: 'https://developer.x.com/en/portal/projects-and-apps',
  steps: [
    'Open your app, User authentication settings, and choose Set up.',
    'Choose the type Web App, Automated App or Bot, and the permission Read.',
    'Switch on Request email from users, and enter the addresses of your terms of service and privacy policy.',
    'Enter the redirect URI as Callback URI.',
    'Copy the Client ID and the Client Secret of OAuth 2.0, not the API key.',
  ],
  searchTerms: ['x.com'],
  sources: [
    'https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code',
    'https://docs.x.com/x-api/users/user-lookup-me',
  ],
}

/** @see https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code */
export const service: Service = {
  id: 'twitter',
  name: 'Twitter',
  protocol: 'oauth',
  authorization: {
    url: 'https://x.com/i/oauth2/authorize',
    requires: { scope: true },
    stateRequired: true,
    pkce: 'required',
    scopes: ['users.read', 'tweet.read', 'users.email', 'offline.access', 'tweet.write'],
  },
  token: {
    url: 'https://api.x.com/2/oauth2/token',
    authentication: ['client_secret_basic'],
    refresh: { needs: { scope: /\boffline\.access\b/ }, next: 'new' },
    answer: (standard) => ({ ...standard, token_type: 'bearer', expires_in: 7200 }),
  },
  resources: { [ME]: { scope: 'users.read', answer: reply } },
  persons: {
    documented: { answers: { [ME]: lark } },
    minimal: {
      answers: {
        [ME]: { data: { id: '12', name: 'Jack', username: 'jack' } } satisfies TwitterProfile,
      },
    },
  },
  registration,
}
