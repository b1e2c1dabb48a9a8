import { service } from '@latchstring/testing/services/kakao-oidc'
import KakaoOIDC from '@latchstring/core/providers/kakao-oidc'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const kakaoOidc: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: KakaoOIDC,
  authorization: {
    url: 'https://kauth.kakao.com/oauth/authorize',
    params: { response_type: 'code' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '123456789',
      name: 'JordyTest',
      email: 'jordy@sample.example',
      image: 'http://yyy.kakao.com/img_110x110.jpg',
      emailVerified: true,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    'goes on with the accounts of `kakao` under its id': async (signIn) => {
      const { account } = await signIn({ options: { id: 'kakao' } })
      expect(account).toMatchObject({ provider: 'kakao', providerAccountId: '123456789' })
    },
    'calls an address unverified of which Kakao says so': async (signIn) => {
      const claims = { sub: '3', email: 'a@example.com', email_verified: false }
      const { user } = await signIn({ person: { claims } })
      expect(user).toMatchObject({ email: 'a@example.com', emailVerified: false })
    },
    'asks for more consent where the application wants it': async (signIn) => {
      const scope = 'openid account_email'
      const { authorization } = await signIn({ options: { authorization: { params: { scope } } } })
      expect(authorization.searchParams.get('scope')).toBe(scope)
    },
  },
}
