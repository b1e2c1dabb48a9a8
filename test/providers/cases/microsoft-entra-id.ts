import { service } from '@latchstring/testing/services/microsoft-entra-id'
import MicrosoftEntraID from '@latchstring/core/providers/microsoft-entra-id'
import { expect } from 'vitest'
import type { Person } from '@latchstring/testing'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

const host = 'https://login.microsoftonline.com'
const contoso = '72f988bf-86f1-41af-91ab-2d7cd011db47'
const fabrikam = '0f1d3b5a-7d11-4d6e-8f0b-1a2b3c4d5e6f'
const personal = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** The endpoints of one tenant, or of a group of them. */
function at(segment: string, stated: string): Partial<typeof service> {
  return {
    issuer: `${host}/${segment}/v2.0`,
    discovery: { issuer: `${host}/${stated}/v2.0` },
    jwksUri: `${host}/${segment}/discovery/v2.0/keys`,
    authorization: { ...service.authorization, url: `${host}/${segment}/oauth2/v2.0/authorize` },
    token: { ...service.token, url: `${host}/${segment}/oauth2/v2.0/token` },
  }
}

function memberOf(tid: string, issuer = `${host}/${tid}/v2.0`): Person {
  return { claims: { iss: issuer, tid, sub: `of-${tid}`, oid: '1' } }
}

export const microsoftEntraId: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: MicrosoftEntraID,
  authorization: {
    url: `${host}/common/oauth2/v2.0/authorize`,
    params: { response_type: 'code', scope: 'openid profile email User.Read' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
      name: 'Ada Lovelace',
      email: 'ada@contoso.example',
      image: null,
      emailVerified: true,
    },
    minimal: idOnly('AAAAAAAAAAAAAAAAAAAAAMinimal'),
  },
  quirks: {
    'signs in people of any tenant, each with an issuer of its own': async (signIn) => {
      const one = await signIn({ person: memberOf(contoso) })
      const other = await signIn({ person: memberOf(fabrikam) })
      expect([one.user.id, other.user.id]).toEqual([`of-${contoso}`, `of-${fabrikam}`])
    },
    'signs in personal accounts, which are a tenant': async (signIn) => {
      const options = { issuer: `${host}/consumers/v2.0` }
      const { user, authorization } = await signIn({
        options,
        service: { ...at('consumers', personal), options },
        person: memberOf(personal),
      })
      expect(user.id).toBe(`of-${personal}`)
      expect(authorization.pathname).toBe('/consumers/oauth2/v2.0/authorize')
    },
    'refuses an ID token whose issuer is another tenant than its `tid`': async (signIn) => {
      const person = memberOf(contoso, `${host}/${fabrikam}/v2.0`)
      await expect(signIn({ person })).rejects.toThrow(/is of the issuer/)
    },
    'refuses an ID token with a `tid` that is not a tenant id': async (signIn) => {
      const person = memberOf('evil.example/..', `${host}/evil.example/../v2.0`)
      await expect(signIn({ person })).rejects.toThrow(/is not from an issuer/)
    },
    'refuses people of another tenant than the configured one': async (signIn) => {
      const options = { issuer: `${host}/${contoso}/v2.0` }
      const change = { options, service: { ...at(contoso, contoso), options } }
      const { user } = await signIn({ ...change, person: memberOf(contoso) })
      expect(user.id).toBe(`of-${contoso}`)
      await expect(signIn({ ...change, person: memberOf(fabrikam) })).rejects.toThrow(
        /is of the issuer/,
      )
    },
    'admits one tenant, whose id or name is the option `tenantId` or a variable': async (
      signIn,
    ) => {
      const name = 'contoso.example'
      const byName = { ...at(name, contoso), options: {} }
      const byId = { ...at(contoso, contoso), options: {} }
      const person = memberOf(contoso)
      for (const [tenantId, there] of [
        [contoso, byId],
        [name, byName],
      ] as const) {
        const change = { options: { tenantId }, service: there }
        const { user, authorization } = await signIn({ ...change, person })
        expect(user.id).toBe(`of-${contoso}`)
        expect(authorization.pathname).toBe(`/${tenantId}/oauth2/v2.0/authorize`)
        await expect(signIn({ ...change, person: memberOf(fabrikam) })).rejects.toThrow(
          /is of the issuer/,
        )
      }
    },
    'signs in people of an external tenant, whose document states another issuer': async (
      signIn,
    ) => {
      const authority = 'https://contoso.ciamlogin.com/contoso.onmicrosoft.com'
      const stated = `https://${contoso}.ciamlogin.com/${contoso}/v2.0`
      const options = { issuer: `${authority}/v2.0` }
      const change = {
        options,
        service: {
          options,
          issuer: `${authority}/v2.0`,
          discovery: { issuer: stated },
          jwksUri: `${authority}/discovery/v2.0/keys`,
          authorization: { ...service.authorization, url: `${authority}/oauth2/v2.0/authorize` },
          token: { ...service.token, url: `${authority}/oauth2/v2.0/token` },
        },
      }
      const { user } = await signIn({ ...change, person: memberOf(contoso, stated) })
      expect(user.id).toBe(`of-${contoso}`)
      const elsewhere = `https://${fabrikam}.ciamlogin.com/${fabrikam}/v2.0`
      await expect(signIn({ ...change, person: memberOf(fabrikam, elsewhere) })).rejects.toThrow(
        /is of the issuer/,
      )
    },
    'does not take an address for verified because a tenant wrote it': async (signIn) => {
      const { claims } = memberOf(fabrikam)
      const written = { ...claims, email: 'ceo@contoso.example', email_verified: true }
      const { user } = await signIn({ person: { claims: written } })
      expect(user).toMatchObject({ email: 'ceo@contoso.example', emailVerified: false })
    },
  },
}
