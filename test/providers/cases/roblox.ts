import { service } from '@latchstring/testing/services/roblox'
import Roblox from '@latchstring/core/providers/roblox'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const roblox: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Roblox,
  authorization: {
    url: 'https://apis.roblox.com/oauth/v1/authorize',
    params: { response_type: 'code', scope: 'openid profile' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '1516563360',
      name: 'Brick Builder',
      email: null,
      image: 'https://tr.rbxcdn.com/03dc2a9abe7b1aaca/150/150/AvatarHeadshot/Png',
      emailVerified: false,
    },
    minimal: idOnly('9'),
  },
  quirks: {
    'has an issuer with a slash at its end, and keys on an elliptic curve': async (signIn) => {
      const { requests } = await signIn()
      expect(requests[0]?.url).toBe(
        'https://apis.roblox.com/oauth/.well-known/openid-configuration',
      )
    },
  },
}
