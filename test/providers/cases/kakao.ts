import { service } from '@latchstring/testing/services/kakao'
import Kakao from '@latchstring/core/providers/kakao'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const kakao: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Kakao,
  authorization: {
    url: 'https://kauth.kakao.com/oauth/authorize',
    params: { response_type: 'code' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '123456789',
      name: '홍길동',
      email: 'sample@sample.example',
      image: 'http://yyy.kakao.com/img_640x640.jpg',
      emailVerified: true,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    'asks for what the console says, and so sends no scope': async (signIn) => {
      const { authorization } = await signIn()
      expect(authorization.searchParams.has('scope')).toBe(false)
    },
    'calls an address that is verified but not valid unverified': async (signIn) => {
      const email = { email: 'a@example.com', is_email_verified: true, is_email_valid: false }
      const answers = { 'https://kapi.kakao.com/v2/user/me': { id: 3, kakao_account: email } }
      const { user } = await signIn({ person: { answers } })
      expect(user).toMatchObject({ id: '3', email: 'a@example.com', emailVerified: false })
    },
  },
}
