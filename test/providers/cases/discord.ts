import { service } from '@latchstring/testing/services/discord'
import Discord from '@latchstring/core/providers/discord'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

const me = 'https://discord.com/api/users/@me'

export const discord: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Discord,
  authorization: {
    url: 'https://discord.com/oauth2/authorize',
    params: { response_type: 'code', scope: 'identify email' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '80351110224678912',
      name: 'Nelly',
      email: 'nelly@example.com',
      image:
        'https://cdn.discordapp.com/avatars/80351110224678912/8342729096ea3675442027381ff50dfe.png',
      emailVerified: true,
    },
    minimal: {
      id: '80351110224678913',
      name: 'm',
      email: null,
      // (id >> 22) % 6
      image: 'https://cdn.discordapp.com/embed/avatars/5.png',
      emailVerified: false,
    },
  },
  quirks: {
    'shows a moving avatar as one': async (signIn) => {
      const profile = { id: '80351110224678912', username: 'n', avatar: 'a_1269e74af4df7417' }
      const { user } = await signIn({ person: { answers: { [me]: profile } } })
      expect(user.image).toBe(
        'https://cdn.discordapp.com/avatars/80351110224678912/a_1269e74af4df7417.gif',
      )
    },
    'does without the address when only `identify` is asked for': async (signIn) => {
      const { authorization } = await signIn({
        options: { authorization: { params: { scope: 'identify' } } },
      })
      expect(authorization.searchParams.get('scope')).toBe('identify')
    },
    'does not call an unverified address verified': async (signIn) => {
      const profile = { id: '80351110224678912', username: 'n', email: 'n@example.com' }
      const answers = { [me]: { ...profile, verified: false } }
      const { user } = await signIn({ person: { answers } })
      expect(user).toMatchObject({ email: 'n@example.com', emailVerified: false })
    },
  },
}
