import { generateKeyPair, SignJWT } from 'jose'
import { afterEach, expect, it } from 'vitest'
import type { IdentityProvider } from './identity-provider.ts'
import type { ClientRegistration } from './options.ts'
import { exportPublicJwk } from './signing-keys.ts'
import { authorize, CLIENT, REDIRECT_URI, startProvider } from './testing/relying-party.ts'

let running: IdentityProvider | undefined

afterEach(async () => {
  await running?.close()
  running = undefined
})

async function tokenStatus(
  client: ClientRegistration,
  init: (tokenEndpoint: string) => Promise<{
    headers?: Record<string, string>
    form: Record<string, string>
  }>,
): Promise<number> {
  const idp = await startProvider({ clients: [client] })
  running = idp
  const { response, codeVerifier } = await authorize(idp)
  const { headers = {}, form } = await init(`${idp.issuer}/token`)
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    redirect_uri: REDIRECT_URI,
    code: response.get('code') ?? '',
    code_verifier: codeVerifier,
    ...form,
  })
  return (await fetch(`${idp.issuer}/token`, { method: 'POST', headers, body })).status
}

function assertion(alg: string, audience: string): SignJWT {
  return new SignJWT({ jti: crypto.randomUUID() })
    .setProtectedHeader({ alg })
    .setIssuer(CLIENT.client_id)
    .setSubject(CLIENT.client_id)
    .setAudience(new URL(audience).origin)
    .setIssuedAt()
    .setExpirationTime('1m')
}

const bearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

it('the test provider accepts client_secret_basic', async () => {
  const client = { ...CLIENT, token_endpoint_auth_method: 'client_secret_basic' } as const
  const basic = Buffer.from(`${CLIENT.client_id}:${CLIENT.client_secret}`).toString('base64')
  const headers = { authorization: `Basic ${basic}` }

  expect(await tokenStatus(client, async () => ({ headers, form: {} }))).toBe(200)
})

it('the test provider reports which client authentication was used', async () => {
  const client = { ...CLIENT, token_endpoint_auth_method: 'client_secret_basic' } as const
  const basic = Buffer.from(`${CLIENT.client_id}:${CLIENT.client_secret}`).toString('base64')
  const headers = { authorization: `Basic ${basic}` }
  await tokenStatus(client, async () => ({ headers, form: {} }))

  expect(running?.requests.at(-1)).toMatchObject({ endpoint: 'token', authScheme: 'Basic' })
})

it('the test provider refuses a wrong client secret', async () => {
  const form = { client_id: CLIENT.client_id, client_secret: 'wrong' }

  expect(await tokenStatus(CLIENT, async () => ({ form }))).toBe(401)
})

it('the test provider accepts client_secret_jwt', async () => {
  const client = { ...CLIENT, token_endpoint_auth_method: 'client_secret_jwt' } as const
  const key = Buffer.from(CLIENT.client_secret)

  const status = await tokenStatus(client, async (endpoint) => ({
    form: {
      client_assertion_type: bearer,
      client_assertion: await assertion('HS256', endpoint).sign(key),
    },
  }))
  expect(status).toBe(200)
})

it('the test provider accepts private_key_jwt', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const { client_secret: _, ...rest } = CLIENT
  const client: ClientRegistration = {
    ...rest,
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [await exportPublicJwk(publicKey, 'ES256')] },
  }

  const status = await tokenStatus(client, async (endpoint) => ({
    form: {
      client_assertion_type: bearer,
      client_assertion: await assertion('ES256', endpoint).sign(privateKey),
    },
  }))
  expect(status).toBe(200)
})

it('the test provider accepts public clients', async () => {
  const { client_secret: _, ...rest } = CLIENT
  const client = { ...rest, token_endpoint_auth_method: 'none' } as const

  expect(await tokenStatus(client, async () => ({ form: { client_id: 'app' } }))).toBe(200)
})
