import { service } from '@latchstring/testing/services/gumroad'
import Gumroad from '@latchstring/core/providers/gumroad'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const gumroad: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Gumroad,
  authorization: {
    url: 'https://gumroad.com/oauth/authorize',
    params: { response_type: 'code', scope: 'view_profile' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: 'G_-mnBf9b1j9A7a4ub4nFQ==',
      name: 'Ada Maker',
      email: 'ada@example.com',
      image: 'https://public-files.gumroad.com/ada.jpg',
      emailVerified: false,
    },
    minimal: { id: 'm==', name: 'm', email: null, image: null, emailVerified: false },
  },
  quirks: {
    'asks for more where that is wanted': async (signIn) => {
      const scopes = ['view_profile', 'view_sales']
      const { authorization } = await signIn({ options: { scopes } })
      expect(authorization.searchParams.get('scope')).toBe('view_profile view_sales')
    },
    'refuses the sign-in when Gumroad says `success: false`': async (signIn) => {
      const person = {
        answers: { 'https://api.gumroad.com/v2/user': { success: false, message: 'No.' } },
      }
      await expect(signIn({ person })).rejects.toThrow('has no `id`')
    },
  },
}
