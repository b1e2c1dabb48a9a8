import { service } from '@latchstring/testing/services/azure-ad'
import AzureAD from '@latchstring/core/providers/azure-ad'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

const TENANT = '3b1e6f0c-2f6e-4f0b-8a51-7a2a1c0f5d11'

export const azureAd: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: AzureAD,
  authorization: {
    url: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    params: { response_type: 'code', scope: 'openid profile email User.Read' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'Hx1cVtZ0s1b6m0n9p8Q7r6S5t4U3v2W1x0Y9z8A7b6C',
      name: 'Grace Hopper',
      email: 'grace@fabrikam.example',
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('minimal'),
  },
  quirks: {
    'admits people of the tenant that their ID token names, and no other issuer': async (
      signIn,
    ) => {
      const stranger = { iss: 'https://login.microsoftonline.com/x/v2.0', sub: 'eve', tid: TENANT }
      await expect(signIn({ person: { claims: stranger } })).rejects.toThrow()
    },
    'calls an address verified only by xms_edov': async (signIn) => {
      const claims = {
        iss: `https://login.microsoftonline.com/${TENANT}/v2.0`,
        sub: 'grace',
        tid: TENANT,
        email: 'grace@fabrikam.example',
      }
      const { user } = await signIn({ person: { claims: { ...claims, email_verified: true } } })
      expect(user.emailVerified).toBe(false)
      const owner = await signIn({ person: { claims: { ...claims, xms_edov: true } } })
      expect(owner.user.emailVerified).toBe(true)
    },
  },
}
