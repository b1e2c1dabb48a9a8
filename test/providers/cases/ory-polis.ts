import { service } from '@latchstring/testing/services/ory-polis'
import OryPolis, { type OryPolisProfile } from '@latchstring/core/providers/ory-polis'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { samlJacksonUsers } from '../src/software/saml-jackson.ts'

export const oryPolis: ProviderCase = {
  service,
  addressProvenBy: 'customer',
  provider: OryPolis,
  authorization: {
    url: 'https://sso.example.com/api/oauth/authorize',
    params: { response_type: 'code', scope: 'openid', provider: 'saml' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_post',
  users: samlJacksonUsers('["acme.example","app","32b5af58fdf"]'),
  required: ['issuer'],
  quirks: {
    'reads a lifetime that is a text': async (signIn) => {
      const { account } = await signIn()
      expect(account['expires_at']).toEqual(expect.any(Number))
    },
    'goes on with the accounts of `boxyhq-saml` where the application says how': async (signIn) => {
      const profile = ({ sub }: OryPolisProfile): { id: string } => ({ id: sub })
      const { account } = await signIn({ options: { id: 'boxyhq-saml', profile } })
      expect(account).toMatchObject({ provider: 'boxyhq-saml', providerAccountId: '32b5af58fdf' })
    },
    'tells people of two tenants apart whose identity providers use the same id': async (
      signIn,
    ) => {
      const userinfo = 'https://sso.example.com/api/oauth/userinfo'
      const sub = '32b5af58fdf'
      const ids = await Promise.all(
        ['acme.example', 'evil.example'].map(async (tenant) => {
          const answers = { [userinfo]: { sub, requested: { tenant, product: 'app' } } }
          const { user } = await signIn({ person: { claims: { sub }, answers } })
          return user.id
        }),
      )
      expect(new Set(ids).size).toBe(2)
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
