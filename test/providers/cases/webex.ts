import { service } from '@latchstring/testing/services/webex'
import Webex from '@latchstring/core/providers/webex'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const webex: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Webex,
  authorization: {
    url: 'https://webexapis.com/v1/authorize',
    params: { response_type: 'code', scope: 'spark:kms spark:people_read' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: 'Y2lzY29zcGFyazovL3VzL1BFT1BMRS9mNWIzNjE4Ny1jOGRkLTQ3MjctOGIyZi1mOWM0NDdmMjkwNDY',
      name: 'Ada Lovelace',
      email: 'ada.lovelace@example.com',
      image: 'https://avatar-prod-us-east-2.webexcontent.com/Avtr~V1~1/ada~1600',
      emailVerified: false,
    },
    minimal: idOnly('Y2lzY29zcGFyazovL3VzL1BFT1BMRS9taW5pbWFs'),
  },
  quirks: {
    'asks another API, such as that for governments': async (signIn) => {
      const api = 'https://api-usgov.webex.com/v1'
      const { authorization, requests } = await signIn({
        options: { apiBaseUrl: `${api}/` },
        service: {
          authorization: { ...service.authorization, url: `${api}/authorize` },
          token: { ...service.token, url: `${api}/access_token` },
          resources: { [`${api}/people/me`]: {} },
        },
        person: { answers: { [`${api}/people/me`]: { id: 'gov' } } },
      })
      expect(authorization.href).toContain(`${api}/authorize?`)
      expect(requests.map(({ url }) => url)).toEqual([`${api}/access_token`, `${api}/people/me`])
    },
  },
}
