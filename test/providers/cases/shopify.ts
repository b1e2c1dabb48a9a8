import { service } from '@latchstring/testing/services/shopify'
import Shopify from '@latchstring/core/providers/shopify'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const shopify: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: (options) => Shopify({ shop: 'shop.example.com', ...options }),
  authorization: {
    url: 'https://shopify.com/authentication/12345678/oauth/authorize',
    params: { response_type: 'code', scope: 'openid email' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '7301234567890',
      name: null,
      email: 'ada@example.com',
      image: null,
      emailVerified: true,
    },
    minimal: idOnly('2'),
  },
  required: ['shop'],
  quirks: {
    'finds the shop by its own domain': async (signIn) => {
      const { requests } = await signIn()
      expect(requests[0]?.url).toBe('https://shop.example.com/.well-known/openid-configuration')
    },
    'takes a token response without `token_type`': async (signIn) => {
      const { account } = await signIn()
      expect(account['token_type']).toBe('bearer')
    },
  },
}
