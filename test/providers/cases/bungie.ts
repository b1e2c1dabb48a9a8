import { service } from '@latchstring/testing/services/bungie'
import Bungie from '@latchstring/core/providers/bungie'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const bungie: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Bungie,
  authorization: {
    url: 'https://www.bungie.net/en/OAuth/Authorize',
    params: { response_type: 'code', reauth: 'true' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  required: ['apiKey'],
  users: {
    documented: {
      id: '9007199254740993',
      name: 'Saladin',
      email: null,
      image: 'https://www.bungie.net/img/profile/avatars/cc71.jpg',
      emailVerified: false,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    'sends the API key to the API alone': async (signIn) => {
      const { authorization, requests } = await signIn()
      expect(authorization.href).not.toContain('5f0c9ae6a3b94bb1a6e5c6b0d2d4e111')
      const shown = requests.filter((request) => request.headers.has('x-api-key'))
      expect(shown.map(({ url }) => new URL(url).pathname)).toEqual([
        '/Platform/User/GetMembershipsForCurrentUser/',
      ])
    },
    'leaves out a picture whose path is none': async (signIn) => {
      const me = 'https://www.bungie.net/Platform/User/GetMembershipsForCurrentUser/'
      const bungieNetUser = { membershipId: '3', profilePicturePath: 'https://[' }
      const { user } = await signIn({
        person: { answers: { [me]: { Response: { bungieNetUser }, ErrorCode: 1 } } },
      })
      expect(user).toMatchObject({ id: '3', image: null })
    },
    'keeps an id that is wider than a number is exact': async (signIn) => {
      const { user } = await signIn()
      expect(user.id).toBe('9007199254740993')
    },
  },
}
