import { describe, expect, it, vi } from 'vitest'
import type { Fetch } from '../lib/types/provider.ts'
import MicrosoftEntraID, { type MicrosoftEntraIDProfile } from './microsoft-entra-id.ts'

const tenant = '72f988bf-86f1-41af-91ab-2d7cd011db47'
const documented: MicrosoftEntraIDProfile = {
  ver: '2.0',
  iss: `https://login.microsoftonline.com/${tenant}/v2.0`,
  sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
  aud: '6cb04018-a3f5-46a7-b995-940c78f5aef3',
  exp: 1536361411,
  iat: 1536274711,
  name: 'Abe Lincoln',
  preferred_username: 'AbeLi@example.com',
  email: 'abeli@example.com',
  oid: '00000000-0000-0000-66f3-3332eca7ea81',
  tid: tenant,
  xms_edov: true,
}
const minimal: MicrosoftEntraIDProfile = { sub: 's' }
const host = 'https://login.microsoftonline.com'
const template = `${host}/{tenantid}/v2.0`

const other = '11111111-2222-3333-4444-555555555555'
const external = (hostId: string, pathId: string): string =>
  `https://${hostId}.ciamlogin.com/${pathId}/v2.0`

function isStated(provider: ReturnType<typeof MicrosoftEntraID>, stated: string): unknown {
  const { discoveryIssuer } = provider
  return typeof discoveryIssuer === 'function' && discoveryIssuer(stated, provider.issuer ?? '')
}

describe('microsoft-entra-id', () => {
  it('maps the documented claims, with `sub` as the id', async () => {
    expect(await MicrosoftEntraID().profile?.(documented, {})).toEqual({
      id: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
      name: 'Abe Lincoln',
      email: 'abeli@example.com',
      image: null,
      emailVerified: true,
    })
  })

  it('maps an ID token with only a subject', async () => {
    const empty = { id: 's', name: null, email: null, image: null, emailVerified: false }
    expect(await MicrosoftEntraID().profile?.(minimal, {})).toEqual(empty)
  })

  it('maps an address as verified only with `xms_edov`', async () => {
    const profile = { ...minimal, email: 'ceo@victim.example', email_verified: true }
    expect(await MicrosoftEntraID().profile?.(profile, {})).toMatchObject({ emailVerified: false })
  })

  describe('issuer', () => {
    it.each([
      ['common', '{tenantid}'],
      ['organizations', '{tenantid}'],
      ['consumers', '9188040d-6c67-4c5b-b112-36a304b66dad'],
      [tenant, tenant],
    ])('the discovery document of %s states %s', (segment, stated) => {
      const provider = MicrosoftEntraID({ issuer: `${host}/${segment}/v2.0` })
      expect(isStated(provider, `${host}/${stated}/v2.0`)).toBe(true)
      expect(isStated(provider, `https://login.example/${stated}/v2.0`)).toBe(false)
    })

    it('is the common endpoint by default', () => {
      expect(MicrosoftEntraID()).toMatchObject({ issuer: `${host}/common/v2.0` })
      expect(isStated(MicrosoftEntraID(), template)).toBe(true)
    })

    it('follows the tenant of the ID token', () => {
      const { resolveIssuer } = MicrosoftEntraID()
      expect(resolveIssuer?.({ tid: tenant }, template)).toBe(`${host}/${tenant}/v2.0`)
    })

    it('of one tenant does not follow the ID token', () => {
      const { resolveIssuer } = MicrosoftEntraID({ issuer: `${host}/${tenant}/v2.0` })
      expect(resolveIssuer?.({ tid: other }, `${host}/${tenant}/v2.0`)).toBe(
        `${host}/${tenant}/v2.0`,
      )
    })

    it.each([undefined, null, 1, '', 'common', '{tenantid}', `${tenant}/..`, `${tenant}\n`, '$&'])(
      'is refused for the tenant %j',
      (tid) => {
        expect(MicrosoftEntraID().resolveIssuer?.({ tid }, template)).toBeUndefined()
      },
    )

    it('is made of the tenant', () => {
      const { issuer } = MicrosoftEntraID({ tenantId: tenant })
      expect(issuer).toBe(`${host}/${tenant}/v2.0`)
    })

    it.each(['', ' ', 'a/b', '../common', undefined, null, 7])(
      'is refused, and not that of every tenant, for the `tenantId` %j',
      (tenantId) => {
        // As a program without types passes it.
        const options = { tenantId } as unknown as { tenantId: string }
        expect(MicrosoftEntraID(options).problem).toMatch(/`tenantId`/)
      },
    )

    it('is refused where it names another tenant than `tenantId`', () => {
      const issuer = `${host}/common/v2.0`
      expect(MicrosoftEntraID({ issuer, tenantId: tenant }).problem).toMatch(/two tenants/)
    })

    it.each([
      [`${host}/contoso.example/v2.0`, `${host}/${tenant}/v2.0`, true],
      [`${host}/contoso.example/v2.0`, template, false],
      [`${host}/contoso.example/v2.0`, `https://login.microsoftonline.us/${tenant}/v2.0`, false],
      ['https://contoso.ciamlogin.com/contoso.example/v2.0', external(tenant, tenant), true],
      [`https://contoso.ciamlogin.com/${tenant}/v2.0`, external(tenant, tenant), true],
      [`https://contoso.ciamlogin.com/${tenant}/v2.0`, external(other, other), false],
      ['https://contoso.ciamlogin.com/contoso.example/v2.0', external(tenant, other), false],
      ['https://contoso.ciamlogin.com/contoso.example/v2.0', `${host}/${tenant}/v2.0`, false],
      ['https://contoso.ciamlogin.com.example/c.example/v2.0', external(tenant, tenant), false],
      [`${host}/common/v2.0`, `${host}/${tenant}/v2.0`, false],
      [`${host}/${tenant}/v2.0`, `${host}/${other}/v2.0`, false],
    ])('%s may be stated as %s: %s', (issuer, stated, accepted) => {
      expect(isStated(MicrosoftEntraID({ issuer }), stated)).toBe(accepted)
    })

    it('is in the national cloud', () => {
      const { resolveIssuer } = MicrosoftEntraID({
        issuer: 'https://login.microsoftonline.us/organizations/v2.0',
      })
      const stated = 'https://login.microsoftonline.us/{tenantid}/v2.0'
      expect(resolveIssuer?.({ tid: tenant }, stated)).toBe(
        `https://login.microsoftonline.us/${tenant}/v2.0`,
      )
    })
  })

  describe('photo', () => {
    async function imageWith(fetch: Fetch): Promise<unknown> {
      const provider = MicrosoftEntraID({ profilePhotoSize: 48 })
      const { userinfo } = provider
      const request = typeof userinfo === 'object' ? userinfo.request : undefined
      const tokens = { access_token: 'at' }
      const profile = await request?.({ tokens, claims: documented, provider, fetch })
      return profile && (await provider.profile?.(profile, tokens))?.image
    }

    it('is not requested by default', () => {
      expect(MicrosoftEntraID().userinfo).toBeUndefined()
    })

    it('is requested from Microsoft Graph through the given fetch (OAU-17)', async () => {
      const fetch = vi.fn<Fetch>(() => Promise.resolve(new Response(new Uint8Array([255, 0, 128]))))
      expect(await imageWith(fetch)).toBe('data:image/jpeg;base64,/wCA')
      expect(fetch.mock.calls).toEqual([
        [
          'https://graph.microsoft.com/v1.0/me/photos/48x48/$value',
          { headers: { authorization: 'Bearer at' } },
        ],
      ])
    })

    it.each<[string, Fetch]>([
      ['the account has no photo', () => Promise.resolve(new Response(null, { status: 404 }))],
      ['Graph cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
    ])('is null when %s', async (_, fetch) => {
      expect(await imageWith(fetch)).toBeNull()
    })
  })
})
