import { service } from '@latchstring/testing/services/azure-ad-b2c'
import AzureADB2C from '@latchstring/core/providers/azure-ad-b2c'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

const HOST = 'https://contoso.b2clogin.com'
const TENANT = '775527ff-9a37-4307-8b3d-cc311f58d925'
const POLICY = `${HOST}/tfp/${TENANT}/B2C_1A_signin/v2.0`

export const azureAdB2c: ProviderCase = {
  service,
  addressProvenBy: 'customer',
  provider: AzureADB2C,
  authorization: {
    url: `${HOST}/${TENANT}/B2C_1_signupsignin/oauth2/v2.0/authorize`,
    params: { response_type: 'code', scope: 'openid lab-client-of-azure-ad-b2c' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '884408e1-2918-4cz0-b12d-3aa027d7563b',
      name: 'Ada Byron',
      email: 'ada@example.com',
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('m'),
  },
  required: ['issuer'],
  quirks: {
    'gets an access token for a scope of an API without asking for one of its own': async (
      signIn,
    ) => {
      const scope = 'openid offline_access https://contoso.onmicrosoft.com/api/read'
      const { authorization, account } = await signIn({
        options: { authorization: { params: { scope } } },
      })
      expect(authorization.searchParams.get('scope')).toBe(scope)
      expect(account['access_token']).toMatch(/\S/)
    },
    'takes a policy whose name is in the issuer, with the slash that the document adds': async (
      signIn,
    ) => {
      const { user } = await signIn({
        options: { issuer: POLICY },
        service: {
          issuer: `${POLICY}/`,
          wellKnown: `${POLICY}/.well-known/openid-configuration`,
        },
      })
      expect(user.name).toBe('Ada Byron')
    },
    'takes a user flow named with a domain by the addresses of issuer and document': async (
      signIn,
    ) => {
      const wellKnown = `${HOST}/contoso.onmicrosoft.com/B2C_1_x/v2.0/.well-known/openid-configuration`
      const { user } = await signIn({
        options: { issuer: `${HOST}/${TENANT}/v2.0/`, wellKnown },
        service: { wellKnown },
      })
      expect(user.email).toBe('ada@example.com')
    },
    'refuses a document that states another tenant': async (signIn) => {
      const issuer = `${HOST}/11111111-2222-3333-4444-555555555555/v2.0/`
      await expect(signIn({ service: { issuer } })).rejects.toThrow(/issuer/)
    },
    'has the address of a custom policy, and none that is not a string': async (signIn) => {
      const one = await signIn({ person: { claims: { sub: 'a', email: 'a@example.com' } } })
      expect(one.user.email).toBe('a@example.com')
      const other = await signIn({ person: { claims: { sub: 'b', emails: [7] } } })
      expect(other.user.email).toBeNull()
    },
  },
}
