import { service } from '@latchstring/testing/services/netsuite'
import NetSuite from '@latchstring/core/providers/netsuite'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

// There are no variables of the environment for these.
const account = {
  accountID: '1234567_SB1',
  userinfo:
    'https://1234567-sb1.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=123&deploy=1',
}

export const netsuite: ProviderCase = {
  service,
  addressProvenBy: 'customer',
  provider: (options) => NetSuite({ ...account, ...options }),
  authorization: {
    url: 'https://1234567-sb1.app.netsuite.com/app/login/oauth2/authorize.nl',
    params: { response_type: 'code', scope: 'restlets rest_webservices' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '1169',
      name: 'Ada Example',
      email: 'ada@example.com',
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('7'),
  },
  required: ['accountID', 'userinfo'],
  quirks: {
    'writes the id of a sandbox account as host names have it': async (signIn) => {
      const { authorization, requests } = await signIn({ options: { accountID: '1234567_SB1' } })
      expect(authorization.host).toBe('1234567-sb1.app.netsuite.com')
      expect(requests.map(({ url }) => new URL(url).host)).toEqual([
        '1234567-sb1.suitetalk.api.netsuite.com',
        '1234567-sb1.restlets.api.netsuite.com',
      ])
    },
    'refuses the ids below zero, which stand for no employee': async (signIn) => {
      const restlet = account.userinfo.split('?', 1)[0] ?? ''
      for (const id of [-4, '-5']) {
        const answers = { [restlet]: { id, name: 'System', email: 'a@example.com' } }
        await expect(signIn({ person: { answers } })).rejects.toThrow(/has no `id`/)
      }
    },
    'passes on `prompt` and `scope`': async (signIn) => {
      const { authorization } = await signIn({ options: { prompt: 'login', scope: 'restlets' } })
      expect(authorization.searchParams.get('prompt')).toBe('login')
      expect(authorization.searchParams.get('scope')).toBe('restlets')
    },
    'reads a lifetime that is written as text': async (signIn) => {
      const { account: stored } = await signIn()
      expect(stored['expires_at']).toEqual(expect.any(Number))
    },
  },
}
