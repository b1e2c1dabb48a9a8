import { createHash, generateKeyPairSync } from 'node:crypto'
import { CompactSign, decodeProtectedHeader, EmbeddedJWK, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { type FakeService, openService } from '../../../../test/fake-service.ts'
import { ISSUER, NOW, oauthProvider, oidcProvider } from '../../../../test/oauth-provider.ts'
import type { OAuthProvider } from '../../config/providers.ts'
import { customFetch } from '../../types/symbols.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { TokenRequest } from '../../types/endpoint.ts'
import { codeGrant, type Grant } from './code-grant.ts'
import { newDpopKey } from './request.ts'

const REDIRECT_URI = 'https://app.example/auth/callback/acme'
const VERIFIER = 'v'.repeat(43)

const transaction: Transaction = {
  id: 'x',
  provider: 'acme',
  issuer: 'https://acme.example',
  state: 's',
  codeVerifier: VERIFIER,
  redirectUri: REDIRECT_URI,
  returnTo: '/',
  createdAt: NOW * 1000,
}

const TOKENS = { access_token: 'the access token', token_type: 'Bearer', expires_in: 60 }

/** A service whose token endpoint answers this. */
const tokenService = (answer: object = TOKENS, init?: ResponseInit): FakeService =>
  openService({ '/t': () => Response.json(answer, init) })

type Overrides = Parameters<typeof oauthProvider>[0]

const plain = ({ fetch }: FakeService, overrides: Overrides = {}): OAuthProvider =>
  oauthProvider({ [customFetch]: fetch, ...overrides })

const grant = (
  provider: OAuthProvider,
  parameters: Readonly<Record<string, string>> = {},
  changes: Partial<Transaction> = {},
): Promise<Grant> =>
  codeGrant(
    provider,
    { ...transaction, ...changes },
    new URLSearchParams({ code: 'c', state: 's', ...parameters }),
    NOW * 1000,
  )

const matching = (form: RegExp): unknown => expect.stringMatching(form)

const refusal = (message: unknown): object => ({ type: 'OAuthCallbackError', message })

const HTML = { 'content-type': 'text/html' }

const UNVERIFIED = refusal('The response of "acme" could not be verified.')

describe('The exchange of a code', () => {
  it('returns tokens with their expiry and issuer (OAU-14)', async () => {
    const service = tokenService({ ...TOKENS, id_token: 'unverified', team: 'north' })
    const { tokens, ...rest } = await grant(plain(service))
    expect(tokens).toMatchObject({ access_token: 'the access token', team: 'north' })
    expect(tokens.expires_at).toBe(NOW + 60)
    expect(tokens).not.toHaveProperty('id_token')
    expect(rest).toEqual({
      server: {
        issuerUnknown: true,
        metadata: {
          issuer: 'https://acme.example',
          authorization_endpoint: 'https://acme.example/a',
          token_endpoint: 'https://acme.example/t',
          userinfo_endpoint: 'https://acme.example/u',
        },
      },
    })
  })

  it('sends the parameters of RFC 6749, section 4.1.3, and of the configuration', async () => {
    const service = tokenService()
    const token = { url: 'https://acme.example/t', params: { audience: 'here' } }
    await grant(plain(service, { token }))
    const [request, ...others] = service.asked
    expect(others).toEqual([])
    expect(request).toMatchObject({ url: 'https://acme.example/t', method: 'POST' })
    expect(Object.fromEntries(request?.body ?? [])).toEqual({
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
      audience: 'here',
    })
  })

  it('sends no verifier and expects no state where the transaction has none (OAU-02)', async () => {
    const service = tokenService()
    const { codeVerifier: _, state: __, ...bare } = transaction
    const provider = plain(service)
    await codeGrant(provider, bare, new URLSearchParams({ code: 'c' }), NOW * 1000)
    expect(service.asked[0]?.body.has('code_verifier')).toBe(false)
    await expect(
      codeGrant(provider, transaction, new URLSearchParams({ code: 'c' }), NOW * 1000),
    ).rejects.toMatchObject(UNVERIFIED)
    expect(service.asked).toHaveLength(1)
  })

  it.each(['access_token', 'id_token', 'token'])(
    'is refused for an authorization response with %s (OAU-13)',
    async (name) => {
      const service = tokenService()
      const message =
        name === 'access_token'
          ? 'The provider "acme" sent a token through the browser.'
          : 'The response of "acme" could not be verified.'
      for (const value of ['x', '']) {
        await expect(grant(plain(service), { [name]: value })).rejects.toMatchObject(
          refusal(message),
        )
      }
      expect(service.asked).toEqual([])
    },
  )

  it.each([
    ['https://id.acme.example', true],
    ['http://localhost:4400', true],
    ['http://acme.example', false],
    ['ftp://acme.example', false],
    ['ftp://localhost', false],
    ['acme', false],
    ['https://acme.example?', false],
    ['https://acme.example#', false],
  ])(
    'with an issuer %s in the response, and none configured, succeeds: %s (OAU-09)',
    async (...row) => {
      const [iss, right] = row
      const service = tokenService()
      const made = grant(plain(service), { iss })
      if (right) return expect((await made).tokens.access_token).toBe('the access token')
      await expect(made).rejects.toMatchObject(
        refusal('The `iss` in the response of "acme" is not an issuer identifier.'),
      )
      return expect(service.asked).toEqual([])
    },
  )

  it('is requested from the issuer of the transaction (OAU-08)', async () => {
    const service = tokenService()
    const { issuer: _, ...unnamed } = transaction
    for (const [started, what] of [
      [{ ...transaction, issuer: 'https://before.example' }, 'the issuer "https://before.example"'],
      [unnamed, 'no issuer'],
    ] as const) {
      const authorizationResponse = new URLSearchParams({ code: 'c', state: 's' })
      await expect(
        codeGrant(plain(service), started, authorizationResponse, NOW * 1000),
      ).rejects.toMatchObject({
        type: 'InvalidCheck',
        message: `The sign-in with "acme" was started at ${what}, and the configuration now names "https://acme.example". Start the sign-in again.`,
      })
    }
    expect(service.asked).toEqual([])
  })

  it.each<[string, boolean, boolean]>([
    ['http://localhost:4400/t', true, true],
    ['http://localhost:4400/t', false, false],
    ['http://acme.example/t', true, false],
  ])('at %s, with http on this machine allowed: %s, succeeds: %s (OAU-16)', async (...row) => {
    const [token, allowed, right] = row
    const service = tokenService()
    const made = grant(oauthProvider({ token, [customFetch]: service.fetch }, allowed))
    if (right) return expect((await made).tokens.access_token).toBe('the access token')
    await expect(made).rejects.toMatchObject({ type: matching(/Error$/) })
    return expect(service.asked).toEqual([])
  })

  it.each([
    ['access_denied', 'The person cancelled the sign-in at "acme".'],
    ['invalid_scope', 'The provider "acme" answered with an error.'],
  ])('fails with the error %s of the provider in the log (OID-22)', async (error, message) => {
    const service = tokenService()
    const authorizationResponse = new URLSearchParams({ error, state: 's' })
    await expect(
      codeGrant(plain(service), transaction, authorizationResponse, NOW * 1000),
    ).rejects.toMatchObject({
      ...refusal(message),
      cause: { error, err: { name: 'AuthorizationResponseError' } },
    })
    expect(service.asked).toEqual([])
  })
})

const REFUSED = 'The token endpoint of "acme" refused the code.'

const PUBLIC =
  ' The provider has no `clientSecret`, so it was asked as a public client; if it has one, set it, or AUTH_ACME_SECRET.'

describe('A token endpoint that refuses the code', () => {
  it.each<[string, Overrides, string]>([
    ['with a secret', {}, ''],
    ['as a public client', { clientSecret: '' }, PUBLIC],
    [
      'as a public client that says so',
      { clientSecret: '', client: { token_endpoint_auth_method: 'none' } },
      '',
    ],
  ])('gives the reason in the log, %s', async (_, overrides, hint) => {
    const service = tokenService({ error: 'invalid_client' }, { status: 401 })
    await expect(grant(plain(service, overrides))).rejects.toMatchObject({
      ...refusal(REFUSED + hint),
      cause: { error: 'invalid_client', status: 401 },
    })
  })

  it('is recognized with HTTP 200 and a token beside the error (OAU-14)', async () => {
    const service = tokenService({ ...TOKENS, error: 'bad_code' })
    await expect(grant(plain(service))).rejects.toMatchObject({
      ...refusal(REFUSED),
      cause: { error: 'bad_code', status: 200 },
    })
  })

  it.each(['', 7, null, {}])('is not assumed for the error %j beside a token', async (error) => {
    const { tokens } = await grant(plain(tokenService({ ...TOKENS, error })))
    expect(tokens.access_token).toBe('the access token')
  })

  it.each<[string, object, ResponseInit]>([
    ['The token response of "acme" has no `access_token`.', { token_type: 'Bearer' }, {}],
    ['The token response of "acme" has no `access_token`.', { ...TOKENS, access_token: null }, {}],
    ['The token response of "acme" has no `token_type`.', { access_token: 'x' }, {}],
    ['The token response of "acme" has no `token_type`.', { ...TOKENS, token_type: '' }, {}],
    ['has a `refresh_token` that is of the type number', { ...TOKENS, refresh_token: 7 }, {}],
    ['has a `scope` that is a list, not text', { ...TOKENS, scope: ['read'] }, {}],
    ['has the media type "text/html", not JSON', TOKENS, { headers: HTML }],
    ['The token endpoint of "acme" answered with HTTP 500.', {}, { status: 500 }],
    [REFUSED, TOKENS, { status: 201 }],
  ])('or responds with something else gives no tokens: %s (OAU-14)', async (text, answer, init) => {
    const message: unknown = expect.stringContaining(text)
    await expect(grant(plain(tokenService(answer, init)))).rejects.toMatchObject({
      type: 'OAuthCallbackError',
      message,
    })
  })

  it.each<[unknown, number, object]>([
    [
      { error: 'invalid_grant', error_description: 'expired' },
      401,
      { error: 'invalid_grant', description: 'expired' },
    ],
    [
      {
        error: {
          message: 'This authorization code has been used.',
          type: 'OAuthException',
          code: 100,
        },
      },
      400,
      { error: 'OAuthException', description: 'This authorization code has been used.' },
    ],
    [{ error: true, message: 'Invalid code', status: 400 }, 400, { description: 'Invalid code' }],
    [
      { error: 'invalid_code', error_description: 'x'.repeat(999) },
      200,
      { error: 'invalid_code', description: 'x'.repeat(300) },
    ],
    [
      { errcode: 40029, errmsg: 'invalid code' },
      200,
      { error: '40029', description: 'invalid code' },
    ],
    [{ errors: [{ message: 'gone' }] }, 400, { description: 'gone' }],
    ['no object', 400, {}],
  ])('gives code, status and words in the log, whatever the form: %j (OID-22)', async (...row) => {
    const [answer, status, said] = row
    for (const type of ['application/json', 'text/plain', 'text/html; charset=utf-8']) {
      const headers = { 'content-type': type, 'www-authenticate': 'Basic realm="x"' }
      const body = JSON.stringify(answer)
      const service = openService({ '/t': () => new Response(body, { status, headers }) })
      if (status === 200 && !('error' in Object(answer)) && type !== 'application/json') continue
      await expect(grant(plain(service))).rejects.toMatchObject({
        ...refusal(REFUSED),
        cause: { status, ...said },
      })
    }
  })

  it('has what was sent to the service in no error, wherever the service repeats it (LOG-01)', async () => {
    const clientSecret = 'quail battery/staple'
    const code = 'zebra&finch'
    const said = `No ${code} of ${clientSecret} (${encodeURIComponent(clientSecret)}) by ${VERIFIER}`
    for (const answer of [
      { error: said, error_description: said },
      { error: { code: said, message: 'x'.repeat(290) + said } },
      { errors: [{ message: said }] },
    ]) {
      const provider = plain(tokenService(answer, { status: 400 }), { clientSecret })
      const thrown: unknown = await grant(provider, { code }).catch((error: unknown) => error)
      const cause = JSON.stringify(Reflect.get(Object(thrown), 'cause'))
      expect(cause).toContain('[redacted]')
      expect(cause).not.toMatch(/zebra|quail|vvvv/)
    }
  })

  it('is no fault where optional members are null or empty (OAU-14)', async () => {
    for (const empty of [null, '']) {
      const optional = { refresh_token: empty, scope: empty, expires_in: empty, id_token: empty }
      const { tokens } = await grant(plain(tokenService({ ...TOKENS, ...optional })))
      expect(tokens).toEqual({ access_token: 'the access token', token_type: 'bearer' })
    }
  })

  it('gets no second request for a nonce where no proof was sent (OAU-23)', async () => {
    const headers = { 'dpop-nonce': 'n' }
    const service = tokenService({ error: 'use_dpop_nonce' }, { status: 400, headers })
    await expect(grant(plain(service))).rejects.toMatchObject(refusal(REFUSED))
    expect(service.asked).toHaveLength(1)
  })
})

describe('The token type', () => {
  it.each(['DPoP', 'mac'])(
    'may not be %s without a proof, and the log says so (OAU-14)',
    async (type) => {
      await expect(
        grant(plain(tokenService({ ...TOKENS, token_type: type }))),
      ).rejects.toMatchObject({ type: 'OAuthCallbackError' })
    },
  )

  it('must be DPoP with a proof, and the log names the option (OAU-14, OAU-23)', async () => {
    const bound = tokenService({ ...TOKENS, token_type: 'DPoP' })
    const dpopKey = await newDpopKey()
    await expect(grant(plain(bound), {}, { dpopKey })).rejects.toMatchObject(
      refusal(
        'The token of "acme" is bound to a key that this server does not have: its type is not Bearer. Set `dpop: true` if the service asks for DPoP.',
      ),
    )
    const bearer = plain(tokenService(), { dpop: true })
    await expect(grant(bearer, {}, { dpopKey })).rejects.toMatchObject(
      refusal(
        'The token of "acme" is not bound to the key of the sign-in. Set `dpop: false` if the service does not support DPoP.',
      ),
    )
    const { dpop, tokens } = await grant(plain(bound, { dpop: true }), {}, { dpopKey })
    expect(tokens.token_type).toBe('dpop')
    expect(dpop).toBeDefined()
    const proof = bound.asked.at(-1)?.headers.get('dpop') ?? ''
    const { kty, crv, x, y } = dpopKey
    expect(decodeProtectedHeader(proof).jwk).toEqual({ kty, crv, x, y })
    expect((await jwtVerify(proof, EmbeddedJWK)).payload).toMatchObject({ htm: 'POST' })
  })
})

describe('A token request in another form', () => {
  it('passes only the existing values to `send`', async () => {
    const service = tokenService()
    const seen: TokenRequest[] = []
    const send = async (request: TokenRequest): Promise<Response> => {
      seen.push(request)
      return request.fetch(request.url)
    }
    const token = { url: 'https://acme.example/t', send, params: { code: 'not this', a: 'b' } }
    await grant(plain(service, { token }))
    const { codeVerifier: _, ...bare } = transaction
    await codeGrant(
      plain(service, { token: { url: token.url, send }, clientSecret: '' }),
      bare,
      new URLSearchParams({ code: 'c', state: 's', region: 'eu' }),
      NOW * 1000,
    )
    const own = { grant_type: 'authorization_code', code: 'c', redirect_uri: REDIRECT_URI }
    expect(Object.fromEntries(seen[0]?.parameters ?? [])).toEqual({
      ...own,
      code_verifier: VERIFIER,
      a: 'b',
    })
    expect(Object.fromEntries(seen[1]?.parameters ?? [])).toEqual(own)
    expect(seen[0]).toMatchObject({ url: token.url, clientId: 'app', clientSecret: 'secret' })
    expect(seen[1]?.response.get('region')).toBe('eu')
  })

  it('is not sent without a code (OAU-05)', async () => {
    const send = (): never => {
      throw new Error('must not be asked')
    }
    const provider = plain(tokenService(), { token: { url: 'https://acme.example/t', send } })
    for (const withoutCode of [{ state: 's' }, { state: 's', code: '' }]) {
      const parameters = new URLSearchParams(withoutCode)
      await expect(codeGrant(provider, transaction, parameters, NOW * 1000)).rejects.toMatchObject(
        refusal('The provider "acme" answered without a code.'),
      )
    }
  })

  it('keeps the response when token.conform returns undefined', async () => {
    const service = tokenService()
    const conform = async (response: Response): Promise<undefined> => {
      await response.text()
      return undefined
    }
    const token = { url: 'https://acme.example/t', conform }
    expect((await grant(plain(service, { token }))).tokens.access_token).toBe('the access token')
    const other = Response.json({ ...TOKENS, access_token: 'another' })
    const changed = { ...token, conform: async () => other }
    expect((await grant(plain(service, { token: changed }))).tokens.access_token).toBe('another')
  })

  const cause = new TypeError('no such member')
  const WRONG: readonly (readonly [
    string,
    () => unknown,
    { readonly type: string; readonly says: string; readonly cause?: object },
  ])[] = [
    [
      'throws',
      () => Promise.reject(cause),
      { type: 'OAuthCallbackError', says: 'threw.', cause: { err: cause } },
    ],
    [
      'returns the tokens and no response',
      () => TOKENS,
      {
        type: 'InvalidConfiguration',
        says: 'returned an object. Return the `Response` with the tokens.',
      },
    ],
  ]

  it.each(
    (['send', 'conform'] as const).flatMap((name) =>
      WRONG.map(([what, wrong, expected]) => ({ name, what, wrong, expected })),
    ),
  )('is refused where `token.$name` $what, which the log says', async (row) => {
    const { name, wrong, expected } = row
    const { says, ...error } = expected
    const token = { url: 'https://acme.example/t', [name]: wrong }
    await expect(grant(plain(tokenService(), { token }))).rejects.toMatchObject({
      ...error,
      message: `The \`token.${name}\` function of "acme" ${says}`,
    })
  })
})

describe('The exchange of a code with OpenID Connect', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const CLAIMS = { iss: ISSUER, aud: 'app', sub: 'ada', iat: NOW, exp: NOW + 600, nonce: 'n' }
  const started: Transaction = { ...transaction, issuer: ISSUER, nonce: 'n' }

  const sign = (claims: object): Promise<string> =>
    new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader({ alg: 'ES256' })
      .sign(privateKey)

  interface Parts {
    readonly claims?: object
    readonly answer?: object
    readonly status?: number
    readonly document?: object
  }

  const open = ({ claims = {}, answer = {}, status = 200, document = {} }: Parts): FakeService =>
    openService({
      '/.well-known/openid-configuration': () =>
        Response.json({
          issuer: ISSUER,
          token_endpoint: `${ISSUER}/t`,
          jwks_uri: `${ISSUER}/jwks`,
          id_token_signing_alg_values_supported: ['ES256'],
          ...document,
        }),
      '/jwks': () =>
        Response.json({ keys: [{ ...publicKey.export({ format: 'jwk' }), use: 'sig' }] }),
      '/t': async () =>
        Response.json(
          { ...TOKENS, id_token: await sign({ ...CLAIMS, ...claims }), ...answer },
          { status },
        ),
    })

  type OidcOverrides = Parameters<typeof oidcProvider>[0]

  const exchange = (
    parts: Parts,
    overrides: OidcOverrides = {},
    changes: Partial<Transaction> = {},
  ): Promise<Grant> =>
    codeGrant(
      oidcProvider({ [customFetch]: open(parts).fetch, ...overrides }),
      { ...started, ...changes },
      new URLSearchParams({ code: 'c', state: 's' }),
      NOW * 1000,
    )

  it('returns verified claims (OID-05)', async () => {
    const { claims, tokens } = await exchange({})
    expect(claims).toEqual(CLAIMS)
    expect(tokens['id_token']).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  })

  it('accepts only claims about this code and this access token (OID-13)', async () => {
    const half = (text: string): string =>
      createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')
    const right = { at_hash: half(TOKENS.access_token), c_hash: half('c') }
    expect((await exchange({ claims: right })).claims).toMatchObject(right)
    for (const name of ['at_hash', 'c_hash']) {
      await expect(
        exchange({ claims: { ...right, [name]: half('another') } }),
      ).rejects.toMatchObject({ type: 'OAuthCallbackError' })
    }
  })

  it.each<[string, Parts]>([
    ['no ID token', { answer: { id_token: undefined } }],
    ['a number as ID token', { answer: { id_token: 7 } }],
    ['the iss of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['the aud of another client', { claims: { aud: 'other' } }],
    ['HTTP 400', { status: 400, answer: { error: undefined } }],
  ])('refuses %s (OID-01, OID-02, OID-03)', async (_, parts) => {
    await expect(exchange(parts)).rejects.toMatchObject({ type: 'OAuthCallbackError' })
  })

  it.each([undefined, 7, null])(
    'refuses %j as ID token, also where no nonce was sent (OID-01)',
    async (idToken) => {
      const service = open({ answer: { id_token: idToken } })
      const provider = oidcProvider({ [customFetch]: service.fetch })
      const authorizationResponse = new URLSearchParams({ code: 'c', state: 's' })
      const { nonce: _, ...without } = started
      for (const one of [started, without]) {
        await expect(
          codeGrant(provider, one, authorizationResponse, NOW * 1000),
        ).rejects.toMatchObject(
          refusal(matching(/^The token response of "acme" has (?:no|a) `id_token`/)),
        )
      }
    },
  )

  it('reports an error beside an ID token', async () => {
    await expect(
      exchange({ status: 400, answer: { error: 'invalid_grant', id_token: 'x' } }),
    ).rejects.toMatchObject({
      ...refusal(REFUSED),
      cause: { error: 'invalid_grant', status: 400 },
    })
  })

  it('accepts an ID token without a nonce where none was sent (OID-12)', async () => {
    const { nonce: _, ...rest } = started
    const provider = oidcProvider({
      [customFetch]: open({ claims: { nonce: undefined } }).fetch,
    })
    const authorizationResponse = new URLSearchParams({ code: 'c', state: 's' })
    const { claims } = await codeGrant(provider, rest, authorizationResponse, NOW * 1000)
    expect(claims).toMatchObject({ sub: 'ada' })
  })

  describe('with an issuer template in the document,', () => {
    const TEMPLATE = `${ISSUER}/{tenant}`
    const document = { issuer: TEMPLATE }
    const template = {
      discoveryIssuer: TEMPLATE,
      resolveIssuer: ({ tid }: Readonly<Record<string, unknown>>) =>
        tid === 'north' ? `${ISSUER}/north` : undefined,
    }

    it('accepts the issuer that the claims give (OID-02)', async () => {
      const claims = { iss: `${ISSUER}/north`, tid: 'north' }
      const made = await exchange({ document, claims }, template, { issuer: TEMPLATE })
      expect(made.claims).toMatchObject(claims)
      for (const iss of [TEMPLATE, ISSUER, `${ISSUER}/south`]) {
        await expect(
          exchange({ document, claims: { ...claims, iss } }, template, { issuer: TEMPLATE }),
        ).rejects.toMatchObject(refusal(matching(/^The ID token of "acme" is of the issuer /)))
      }
    })

    it('refuses another issuer, and the log says so (OID-02)', async () => {
      const claims = { iss: `${ISSUER}/south`, tid: 'south' }
      await expect(
        exchange({ document, claims }, template, { issuer: TEMPLATE }),
      ).rejects.toMatchObject(
        refusal('The ID token of "acme" is not from an issuer that `resolveIssuer` accepts.'),
      )
    })

    it.each<[string, () => unknown, object]>([
      [
        'throws',
        () => {
          throw new TypeError('no such tenant')
        },
        { type: 'OAuthCallbackError', message: 'The `resolveIssuer` function of "acme" threw.' },
      ],
      [
        'returns a promise',
        () => Promise.reject(new Error('later')),
        {
          type: 'InvalidConfiguration',
          message:
            'The `resolveIssuer` function of "acme" returned a promise. Return the issuer as text, or nothing.',
        },
      ],
    ])('names a function that %s (OID-02)', async (_, wrong, expected) => {
      // A program without types may have it.
      const resolveIssuer = wrong as () => string
      const claims = { iss: `${ISSUER}/north`, tid: 'north' }
      await expect(
        exchange({ document, claims }, { ...template, resolveIssuer }, { issuer: TEMPLATE }),
      ).rejects.toMatchObject(expected)
    })

    it('accepts the configured issuer where the document names it (OID-02)', async () => {
      expect((await exchange({ claims: { tid: 'south' } }, template)).claims).toMatchObject({
        iss: ISSUER,
      })
    })

    it('compares the template itself where nothing resolves it (OID-02)', async () => {
      const own = { discoveryIssuer: TEMPLATE }
      const made = await exchange({ document, claims: { iss: TEMPLATE } }, own, {
        issuer: TEMPLATE,
      })
      expect(made.claims).toMatchObject({ iss: TEMPLATE })
    })
  })

  it('with `send` needs a token endpoint', async () => {
    const send = (): never => {
      throw new Error('must not be asked')
    }
    await expect(
      exchange({ document: { token_endpoint: undefined } }, { token: { send } }),
    ).rejects.toMatchObject(refusal('The provider "acme" names no token endpoint.'))
  })
})
