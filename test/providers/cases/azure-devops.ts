import { service } from '@latchstring/testing/services/azure-devops'
import AzureDevOps from '@latchstring/core/providers/azure-devops'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const azureDevops: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: AzureDevOps,
  authorization: {
    url: 'https://app.vssps.visualstudio.com/oauth2/authorize',
    params: { response_type: 'Assertion', scope: 'vso.profile' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: 'd6245f20-2af8-44f4-9451-8107cb2767db',
      name: 'Francis Totten',
      email: 'fabrikamfiber16@example.com',
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    'takes a lifetime that is text, and the token as a bearer token': async (signIn) => {
      const { account } = await signIn()
      expect(account['token_type']).toBe('bearer')
      expect(account['expires_at']).toBeTypeOf('number')
    },
    'asks for what the option `scope` says': async (signIn) => {
      const { authorization } = await signIn({ options: { scope: 'vso.profile vso.code' } })
      expect(authorization.searchParams.get('scope')).toBe('vso.profile vso.code')
    },
  },
}
