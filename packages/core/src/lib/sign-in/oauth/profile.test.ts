import { CompactSign, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { type FakeService, openService } from '../../../../test/fake-service.ts'
import { ISSUER, NOW, oauthProvider, oidcProvider } from '../../../../test/oauth-provider.ts'
import type { OAuthProvider } from '../../config/providers.ts'
import { AccessDenied } from '../../errors/classes.ts'
import { customFetch } from '../../types/symbols.ts'
import type { Profile } from '../../types/account.ts'
import type { OAuthIdentity } from '../../types/oauth-identity.ts'
import type { Grant } from './code-grant.ts'
import { toIdentity } from './identity.ts'
import { fetchProfile } from './profile.ts'
import { dpopHandle, newDpopKey } from './request.ts'

type Members = Readonly<Record<string, unknown>>

const tokens = { access_token: 'the access token', token_type: 'bearer' as const }

const grant: Grant = {
  tokens,
  server: { metadata: { issuer: ISSUER, userinfo_endpoint: 'https://acme.example/u' } },
}

const NO_PARAMETERS = new URLSearchParams()

async function ask(
  provider: OAuthProvider,
  changes: Partial<Grant> = {},
  parameters = NO_PARAMETERS,
): Promise<OAuthIdentity> {
  const said = await fetchProfile(provider, { ...grant, ...changes }, parameters)
  return { ...(await toIdentity(provider, said.profile, said.tokens)), ...said.session }
}

const matching = (form: RegExp): unknown => expect.stringMatching(form)

const refusal = (message: string): object => ({ type: 'OAuthCallbackError', message })

const UNREADABLE = refusal('The profile of "acme" could not be read.')

const json = (body: unknown, init?: ResponseInit): FakeService =>
  openService({ '/u': () => Response.json(body, init) })

const profile = ({ id, name }: Members): { id: string } =>
  ({ id, name: name ?? null }) as { id: string } // As a function without types returns it.

describe('The profile of a service without OpenID Connect', () => {
  const plain = (service: FakeService, overrides: Parameters<typeof oauthProvider>[0] = {}) =>
    oauthProvider({ [customFetch]: service.fetch, profile, ...overrides })

  it('is requested with the access token and the configured parameters', async () => {
    const service = json({ id: 7, name: 'Ada' })
    const userinfo = { url: 'https://acme.example/u', params: { fields: 'id' } }
    const found = await ask(plain(service, { userinfo }))
    expect(found).toMatchObject({ user: { id: '7', name: 'Ada' }, profile: { id: 7, name: 'Ada' } })
    const [request, ...others] = service.asked
    expect(others).toEqual([])
    expect(request).toMatchObject({ url: 'https://acme.example/u?fields=id', method: 'GET' })
    expect(request?.headers.get('accept')).toBe('application/json')
    expect(request?.headers.get('authorization')).toBe('Bearer the access token')
  })

  it('is requested with a proof where the token is bound to a key (OAU-23)', async () => {
    const service = json({ id: '1' })
    const dpop = await dpopHandle({ client_id: 'app' }, await newDpopKey())
    const bound = { ...tokens, token_type: 'dpop' as const }
    expect(await ask(plain(service), { tokens: bound, dpop })).toMatchObject({ user: { id: '1' } })
    expect(service.asked[0]?.headers.get('authorization')).toBe('DPoP the access token')
    expect(service.asked[0]?.headers.get('dpop')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  })

  it.each<[string, unknown, ResponseInit, number]>([
    ['HTTP 201', { id: '1' }, { status: 201 }, 201],
    ['HTTP 403', { id: '1' }, { status: 403 }, 403],
    ['a list', [{ id: '1' }], {}, 200],
    ['null', null, {}, 200],
  ])('is refused with %s, with the reason in the log', async (_, body, init, status) => {
    await expect(ask(plain(json(body, init)))).rejects.toMatchObject(
      refusal(`The userinfo endpoint of "acme" answered with HTTP ${status} and no object.`),
    )
  })

  it('cannot be requested without a userinfo endpoint', async () => {
    const server = { metadata: { issuer: ISSUER } }
    for (const provider of [plain(json({})), oidcProvider({ idToken: false })]) {
      await expect(ask(provider, { server })).rejects.toMatchObject(
        refusal('The provider "acme" names no userinfo endpoint.'),
      )
    }
  })

  it('cannot be read where it is not JSON, with the reason in the log', async () => {
    const service = openService({ '/u': () => new Response('Hello') })
    await expect(ask(plain(service))).rejects.toMatchObject({
      ...UNREADABLE,
      cause: { err: { name: 'SyntaxError' } },
    })
  })

  it('is the result of the configured request function, which gets all values', async () => {
    const seen: Members[] = []
    const userinfo = {
      request: async (options: Members) => {
        seen.push(options)
        return { id: '1' }
      },
    }
    const service = json({})
    const provider = plain(service, { userinfo })
    const { user } = await ask(provider)
    expect(user.id).toBe('1')
    expect(seen).toEqual([{ tokens, provider: provider.config, fetch: provider.fetch }])
    const claims = { sub: 'x' }
    await ask(provider, { claims })
    expect(seen[1]).toMatchObject({ claims })
    expect(service.asked).toEqual([])
  })

  it('reaches the application as the object that the function returned', async () => {
    const given = Object.create({ inherited: true }, { id: { value: '1' } }) as Profile // Any object.
    const { profile: found } = await ask(plain(json({}), { userinfo: { request: () => given } }))
    expect(found).toBe(given)
  })

  it('is refused where that function throws; an AuthError is rethrown', async () => {
    const failing = (error: Error): OAuthProvider =>
      plain(json({}), {
        userinfo: {
          request: () => {
            throw error
          },
        },
      })
    const cause = new TypeError('no such member')
    await expect(ask(failing(cause))).rejects.toMatchObject({
      type: 'OAuthCallbackError',
      message: 'The `userinfo.request` function of "acme" threw.',
      cause: { err: cause },
    })
    const denied = new AccessDenied('Not today.')
    await expect(ask(failing(denied))).rejects.toBe(denied)
  })

  it('may be completed with the body of the authorization response', async () => {
    const profileFromBody = (raw: Profile, parameters: Members): Profile => ({
      ...raw,
      name: String(parameters['user']),
    })
    const provider = plain(json({ id: '1' }), { profileFromBody })
    const found = await ask(provider, {}, new URLSearchParams({ user: 'Ada' }))
    expect(found).toMatchObject({ user: { name: 'Ada' }, profile: { id: '1', name: 'Ada' } })
  })

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a string', 'ada'],
    ['a list', [{ id: '1' }]],
  ])(
    'is refused where `userinfo.request` or `profileFromBody` returned %s, which the log says',
    async (kind, returned) => {
      // As a program without types has it.
      const wrong = (): Profile => returned as Profile
      const says = `returned ${kind}. Return an object with what the service says of the person.`
      await expect(ask(plain(json({}), { userinfo: { request: wrong } }))).rejects.toMatchObject(
        refusal(`The \`userinfo.request\` function of "acme" ${says}`),
      )
      await expect(ask(plain(json({ id: '1' }), { profileFromBody: wrong }))).rejects.toMatchObject(
        refusal(`The \`profileFromBody\` function of "acme" ${says}`),
      )
    },
  )
})

describe('The profile of a service with OpenID Connect', () => {
  const claims = { sub: 'ada', name: 'Ada' }
  const oidc = (service: FakeService, overrides: Parameters<typeof oidcProvider>[0] = {}) =>
    oidcProvider({ [customFetch]: service.fetch, idToken: false, ...overrides })

  const typed = (body: string, type: string, status = 200): FakeService =>
    openService({ '/u': () => new Response(body, { status, headers: { 'content-type': type } }) })

  it('is a copy of the ID token without a request', async () => {
    const service = json({ sub: 'ada' })
    for (const idToken of [true, undefined]) {
      const provider = oidcProvider({
        [customFetch]: service.fetch,
        ...(idToken === undefined ? {} : { idToken }),
      })
      const found = await ask(provider, { claims })
      expect(found.profile).toEqual(claims)
      expect(found.profile).not.toBe(claims)
    }
    expect(service.asked).toEqual([])
  })

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json ;charset=utf-8',
    'application/scim+json',
    'APPLICATION/JSON',
  ])('may have the media type %s (OID-17)', async (type) => {
    const service = typed('{"sub":"ada","name":"Ada L."}', type)
    const found = await ask(oidc(service), { claims })
    expect(found).toMatchObject({ user: { id: 'ada', name: 'Ada L.' } })
    expect(service.asked[0]?.headers.get('authorization')).toBe('Bearer the access token')
  })

  it.each<[string, Parameters<typeof oidcProvider>[0]]>([
    ['application/json, application/jwt', {}],
    ['application/jwt', { client: { userinfo_signed_response_alg: 'RS256' } }],
  ])('is requested as %s at its address, to which nothing is added', async (accept, overrides) => {
    const service = json({ sub: 'ada' })
    const userinfo = { url: 'https://acme.example/u', params: { fields: 'id' } }
    await ask(oidc(service, { userinfo, ...overrides }), { claims }).catch(() => undefined)
    expect(service.asked[0]?.url).toBe('https://acme.example/u')
    expect(service.asked[0]?.headers.get('accept')).toBe(accept)
  })

  it.each(['text/html', 'application/jsonx', 'x-application/json', 'application/x+jsonp', ''])(
    'may not have the media type %j (OID-17)',
    async (type) => {
      await expect(ask(oidc(typed('{"sub":"ada"}', type)), { claims })).rejects.toMatchObject(
        refusal('The userinfo of "acme" is neither JSON nor a JWT.'),
      )
    },
  )

  it('may not be without a media type (OID-17)', async () => {
    const bytes = new TextEncoder().encode('{"sub":"ada"}')
    const service = openService({ '/u': () => new Response(bytes) })
    await expect(ask(oidc(service), { claims })).rejects.toMatchObject(
      refusal('The userinfo of "acme" is neither JSON nor a JWT.'),
    )
  })

  it.each<[string, FakeService]>([
    ['another subject', json({ sub: 'grace' })],
    ['no subject', json({ name: 'Ada' })],
    ['HTTP 401', json({ sub: 'ada' }, { status: 401 })],
    ['HTTP 500 and a page', typed('Oh', 'text/html', 500)],
  ])('is refused with %s (OID-17)', async (_, service) => {
    await expect(ask(oidc(service), { claims })).rejects.toMatchObject(UNREADABLE)
  })

  it('is not read with HTTP 500 and nothing, and the log says how it was answered (OID-17)', async () => {
    const service = openService({ '/u': () => new Response(null, { status: 500 }) })
    await expect(ask(oidc(service), { claims })).rejects.toMatchObject({
      ...UNREADABLE,
      cause: { err: { name: 'OperationProcessingError', cause: { status: 500 } } },
    })
  })

  it.each([{}, { sub: 7 }])('is refused where the ID token has %j (OID-17)', async (unsaid) => {
    await expect(ask(oidc(json({ sub: '' })), { claims: unsaid })).rejects.toMatchObject(UNREADABLE)
  })

  it('has only the authentication claims of the ID token (OID-14)', async () => {
    const facts = { auth_time: 7, acr: 'gold', amr: ['pwd'] }
    const service = json({ sub: 'ada', acr: 'made up' })
    const { profile: found } = await ask(oidc(service), { claims: { ...claims, ...facts } })
    expect(found).toEqual({ sub: 'ada', ...facts })
    const { profile: less } = await ask(oidc(service), { claims: { ...claims, auth_time: 0 } })
    expect(less).toEqual({ sub: 'ada', acr: 'made up', auth_time: 0 })
    const { profile: none } = await ask(oidc(service), { claims })
    expect(none).toEqual({ sub: 'ada', acr: 'made up' })
  })

  describe('as a signed JWT', () => {
    const USERINFO = { iss: ISSUER, aud: 'app', sub: 'ada', name: 'Ada S.' }

    async function signed(payload: unknown, alg = 'ES256') {
      const { privateKey, publicKey } = await generateKeyPair(alg)
      const jwt = await new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
        .setProtectedHeader({ alg })
        .sign(privateKey)
      const keys = (): Promise<typeof publicKey> => Promise.resolve(publicKey)
      const metadata = {
        ...grant.server.metadata,
        userinfo_signing_alg_values_supported: ['RS256', 'ES256'],
      }
      const server = { metadata, keys }
      return { service: typed(jwt, 'application/jwt'), changes: { claims, server } }
    }

    const es256 = { client: { userinfo_signed_response_alg: 'ES256' } }

    it('is verified with RS256 by default (OID-17)', async () => {
      for (const [alg, overrides] of [
        ['ES256', es256],
        ['RS256', {}],
      ] as const) {
        const { service, changes } = await signed(USERINFO, alg)
        expect((await ask(oidc(service, overrides), changes)).user.name).toBe('Ada S.')
      }
      const { service, changes } = await signed(USERINFO)
      await expect(ask(oidc(service), changes)).rejects.toMatchObject(
        refusal(
          'The userinfo of "acme" is signed with "ES256", and RS256 is accepted. Choose another at the service, or, if it is meant, set `client.userinfo_signed_response_alg` of the provider to it.',
        ),
      )
    })

    it.each<[object, RegExp | undefined]>([
      [{ aud: ['app'] }, undefined],
      [{ aud: ['app', 'other'], azp: 'app' }, undefined],
      [{ aud: undefined, iss: undefined }, undefined],
      [{ aud: null, iss: null }, undefined],
      [{ iss: `${ISSUER}/` }, undefined],
      [{ aud: 'other' }, /is meant for "other", and not for the client id "app"/],
      [{ aud: ['app', 'other'] }, /is also meant for "other", .* `trustedAudiences`/],
      [{ aud: ['app'], azp: 'other' }, /was issued to another client/],
      [{ iss: 'https://evil.example' }, /is of another issuer/],
      [{ sub: 'grace' }, /is about another person/],
      [{ sub: undefined }, /is about another person/],
    ])('has the issuer, audience and person of the ID token: %j (OID-17)', async (...row) => {
      const [members, problem] = row
      const { service, changes } = await signed({ ...USERINFO, ...members })
      const asked = ask(oidc(service, es256), changes)
      if (!problem) return expect((await asked).user.id).toBe('ada')
      return expect(asked).rejects.toMatchObject({
        type: 'OAuthCallbackError',
        message: matching(problem),
      })
    })

    it('must be valid now, with the reason in the log (OID-17)', async () => {
      const { service, changes } = await signed({ ...USERINFO, exp: NOW - 30 })
      await expect(ask(oidc(service, es256), changes)).rejects.toMatchObject({
        type: 'OAuthCallbackError',
        message: matching(/^The userinfo of "acme" expired 30 seconds ago.*\.$/),
      })
      const tolerant = { ...es256, clockTolerance: 31 }
      expect((await ask(oidc(service, tolerant), changes)).user.id).toBe('ada')
    })

    it('must be an object (OID-17)', async () => {
      for (const payload of [null, [USERINFO], 'text']) {
        const { service, changes } = await signed(payload)
        await expect(ask(oidc(service, es256), changes)).rejects.toMatchObject(
          refusal('The userinfo of "acme" has no claims.'),
        )
      }
    })

    it('is refused without keys, with the reason in the log (OID-17)', async () => {
      const { service } = await signed(USERINFO)
      await expect(ask(oidc(service, es256), { claims })).rejects.toMatchObject(
        refusal('The userinfo of "acme" cannot be verified: the provider names no `jwks_uri`.'),
      )
    })
  })
})

describe('The session at the provider', () => {
  const found = async (claims?: Members) => {
    const { session } = await fetchProfile(
      oauthProvider({ userinfo: { url: 'https://acme.example/u', request: () => ({ id: 1 }) } }),
      { ...grant, ...(claims && { claims }) },
      NO_PARAMETERS,
    )
    return session
  }

  it('is the one that the ID token names', async () => {
    expect(await found({ iss: ISSUER, sub: 'ada', sid: 's1' })).toEqual({
      providerSession: { issuer: ISSUER, sub: 'ada', sid: 's1' },
    })
    for (const claims of [
      { iss: ISSUER, sub: 'ada' },
      { iss: ISSUER, sub: 'ada', sid: 7 },
    ]) {
      expect(await found(claims)).toStrictEqual({ providerSession: { issuer: ISSUER, sub: 'ada' } })
    }
  })

  it.each([undefined, {}, { iss: ISSUER }, { sub: 'ada', sid: 's1' }, { iss: 7, sub: 'ada' }])(
    'is none with the claims %j',
    async (claims) => {
      expect(await found(claims)).toStrictEqual({})
    },
  )
})

describe('The identity in a profile', () => {
  const of = (
    mapped: unknown,
    overrides: Parameters<typeof oauthProvider>[0] = {},
  ): Promise<OAuthIdentity> =>
    toIdentity(
      // What a function without types may return.
      oauthProvider({ profile: () => mapped as { id: string }, ...overrides }),
      { raw: true },
      tokens,
    )

  it('has a user, an account with the tokens, and the unchanged profile', async () => {
    const mapped = {
      id: 7,
      name: 'Ada',
      email: 'Ada@Example.com',
      image: 'https://x.y/a',
      team: 'n',
    }
    expect(await of({ ...mapped, emailVerified: true })).toEqual({
      user: { id: '7', name: 'Ada', email: 'ada@example.com', image: 'https://x.y/a', team: 'n' },
      account: { ...tokens, provider: 'acme', type: 'oauth', providerAccountId: '7' },
      profile: { raw: true },
      emailVerified: true,
    })
  })

  it.each([undefined, null, '', 7, {}, ['x'], true])(
    'has no name, address or picture from %j',
    async (value) => {
      const mapped = { id: '1', name: value, email: value, image: value, emailVerified: true }
      const { user, emailVerified } = await of(mapped)
      expect(user).toEqual({ id: '1', name: null, email: null, image: null })
      expect(emailVerified).toBe(false)
    },
  )

  it.each([undefined, false, null, 'true', 1, new Date(0)])(
    'has an address that %j does not verify (LNK-02)',
    async (emailVerified) => {
      const found = await of({ id: '1', email: 'ada@example.com', emailVerified })
      expect(found.emailVerified).toBe(false)
      expect(found.user).not.toHaveProperty('emailVerified')
    },
  )

  it.each<[unknown, object]>([
    ['ada@example.com', { user: 'ada@example.com' }],
    [' ADA@example.com ', { user: 'ada@example.com' }],
    ['ada@bücher.example', { user: 'ada@xn--bcher-kva.example', other: 'ada@bücher.example' }],
    ['ada@@example.com', { user: null, lost: true }],
    [' ', { user: null, lost: true }],
    ['', { user: null }],
    [undefined, { user: null }],
    [7, { user: null }],
  ])('says how the address %j was treated', async (email, expected) => {
    const { user, otherSpelling, addressLost } = await of({ id: '1', email })
    expect({
      user: user.email,
      ...(otherSpelling === undefined ? {} : { other: otherSpelling }),
      ...(addressLost === undefined ? {} : { lost: addressLost }),
    }).toEqual(expected)
  })

  const withHint = (problem: string): object => ({
    type: 'OAuthProfileParseError',
    message: `The profile of "acme" has ${problem}. Return the id that the service gives, with \`...accountId(value)\` of "@latchstring/core/providers" where it may be missing.`,
  })

  it.each<[unknown, string]>([
    [{}, 'no `id`'],
    [{ id: null }, 'no `id`'],
    [{ id: undefined }, 'no `id`'],
    [{ id: '' }, 'no usable `id`: it is empty'],
    [{ id: 0.5 }, 'no usable `id`: it is a number that JavaScript does not hold exactly'],
    [{ id: {} }, 'no usable `id`: it is a value of the type object, not text'],
  ])('has no id in %j, and the log says how to return one (OID-16)', async (mapped, problem) => {
    await expect(of(mapped)).rejects.toMatchObject(withHint(problem))
  })

  it.each<[unknown, string]>([
    [undefined, 'undefined'],
    [null, 'null'],
    ['ada', 'a string'],
    [[{ id: '1' }], 'a list'],
  ])(
    'is refused where the profile function returns %j, which the log says (OID-16)',
    async (mapped, kind) => {
      await expect(of(mapped)).rejects.toMatchObject({
        type: 'OAuthProfileParseError',
        message: `The \`profile\` function of "acme" returned ${kind}, not a user. Return the id that the service gives, with \`...accountId(value)\` of "@latchstring/core/providers" where it may be missing.`,
        cause: { returned: kind },
      })
    },
  )

  it('is refused where the profile function throws, with the reason in the log', async () => {
    const cause = new TypeError('no such member')
    const throwing = {
      profile: () => {
        throw cause
      },
    }
    await expect(of({}, throwing)).rejects.toMatchObject({
      type: 'OAuthProfileParseError',
      message: 'The `profile` function of "acme" threw.',
      cause: { err: cause },
    })
  })
})
