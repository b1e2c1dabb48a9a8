import { service } from '@latchstring/testing/services/click-up'
import ClickUp from '@latchstring/core/providers/click-up'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, TOKEN_WITHOUT_TYPE } from '../src/common.ts'

export const clickUp: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: ClickUp,
  authorization: { url: 'https://app.clickup.com/api', params: { response_type: 'code' } },
  checks: ['state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '123',
      name: 'John Doe',
      email: 'john@example.com',
      image: 'https://attachments.clickup.com/profilePictures/123_abc.jpg',
      emailVerified: false,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    ...TOKEN_WITHOUT_TYPE,
    'keeps the secret out of the address of the token request': async (signIn) => {
      const { requests } = await signIn()
      const [tokenRequest] = requests
      expect(new URL(tokenRequest?.url ?? '').search).toBe('')
    },
  },
}
