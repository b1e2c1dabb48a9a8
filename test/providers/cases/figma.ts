import { service } from '@latchstring/testing/services/figma'
import Figma from '@latchstring/core/providers/figma'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const figma: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Figma,
  authorization: {
    url: 'https://www.figma.com/oauth',
    params: { response_type: 'code', scope: 'current_user:read' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '1012000000000000001',
      name: 'Dana Designer',
      email: 'dana@example.com',
      image: 'https://www.gravatar.com/avatar/0?size=240&default=https%3A%2F%2Fs3-alpha.figma.com',
      emailVerified: false,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    'may not read files': async (signIn) => {
      const { authorization } = await signIn()
      expect(authorization.searchParams.get('scope')).not.toContain('file')
    },
  },
}
