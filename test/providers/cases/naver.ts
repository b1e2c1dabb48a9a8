import { service } from '@latchstring/testing/services/naver'
import Naver from '@latchstring/core/providers/naver'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const naver: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Naver,
  authorization: {
    url: 'https://nid.naver.com/oauth2.0/authorize',
    params: { response_type: 'code' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '32742776',
      name: 'OpenAPI',
      email: 'openapi@naver.example',
      image: 'https://ssl.pstatic.net/static/pwe/address/nodata_33x33.gif',
      emailVerified: false,
    },
    minimal: idOnly('m'),
  },
  quirks: {
    'sends `state`, which Naver requires, and no scope': async (signIn) => {
      const { authorization } = await signIn()
      expect(authorization.searchParams.get('state')).toMatch(/\S/)
      expect(authorization.searchParams.has('scope')).toBe(false)
    },
    'reads a lifetime that is written as text': async (signIn) => {
      const { account } = await signIn()
      expect(account['expires_at']).toEqual(expect.any(Number))
    },
    'falls back to the name for people who share no nickname': async (signIn) => {
      const answers = {
        'https://openapi.naver.com/v1/nid/me': {
          resultcode: '00',
          response: { id: '1', name: 'N' },
        },
      }
      const { user } = await signIn({ person: { answers } })
      expect(user.name).toBe('N')
    },
  },
}
