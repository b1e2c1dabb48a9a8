import { service } from '@latchstring/testing/services/workos'
import WorkOS from '@latchstring/core/providers/workos'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const workos: ProviderCase = {
  service,
  addressProvenBy: 'customer',
  provider: (options) => WorkOS({ connection: 'conn_01E4ZCR3C56J083X43JQXF3JK5', ...options }),
  authorization: {
    url: 'https://api.workos.com/sso/authorize',
    params: { response_type: 'code', connection: 'conn_01E4ZCR3C56J083X43JQXF3JK5' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: 'prof_01DMC79VCBZ0NY2099737PSVF1',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: 'https://example.com/ada.png',
      emailVerified: false,
    },
    minimal: idOnly('prof_01E55M8ZA0MB0YBKXDMTKV7JG8'),
  },
  quirks: {
    'asks the organisation named in the configuration, without a connection': async (signIn) => {
      const organization = 'org_01EHWNCE74X7JSDV0X3SZ3KJNY'
      const { authorization } = await signIn({
        options: { connection: undefined, authorization: { params: { organization } } },
        service: { authorization: { ...service.authorization, requires: { organization: true } } },
      })
      expect(authorization.searchParams.get('organization')).toBe(organization)
      expect(authorization.searchParams.has('connection')).toBe(false)
    },
    'names the parameters that WorkOS needs when a sign-in has none of them': async (signIn) => {
      await expect(signIn({ options: { connection: undefined } })).rejects.toThrow(
        /"workos" needs one of `connection`, `organization` and `provider`/,
      )
    },
    'takes a token response without a token type': async (signIn) => {
      const { account } = await signIn()
      expect(account['token_type']).toBe('bearer')
    },
  },
}
