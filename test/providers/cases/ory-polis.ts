import { service } from '@latchstring/testing/services/ory-polis'
import OryPolis, { type OryPolisProfile } from '@latchstring/core/providers/ory-polis'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

function withTenant({ sub, requested }: OryPolisProfile): { id: string } {
  return { id: JSON.stringify([requested?.tenant, sub]) }
}

export const oryPolis: ProviderCase = {
  service,
  provider: OryPolis,
  authorization: {
    url: 'https://sso.example.com/api/oauth/authorize',
    params: { response_type: 'code', scope: 'openid', provider: 'saml' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '32b5af58fdf',
      name: 'Ada Byron',
      email: 'ada@acme.example',
      image: null,
      emailVerified: false,
    },
    minimal: { id: 'm', name: null, email: null, image: null, emailVerified: false },
  },
  required: ['issuer'],
  quirks: {
    'goes on with the accounts of `boxyhq-saml` under its id': async (signIn) => {
      const { account } = await signIn({ options: { id: 'boxyhq-saml' } })
      expect(account).toMatchObject({ provider: 'boxyhq-saml', providerAccountId: '32b5af58fdf' })
    },
    'has room for the tenant in the account id': async (signIn) => {
      const { user } = await signIn({ options: { profile: withTenant } })
      expect(user.id).toBe('["acme.example","32b5af58fdf"]')
    },
    'signs in with a version that states the audience of SAML as issuer': async (signIn) => {
      const issuer = 'https://saml.boxyhq.com'
      const wellKnown = 'https://sso.example.com/.well-known/openid-configuration'
      const { user } = await signIn({
        options: { issuer, wellKnown },
        service: { options: { issuer, wellKnown }, issuer, wellKnown },
      })
      expect(user.name).toBe('Ada Byron')
    },
  },
}
