import type { DropboxProfile } from '@latchstring/core/providers/dropbox'
import type { Service } from '../service.ts'

const ACCOUNT = 'https://api.dropboxapi.com/2/users/get_current_account'

const franz: DropboxProfile = {
  account_id: 'dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc',
  name: {
    given_name: 'Franz',
    surname: 'Ferdinand',
    familiar_name: 'Franz',
    display_name: 'Franz Ferdinand (Personal)',
    abbreviated_name: 'FF',
  },
  email: 'franz@example.com',
  email_verified: true,
  profile_photo_url: 'https://dl-web.dropbox.com/account_photo/get/dbaphid%3AAAHWGmIXV3sUuOmBfTz0',
  disabled: false,
  country: 'US',
  locale: 'en',
  account_type: { '.tag': 'business' },
  is_paired: true,
}

/** @see https://www.dropbox.com/developers/documentation/http/documentation */
export const service: Service = {
  id: 'dropbox',
  name: 'Dropbox',
  protocol: 'oauth',
  authorization: {
    url: 'https://www.dropbox.com/oauth2/authorize',
    scopes: ['account_info.read', 'files.metadata.read', 'openid', 'email', 'profile'],
    pkce: 'supported',
  },
  token: {
    url: 'https://api.dropboxapi.com/oauth2/token',
    authentication: ['client_secret_basic', 'client_secret_post'],
    refresh: { needs: { token_access_type: 'offline' }, next: 'none' },
    answer: (standard) => ({
      ...standard,
      token_type: 'bearer',
      expires_in: 14_400,
      uid: '12345',
      account_id: 'dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc',
    }),
  },
  resources: {
    [ACCOUNT]: {
      method: 'POST',
      scope: 'account_info.read',
      answer: ({ headers, body, person }) =>
        headers.has('content-type') && body === ''
          ? new Response('could not decode input as JSON', { status: 400 })
          : person.answers?.[ACCOUNT],
    },
  },
  persons: {
    documented: { answers: { [ACCOUNT]: franz } },
    minimal: { answers: { [ACCOUNT]: { account_id: 'dbid:2' } satisfies DropboxProfile } },
  },
  registration: {
    console: 'https://www.dropbox.com/developers/apps',
    steps: [
      'Create an app with scoped access.',
      'Open Permissions, and tick account_info.read.',
      'Open Settings, and enter the redirect URI under Redirect URIs.',
      'Copy App key as client id, and App secret.',
    ],
    sources: [
      'https://developers.dropbox.com/oauth-guide',
      'https://www.dropbox.com/developers/documentation/http/documentation#users-get_current_account',
    ],
  },
}
