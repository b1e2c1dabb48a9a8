import { service } from '@latchstring/testing/services/eveonline'
import EVEOnline from '@latchstring/core/providers/eveonline'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const eveonline: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: EVEOnline,
  authorization: {
    url: 'https://login.eveonline.com/v2/oauth/authorize',
    params: { response_type: 'code', scope: 'publicData' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '123123',
      name: 'Some Bloke',
      email: null,
      image: 'https://images.evetech.net/characters/123123/portrait?size=128',
      emailVerified: false,
    },
    minimal: {
      id: '2',
      name: null,
      email: null,
      image: 'https://images.evetech.net/characters/2/portrait?size=128',
      emailVerified: false,
    },
  },
  quirks: {
    'refuses the token of another application': async (signIn) => {
      const aud = ['another-client', 'EVE Online']
      const claims = { sub: 'CHARACTER:EVE:123123', aud }
      await expect(signIn({ person: { claims } })).rejects.toThrow()
    },
    'refuses a token of another issuer, for something else, or without an end': async (signIn) => {
      for (const wrong of [
        { iss: 'https://login.evil.example' },
        { aud: ['lab-client-of-eveonline'] },
        { exp: undefined },
      ]) {
        const claims = { sub: 'CHARACTER:EVE:123123', ...wrong }
        await expect(signIn({ person: { claims } })).rejects.toThrow()
      }
      const aud = ['lab-client-of-eveonline', 'EVE Online']
      const { user } = await signIn({ person: { claims: { sub: 'CHARACTER:EVE:123123', aud } } })
      expect(user.id).toBe('123123')
    },
    'refuses a token that has expired': async (signIn) => {
      const exp = Math.floor(Date.now() / 1000) - 3600
      const claims = { sub: 'CHARACTER:EVE:123123', exp }
      await expect(signIn({ person: { claims } })).rejects.toThrow()
    },
    'takes the issuer without a scheme, as it is documented': async (signIn) => {
      const claims = { sub: 'CHARACTER:EVE:123123', iss: 'login.eveonline.com' }
      const { user } = await signIn({ person: { claims } })
      expect(user.id).toBe('123123')
    },
    'refuses a subject that is not a character': async (signIn) => {
      const claims = { sub: 'CORPORATION:EVE:98000001' }
      await expect(signIn({ person: { claims } })).rejects.toThrow()
    },
  },
}
