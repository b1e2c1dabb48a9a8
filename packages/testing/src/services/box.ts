import type { BoxProfile } from '@latchstring/core/providers/box'
import type { Service } from '../service.ts'

const ME = 'https://api.box.com/2.0/users/me'

const aaron: BoxProfile = {
  type: 'user',
  id: '11446498',
  name: 'Aaron Levie',
  login: 'ceo@example.com',
  created_at: '2012-12-12T10:53:43-08:00',
  modified_at: '2012-12-12T10:53:43-08:00',
  language: 'en',
  timezone: 'Africa/Bujumbura',
  space_amount: 11_345_156_112,
  status: 'active',
  job_title: 'CEO',
  avatar_url: 'https://www.box.com/api/avatar/large/181216415',
}

/** @see https://developer.box.com/reference/post-oauth2-token */
export const service: Service = {
  id: 'box',
  name: 'Box',
  protocol: 'oauth',
  authorization: {
    url: 'https://account.box.com/api/oauth2/authorize',
    scopes: ['root_readonly', 'root_readwrite', 'manage_managed_users', 'manage_groups'],
    pkce: 'ignored',
  },
  token: {
    url: 'https://api.box.com/oauth2/token',
    authentication: ['client_secret_post'],
    // Of one use, and 60 days.
    refresh: { next: 'new', lifetime: 5_184_000 },
    answer: ({ scope: _scope, ...standard }) => ({
      ...standard,
      token_type: 'bearer',
      restricted_to: [],
    }),
  },
  resources: { [ME]: {} },
  persons: {
    documented: { answers: { [ME]: aaron } },
    minimal: { answers: { [ME]: { id: '2' } satisfies BoxProfile } },
  },
  registration: {
    console: 'https://app.box.com/developers/console',
    steps: [
      'Create a Custom App with User Authentication (OAuth 2.0).',
      'Open Configuration, and enter the redirect URI under OAuth 2.0 Redirect URI.',
      'Tick as few Application Scopes as you need.',
      'Copy the Client ID and the Client Secret.',
    ],
    sources: [
      'https://developer.box.com/guides/authentication/oauth2/',
      'https://developer.box.com/reference/get-authorize',
      'https://developer.box.com/reference/post-oauth2-token',
      'https://developer.box.com/reference/get-users-me',
    ],
  },
}
