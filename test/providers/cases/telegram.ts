import { service } from '@latchstring/testing/services/telegram'
import Telegram from '@latchstring/core/providers/telegram'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const telegram: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Telegram,
  authorization: {
    url: 'https://oauth.telegram.org/auth',
    params: { response_type: 'code', scope: 'openid profile' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '1234123412341234123',
      name: 'Pavla Dova',
      email: null,
      image: 'https://cdn4.telesco.pe/file/pavla.jpg',
      emailVerified: false,
    },
    minimal: idOnly('55'),
  },
  quirks: {
    'knows people by the subject, and not by the id of the Bot API': async (signIn) => {
      const { user } = await signIn()
      expect(user.id).toBe('1234123412341234123')
      await expect(signIn({ person: { claims: { id: 987_654_321 } } })).rejects.toThrow()
    },
  },
}
