import { service } from '@latchstring/testing/services/mailru'
import Mailru from '@latchstring/core/providers/mailru'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { TOKEN_WITHOUT_TYPE } from '../src/common.ts'

export const mailru: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Mailru,
  authorization: {
    url: 'https://oauth.mail.ru/login',
    params: { response_type: 'code', scope: 'userinfo' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '1410600',
      name: 'Анна Иванова',
      email: 'anna@mail.example',
      image: 'https://filin.mail.ru/pic?email=anna%40mail.example',
      emailVerified: false,
    },
    minimal: { id: '3', name: 'm', email: null, image: null, emailVerified: false },
  },
  quirks: {
    ...TOKEN_WITHOUT_TYPE,
    'sends the access token in the query, where Mail.ru reads it': async (signIn) => {
      const { requests } = await signIn()
      const request = requests.at(-1)
      expect(new URL(request?.url ?? '').searchParams.get('access_token')).toMatch(/\S/)
      expect(request?.headers.has('authorization')).toBe(false)
    },
    'says what to use in its place': async () => {
      expect(Mailru().deprecated).toMatch(/VK ID/)
    },
  },
}
