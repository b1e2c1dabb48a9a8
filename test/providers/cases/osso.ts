import { service } from '@latchstring/testing/services/osso'
import Osso from '@latchstring/core/providers/osso'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const osso: ProviderCase = {
  service,
  addressProvenBy: 'customer',
  provider: Osso,
  authorization: {
    url: 'https://sso.example.com/oauth/authorize',
    params: { response_type: 'code' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: 'dbf8ed7f-5b9e-4b6c-8e0e-2b1f6f4f3f11',
      name: null,
      email: 'ada@acme.example',
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('m'),
  },
  required: ['issuer'],
  quirks: {
    'takes the address of the server with a slash at its end, too': async (signIn) => {
      const { requests } = await signIn({ options: { issuer: 'https://sso.example.com/' } })
      const [token, me] = requests.map(({ url }) => new URL(url).pathname)
      expect([token, me]).toEqual(['/oauth/token', '/oauth/me'])
    },
  },
}
