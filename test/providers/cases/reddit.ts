import { service } from '@latchstring/testing/services/reddit'
import Reddit from '@latchstring/core/providers/reddit'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const reddit: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Reddit,
  authorization: {
    url: 'https://www.reddit.com/api/v1/authorize',
    params: { response_type: 'code', scope: 'identity' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '1w72',
      name: 'marsh_warbler',
      email: null,
      image: 'https://styles.redditmedia.com/t5_abc/styles/profileIcon_warbler.jpg',
      emailVerified: false,
    },
    minimal: idOnly('2x'),
  },
  quirks: {
    'says what sends the requests': async (signIn) => {
      const { requests } = await signIn()
      for (const { headers } of requests) expect(headers.get('user-agent')).toMatch(/\w/)
    },
    'leaves out the part of the avatar that is written for HTML': async (signIn) => {
      const { user } = await signIn()
      expect(user.image).not.toContain('&amp;')
    },
  },
}
