import { service } from '@latchstring/testing/services/bankid-no'
import BankIDNorway from '@latchstring/core/providers/bankid-no'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

const ENDPOINTS = 'https://auth.bankid.no/auth/realms/prod/protocol/openid-connect'

export const bankidNo: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: BankIDNorway,
  authorization: {
    url: `${ENDPOINTS}/auth`,
    params: {
      response_type: 'code',
      scope: 'openid profile email',
      ui_locales: 'no',
      login_hint: 'BIS',
    },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: 'e8c523ff-52a2-42e2-a7a5-f1d0fbb76204',
      name: 'Ola Nordmann',
      email: 'ola@example.no',
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('m'),
  },
  quirks: {
    'asks the userinfo endpoint, which alone has the address': async (signIn) => {
      const { requests } = await signIn()
      expect(requests.map(({ url }) => url)).toContain(`${ENDPOINTS}/userinfo`)
    },
    'takes no profile that is signed in another way than agreed': async (signIn) => {
      await expect(signIn({ service: { userinfoAlgorithm: 'ES256' } })).rejects.toThrow(
        /is signed with "ES256", and RS256 is accepted/,
      )
    },
    'can ask for another kind of BankID and keeps the language': async (signIn) => {
      const { authorization } = await signIn({
        options: { authorization: { params: { login_hint: 'BID' } } },
      })
      expect(authorization.searchParams.get('login_hint')).toBe('BID')
      expect(authorization.searchParams.get('ui_locales')).toBe('no')
    },
  },
}
