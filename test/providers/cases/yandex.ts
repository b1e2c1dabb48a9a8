import { service } from '@latchstring/testing/services/yandex'
import Yandex from '@latchstring/core/providers/yandex'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const yandex: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Yandex,
  authorization: {
    url: 'https://oauth.yandex.ru/authorize',
    params: { response_type: 'code', scope: 'login:info login:email login:avatar' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '1000034426',
      name: 'ada',
      email: 'ada@yandex.ru',
      image: 'https://avatars.yandex.net/get-yapic/31804/BYkogAC6AoB17bN1HKRFAyKiM4-1/islands-200',
      emailVerified: false,
    },
    minimal: idOnly('7'),
  },
  quirks: {
    'sends the token with the scheme OAuth': async (signIn) => {
      const { requests } = await signIn()
      const info = requests.find(({ url }) => url === 'https://login.yandex.ru/info?format=json')
      expect(info?.headers.get('authorization')).toMatch(/^OAuth \S+$/)
    },
    'shows no picture where the account has the default one': async (signIn) => {
      const info = { id: '1', login: 'a', default_avatar_id: '0/0-0', is_avatar_empty: true }
      const { user } = await signIn({
        person: { answers: { 'https://login.yandex.ru/info': info } },
      })
      expect(user.image).toBeNull()
    },
  },
}
