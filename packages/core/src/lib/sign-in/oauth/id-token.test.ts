import { createHash, createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { CompactEncrypt, CompactSign, createLocalJWKSet, type JWTVerifyGetKey } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { ISSUER, NOW, oidcProvider } from '../../../../test/oauth-provider.ts'
import type { ClientMetadata } from '../../types/endpoint.ts'
import { type IdTokenContext, verifyIdToken } from './id-token.ts'
import type { Server } from './metadata.ts'

const SECRET = 'a secret of the client that is long enough'

interface Options {
  readonly client?: ClientMetadata
  readonly clientSecret?: string
  readonly trustedAudiences?: readonly string[]
}

interface Pair {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

let rsa: Pair
let ec: Readonly<Record<'ES256' | 'ES384' | 'ES512', Pair>>
let okp: Pair

beforeAll(() => {
  rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  ec = {
    ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    ES384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
    ES512: generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  }
  okp = generateKeyPairSync('ed25519')
})

function pairOf(alg: string): Pair {
  if (/^[RP]S/.test(alg)) return rsa
  if (alg === 'EdDSA' || alg === 'Ed25519') return okp
  // The rest of the algorithms of these tests.
  return ec[alg as keyof typeof ec]
}

const CLAIMS = { iss: ISSUER, aud: 'app', sub: 'ada', iat: NOW, exp: NOW + 600, nonce: 'n' }

type Claims = Readonly<Record<string, unknown>>

function sign(claims: unknown, alg = 'ES256', header: object = {}): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg, ...header })
    .sign(pairOf(alg).privateKey)
}

/** A server that supports algorithms, and has a key for each of them. */
function serverWith(...algs: readonly string[]): Server {
  const keys: JWTVerifyGetKey = async ({ alg }) => pairOf(alg ?? '').publicKey
  const supported = { id_token_signing_alg_values_supported: [...algs] }
  return { metadata: { issuer: ISSUER, ...supported }, keys }
}

const CONTEXT: IdTokenContext = {
  accessToken: 'the access token',
  code: 'the code',
  now: NOW,
  transaction: {
    id: 'x',
    provider: 'acme',
    nonce: 'n',
    redirectUri: 'https://app.example/auth/callback/acme',
    returnTo: '/',
    createdAt: NOW * 1000,
  },
}

interface Verifying extends Options {
  readonly server?: Server
  readonly context?: Partial<IdTokenContext>
}

const verify = (token: string, { server, context, ...options }: Verifying = {}): Promise<Claims> =>
  verifyIdToken(
    oidcProvider({ clientSecret: SECRET, ...options }),
    server ?? serverWith('ES256'),
    token,
    { ...CONTEXT, ...context },
  )

const matching = (form: RegExp): unknown => expect.stringMatching(form)

const refused = (end: string): object => ({
  type: 'OAuthCallbackError',
  message: matching(new RegExp(`^The ID token of "acme" ${end}\\.`)),
})

const UNSIGNED = refused('has no valid signature')

const signedWith = (alg: string): object => refused(`is signed with "${alg}", and .* accepted.*`)

describe('The signature of an ID token', () => {
  it.each([
    'RS256',
    'RS384',
    'RS512',
    'PS256',
    'PS384',
    'PS512',
    'ES256',
    'ES384',
    'ES512',
    'EdDSA',
    'Ed25519',
  ])('may use %s only where the document lists it (OID-06)', async (alg) => {
    const other = alg === 'ES256' ? 'ES384' : 'ES256'
    const server = serverWith(alg)
    expect(await verify(await sign(CLAIMS, alg), { server })).toEqual(CLAIMS)
    await expect(verify(await sign(CLAIMS, other), { server })).rejects.toMatchObject(
      signedWith(other),
    )
  })

  it('must use RS256 where the document lists no algorithms (OID-06)', async () => {
    const { keys } = serverWith()
    const server: Server = { metadata: { issuer: ISSUER }, ...(keys ? { keys } : {}) }
    expect(await verify(await sign(CLAIMS, 'RS256'), { server })).toEqual(CLAIMS)
    await expect(verify(await sign(CLAIMS), { server })).rejects.toMatchObject(signedWith('ES256'))
  })

  it('must use the configured algorithm whatever the document lists (OID-06)', async () => {
    const client = { id_token_signed_response_alg: 'ES384' }
    const server = serverWith('ES256')
    expect(await verify(await sign(CLAIMS, 'ES384'), { client, server })).toEqual(CLAIMS)
    await expect(verify(await sign(CLAIMS), { client, server })).rejects.toMatchObject(
      refused(
        'is signed with "ES256", and ES384 is accepted. Choose another at the service, or, if it is meant, set `client.id_token_signed_response_alg` of the provider to it',
      ),
    )
  })

  const hmac = (secret: string, alg = 'HS256'): string => {
    const encode = (value: object): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = `${encode({ alg })}.${encode(CLAIMS)}`
    const hash = alg === 'HS512' ? 'sha512' : 'sha256'
    return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`
  }

  it.each(['HS256', 'none', 'hs256', ''])(
    'may not use the client secret because the document lists %j (OID-06)',
    async (alg) => {
      for (const algs of [[alg], [alg, 'ES256']]) {
        const server = serverWith(...algs)
        await expect(verify(hmac(SECRET, alg), { server })).rejects.toMatchObject(signedWith(alg))
      }
    },
  )

  it('may use the client secret only where it is configured and set (OID-06)', async () => {
    const client = { id_token_signed_response_alg: 'HS256' }
    expect(await verify(hmac(SECRET), { client })).toEqual(CLAIMS)
    for (const [token, error] of [
      [hmac('another secret that is long enough'), UNSIGNED],
      [hmac(SECRET, 'HS512'), signedWith('HS512')],
      [await sign(CLAIMS), signedWith('ES256')],
    ] as const) {
      await expect(verify(token, { client })).rejects.toMatchObject(error)
    }
    await expect(verify(hmac(''), { client, clientSecret: '' })).rejects.toMatchObject(
      refused('cannot be verified: the provider has no `clientSecret`'),
    )
  })

  it('is named with the fix where the token is encrypted (OID-21)', async () => {
    const key = new TextEncoder().encode(SECRET.slice(0, 32))
    const token = await new CompactEncrypt(new TextEncoder().encode(await sign(CLAIMS)))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(key)
    await expect(verify(token)).rejects.toMatchObject(
      refused('is encrypted .* Turn its encryption off at the service.*'),
    )
  })

  it('ignores listed algorithms that are not strings (OID-06)', async () => {
    // What a document may hold, whatever its type promises.
    const server = serverWith(...([7, null, 'ES256'] as unknown as string[]))
    expect(await verify(await sign(CLAIMS), { server })).toEqual(CLAIMS)
  })

  it('cannot be verified without keys, and the log says why (OID-05)', async () => {
    const { metadata } = serverWith('ES256')
    await expect(verify(await sign(CLAIMS), { server: { metadata } })).rejects.toMatchObject(
      refused('cannot be verified: the provider names no `jwks_uri`'),
    )
  })

  it('without a kid is verified with each fitting key (OID-08)', async () => {
    const others = ['P-256', 'P-256'].map((namedCurve) => generateKeyPairSync('ec', { namedCurve }))
    const keysOf = (pairs: readonly Pair[]): JWTVerifyGetKey =>
      createLocalJWKSet({ keys: pairs.map(({ publicKey }) => publicKey.export({ format: 'jwk' })) })
    const [first, second] = others
    if (!first || !second) throw new Error('There are two.')
    const metadata = serverWith('ES256').metadata
    const token = await sign(CLAIMS)
    for (const pairs of [
      [ec.ES256, first],
      [first, ec.ES256],
    ]) {
      const server = { metadata, keys: keysOf(pairs) }
      expect(await verify(token, { server })).toEqual(CLAIMS)
    }
    const server = { metadata, keys: keysOf([first, second]) }
    await expect(verify(token, { server })).rejects.toMatchObject(UNSIGNED)
    await expect(verify(token, { server })).rejects.toMatchObject({
      cause: { err: { code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' } },
    })
  })

  it('without a fitting key is refused with the reason in the log (OID-08)', async () => {
    const keys = createLocalJWKSet({ keys: [ec.ES384.publicKey.export({ format: 'jwk' })] })
    const server = { metadata: serverWith('ES256').metadata, keys }
    await expect(verify(await sign(CLAIMS), { server })).rejects.toMatchObject({
      ...UNSIGNED,
      cause: { err: { code: 'ERR_JWKS_NO_MATCHING_KEY' } },
    })
  })
})

describe('The type of an ID token', () => {
  it.each(['JWT', 'jwt', 'application/jwt', 'Application/JWT', undefined])(
    'may be %j (OID-20)',
    async (typ) => {
      const header = typ === undefined ? {} : { typ }
      expect(await verify(await sign(CLAIMS, 'ES256', header))).toEqual(CLAIMS)
    },
  )

  it.each(['at+jwt', 'application/at+jwt', '', 'x', 'japplication/wt', 'application/'])(
    'cannot be %j (OID-20)',
    async (typ) => {
      await expect(verify(await sign(CLAIMS, 'ES256', { typ }))).rejects.toMatchObject(
        refused('is another kind of token'),
      )
    },
  )
})

describe('The claims of an ID token', () => {
  const ACCEPTED: readonly Claims[] = [
    { aud: ['app'] },
    { azp: 'app' },
    { aud: ['app', '385028498710'], azp: 'app' },
    { iss: `${ISSUER}/` },
    { sub: 'a'.repeat(255) },
    { sub: '\u0001\u007f' },
    { sub: '0' },
  ]

  it.each(ACCEPTED)('may be %j (OID-03, OID-04, OID-11)', async (changes) => {
    const claims = { ...CLAIMS, ...changes }
    expect(await verify(await sign(claims))).toEqual(claims)
  })

  const NO_SUB = 'has no usable `sub`'

  const REFUSED: readonly (readonly [Claims, string])[] = [
    [{ aud: [] }, 'names no audience .*'],
    [{ aud: null }, 'names no audience .*'],
    [{ aud: 'other' }, 'is meant for "other", and not for the client id "app"'],
    [{ aud: 7 }, 'is meant for 7, and not for the client id "app"'],
    [{ aud: ['other', 7], azp: 'app' }, 'is meant for "other", 7, and not for .*'],
    [{ aud: ['app', 'other'] }, 'is also meant for "other", and no `azp` .* `trustedAudiences` .*'],
    [{ aud: ['app', 'other'], azp: '' }, 'is also meant for "other", and no `azp` .*'],
    [{ aud: ['app', 'other'], azp: 'other' }, 'was issued to another client: .* "other"'],
    [{ aud: ['app', 'app'] }, 'is also meant for "app", .*'],
    [{ azp: 'other' }, 'was issued to another client: its `azp` is "other"'],
    [{ azp: ['app'] }, 'was issued to another client: .*'],
    [{ iss: undefined }, 'names no issuer .*'],
    [
      { iss: 'https://evil.example' },
      `is of the issuer "https://evil.example", and not of "${ISSUER}"`,
    ],
    [{ iss: `${ISSUER}/north` }, 'is of the issuer .*'],
    [{ iss: [ISSUER] }, 'is of the issuer .*'],
    [{ auth_time: 'yesterday' }, 'has an `auth_time` that is not a time'],
    [{ sub: undefined }, NO_SUB],
    [{ sub: 7 }, NO_SUB],
    [{ sub: ['ada'] }, NO_SUB],
    [{ sub: '' }, NO_SUB],
    [{ sub: 'a'.repeat(256) }, NO_SUB],
    [{ sub: 'é-ada' }, NO_SUB],
    [{ sub: 'ada-é' }, NO_SUB],
    [{ sub: 'a\u0000' }, NO_SUB],
    [{ exp: undefined }, 'has no `exp`'],
    [{ iat: NOW - 1801 }, 'was issued 1801 seconds ago.*'],
    [{ nonce: 'm' }, 'is for another sign-in.*'],
    [{ nonce: 7 }, 'is for another sign-in.*'],
    [{ nonce: undefined }, 'has no `nonce`, and one was sent. If .* set `checks: .*'],
    [{ nonce: null }, 'has no `nonce`, and one was sent.*'],
    [{ nonce: '' }, 'has no `nonce`, and one was sent.*'],
  ]

  it.each(REFUSED)('cannot be %j (OID-03, OID-04, OID-10, OID-11, OID-12)', async (...row) => {
    const [changes, end] = row
    await expect(verify(await sign({ ...CLAIMS, ...changes }))).rejects.toMatchObject(refused(end))
  })

  it('may name further audiences without `azp` where all of them are trusted (OID-03)', async () => {
    const claims = { ...CLAIMS, aud: ['app', 'project', 'api'] }
    const token = await sign(claims)
    expect(await verify(token, { trustedAudiences: ['api', 'project'] })).toEqual(claims)
    await expect(verify(token, { trustedAudiences: ['project'] })).rejects.toMatchObject(
      refused('is also meant for "project", "api", .*'),
    )
    const foreign = await sign({ ...claims, azp: 'api' })
    await expect(verify(foreign, { trustedAudiences: ['api', 'project'] })).rejects.toMatchObject(
      refused('was issued to another client.*'),
    )
  })

  it('that are null or empty count as absent where they are optional (OID-04, OID-12, OID-13)', async () => {
    const { nonce: _, ...transaction } = CONTEXT.transaction
    const { nonce: __, ...claims } = CLAIMS
    for (const empty of [null, '']) {
      const optional = { azp: empty, nonce: empty, at_hash: empty, c_hash: empty, auth_time: empty }
      const token = await sign({ ...claims, ...optional, nbf: empty, sid: empty, name: empty })
      expect(await verify(token, { context: { transaction } })).toEqual({ ...claims, name: empty })
    }
  })

  it('need no nonce where none was sent, and may have one of the service (OID-12)', async () => {
    const { nonce: _, ...transaction } = CONTEXT.transaction
    const context = { transaction }
    const { nonce: __, ...claims } = CLAIMS
    expect(await verify(await sign(claims), { context })).toEqual(claims)
    expect(await verify(await sign(CLAIMS), { context })).toEqual(CLAIMS)
  })

  it.each([[], null, 'text', 7])('must be an object, not %j (OID-05)', async (payload) => {
    await expect(verify(await sign(payload))).rejects.toMatchObject(refused('has no claims'))
  })

  it('give the age of the authentication, measured from the start of the sign-in (OID-14)', async () => {
    const transaction = { ...CONTEXT.transaction, requested: { maxAge: 10 } }
    const context = { transaction }
    const old = { ...CLAIMS, auth_time: NOW - 71 }
    await expect(verify(await sign(old), { context })).rejects.toMatchObject(
      refused('names an authentication that is longer ago than `max_age` allows'),
    )
    const young = { ...CLAIMS, auth_time: NOW - 70 }
    expect(await verify(await sign(young), { context })).toEqual(young)
  })
})

describe('at_hash and c_hash of an ID token', () => {
  const half = (text: string, bits: number): string => {
    const digest = createHash(`sha${bits}`).update(text).digest()
    return digest.subarray(0, digest.length / 2).toString('base64url')
  }

  const WAYS = [
    ['at_hash', 'the access token', 'does not belong to the access token'],
    ['c_hash', 'the code', 'does not belong to the code'],
  ] as const

  const ALGORITHMS = [
    ['ES256', 256],
    ['PS384', 384],
    ['RS512', 512],
    ['EdDSA', 512],
    ['Ed25519', 512],
  ] as const

  it.each(WAYS.flatMap((way) => ALGORITHMS.map((alg) => [...way, ...alg] as const)))(
    'match code and access token: %s of %j, with %s%s by %s and %i bits (OID-13)',
    async (...row) => {
      const [name, value, end, alg, bits] = row
      const server = serverWith(alg)
      const right = { ...CLAIMS, [name]: half(value, bits) }
      expect(await verify(await sign(right, alg), { server })).toEqual(right)
      const other = bits === 256 ? 512 : 256
      for (const wrong of [half('another', bits), half(value, other), 7]) {
        const token = await sign({ ...CLAIMS, [name]: wrong }, alg)
        await expect(verify(token, { server })).rejects.toMatchObject(refused(end))
      }
    },
  )

  it.each(['at_hash', 'c_hash'])(
    'are refused without code or access token: %s (OID-13)',
    async (name) => {
      const context = { accessToken: undefined, code: null }
      for (const text of ['', 'null', 'undefined']) {
        const token = await sign({ ...CLAIMS, [name]: half(text, 256) })
        await expect(verify(token, { context })).rejects.toMatchObject({
          type: 'OAuthCallbackError',
        })
      }
    },
  )
})
