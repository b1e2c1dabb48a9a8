import { service } from '@latchstring/testing/services/pinterest'
import Pinterest from '@latchstring/core/providers/pinterest'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const pinterest: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Pinterest,
  authorization: {
    url: 'https://www.pinterest.com/oauth',
    params: { response_type: 'code', scope: 'user_accounts:read' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '2783136121146311751',
      name: 'weaverofreeds',
      email: null,
      image: 'https://i.pinimg.com/280x280_RS/5c/88/2f/5c882f4b02468fcd6cda2ce569c2c166.jpg',
      emailVerified: false,
    },
    minimal: idOnly('7'),
  },
  quirks: {
    'knows people by the id and not by the user name, which can change hands': async (signIn) => {
      const { user } = await signIn()
      expect(user.id).toBe('2783136121146311751')
      const nameless = { username: 'weaverofreeds' }
      const person = { answers: { 'https://api.pinterest.com/v5/user_account': nameless } }
      await expect(signIn({ person })).rejects.toThrow('has no `id`')
    },
  },
}
