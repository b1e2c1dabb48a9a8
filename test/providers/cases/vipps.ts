import { service } from '@latchstring/testing/services/vipps'
import Vipps from '@latchstring/core/providers/vipps'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

const userinfo = 'https://api.vipps.no/vipps-userinfo-api/userinfo/'

export const vipps: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Vipps,
  authorization: {
    url: 'https://api.vipps.no/access-management-1.0/access/oauth2/auth',
    params: { response_type: 'code', scope: 'openid name email' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'c06c4afe-d9e1-4c5d-939a-177d752a0944',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: null,
      emailVerified: true,
    },
    minimal: idOnly('0f1d3b5a-0000-4000-8000-000000000001'),
  },
  quirks: {
    'reads the profile at the userinfo endpoint, which is in another API': async (signIn) => {
      const { requests } = await signIn()
      const urls = requests.map(({ url }) => url)
      expect(urls).toContain(userinfo)
    },
    'does not call an address verified that Vipps MobilePay has not verified': async (signIn) => {
      const answer = { sub: '1', email: 'ada@example.com', email_verified: false }
      const answers = { [userinfo]: answer }
      const { user } = await signIn({ person: { claims: { sub: '1' }, answers } })
      expect(user).toMatchObject({ email: 'ada@example.com', emailVerified: false })
    },
  },
}
