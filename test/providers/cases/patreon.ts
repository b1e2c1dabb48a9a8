import { service } from '@latchstring/testing/services/patreon'
import Patreon from '@latchstring/core/providers/patreon'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const patreon: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Patreon,
  authorization: {
    url: 'https://www.patreon.com/oauth2/authorize',
    params: { response_type: 'code', scope: 'identity identity[email]' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '12345678',
      name: 'Ada Example',
      email: 'ada@example.com',
      image: 'https://c8.patreon.com/2/200/12345678',
      emailVerified: true,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    'asks version 2 of the API for each attribute by name': async (signIn) => {
      const { requests } = await signIn()
      const url = new URL(requests.at(-1)?.url ?? '')
      expect(url.pathname).toBe('/api/oauth2/v2/identity')
      expect(url.searchParams.get('fields[user]')?.split(',').toSorted()).toEqual([
        'email',
        'full_name',
        'image_url',
        'is_email_verified',
      ])
    },
    'calls an address that is not confirmed unverified': async (signIn) => {
      const attributes = { email: 'a@example.com', is_email_verified: false }
      const answers = {
        'https://www.patreon.com/api/oauth2/v2/identity': { data: { id: '3', attributes } },
      }
      const { user } = await signIn({ person: { answers } })
      expect(user).toMatchObject({ email: 'a@example.com', emailVerified: false })
    },
  },
}
