import { service } from '@latchstring/testing/services/concept2'
import Concept2 from '@latchstring/core/providers/concept2'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const concept2: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Concept2,
  authorization: {
    url: 'https://log.concept2.com/oauth/authorize',
    params: { response_type: 'code', scope: 'user:read' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '1',
      name: 'davidh',
      email: 'davidh@example.com',
      image: 'https://media.concept2.com/assets/uploads/profiles/1.jpg',
      emailVerified: false,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    'may not write workouts': async (signIn) => {
      const { authorization } = await signIn()
      expect(authorization.searchParams.get('scope')).not.toContain('write')
    },
    'takes further scopes with a comma': async (signIn) => {
      const params = { scope: 'user:read,results:read' }
      const { user } = await signIn({ options: { authorization: { params } } })
      expect(user.id).toBe('1')
    },
  },
}
