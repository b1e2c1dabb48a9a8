import { service } from '@latchstring/testing/services/pipedrive'
import Pipedrive from '@latchstring/core/providers/pipedrive'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const pipedrive: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Pipedrive,
  authorization: {
    url: 'https://oauth.pipedrive.com/oauth/authorize',
    params: { response_type: 'code' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '777',
      name: 'Ada Mill',
      email: 'ada@rivermill.example',
      image: 'https://d3myhnqlqw2314.cloudfront.net/profile_120x120_622732.jpg',
      emailVerified: false,
    },
    minimal: idOnly('3'),
  },
  quirks: {
    'asks the company of the person, whose domain is in the token response': async (signIn) => {
      const { requests } = await signIn()
      expect(requests.at(-1)?.url).toBe('https://rivermill.pipedrive.com/api/v1/users/me')
    },
    'sends the token to Pipedrive alone': async (signIn) => {
      for (const domain of ['https://pipedrive.com.evil.example', 'http://a.pipedrive.com', 'x']) {
        const person = { ...service.persons.documented, token: { api_domain: domain } }
        const { requests } = await signIn({ person })
        expect(requests.at(-1)?.url).toBe('https://api.pipedrive.com/v1/users/me')
      }
    },
  },
}
