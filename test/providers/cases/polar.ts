import { service } from '@latchstring/testing/services/polar'
import Polar from '@latchstring/core/providers/polar'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const polar: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Polar,
  authorization: {
    url: 'https://polar.sh/oauth2/authorize',
    params: { response_type: 'code', scope: 'openid profile email', sub_type: 'user' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'a0b1c2d3-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
      name: 'nanook',
      email: 'nanook@example.com',
      image: null,
      emailVerified: true,
    },
    minimal: idOnly('11111111-2222-4333-8444-555555555555'),
  },
  quirks: {
    'reads the discovery document of the API, whose issuer is the website': async (signIn) => {
      const { requests } = await signIn()
      expect(requests.map(({ url }) => url)).toContain(
        'https://api.polar.sh/.well-known/openid-configuration',
      )
    },
  },
}
