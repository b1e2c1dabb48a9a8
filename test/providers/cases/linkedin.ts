import { service } from '@latchstring/testing/services/linkedin'
import LinkedIn from '@latchstring/core/providers/linkedin'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const linkedin: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: LinkedIn,
  authorization: {
    url: 'https://www.linkedin.com/oauth/v2/authorization',
    params: { response_type: 'code', scope: 'openid profile email' },
  },
  checks: ['state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '782bbtaQ',
      name: 'Ada Example',
      email: 'ada@example.com',
      image: 'https://media.licdn.com/dms/image/ada',
      emailVerified: true,
    },
    minimal: idOnly('m'),
  },
  quirks: {
    'sends neither PKCE nor a nonce, which LinkedIn does not take': async (signIn) => {
      const { authorization, requests } = await signIn()
      expect([...authorization.searchParams.keys()].toSorted()).toEqual([
        'client_id',
        'redirect_uri',
        'response_type',
        'scope',
        'state',
      ])
      const token = requests.find(({ method }) => method === 'POST')
      expect(await token?.clone().text()).not.toContain('code_verifier')
    },
    'reads `email_verified` as text and as a boolean': async (signIn) => {
      const claims = { sub: 'a', email: 'a@example.com', nonce: undefined }
      for (const [email_verified, expected] of [
        ['true', true],
        [true, true],
        ['false', false],
        [1, false],
      ] as const) {
        const { user } = await signIn({ person: { claims: { ...claims, email_verified } } })
        expect(user.emailVerified).toBe(expected)
      }
    },
  },
}
