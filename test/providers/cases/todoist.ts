import { service } from '@latchstring/testing/services/todoist'
import Todoist from '@latchstring/core/providers/todoist'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const todoist: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Todoist,
  authorization: {
    url: 'https://todoist.com/oauth/authorize',
    params: { response_type: 'code', scope: 'data:read' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '2671355',
      name: 'Lena List',
      email: 'lena@example.com',
      image: 'https://dcff1xvirvpfp.cloudfront.net/lena_big.jpg',
      emailVerified: false,
    },
    minimal: idOnly('4'),
  },
  quirks: {
    'asks the API of today, with the token in the header': async (signIn) => {
      const { requests } = await signIn()
      expect(requests.at(-1)?.url).toBe('https://api.todoist.com/api/v1/user')
      expect(requests.at(-1)?.method).toBe('GET')
    },
  },
}
