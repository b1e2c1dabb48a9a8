import type { BungieProfile } from '@latchstring/core/providers/bungie'
import type { Service } from '../service.ts'

const ME = 'https://www.bungie.net/Platform/User/GetMembershipsForCurrentUser/'

const guardian: BungieProfile = {
  Response: {
    destinyMemberships: [
      {
        membershipType: 3,
        membershipId: '4611686018467260757',
        displayName: 'Saladin',
        isPublic: true,
      },
    ],
    primaryMembershipId: '4611686018467260757',
    bungieNetUser: {
      membershipId: '9007199254740993',
      uniqueName: 'Saladin#0412',
      displayName: 'Saladin',
      profilePicture: 70_714,
      profilePicturePath: '/img/profile/avatars/cc71.jpg',
      firstAccess: '2014-09-09T20:02:54.287Z',
      isDeleted: false,
      locale: 'en',
      about: '',
    },
  },
  ErrorCode: 1,
  ThrottleSeconds: 0,
  ErrorStatus: 'Success',
  Message: 'Ok',
  MessageData: {},
}

/** @see https://github.com/Bungie-net/api/wiki/OAuth-Documentation */
export const service: Service = {
  id: 'bungie',
  name: 'Bungie',
  protocol: 'oauth',
  options: { apiKey: '5f0c9ae6a3b94bb1a6e5c6b0d2d4e111' },
  authorization: {
    url: 'https://www.bungie.net/en/OAuth/Authorize',
    refuses: ['scope'],
    pkce: 'ignored',
  },
  token: {
    url: 'https://www.bungie.net/Platform/App/OAuth/token/',
    authentication: ['client_secret_basic', 'client_secret_post'],
    answer: ({ scope: _scope, ...standard }) => ({
      ...standard,
      refresh_token: 'CI2dAxKGAgAg',
      refresh_expires_in: 7_776_000,
      membership_id: '9007199254740993',
    }),
  },
  resources: { [ME]: { headers: { 'x-api-key': '5f0c9ae6a3b94bb1a6e5c6b0d2d4e111' } } },
  persons: {
    documented: { answers: { [ME]: guardian } },
    minimal: {
      answers: { [ME]: { Response: { bungieNetUser: { membershipId: '2' } }, ErrorCode: 1 } },
    },
  },
  registration: {
    console: 'https://www.bungie.net/en/Application',
    steps: [
      'Create an application with the OAuth client type Confidential.',
      'Enter the redirect URI as Redirect URL.',
      'Tick the scope for reading the profile of the person.',
      'Copy the API Key, the OAuth client_id and the OAuth client_secret.',
      'Pass the API Key as the option apiKey, or as AUTH_BUNGIE_KEY.',
    ],
    development: 'public',
    sources: [
      'https://github.com/Bungie-net/api/wiki/OAuth-Documentation',
      'https://bungie-net.github.io/#User.GetMembershipDataForCurrentUser',
    ],
  },
}
