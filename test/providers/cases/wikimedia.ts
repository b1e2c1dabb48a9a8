import { service } from '@latchstring/testing/services/wikimedia'
import Wikimedia from '@latchstring/core/providers/wikimedia'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

const profileUrl = 'https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile'

export const wikimedia: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Wikimedia,
  authorization: {
    url: 'https://meta.wikimedia.org/w/rest.php/oauth2/authorize',
    params: { response_type: 'code' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '12345',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: null,
      emailVerified: true,
    },
    minimal: idOnly('7'),
  },
  quirks: {
    'says in every request what makes it, and where to read about that': async (signIn) => {
      const { requests } = await signIn()
      const named = new Set(requests.map(({ headers }) => headers.get('user-agent')))
      expect([...named]).toEqual([expect.stringContaining('https://')])
      expect(requests).toHaveLength(2)
    },
    'refuses an account of one project alone, which has no id': async (signIn) => {
      const local = { sub: false, username: 'Ada', confirmed_email: true }
      const person = { answers: { [profileUrl]: local } }
      await expect(signIn({ person })).rejects.toThrow('has no `id`')
    },
    'does not call an address verified that is not confirmed, nor one that is not there': async (
      signIn,
    ) => {
      const profile = { sub: 1, username: 'A', email: 'a@example.com', confirmed_email: false }
      const unconfirmed = await signIn({ person: { answers: { [profileUrl]: profile } } })
      expect(unconfirmed.user).toMatchObject({ email: 'a@example.com', emailVerified: false })
      const hidden = { sub: 1, username: 'A', email: '', confirmed_email: true }
      const none = await signIn({ person: { answers: { [profileUrl]: hidden } } })
      expect(none.user).toMatchObject({ email: null, emailVerified: false })
    },
  },
}
