import { service } from '@latchstring/testing/services/boxyhq-saml'
import SAMLJackson, { type BoxyHQSAMLProfile } from '@latchstring/core/providers/boxyhq-saml'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { samlJacksonUsers } from '../src/software/saml-jackson.ts'

function withTenant({ id, requested }: BoxyHQSAMLProfile): { id: string } {
  return { id: JSON.stringify([requested?.tenant, id]) }
}

export const boxyhqSaml: ProviderCase = {
  service,
  addressProvenBy: 'customer',
  provider: SAMLJackson,
  authorization: {
    url: 'https://sso.example.com/api/oauth/authorize',
    params: { response_type: 'code', provider: 'saml' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: samlJacksonUsers('32b5af58fdf'),
  required: ['issuer'],
  quirks: {
    'reads a lifetime that is a text': async (signIn) => {
      const { account } = await signIn()
      expect(account['expires_at']).toEqual(expect.any(Number))
    },
    'does not ask for the scope `openid`, which a server without keys refuses': async (signIn) => {
      const { authorization } = await signIn()
      expect(authorization.searchParams.has('scope')).toBe(false)
    },
    'has room for the tenant in the account id': async (signIn) => {
      const { user } = await signIn({ options: { profile: withTenant } })
      expect(user.id).toBe('["acme.example","32b5af58fdf"]')
    },
  },
}
