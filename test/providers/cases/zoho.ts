import { service } from '@latchstring/testing/services/zoho'
import Zoho from '@latchstring/core/providers/zoho'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

const eu = 'https://accounts.zoho.eu'

export const zoho: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Zoho,
  authorization: {
    url: 'https://accounts.zoho.com/oauth/v2/auth',
    params: { response_type: 'code', scope: 'AaaServer.profile.Read' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '675925609',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('7'),
  },
  quirks: {
    'asks the data center of the person for token and profile': async (signIn) => {
      const { user, authorization, requests } = await signIn({
        service: {
          token: { ...service.token, url: `${eu}/oauth/v2/token` },
          resources: { [`${eu}/oauth/user/info`]: {} },
        },
        person: {
          response: { location: 'eu', 'accounts-server': eu },
          answers: { [`${eu}/oauth/user/info`]: { ZUID: 675_925_609 } },
        },
      })
      expect(authorization.origin).toBe('https://accounts.zoho.com')
      expect(requests.map(({ url }) => url)).toEqual([
        `${eu}/oauth/v2/token`,
        `${eu}/oauth/user/info`,
      ])
      // Not the person with the same number in the United States.
      expect(user.id).toBe('accounts.zoho.eu/675925609')
    },
    'sends the client secret to no server but those of Zoho': async (signIn) => {
      for (const server of [
        'https://accounts.zoho.com.evil.example',
        'https://accounts.zoho.com@evil.example',
        'http://accounts.zoho.com',
        'https://evil.example/',
      ]) {
        const seen: string[] = []
        const watch = async (request: Request): Promise<Response> => {
          seen.push(await request.text())
          return Response.json({ access_token: 'a', token_type: 'bearer' })
        }
        const endpoints = { [`${new URL(server).origin}/oauth/v2/token`]: watch }
        const person = { ...service.persons.documented, response: { 'accounts-server': server } }
        await expect(signIn({ person, service: { endpoints } })).rejects.toThrow(/no data center/)
        expect(seen).toEqual([])
      }
    },
  },
}
