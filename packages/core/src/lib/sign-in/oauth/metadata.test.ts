import { clockTolerance as toleranceOption } from 'oauth4webapi'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openService } from '../../../../test/fake-service.ts'
import { ISSUER, NOW, oauthProvider, oidcProvider } from '../../../../test/oauth-provider.ts'
import type { OAuthProvider } from '../../config/providers.ts'
import { customFetch } from '../../types/symbols.ts'
import { clockTolerance, type Server, loadServer } from './metadata.ts'
import { toClient } from './request.ts'

afterEach(() => {
  vi.useRealTimers()
})

type Members = Readonly<Record<string, unknown>>

const DISCOVERY = '/.well-known/openid-configuration'

const DOCUMENT = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/a`,
  token_endpoint: `${ISSUER}/t`,
  userinfo_endpoint: `${ISSUER}/u`,
}

const respondWith = (document: unknown, init?: ResponseInit) => () => Response.json(document, init)

describe('The metadata of an authorization server', () => {
  it('is requested under the issuer, with or without a trailing slash (OID-19)', async () => {
    for (const issuer of [`${ISSUER}/tenant`, `${ISSUER}/tenant/`]) {
      const service = openService({ [`/tenant${DISCOVERY}`]: respondWith({ ...DOCUMENT, issuer }) })
      const { metadata, ...rest } = await loadServer(
        oidcProvider({ issuer, [customFetch]: service.fetch }),
      )
      expect(metadata).toEqual({ ...DOCUMENT, issuer })
      expect(rest).toEqual({})
      expect(service.asked.map(({ url }) => url)).toEqual([`${ISSUER}/tenant${DISCOVERY}`])
      expect(service.asked[0]?.headers.get('accept')).toBe('application/json')
    }
  })

  it('is requested at the configured URL (OID-19)', async () => {
    const wellKnown = `${ISSUER}/elsewhere`
    const service = openService({ '/elsewhere': respondWith(DOCUMENT) })
    await loadServer(oidcProvider({ wellKnown, [customFetch]: service.fetch }))
    expect(service.asked.map(({ url }) => url)).toEqual([wellKnown])
  })

  it('may have any issuer where only its URL is configured (OID-19)', async () => {
    const service = openService({
      '/elsewhere': respondWith({ ...DOCUMENT, issuer: 'https://x.y' }),
    })
    const provider = oauthProvider({
      wellKnown: `${ISSUER}/elsewhere`,
      [customFetch]: service.fetch,
    })
    const { userinfo: _, ...discovered } = provider
    const { metadata } = await loadServer({ ...discovered, userinfo: {} })
    expect(metadata.issuer).toBe('https://x.y')
  })

  it.each<[string, unknown, ResponseInit, string]>([
    ['HTTP 201', DOCUMENT, { status: 201 }, '(HTTP 201)'],
    ['HTTP 404', DOCUMENT, { status: 404 }, '(HTTP 404)'],
    ['a list', [DOCUMENT], {}, '(HTTP 200)'],
    ['no issuer', { token_endpoint: `${ISSUER}/t` }, {}, '(HTTP 200)'],
  ])('is refused with %s (OID-19)', async (_, document, init, end) => {
    const service = openService({ [DISCOVERY]: respondWith(document, init) })
    const refused = loadServer(oidcProvider({ [customFetch]: service.fetch }))
    await expect(refused).rejects.toMatchObject({
      message: `${ISSUER}${DISCOVERY} did not answer with a discovery document ${end}.`,
      facts: { status: init.status ?? 200, discovery: true },
    })
  })

  it('must have the configured issuer or its template (OID-19)', async () => {
    const template = `${ISSUER}/{tenant}`
    const open = (issuer: string, overrides: object = {}): Promise<Server> => {
      const service = openService({ [DISCOVERY]: respondWith({ ...DOCUMENT, issuer }) })
      return loadServer(oidcProvider({ [customFetch]: service.fetch, ...overrides }))
    }
    await expect(open(template)).rejects.toThrow(
      `The issuer is configured as "${ISSUER}", but its discovery document says "${template}". They have to be equal, down to a slash at the end of a path.`,
    )
    const { metadata } = await open(template, { discoveryIssuer: template })
    expect(metadata.issuer).toBe(template)
    await expect(open(`${template}/`, { discoveryIssuer: template })).rejects.toThrow('equal')
    expect((await open(ISSUER, { discoveryIssuer: template })).metadata.issuer).toBe(ISSUER)
  })

  it('may have an issuer that a function accepts for the configured one', async () => {
    const service = openService({
      [DISCOVERY]: respondWith({ ...DOCUMENT, issuer: `${ISSUER}/north` }),
    })
    const asked: string[][] = []
    const open = (accept: boolean): Promise<Server> =>
      loadServer(
        oidcProvider({
          [customFetch]: service.fetch,
          discoveryIssuer: (stated, configured) => {
            asked.push([stated, configured])
            return accept
          },
        }),
      )
    expect((await open(true)).metadata.issuer).toBe(`${ISSUER}/north`)
    await expect(open(false)).rejects.toThrow('equal')
    expect(asked).toEqual([
      [`${ISSUER}/north`, ISSUER],
      [`${ISSUER}/north`, ISSUER],
    ])
  })

  it.each([
    ['https://id.example.com', 'https://id.example.com/', true],
    ['https://id.example.com/', 'https://id.example.com', true],
    ['https://id.example.com/north', 'https://id.example.com/north/', false],
    ['https://id.example.com/north/', 'https://id.example.com/north', false],
    ['https://id.example.com', 'https://id.example.com/north', false],
    ['https://id.example.com', 'https://id.example.com//', false],
    ['https://id.example.com', 'https://ID.example.com', false],
  ])('of the issuer %s may name the issuer %s: %s (OID-02, OID-19)', async (...row) => {
    const [issuer, stated, same] = row
    const { pathname } = new URL(issuer)
    const address = `${pathname.replace(/\/$/, '')}${DISCOVERY}`
    const service = openService({ [address]: respondWith({ ...DOCUMENT, issuer: stated }) })
    const loaded = loadServer(oidcProvider({ issuer, [customFetch]: service.fetch }))
    if (same) return expect((await loaded).metadata.issuer).toBe(stated)
    return expect(loaded).rejects.toThrow('They have to be equal')
  })

  it('has no member that is null or empty (OID-19)', async () => {
    const empty = { jwks_uri: '', userinfo_endpoint: null, end_session_endpoint: '' }
    const service = openService({ [DISCOVERY]: respondWith({ ...DOCUMENT, ...empty }) })
    const { metadata, keys } = await loadServer(oidcProvider({ [customFetch]: service.fetch }))
    const { userinfo_endpoint: _, ...rest } = DOCUMENT
    expect(metadata).toEqual(rest)
    expect(keys).toBeUndefined()
  })

  it('is overridden by configured endpoints, whatever the document says there (OAU-16)', async () => {
    const named = {
      authorization: 'https://a.example/a',
      token: 'https://a.example/t',
      userinfo: 'https://a.example/u',
    }
    const wrong = { authorization_endpoint: 7, token_endpoint: '/t', userinfo_endpoint: [] }
    const members = { issuer: ISSUER, jwks_uri: `${ISSUER}/jwks`, ...wrong }
    const service = openService({ [DISCOVERY]: respondWith(members) })
    const provider = oidcProvider({ ...named, [customFetch]: service.fetch })
    const { metadata, keys } = await loadServer(provider)
    expect(keys).toBeDefined()
    expect(metadata).toEqual({
      issuer: ISSUER,
      jwks_uri: `${ISSUER}/jwks`,
      authorization_endpoint: named.authorization,
      token_endpoint: named.token,
      userinfo_endpoint: named.userinfo,
    })
  })

  const request = (): Promise<{ sub: string }> => Promise.resolve({ sub: 'ada' })
  const ENDPOINTS = {
    authorization: 'https://acme.example/a',
    token: 'https://acme.example/t',
    userinfo: 'https://acme.example/u',
  }

  it.each<[string, boolean, Parameters<typeof oauthProvider>[0]]>([
    ['all endpoints', false, {}],
    ['a way to ask for the profile', false, { userinfo: { request } }],
    ['no authorization endpoint', true, { authorization: {} }],
    ['no token endpoint', true, { token: {} }],
    ['no userinfo endpoint', true, { userinfo: {} }],
    ['pushed requests', true, { pushedAuthorizationRequests: true }],
  ])('is requested with OAuth and %s: %s', async (_, asked, overrides) => {
    const service = openService({ [DISCOVERY]: respondWith(DOCUMENT) })
    const fetch = { [customFetch]: service.fetch }
    await loadServer(oauthProvider({ ...ENDPOINTS, issuer: ISSUER, ...overrides, ...fetch }))
    expect(service.asked).toHaveLength(asked ? 1 : 0)
  })

  it('has the configured issuer or a placeholder with OAuth and no document (OAU-09)', async () => {
    expect(await loadServer(oauthProvider({ issuer: ISSUER }))).toEqual({
      metadata: {
        issuer: ISSUER,
        authorization_endpoint: ENDPOINTS.authorization,
        token_endpoint: ENDPOINTS.token,
        userinfo_endpoint: ENDPOINTS.userinfo,
      },
    })
    const { metadata, issuerUnknown } = await loadServer(oauthProvider({ userinfo: { request } }))
    expect(issuerUnknown).toBe(true)
    expect(metadata).toEqual({
      issuer: 'https://acme.example',
      authorization_endpoint: ENDPOINTS.authorization,
      token_endpoint: ENDPOINTS.token,
    })
  })
})

describe('The keys of an authorization server', () => {
  const key = (kid: string): Members => ({
    kty: 'EC',
    crv: 'P-256',
    x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
    y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
    kid,
    alg: 'ES256',
    use: 'sig',
  })

  interface Opened {
    readonly provider: OAuthProvider
    /** The ids of the keys from now on. */
    rotate(...kids: readonly string[]): void
    /** How often keys have been asked for. */
    loads(): number
    /** What was wanted of the last answer. */
    accepted(): string | null | undefined
    advance(milliseconds: number): void
    say(members: Members): void
  }

  function open(): Opened {
    let kids: readonly string[] = ['a']
    let now = NOW * 1000
    let document: Members = { ...DOCUMENT, jwks_uri: `${ISSUER}/jwks` }
    const service = openService({
      [DISCOVERY]: () => Response.json(document),
      '/jwks': () => Response.json({ keys: kids.map(key) }),
      '/other': () => Response.json({ keys: kids.map(key) }),
    })
    return {
      provider: oidcProvider({ [customFetch]: service.fetch }, () => now),
      rotate: (...next) => void (kids = next),
      loads: () => service.asked.filter(({ url }) => /\/(?:jwks|other)$/.test(url)).length,
      accepted: () => service.asked.at(-1)?.headers.get('accept'),
      advance: (milliseconds) => void (now += milliseconds),
      say: (members) => void (document = { ...document, ...members }),
    }
  }

  /** Whether there is a key with an id. */
  async function has({ provider }: Opened, kid: string): Promise<boolean> {
    const { keys } = await loadServer(provider)
    if (!keys) return false
    const token = { payload: '', signature: '', protected: '' }
    try {
      return Boolean(await keys({ alg: 'ES256', kid }, token))
    } catch (error) {
      expect(error).toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' })
      return false
    }
  }

  it('are loaded once, and again for an id that is new (OID-08)', async () => {
    const opened = open()
    expect(await has(opened, 'a')).toBe(true)
    expect(await has(opened, 'a')).toBe(true)
    expect(opened.loads()).toBe(1)
    expect(opened.accepted()).toContain('application/jwk-set+json')
    opened.rotate('b')
    expect(await has(opened, 'b')).toBe(true)
    expect(opened.loads()).toBe(2)
  })

  it('are loaded for unknown ids at most once in ten seconds (OID-09)', async () => {
    const opened = open()
    await has(opened, 'a')
    expect(await has(opened, 'x')).toBe(false)
    expect(opened.loads()).toBe(2)
    opened.advance(9_999)
    expect(await has(opened, 'x')).toBe(false)
    expect(opened.loads()).toBe(2)
    opened.advance(1)
    opened.rotate('x')
    expect(await has(opened, 'x')).toBe(true)
    expect(opened.loads()).toBe(3)
  })

  it('are loaded once for simultaneous sign-ins (OID-08)', async () => {
    const opened = open()
    await has(opened, 'a')
    opened.rotate('b', 'c')
    expect(await Promise.all(['b', 'c', 'b'].map((kid) => has(opened, kid)))).toEqual([
      true,
      true,
      true,
    ])
    expect(opened.loads()).toBe(2)
  })

  it('are loaded again after an hour (OID-09)', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const opened = open()
    expect(await has(opened, 'a')).toBe(true)
    opened.rotate('b')
    vi.setSystemTime(Date.now() + 3_599_000)
    expect(await has(opened, 'a')).toBe(true)
    vi.setSystemTime(Date.now() + 2000)
    expect(await has(opened, 'a')).toBe(false)
  })

  it('are kept when the document is renewed, unless it has another jwks_uri (OID-09)', async () => {
    const opened = open()
    await has(opened, 'a')
    const before = await loadServer(opened.provider)
    opened.advance(600_000)
    await loadServer(opened.provider)
    await vi.waitFor(async () => expect(await loadServer(opened.provider)).not.toBe(before))
    expect((await loadServer(opened.provider)).keys).toBe(before.keys)
    opened.say({ jwks_uri: `${ISSUER}/other` })
    opened.advance(600_000)
    await loadServer(opened.provider)
    await vi.waitFor(async () =>
      expect((await loadServer(opened.provider)).keys).not.toBe(before.keys),
    )
    expect(await has(opened, 'a')).toBe(true)
    expect(opened.loads()).toBe(2)
    // Without an address there are none any more.
    opened.say({ jwks_uri: undefined })
    opened.advance(600_000)
    await loadServer(opened.provider)
    await vi.waitFor(async () => expect(await has(opened, 'a')).toBe(false))
  })
})

describe('The client for oauth4webapi', () => {
  it('has the configured members, and no time checks (OID-10, OID-14)', () => {
    const client = { default_max_age: 60, id_token_signed_response_alg: 'ES256' }
    expect(toClient(oidcProvider({ client }))).toEqual({
      client_id: 'app',
      id_token_signed_response_alg: 'ES256',
      [toleranceOption]: Number.MAX_SAFE_INTEGER,
    })
    expect(toClient(oauthProvider())).toEqual({
      client_id: 'app',
      [toleranceOption]: Number.MAX_SAFE_INTEGER,
    })
    expect(clockTolerance(oidcProvider({ clockTolerance: 5 }))).toBe(5)
    expect(clockTolerance(oauthProvider())).toBeUndefined()
  })
})
