import { customFetch } from '@latchstring/core'
import type { Fetch, OIDCConfig } from '@latchstring/core/providers'
import type { Profile } from '@latchstring/core/types'
import { exportPublicJwk, type IdentityProvider } from '@latchstring/test-idp'
import { type CryptoKey, decodeJwt, decodeProtectedHeader, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp, ORIGIN } from '@latchstring/test-kit/app'
import {
  client,
  CLIENT_SECRET,
  oidcProvider,
  plain,
  secretlessClient,
  startIdp,
} from '@latchstring/test-kit/idp'
import {
  expectRefused,
  expectSignedIn,
  requestAuthorization,
  signInWith,
} from '@latchstring/test-kit/story'

const AWKWARD_SECRET = 'a:b%c+d e&f=g/h-and-long-enough-to-be-one'
const ACCENTED_SECRET = 'a:b%c+d\u00e9f&g=h/i-and-long-enough-to-be-one'

let idp: IdentityProvider
let privateKey: CryptoKey

beforeAll(async () => {
  const keys = await generateKeyPair('ES256', { extractable: true })
  privateKey = keys.privateKey
  const jwk = { ...(await exportPublicJwk(keys.publicKey, 'ES256')), kid: 'of-the-app' }
  idp = await startIdp({
    clients: [
      client({ client_id: 'id:with+odd chars', client_secret: AWKWARD_SECRET }),
      // Known to the service without OpenID only: metadata of the other one is ASCII.
      client({ client_id: 'accented', client_secret: ACCENTED_SECRET }),
      client({ client_id: 'post', token_endpoint_auth_method: 'client_secret_post' }),
      client({ client_id: 'secret-jwt', token_endpoint_auth_method: 'client_secret_jwt' }),
      secretlessClient({
        client_id: 'private-key',
        token_endpoint_auth_method: 'private_key_jwt',
        jwks: { keys: [jwk] },
      }),
      secretlessClient({ client_id: 'public' }),
    ],
  })
})

afterAll(() => idp.close())

interface TokenRequest {
  readonly authorization: string | null
  readonly body: URLSearchParams
}

/** Signs in and keeps what was sent to the token endpoint. */
async function tokenRequests(
  overrides: Partial<OIDCConfig<Profile>>,
  times = 1,
): Promise<readonly TokenRequest[]> {
  const sent: TokenRequest[] = []
  const recorded: Fetch = async (url, init) => {
    const request = new Request(url, init)
    if (url.endsWith('/token')) {
      const body = new URLSearchParams(await request.clone().text())
      sent.push({ authorization: request.headers.get('authorization'), body })
    }
    return fetch(request)
  }
  const app = createApp({
    providers: [oidcProvider(idp, { ...overrides, [customFetch]: recorded })],
  })
  for (let count = 0; count < times; count += 1) {
    // One after the other, as one person would.
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour'))
  }
  return sent
}

test('OAU-18 client_secret_basic carries an id and a secret with any characters', async () => {
  const clientId = 'id:with+odd chars'
  const [sent] = await tokenRequests({ clientId, clientSecret: AWKWARD_SECRET })
  const decoded = Buffer.from(
    sent?.authorization?.slice('Basic '.length) ?? '',
    'base64',
  ).toString()
  expect(decoded.split(':')).toHaveLength(2)
  const [id, secret] = new URLSearchParams(`_=${decoded.replace(':', '&_=')}`).getAll('_')
  expect([id, secret]).toEqual([clientId, AWKWARD_SECRET])
  expect(sent?.body.has('client_secret')).toBe(false)
})

test('OAU-18 client_secret_basic carries a secret with letters beyond ASCII', async () => {
  const provider = plain(idp, { clientId: 'accented', clientSecret: ACCENTED_SECRET })
  expectSignedIn(await signInWith(createApp({ providers: [provider] }).openBrowser(), 'plain'))
})

test('client_secret_post sends id and secret in the body', async () => {
  const [sent] = await tokenRequests({
    clientId: 'post',
    client: { token_endpoint_auth_method: 'client_secret_post' },
  })
  expect(sent?.authorization).toBeNull()
  expect(sent?.body.get('client_id')).toBe('post')
  expect(sent?.body.get('client_secret')).toBe(CLIENT_SECRET)
})

test('client_secret_jwt proves the secret without sending it', async () => {
  const [sent] = await tokenRequests({
    clientId: 'secret-jwt',
    client: { token_endpoint_auth_method: 'client_secret_jwt' },
  })
  expect(sent?.authorization).toBeNull()
  expect(sent?.body.has('client_secret')).toBe(false)
  expect(decodeProtectedHeader(sent?.body.get('client_assertion') ?? '').alg).toBe('HS256')
})

test('OAU-19 private_key_jwt signs a short-lived assertion for the issuer, each with its own jti', async () => {
  const sent = await tokenRequests(
    {
      clientId: 'private-key',
      clientSecret: '',
      token: { clientPrivateKey: { key: privateKey, kid: 'of-the-app' } },
    },
    2,
  )
  const assertions = sent.map(({ body }) => body.get('client_assertion') ?? '')
  for (const assertion of assertions) {
    expect(decodeProtectedHeader(assertion)).toMatchObject({ alg: 'ES256', kid: 'of-the-app' })
    const { iss, sub, aud, iat = 0, exp = Infinity } = decodeJwt(assertion)
    expect({ iss, sub, aud }).toEqual({ iss: 'private-key', sub: 'private-key', aud: idp.issuer })
    expect(exp - iat).toBeLessThanOrEqual(60)
  }
  expect(new Set(assertions.map((assertion) => decodeJwt(assertion).jti)).size).toBe(2)
})

test('a public client sends its id, and PKCE instead of a secret', async () => {
  const [sent] = await tokenRequests({ clientId: 'public', clientSecret: '' })
  expect(sent?.authorization).toBeNull()
  expect(sent?.body.get('client_id')).toBe('public')
  expect(sent?.body.get('code_verifier')).toMatch(/^[\w-]{43,}$/)
  expect(sent?.body.has('client_secret')).toBe(false)
})

test('a wrong secret ends the sign-in and is not in the log', async () => {
  const clientSecret = 'not-the-secret-but-long-enough-to-be-one'
  const app = createApp({ providers: [oidcProvider(idp, { clientId: 'post', clientSecret })] })
  expectRefused(await signInWith(app.openBrowser(), 'harbour'), app)
  expect(app.errors.at(-1)?.message).toContain('harbour')
  expect(JSON.stringify(app.errors, ['message', 'cause', 'err', 'stack'])).not.toContain(
    clientSecret,
  )
})

test('A client without a secret is refused with an error that names the missing secret', async () => {
  const { clientSecret: _, ...unset } = oidcProvider(idp, { clientId: 'post' })
  const app = createApp({ providers: [unset] })
  expectRefused(await signInWith(app.openBrowser(), 'harbour'), app, 'OAuthCallbackError')
  expect(app.errors.at(-1)?.message).toMatch(/no `clientSecret`.*AUTH_HARBOUR_SECRET/)
})

test('A provider whose client needs a secret is left out without one, and the others sign in', async () => {
  const { clientSecret: _, ...rest } = oidcProvider(idp, {
    clientId: 'post',
    client: { token_endpoint_auth_method: 'client_secret_post' },
  })
  const island = oidcProvider(idp, { id: 'island', clientId: 'public' })
  const app = createApp({ providers: [rest, { ...island, clientSecret: '' }] })
  const location = await requestAuthorization(app.openBrowser(), 'harbour')
  expect([location.origin, location.searchParams.get('error')]).toEqual([ORIGIN, 'Configuration'])
  expect(app.errors.at(-1)?.message).toMatch(/`clientSecret`.*AUTH_HARBOUR_SECRET/)
  expectSignedIn(await signInWith(app.openBrowser(), 'island'))
})
