import { service } from '@latchstring/testing/services/vk'
import VK from '@latchstring/core/providers/vk'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const vk: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: VK,
  authorization: {
    url: 'https://id.vk.com/authorize',
    params: { response_type: 'code', scope: 'vkid.personal_info email' },
  },
  checks: ['pkce', 'state'],
  authentication: 'none',
  users: {
    documented: {
      id: '1234567890',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: 'https://sun1.userapi.com/ada.jpg?cs=50x50',
      emailVerified: false,
    },
    minimal: idOnly('7'),
  },
  quirks: {
    'names the device of the authorization response in the token request': async (signIn) => {
      const { requests, authorization } = await signIn()
      const [token] = requests
      const body = new URLSearchParams(await token?.clone().text())
      expect(body.get('device_id')).toBe('mjhTr2Ph_device')
      expect(body.get('state')).toBe(authorization.searchParams.get('state'))
      expect(body.has('client_secret')).toBe(false)
    },
    'is refused without a device': async (signIn) => {
      const person = { ...service.persons.documented, response: {} }
      await expect(signIn({ person })).rejects.toThrow(/device_id/)
    },
    'asks the other host of VK ID': async (signIn) => {
      const host = 'https://id.vk.ru'
      const { requests } = await signIn({
        options: { issuer: host },
        service: {
          authorization: { ...service.authorization, url: `${host}/authorize` },
          token: { ...service.token, url: `${host}/oauth2/auth` },
          resources: {
            [`${host}/oauth2/user_info`]: { method: 'POST', token: 'form:access_token' },
          },
        },
        person: {
          ...service.persons.minimal,
          answers: { [`${host}/oauth2/user_info`]: { user: { user_id: '8' } } },
        },
      })
      expect(requests.map(({ url }) => url)).toEqual([
        `${host}/oauth2/auth`,
        `${host}/oauth2/user_info`,
      ])
    },
  },
}
