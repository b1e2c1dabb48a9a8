import { service } from '@latchstring/testing/services/threads'
import Threads from '@latchstring/core/providers/threads'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const threads: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Threads,
  authorization: {
    url: 'https://threads.com/oauth/authorize',
    params: { response_type: 'code', scope: 'threads_basic' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '17841405793187218',
      name: 'Ori Loom',
      email: null,
      image: 'https://scontent.cdninstagram.com/v/t51/ori.jpg?oe=68',
      emailVerified: false,
    },
    minimal: idOnly('17841400000000001'),
  },
  quirks: {
    'signs in although the token response has no token type': async (signIn) => {
      const { account } = await signIn()
      expect(account).toMatchObject({ token_type: 'bearer' })
    },
    'keeps no id that lost digits as a number': async (signIn) => {
      const { account } = await signIn()
      expect(account).not.toHaveProperty('user_id')
      expect(account).toMatchObject({ providerAccountId: '17841405793187218' })
    },
    'reads a profile that is not wrapped': async (signIn) => {
      const me = 'https://graph.threads.com/v1.0/me'
      const person = { answers: { [me]: { id: '5', username: 'plain' } } }
      expect((await signIn({ person })).user).toMatchObject({ id: '5', name: 'plain' })
      const wrapped = { answers: { [me]: { data: { id: '5' } } } }
      await expect(signIn({ person: wrapped })).rejects.toThrow('other than a user')
    },
  },
}
