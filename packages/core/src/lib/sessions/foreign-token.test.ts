import { hkdfSync } from 'node:crypto'
import { CompactEncrypt, type CompactJWEHeaderParameters } from 'jose'
import { describe, expect, test, vi } from 'vitest'
import { resolveConfig } from '../config/resolve.ts'
import type { SessionContext } from '../request/context.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import type { AuthConfig } from '../types/config.ts'
import type { JWT, JWTDecodeParams } from '../types/jwt.ts'
import { openForeignToken } from './foreign-token.ts'

const START = 1_700_000_000_000
const CLAIMS: JWT = { sub: '1', jti: 'j', iat: START / 1000 - 60, exp: START / 1000 + 60 }

type Decode = (params: JWTDecodeParams) => JWT | null

function contextWith(
  decode?: Decode,
  secret: readonly string[] = ['of-version-4'],
): SessionContext {
  const migrate: AuthConfig['migrate'] = {
    from: 'next-auth',
    until: '2120-01-01',
    secret,
    ...(decode && { decode }),
  }
  const config = resolveConfig(
    { providers: [], secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978', migrate },
    { env: {}, clock: () => START, basePath: '/auth' },
  )
  const origin = { href: 'https://app.example.com', secure: true }
  return { config, origin, profile: config.secure, jar: new CookieJar('') }
}

describe('A decoder for sessions of another library', () => {
  test.each([
    ['authjs.session-token', ['authjs.session-token']],
    ['__Secure-authjs.session-token', ['__Secure-authjs.session-token']],
    ['next-auth.session-token', ['']],
    ['acme.session', ['acme.session', '']],
  ])('gets the possible salts of %s for each secret (ALT-03)', async (name, salts) => {
    const decode = vi.fn<Decode>(() => null)
    const context = contextWith(decode, ['newer', 'older'])
    expect(await openForeignToken(context, { name, value: 'x' })).toBeNull()
    expect(decode.mock.calls.map(([params]) => params)).toEqual(
      ['newer', 'older'].flatMap((secret) => salts.map((salt) => ({ token: 'x', secret, salt }))),
    )
  })

  test('is called with the next secret when it returns null for the first (ALT-03)', async () => {
    const context = contextWith(
      ({ secret }) => (secret === 'older' ? CLAIMS : null),
      ['newer', 'older'],
    )
    const token = await openForeignToken(context, { name: 'authjs.session-token', value: 'x' })
    expect(token).toMatchObject({ sub: '1', jti: 'j' })
  })

  test('is not called with a token of more than 16,384 characters (INP-03)', async () => {
    const context = contextWith(() => CLAIMS)
    for (const [length, good] of [
      [16_384, true],
      [16_385, false],
    ] as const) {
      const cookie = { name: 'authjs.session-token', value: 'x'.repeat(length) }
      expect((await openForeignToken(context, cookie)) !== null).toBe(good)
    }
  })
})

describe('A session of another library', () => {
  const open = async (jti: unknown, value = 'x') => {
    // What an encoder without types may have written.
    const claims = { ...CLAIMS, jti } as JWT
    const context = contextWith(() => claims)
    return (await openForeignToken(context, { name: 'authjs.session-token', value }))?.jti
  }

  test.each(['j', 'x'.repeat(200)])(
    'keeps its id of up to 200 characters: %s (ALT-03)',
    async (jti) => {
      expect(await open(jti)).toBe(jti)
    },
  )

  test.each([[''], ['x'.repeat(201)], [7], [null], [undefined]])(
    'gets an id from its token where its own is not one: %j (ALT-03)',
    async (jti) => {
      const id = await open(jti)
      expect(id).toMatch(/^[\w-]{43}$/)
      expect(await open(jti)).toBe(id)
      expect(await open(jti, 'y')).not.toBe(id)
    },
  )
})

const NAME = 'authjs.session-token'

const VERSION_5 = { salt: NAME, info: `Auth.js Generated Encryption Key (${NAME})` }
const VERSION_4 = { salt: '', info: 'NextAuth.js Generated Encryption Key' }

/** Encrypts as the documentation of the other library says. */
async function sealed(
  header: CompactJWEHeaderParameters,
  { salt, info } = VERSION_5,
  text = JSON.stringify(CLAIMS),
): Promise<string> {
  const length = header.enc === 'A256CBC-HS512' ? 64 : 32
  const key = new Uint8Array(hkdfSync('sha256', 'of-version-4', salt, info, length))
  return new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(header).encrypt(key)
}

describe('A token of another library', () => {
  const open = (value: string): ReturnType<typeof openForeignToken> =>
    openForeignToken(contextWith(undefined, ['newer', 'of-version-4']), { name: NAME, value })

  const [CBC, GCM] = [
    { alg: 'dir', enc: 'A256CBC-HS512' },
    { alg: 'dir', enc: 'A256GCM' },
  ]

  test.each([
    ['5', CBC, VERSION_5],
    ['5, an early one,', GCM, VERSION_5],
    ['4', GCM, VERSION_4],
  ])('sealed by version %s is opened with each secret (ALT-03)', async (_, header, format) => {
    expect(await open(await sealed(header, format))).toEqual({
      ...CLAIMS,
      auth_time: START / 1000 - 60,
    })
  })

  test.each([
    ['with the key of version 4 and the encryption of version 5', CBC, VERSION_4],
    ['compressed (JWE-05)', { ...CBC, zip: 'DEF' }, VERSION_5],
    ['with a wrapped key (JWE-02)', { ...GCM, alg: 'A256KW' }, VERSION_5],
    ['with an algorithm that no version used (JWE-01)', { ...GCM, alg: 'A256GCMKW' }, VERSION_5],
  ])('is not a session %s', async (_, header, format) => {
    expect(await open(await sealed(header, format))).toBeNull()
  })

  test.each(['[]', '"text"', 'null', '{"sub":'])(
    'is not a session when it contains %s (ALT-03)',
    async (text) => {
      expect(await open(await sealed(CBC, VERSION_5, text))).toBeNull()
    },
  )

  test.each(['', 'x', 'e30', 'W10.a.b.c.d', 'bnVsbA.a.b.c.d', '*.a.b.c.d', 'e30.a.b.c.d'])(
    'is not a session when its content is %j (JWE-08)',
    async (text) => {
      expect(await open(text)).toBeNull()
    },
  )
})
