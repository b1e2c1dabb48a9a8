import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import {
  authorize,
  CLIENT,
  obtainTokens,
  readJson,
  requestToken,
  startProvider,
  verifyIdToken,
} from './testing/relying-party.ts'

const idp = forAllTests(startProvider)

afterEach(() => idp.tamper(null))

function discovery(): string {
  return `${idp.issuer}/.well-known/openid-configuration`
}

describe('a tampered ID token', () => {
  it('has changed claims and still verifies', async () => {
    idp.tamper({ idToken: (claims) => ({ claims: { ...claims, nonce: 'another' } }) })
    const { idToken, nonce } = await obtainTokens(idp)

    const claims = await verifyIdToken(idp, idToken)
    expect(claims['nonce']).toBe('another')
    expect(claims['nonce']).not.toBe(nonce)
  })

  it('can lack claims', async () => {
    idp.tamper({ idToken: (claims) => ({ claims: { ...claims, sub: undefined, iat: undefined } }) })
    const { idToken } = await obtainTokens(idp)

    const claims = await verifyIdToken(idp, idToken)
    expect(claims).not.toHaveProperty('sub')
    expect(claims).not.toHaveProperty('iat')
  })

  it('can lack a key id or have an unknown one', async () => {
    idp.tamper({ idToken: (_claims, header) => ({ header: { ...header, kid: undefined } }) })
    const { idToken: without } = await obtainTokens(idp)
    expect(decodeProtectedHeader(without)).not.toHaveProperty('kid')

    idp.tamper({ idToken: (_claims, header) => ({ header: { ...header, kid: 'unknown' } }) })
    const { idToken: unknown } = await obtainTokens(idp)
    await expect(verifyIdToken(idp, unknown)).rejects.toThrow(/no applicable key/)
  })

  it('can be signed with another key', async () => {
    idp.tamper({ idToken: () => ({ signedBy: 'unknown-key' }) })
    const { idToken } = await obtainTokens(idp)

    await expect(verifyIdToken(idp, idToken)).rejects.toThrow(/signature verification failed/)
  })

  it('can have a broken signature', async () => {
    idp.tamper({ idToken: () => ({ signedBy: 'broken' }) })
    const { idToken } = await obtainTokens(idp)

    await expect(verifyIdToken(idp, idToken)).rejects.toThrow(/signature verification failed/)
  })

  it('can be unsigned', async () => {
    idp.tamper({ idToken: (claims) => ({ claims, signedBy: 'none' }) })
    const { idToken } = await obtainTokens(idp)

    expect(decodeProtectedHeader(idToken).alg).toBe('none')
    expect(idToken.endsWith('.')).toBe(true)
    expect(decodeJwt(idToken).sub).toBe('ada-1815')
  })

  it('can be signed with the secret of the client', async () => {
    idp.tamper({ idToken: () => ({ signedBy: 'client-secret' }) })
    const { idToken } = await obtainTokens(idp)

    const { protectedHeader } = await jwtVerify(idToken, Buffer.from(CLIENT.client_secret))
    expect(protectedHeader.alg).toBe('HS256')
  })

  it('can be signed with the public key as a secret', async () => {
    idp.tamper({ idToken: () => ({ signedBy: 'public-key' }) })
    const { idToken } = await obtainTokens(idp)

    expect(decodeProtectedHeader(idToken).alg).toBe('HS256')
    await expect(verifyIdToken(idp, idToken)).rejects.toThrow()
  })

  it('can be signed with another algorithm of the provider', async () => {
    const key = await readJson(await fetch(`${idp.issuer}/jwks`))
    const keys = key['keys'] as readonly { readonly alg: string; readonly kid: string }[] // RFC 7517
    const kid = keys.find(({ alg }) => alg === 'ES256')?.kid
    idp.tamper({ idToken: () => ({ header: { alg: 'ES256', kid } }) })
    const { idToken } = await obtainTokens(idp)

    expect(await verifyIdToken(idp, idToken)).toMatchObject({ sub: 'ada-1815' })
  })

  it('passes the client and the grant to the function that changes it', async () => {
    const seen: unknown[] = []
    idp.tamper({
      idToken: (_claims, _header, occasion) => {
        seen.push(occasion)
        return {}
      },
    })
    await obtainTokens(idp)

    expect(seen).toEqual([{ clientId: 'app', grantType: 'authorization_code' }])
  })
})

describe('a tampered response of the test provider', () => {
  it('has changed members', async () => {
    idp.tamper({ discovery: ({ body }) => ({ body: { ...body, issuer: 'http://evil.example' } }) })

    expect(await readJson(await fetch(discovery()))).toMatchObject({
      issuer: 'http://evil.example',
      jwks_uri: `${idp.issuer}/jwks`,
    })
  })

  it('has another status, content type and text', async () => {
    idp.tamper({
      userinfo: { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' },
    })
    const answer = await fetch(`${idp.issuer}/userinfo`)

    expect(answer.status).toBe(502)
    expect(answer.headers.get('content-type')).toBe('text/html')
    expect(await answer.text()).toBe('<h1>Bad Gateway</h1>')
  })

  it('is about another person', async () => {
    const { accessToken } = await obtainTokens(idp)
    idp.tamper({ userinfo: ({ body }) => ({ body: { ...body, sub: 'grace-1906' } }) })
    const answer = await fetch(`${idp.issuer}/userinfo`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })

    expect(await readJson(answer)).toMatchObject({ sub: 'grace-1906', name: 'Ada Lovelace' })
  })

  it('is large and still valid', async () => {
    idp.tamper({ jwks: { padTo: 1_100_000 } })
    const text = await (await fetch(`${idp.issuer}/jwks`)).text()

    expect(text.length).toBe(1_100_000)
    expect(JSON.parse(text)).toHaveProperty('keys')
  })

  it('redirects the token request', async () => {
    idp.tamper({ token: { redirect: 'http://127.0.0.1:9/elsewhere' } })
    const answer = await fetch(`${idp.issuer}/token`, { method: 'POST', redirect: 'manual' })

    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('http://127.0.0.1:9/elsewhere')
  })

  it('lacks the ID token', async () => {
    idp.tamper({ token: ({ body }) => ({ body: { ...body, id_token: undefined } }) })
    const arrived = await authorize(idp)
    const tokens = await readJson(await requestToken(idp, arrived))

    expect(tokens).toHaveProperty('access_token')
    expect(tokens).not.toHaveProperty('id_token')
  })

  it('ends in the middle of the body', async () => {
    idp.tamper({ discovery: { reset: true } })

    await expect(fetch(discovery()).then((answer) => answer.text())).rejects.toThrow()
  })

  it('delays the client, and does not delay closing the provider', async () => {
    const slow = await startProvider({ signingAlgorithms: ['ES256'] })
    slow.tamper({ jwks: { delay: 3_600_000 } })
    const answer = fetch(`${slow.issuer}/jwks`).then(
      () => 'answered',
      () => 'cut off',
    )
    await expect.poll(() => slow.requests.length).toBe(1)
    await slow.close()

    expect(await answer).toBe('cut off')
  })

  it('is the original again afterwards', async () => {
    idp.tamper({ discovery: { status: 500 } })
    idp.tamper(null)

    expect((await fetch(discovery())).status).toBe(200)
  })
})

describe('rotated keys of the test provider', () => {
  it('sign new tokens and no longer verify old ones', async () => {
    const { idToken: before } = await obtainTokens(idp)
    await idp.rotateKeys()
    const { idToken: after } = await obtainTokens(idp)

    expect(await verifyIdToken(idp, after)).toMatchObject({ sub: 'ada-1815' })
    await expect(verifyIdToken(idp, before)).rejects.toThrow(/no applicable key/)
  })

  it('can be replaced between the authorization request and the token request', async () => {
    const arrived = await authorize(idp)
    await idp.rotateKeys()
    const tokens = await readJson(await requestToken(idp, arrived))

    expect(await verifyIdToken(idp, String(tokens['id_token']))).toHaveProperty('sub')
  })
})
