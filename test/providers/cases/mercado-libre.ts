import { service } from '@latchstring/testing/services/mercado-libre'
import MercadoLibre from '@latchstring/core/providers/mercado-libre'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const mercadoLibre: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: MercadoLibre,
  authorization: {
    url: 'https://auth.mercadolibre.com.ar/authorization',
    params: { response_type: 'code' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '202593498',
      name: 'Tete Prado',
      email: 'tete@example.com',
      image: null,
      emailVerified: false,
    },
    minimal: { id: '3000000000', name: 'N', email: null, image: null, emailVerified: false },
  },
  quirks: {
    'asks people on the pages of their country': async (signIn) => {
      const url = 'https://auth.mercadolivre.com.br/authorization'
      const { authorization } = await signIn({
        options: { domain: 'mercadolivre.com.br' },
        service: { authorization: { ...service.authorization, url } },
      })
      expect(authorization.host).toBe('auth.mercadolivre.com.br')
    },
  },
}
