import { createAuth } from '@latchstring/core'
import { base64url, type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeFrom, readMembers, tokenRequest } from '../../test/client.ts'
import { oauthService, oidcService, ME, TOKEN } from '../../test/own-service.ts'
import { createLab, createVisitor, type Emulator } from '../index.ts'

const lab = createLab()
let mine: CryptoKeyPair
let other: CryptoKeyPair

beforeAll(async () => {
  ;[mine, other] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')])
})

interface CryptoKeyPair {
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
}

/** A proof of possession (RFC 9449, section 4.2). */
async function proof(
  { privateKey, publicKey }: CryptoKeyPair,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  return new SignJWT({ jti: crypto.randomUUID(), htm: 'POST', htu: TOKEN, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
    .setIssuedAt()
    .sign(privateKey)
}

const emulatorWith = (dpop: 'supported' | 'required'): Promise<Emulator> =>
  lab.service(oauthService({ token: { dpop }, resources: { [ME]: {} } }))

/** The nonce that the service asks for. */
async function nonceOf(emulator: Emulator): Promise<string> {
  const response = await tokenRequest(emulator, {}, { dpop: await proof(mine, {}) })
  expect(response.status).toBe(400)
  expect(await readMembers(response)).toMatchObject({ error: 'use_dpop_nonce' })
  return response.headers.get('dpop-nonce') ?? ''
}

async function boundToken(emulator: Emulator): Promise<string> {
  const dpop = await proof(mine, { nonce: await nonceOf(emulator) })
  const body = await readMembers(await tokenRequest(emulator, {}, { dpop }))
  expect(body['token_type']).toBe('DPoP')
  return String(body['access_token'])
}

async function hash(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return base64url.encode(new Uint8Array(digest))
}

describe('A token request to an emulator with DPoP', () => {
  test('needs a proof where the service issues only bound tokens', async () => {
    const emulator = await emulatorWith('required')
    const response = await tokenRequest(emulator)
    expect(await readMembers(response)).toMatchObject({ error: 'invalid_dpop_proof' })
    expect(emulator.refusals.map(({ rule }) => rule)).toEqual(['dpop'])
  })

  test('gets a bearer token without a proof at other services', async () => {
    const response = await tokenRequest(await emulatorWith('supported'))
    expect(await readMembers(response)).toMatchObject({ token_type: 'Bearer' })
  })

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['for another method', { htm: 'GET' }],
    ['for another address', { htu: 'https://harbour.example/other' }],
    ['without an id', { jti: undefined }],
  ])('is refused with a proof %s', async (_, claims) => {
    const emulator = await emulatorWith('required')
    const dpop = await proof(mine, { nonce: await nonceOf(emulator), ...claims })
    const response = await tokenRequest(emulator, {}, { dpop })
    expect(await readMembers(response)).toMatchObject({ error: 'invalid_dpop_proof' })
  })

  test('is refused with a used proof or something other than a proof', async () => {
    const emulator = await emulatorWith('required')
    const dpop = await proof(mine, { nonce: await nonceOf(emulator) })
    expect((await tokenRequest(emulator, {}, { dpop })).status).toBe(200)
    expect((await tokenRequest(emulator, {}, { dpop })).status).toBe(400)
    expect((await tokenRequest(emulator, {}, { dpop: 'a.b.c' })).status).toBe(400)
  })

  test('is refused with another key than the authorization request named', async () => {
    const emulator = await emulatorWith('required')
    const nonce = await nonceOf(emulator)
    const code = await codeFrom(emulator, { dpop_jkt: 'of-another-key' })
    const response = await tokenRequest(emulator, { code }, { dpop: await proof(other, { nonce }) })
    expect(await readMembers(response)).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('A DPoP-bound token of an emulator', () => {
  async function ask(
    emulator: Emulator,
    token: string,
    key: CryptoKeyPair,
    claims: Readonly<Record<string, unknown>> = {},
  ): Promise<Response> {
    const about = { htm: 'GET', htu: ME, ath: await hash(token) }
    const send = async (nonce?: string | null): Promise<Response> =>
      emulator.fetch(ME, {
        headers: {
          authorization: `DPoP ${token}`,
          dpop: await proof(key, { ...about, nonce: nonce ?? undefined, ...claims }),
        },
      })
    const first = await send()
    const nonce = first.headers.get('dpop-nonce')
    return nonce === null ? first : send(nonce)
  }

  test('is accepted by an API with a proof for it', async () => {
    const emulator = await emulatorWith('required')
    const response = await ask(emulator, await boundToken(emulator), mine)
    expect(response.status).toBe(200)
    expect(emulator.refusals).toEqual([])
  })

  test('is not a bearer token', async () => {
    const emulator = await emulatorWith('required')
    const headers = { authorization: `Bearer ${await boundToken(emulator)}` }
    expect((await emulator.fetch(ME, { headers })).status).toBe(401)
    expect(emulator.refusals[0]?.message).toMatch(/the scheme `DPoP`/)
  })

  test('is refused with another key or a proof for another token', async () => {
    const emulator = await emulatorWith('required')
    const token = await boundToken(emulator)
    expect((await ask(emulator, token, other)).status).toBe(401)
    expect((await ask(emulator, token, mine, { ath: await hash('other') })).status).toBe(401)
    expect((await ask(emulator, token, mine, { htu: TOKEN })).status).toBe(401)
  })
})

test('An application with DPoP pushes its request and fetches userinfo with a bound token', async () => {
  const service = oidcService({
    authorization: { pushed: { url: 'https://harbour.example/oauth/par', required: true } },
    token: { dpop: 'required' },
  })
  const emulator = await lab.service(service)
  const auth = createAuth(
    {
      providers: [
        {
          id: 'harbour',
          name: 'Harbour',
          type: 'oidc',
          issuer: 'https://harbour.example',
          authorization: { params: { scope: 'openid profile' } },
          idToken: false,
          pushedAuthorizationRequests: true,
          dpop: true,
          ...emulator.options,
        },
      ],
    },
    {
      env: {
        NODE_ENV: 'test',
        AUTH_URL: 'https://app.example',
        AUTH_SECRET: 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x',
      },
    },
  )
  const visitor = createVisitor(auth.handle, 'https://app.example/auth')
  await visitor.signIn(emulator)
  expect(await visitor.session()).toMatchObject({ user: { name: 'Ada' } })
  expect(emulator.refusals).toEqual([])
})
