import { generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { basic, codeFrom, readMembers, tokenRequest } from '../../test/client.ts'
import { oauthService, TOKEN } from '../../test/own-service.ts'
import { createLab, type Emulator } from '../index.ts'
import type { TokenRules } from '../service.ts'

const lab = createLab()

const emulatorWith = (token: Partial<TokenRules> = {}): Promise<Emulator> =>
  lab.service(oauthService({ token }))

test('An emulator exchanges a code for an access token once', async () => {
  const emulator = await emulatorWith()
  const code = await codeFrom(emulator)
  const response = await tokenRequest(emulator, { code })
  expect(response.status).toBe(200)
  const { access_token: accessToken, ...members } = await readMembers(response)
  expect(accessToken).toMatch(/^access-/)
  expect(members).toEqual({
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'read',
  })
  const again = await tokenRequest(emulator, { code })
  expect(again.status).toBe(400)
  expect(await readMembers(again)).toMatchObject({ error: 'invalid_grant' })
  expect(emulator.refusals.map(({ rule }) => rule)).toEqual(['code'])
})

test.each([
  ['ten minutes', {}, 600],
  ['as long as it is valid at the service', { codeLifetime: 60 }, 60],
])('an emulator accepts a code for %s', async (_, rules, seconds) => {
  let now = Date.now()
  const own = createLab({ now: () => now })
  const emulator = await own.service(oauthService({ authorization: rules }))
  const [early, late] = [await codeFrom(emulator), await codeFrom(emulator)]
  now += seconds * 1000 - 1
  expect((await tokenRequest(emulator, { code: early })).status).toBe(200)
  now += 1
  const response = await tokenRequest(emulator, { code: late })
  expect(response.status).toBe(400)
  expect(await readMembers(response)).toMatchObject({ error: 'invalid_grant' })
  const [refusal] = emulator.refusals
  expect([refusal?.rule, emulator.refusals.length]).toEqual(['code', 1])
  expect(refusal?.message).toContain(`codes for ${seconds} seconds, and this one has expired`)
})

describe('An emulator refuses a token request', () => {
  test.each<[string, Record<string, string | undefined>, string, string]>([
    ['with another code', { code: 'other' }, 'invalid_grant', 'code'],
    [
      'for another redirect URI',
      { redirect_uri: 'https://app.example/' },
      'invalid_grant',
      'redirect_uri',
    ],
    ['without a redirect URI', { redirect_uri: undefined }, 'invalid_grant', 'redirect_uri'],
    ['with another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant', 'code_verifier'],
    ['without a verifier', { code_verifier: undefined }, 'invalid_grant', 'code_verifier'],
    ['with another grant', { grant_type: 'password' }, 'unsupported_grant_type', 'grant_type'],
    ['without a grant type', { grant_type: undefined }, 'invalid_request', 'grant_type'],
    [
      'with two ways to authenticate',
      { client_secret: 's' },
      'invalid_request',
      'client_authentication',
    ],
  ])('%s', async (_, change, error, rule) => {
    const emulator = await emulatorWith()
    const response = await tokenRequest(emulator, change)
    expect(response.status).toBe(400)
    expect(await readMembers(response)).toMatchObject({ error })
    expect(emulator.refusals.map((refusal) => refusal.rule)).toEqual([rule])
  })

  test.each<[string, Record<string, string | undefined>, Record<string, string | undefined>]>([
    ['with another secret', {}, { authorization: `Basic ${btoa('lab-client-of-harbour:x')}` }],
    ['by another client', {}, { authorization: basic({ clientId: 'x', clientSecret: 'y' }) }],
    [
      'in a way it does not take',
      { client_id: 'c', client_secret: 's' },
      { authorization: undefined },
    ],
    [
      'without authentication',
      { client_id: 'lab-client-of-harbour' },
      { authorization: undefined },
    ],
  ])('%s', async (_, change, headers) => {
    const emulator = await emulatorWith()
    const response = await tokenRequest(emulator, change, headers)
    expect(response.status).toBe(401)
    expect(await readMembers(response)).toMatchObject({ error: 'invalid_client' })
  })

  test.each<[string, Partial<TokenRules>, string]>([
    ['in another method', { method: 'GET' }, 'method'],
    ['in another form', { body: 'json' }, 'body'],
    ['without a header', { headers: { 'x-api-key': true } }, 'header'],
    ['without a parameter', { requires: { audience: 'api' } }, 'parameter'],
    ['under the names of RFC 6749', { names: { code: 'auth_code' } }, 'code'],
  ])('%s', async (_, rules, rule) => {
    const emulator = await emulatorWith(rules)
    const response = await tokenRequest(emulator)
    expect(response.status).toBe(400)
    expect(emulator.refusals.map((refusal) => refusal.rule)).toEqual([rule])
  })

  test('with a verifier for a request without a challenge', async () => {
    const emulator = await lab.service(oauthService({ authorization: { pkce: 'supported' } }))
    const code = await codeFrom(emulator, {
      code_challenge: undefined,
      code_challenge_method: undefined,
    })
    expect(await readMembers(await tokenRequest(emulator, { code }))).toMatchObject({
      error: 'invalid_grant',
    })
    expect(emulator.refusals[0]?.rule).toBe('code_verifier')
  })

  test('with a verifier at a service without PKCE', async () => {
    const emulator = await lab.service(oauthService({ authorization: { pkce: 'refused' } }))
    const code = await codeFrom(emulator, {
      code_challenge: undefined,
      code_challenge_method: undefined,
    })
    expect((await tokenRequest(emulator, { code })).status).toBe(400)
    expect(emulator.refusals[0]?.rule).toBe('pkce')
  })
})

describe('An emulator accepts a token request', () => {
  test('with the secret in the body', async () => {
    const emulator = await emulatorWith({ authentication: ['client_secret_post'] })
    const { clientId: client_id, clientSecret: client_secret } = emulator.options
    const response = await tokenRequest(
      emulator,
      { client_id, client_secret },
      { authorization: undefined },
    )
    expect(response.status).toBe(200)
  })

  test('of a public client without a secret', async () => {
    const emulator = await emulatorWith({ authentication: ['none'] })
    expect(emulator.options).not.toHaveProperty('clientSecret')
    const { clientId: client_id } = emulator.options
    expect((await tokenRequest(emulator, { client_id }, { authorization: undefined })).status).toBe(
      200,
    )
  })

  test('as JSON and with the parameter names of the service', async () => {
    const emulator = await emulatorWith({
      authentication: ['client_secret_post'],
      body: 'json',
      names: { client_id: 'client_key' },
    })
    const { clientId, clientSecret } = emulator.options
    const response = await emulator.fetch(TOKEN, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'authorization_code',
        client_key: clientId,
        client_secret: clientSecret,
        code: await codeFrom(emulator),
        redirect_uri: 'https://app.example/auth/callback/harbour',
        code_verifier: 'verifier-verifier-verifier-verifier-verifie',
      }),
    })
    expect(emulator.refusals).toEqual([])
    expect(response.status).toBe(200)
  })

  test('with only the types and the secret where the service requires that', async () => {
    const service = oauthService({
      authorization: { responseType: 'Assertion' },
      token: {
        authentication: ['client_secret_post'],
        grantType: 'urn:example:bearer',
        clientIdIgnored: true,
      },
    })
    const emulator = await lab.service(service)
    const { clientSecret: client_secret } = emulator.options
    const code = await codeFrom(emulator, { response_type: 'Assertion' })
    const change = { code, client_secret, grant_type: 'urn:example:bearer' }
    const response = await tokenRequest(emulator, change, { authorization: undefined })
    expect(response.status).toBe(200)
    await expect(codeFrom(emulator)).rejects.toThrow(/`response_type=Assertion`, and it is code/)
  })

  test('without a redirect URI where the service does not compare it', async () => {
    const emulator = await emulatorWith({ redirectUriIgnored: true })
    expect((await tokenRequest(emulator, { redirect_uri: undefined })).status).toBe(200)
  })
})

/** An assertion (RFC 7523, section 3), signed with what is given. */
async function assertion(
  emulator: Emulator,
  key: Parameters<SignJWT['sign']>[0],
  alg: string,
): Promise<Readonly<Record<string, string>>> {
  const { clientId } = emulator.options
  const jwt = await new SignJWT({ jti: crypto.randomUUID() })
    .setProtectedHeader({ alg })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(TOKEN)
    .setExpirationTime('1 minute')
    .sign(key)
  return {
    client_id: clientId,
    client_assertion: jwt,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  }
}

describe('A client assertion at an emulator', () => {
  const without = { authorization: undefined }

  test('is accepted when it is signed with the secret', async () => {
    const emulator = await emulatorWith({ authentication: ['client_secret_jwt'] })
    const secret = new TextEncoder().encode(emulator.options.clientSecret)
    const right = await tokenRequest(emulator, await assertion(emulator, secret, 'HS256'), without)
    expect(right.status).toBe(200)
    const other = new TextEncoder().encode('x'.repeat(32))
    const wrong = await tokenRequest(emulator, await assertion(emulator, other, 'HS256'), without)
    expect(wrong.status).toBe(401)
  })

  test('is accepted when it is signed with the key of the client', async () => {
    const emulator = await emulatorWith({ authentication: ['private_key_jwt'] })
    expect(emulator.options).not.toHaveProperty('clientSecret')
    const key = emulator.options.token?.clientPrivateKey
    if (!key || !('kid' in key)) throw new Error('There is no key.')
    const right = await tokenRequest(emulator, await assertion(emulator, key.key, 'ES256'), without)
    expect(right.status).toBe(200)
    const { privateKey } = await generateKeyPair('ES256')
    const wrong = await tokenRequest(
      emulator,
      await assertion(emulator, privateKey, 'ES256'),
      without,
    )
    expect(wrong.status).toBe(401)
  })

  test('is refused without its type', async () => {
    const emulator = await emulatorWith({ authentication: ['client_secret_jwt'] })
    const response = await tokenRequest(emulator, { client_assertion: 'a.b.c' }, without)
    expect(await readMembers(response)).toMatchObject({ error: 'invalid_client' })
  })
})

describe('The token response of an emulator', () => {
  test('and the errors have the form of the service', async () => {
    const emulator = await emulatorWith({
      status: 201,
      answer: async ({ access_token }, { clientId }) => ({ data: { access_token, clientId } }),
      error: (error) => ({ status: 200, body: { failed: error } }),
    })
    const response = await tokenRequest(emulator)
    expect(response.status).toBe(201)
    expect(await readMembers(response)).toMatchObject({
      data: { clientId: 'lab-client-of-harbour' },
    })
    const refused = await tokenRequest(emulator, { code: 'other' })
    expect(refused.status).toBe(200)
    expect(await readMembers(refused)).toEqual({ failed: 'invalid_grant' })
  })

  test('is an error after fail(), until fail() without an argument', async () => {
    const emulator = await emulatorWith()
    emulator.fail({ token: 'temporarily_unavailable' })
    const failed = await tokenRequest(emulator)
    expect(await readMembers(failed)).toMatchObject({ error: 'temporarily_unavailable' })
    emulator.fail()
    expect((await tokenRequest(emulator)).status).toBe(200)
  })
})
