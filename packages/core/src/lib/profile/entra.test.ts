import { describe, expect, it } from 'vitest'
import {
  entraMembers,
  type MicrosoftEntraIDOptions,
  type MicrosoftEntraIDProfile,
} from './entra.ts'

const TENANT = '6b0e1a4c-53d1-4f5a-9d0e-0c9a53c4b1aa'
const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad'
const HOST = 'https://login.microsoftonline.com'

const members = (options: Partial<MicrosoftEntraIDOptions> = {}) =>
  // No more than issuer and size is looked at.
  entraMembers(options as MicrosoftEntraIDOptions)

type Claims = Parameters<NonNullable<ReturnType<typeof members>['resolveIssuer']>>[0]

describe('The issuer of Microsoft Entra ID', () => {
  it.each([
    [undefined, `${HOST}/common/v2.0`, `${HOST}/{tenantid}/v2.0`],
    [`${HOST}/organizations/v2.0`, `${HOST}/organizations/v2.0`, `${HOST}/{tenantid}/v2.0`],
    [`${HOST}/consumers/v2.0`, `${HOST}/consumers/v2.0`, `${HOST}/${PERSONAL}/v2.0`],
    [`${HOST}/${TENANT}/v2.0`, `${HOST}/${TENANT}/v2.0`, `${HOST}/${TENANT}/v2.0`],
  ])('of %s is stated by discovery as it should be', (given, issuer, stated) => {
    const made = members(given === undefined ? {} : { issuer: given })
    expect(made.issuer).toBe(issuer)
    expect(made.discoveryIssuer).toBe(stated)
  })

  it.each<[string, unknown, string | undefined]>([
    ['a tenant', TENANT, `${HOST}/${TENANT}/v2.0`],
    ['a tenant in capitals', TENANT.toUpperCase(), `${HOST}/${TENANT.toUpperCase()}/v2.0`],
    ['a list with a tenant', [TENANT], undefined],
    ['text before a tenant', `x${TENANT}`, undefined],
    ['text behind a tenant', `${TENANT}x`, undefined],
    ['nothing', undefined, undefined],
    ['a group too few', TENANT.replace('-53d1', ''), undefined],
    ['a letter that is not a digit', TENANT.replace('6b0e', '6g0e'), undefined],
  ])('of an ID token is that of %s (OID-03)', (_, tid, expected) => {
    // No more than the tenant is looked at.
    const claims = { tid } as unknown as Claims
    expect(members().resolveIssuer?.(claims)).toBe(expected)
  })
})

describe('The profile of Microsoft Entra ID', () => {
  const PROFILE = {
    sub: '7',
    name: 'Ada',
    email: 'ada@example.com',
    photo: 'data:,',
    xms_edov: true,
  }

  const user = (profile: object): unknown =>
    // As the service may send it, whatever the types say.
    members().profile?.(profile as MicrosoftEntraIDProfile, {} as never)

  it('makes a user', () => {
    const { sub: id, name, email, photo: image } = PROFILE
    expect(user(PROFILE)).toEqual({ id, name, email, image, emailVerified: true })
  })

  it.each([1, '1', 'true', false, undefined])(
    'verifies no address when the owner of the domain is %j (ACC-02)',
    (xms_edov) => {
      expect(user({ ...PROFILE, xms_edov })).toHaveProperty('emailVerified', false)
    },
  )

  it('asks for the scopes that the profile needs, and for no photo unless it has a size', () => {
    const { authorization, userinfo } = members()
    expect(authorization).toEqual({ params: { scope: 'openid profile email User.Read' } })
    expect(userinfo).toBeUndefined()
  })
})

describe('The photo of Microsoft Entra ID', () => {
  type Sent = readonly [url: string, init?: RequestInit]
  type Asked = Parameters<
    NonNullable<Extract<ReturnType<typeof members>['userinfo'], { request?: unknown }>['request']>
  >[0]

  async function ask(
    respond: () => Promise<Response>,
    tokens: object = { access_token: 'a' },
  ): Promise<{ readonly sent: readonly Sent[]; readonly profile: unknown }> {
    const sent: Sent[] = []
    const { userinfo } = members({ profilePhotoSize: 48 })
    if (typeof userinfo !== 'object' || !('request' in userinfo)) throw new Error('No request.')
    const asked = {
      claims: { sub: '7' },
      tokens,
      fetch: (...request: Sent) => {
        sent.push(request)
        return respond()
      },
    }
    // Nothing else is looked at.
    const profile: unknown = await userinfo.request?.(asked as unknown as Asked)
    return { sent, profile }
  }

  it('is asked for in its size, and is part of the profile', async () => {
    const bytes = new Uint8Array([0, 1, 254, 255])
    const { sent, profile } = await ask(async () => new Response(bytes))
    expect(profile).toEqual({ sub: '7', photo: 'data:image/jpeg;base64,AAH+/w==' })
    expect(sent).toEqual([
      [
        'https://graph.microsoft.com/v1.0/me/photos/48x48/$value',
        { headers: { authorization: 'Bearer a' } },
      ],
    ])
  })

  it('is asked for without a token where the response had none', async () => {
    const { sent } = await ask(async () => new Response('', { status: 401 }), {})
    expect(sent[0]?.[1]?.headers).toEqual({ authorization: 'Bearer ' })
  })

  it('is null where there is none, and where it cannot be had', async () => {
    const responses = [
      async () => new Response('', { status: 404 }),
      async () => new Response('x', { status: 201 }),
      () => Promise.reject(new Error('offline')),
    ]
    for (const respond of responses) {
      expect((await ask(respond)).profile).toEqual({ sub: '7', photo: null })
    }
  })
})
