import { decodeProtectedHeader, exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import Apple, { createAppleClientSecret, type AppleProfile } from './apple.ts'

const documented: AppleProfile = {
  iss: 'https://appleid.apple.com',
  aud: 'com.example.web',
  exp: 1596621649,
  iat: 1596535249,
  sub: '001999.66b2d0a2a1b84e0a9e2b0d8e8f4f6d1e.0952',
  nonce_supported: true,
  email: 'ah2ojqw9yv@privaterelay.appleid.com',
  email_verified: 'true',
  is_private_email: 'true',
  real_user_status: 2,
  auth_time: 1596535249,
}
const minimal: AppleProfile = { sub: 's' }

const firstConsent = JSON.stringify({
  name: { firstName: 'Erika', lastName: 'Mustermann' },
  email: 'another.person@example.com',
})

async function mapped(profile: AppleProfile, body: Record<string, string>): Promise<unknown> {
  const provider = Apple()
  return provider.profile?.(provider.profileFromBody?.(profile, body) ?? profile, {})
}

describe('apple', () => {
  it('maps the documented claims', async () => {
    expect(await mapped(documented, { code: 'c', state: 's' })).toEqual({
      id: '001999.66b2d0a2a1b84e0a9e2b0d8e8f4f6d1e.0952',
      name: null,
      email: 'ah2ojqw9yv@privaterelay.appleid.com',
      image: null,
      emailVerified: true,
    })
  })

  it('maps an ID token with only a subject', async () => {
    const empty = { id: 's', name: null, email: null, image: null, emailVerified: false }
    expect(await mapped(minimal, {})).toEqual(empty)
  })

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
  ] as const)('maps email_verified %j to %j', async (email_verified, emailVerified) => {
    expect(await mapped({ ...documented, email_verified }, {})).toMatchObject({ emailVerified })
  })

  it('uses the name of the first consent, and not the unsigned address', async () => {
    expect(await mapped(documented, { user: firstConsent })).toMatchObject({
      name: 'Erika Mustermann',
      email: 'ah2ojqw9yv@privaterelay.appleid.com',
    })
    expect(Apple().profileFromBody?.(documented, { user: firstConsent })).toEqual({
      ...documented,
      user: { name: { firstName: 'Erika', lastName: 'Mustermann' } },
    })
  })

  it('accepts a name without a first name', async () => {
    const user = JSON.stringify({ name: { firstName: '', lastName: 'Mustermann' } })
    expect(await mapped(documented, { user })).toMatchObject({ name: 'Mustermann' })
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"name":null}',
    '{"name":{"firstName":1,"lastName":{}}}',
  ])('has no name for the body %j', async (user) => {
    expect(await mapped(documented, { user })).toMatchObject({ name: null })
  })

  it('requests a form post and authenticates in the body', () => {
    expect(Apple()).toMatchObject({
      authorization: { params: { scope: 'name email', response_mode: 'form_post' } },
      client: { token_endpoint_auth_method: 'client_secret_post' },
    })
  })
})

describe('createAppleClientSecret', () => {
  const ids = { clientId: 'com.example.web', teamId: 'A1B2C3D4E5', keyId: 'F6G7H8I9J0' }

  it.each([
    ['as in the file', (pem: string) => pem],
    ['with escaped line breaks', (pem: string) => pem.replaceAll('\n', '\\n')],
  ])('signs with the private key, written %s', async (_, write) => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
    const pem = await exportPKCS8(privateKey)
    const secret = await createAppleClientSecret({ ...ids, privateKey: write(pem) })
    const { payload } = await jwtVerify(secret, publicKey, {
      issuer: 'A1B2C3D4E5',
      subject: 'com.example.web',
      audience: 'https://appleid.apple.com',
    })
    expect(decodeProtectedHeader(secret)).toEqual({ alg: 'ES256', kid: 'F6G7H8I9J0' })
    expect(Number(payload.exp) - Number(payload.iat)).toBe(180 * 86_400)
  })

  it('has the requested lifetime', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
    const options = { ...ids, privateKey: await exportPKCS8(privateKey), expiresIn: 3600 }
    const { payload } = await jwtVerify(await createAppleClientSecret(options), publicKey)
    expect(Number(payload.exp) - Number(payload.iat)).toBe(3600)
  })

  it.each([0, -1, 15_777_001, Number.NaN])(
    'refuses a lifetime of %d seconds',
    async (expiresIn) => {
      const options = { ...ids, privateKey: 'unused', expiresIn }
      await expect(createAppleClientSecret(options)).rejects.toThrow(RangeError)
    },
  )

  it('does not repeat the private key when it cannot be read', async () => {
    const failure = await createAppleClientSecret({ ...ids, privateKey: 'not a key' }).catch(String)
    expect(failure).toContain('TypeError')
    expect(failure).not.toContain('not a key')
  })
})
