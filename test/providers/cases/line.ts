import { service } from '@latchstring/testing/services/line'
import LINE from '@latchstring/core/providers/line'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'
import { decodeJwt, SignJWT } from 'jose'

const otherSecret = new TextEncoder().encode('some-other-secret-of-32-characters')

async function forge(answer: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const token = new SignJWT(decodeJwt(String(answer['id_token'])))
  return {
    ...answer,
    id_token: await token.setProtectedHeader({ alg: 'HS256' }).sign(otherSecret),
  }
}

export const line: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: LINE,
  ...openIdRequest('https://access.line.me/oauth2/v2.1/authorize'),
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: 'U1234567890abcdef1234567890abcdef',
      name: 'Taro Line',
      email: 'taro.line@example.com',
      image: 'https://profile.line-scdn.net/0hExample',
      emailVerified: false,
    },
    minimal: idOnly('Um'),
  },
  quirks: {
    'takes ID tokens signed with the channel secret, although LINE publishes ES256 alone': async (
      signIn,
    ) => {
      expect(service.discovery).toMatchObject({
        id_token_signing_alg_values_supported: ['ES256'],
      })
      const { account } = await signIn()
      const [header = ''] = String(account['id_token']).split('.')
      expect(JSON.parse(atob(header))).toMatchObject({ alg: 'HS256' })
    },
    'takes no ID token signed with another secret': async (signIn) => {
      await expect(
        signIn({ service: { token: { ...service.token, answer: forge } } }),
      ).rejects.toThrow('no valid signature')
    },
    'takes ES256 where the token request asks for it, as the LINE SDKs do': async (signIn) => {
      const params = { id_token_key_type: 'JWK' }
      const { user } = await signIn({
        service: { idTokenAlgorithm: 'ES256', token: { ...service.token, requires: params } },
        options: { token: { params }, client: { id_token_signed_response_alg: 'ES256' } },
      })
      expect(user.name).toBe('Taro Line')
    },
  },
}
