import { service } from '@latchstring/testing/services/faceit'
import FACEIT from '@latchstring/core/providers/faceit'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const faceit: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: FACEIT,
  authorization: {
    url: 'https://accounts.faceit.com/',
    params: { response_type: 'code', scope: 'openid email profile', redirect_popup: 'true' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
      name: 'm0nalisa',
      email: 'mona@example.com',
      image: 'https://assets.faceit-cdn.net/avatars/0a1b2c3d_1550597459219.jpg',
      emailVerified: false,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    'takes the same id by the name of OpenID Connect where it has no other': async (signIn) => {
      const userinfo = { sub: '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d', nickname: 'm0nalisa' }
      const answers = { 'https://api.faceit.com/auth/v1/resources/userinfo': userinfo }
      const { user } = await signIn({ person: { answers } })
      expect(user).toMatchObject({ id: userinfo.sub, name: 'm0nalisa' })
    },
    'prefers the name to the nickname': async (signIn) => {
      const userinfo = { guid: '3', nickname: 'nick', name: 'Nick Name' }
      const answers = { 'https://api.faceit.com/auth/v1/resources/userinfo': userinfo }
      const { user } = await signIn({ person: { answers } })
      expect(user).toMatchObject({ id: '3', name: 'Nick Name' })
    },
    'neither trusts nor keeps the ID token that comes along': async (signIn) => {
      const { account, user } = await signIn()
      expect(account).not.toHaveProperty('id_token')
      expect(user.id).toBe('0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d')
    },
  },
}
