import { service } from '@latchstring/testing/services/telegram'
import Telegram from '@latchstring/core/providers/telegram'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

/** What the discovery document says, whatever the bot is set to. */
const RS256_ALONE = { id_token_signing_alg_values_supported: ['RS256'] }

export const telegram: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Telegram,
  authorization: {
    url: 'https://oauth.telegram.org/auth',
    params: { response_type: 'code', scope: 'openid profile' },
  },
  checks: ['pkce', 'state'],
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
    'takes the algorithm that the bot is set to, where it is named': async (signIn) => {
      const options = { client: { id_token_signed_response_alg: 'ES256' } }
      const { user } = await signIn({ options, service: { idTokenAlgorithm: 'ES256' } })
      expect(user.id).toBe('1234123412341234123')
      const unnamed = signIn({ service: { idTokenAlgorithm: 'ES256', discovery: RS256_ALONE } })
      await expect(unnamed).rejects.toThrow('id_token_signed_response_alg')
    },
    'knows people by the subject, and not by the id of the Bot API': async (signIn) => {
      const { user } = await signIn()
      expect(user.id).toBe('1234123412341234123')
      await expect(signIn({ person: { claims: { id: 987_654_321 } } })).rejects.toThrow()
    },
  },
}
