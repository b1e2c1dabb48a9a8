import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { codeFrom, readMembers, tokenRequest } from '../../test/client.ts'
import { oidcService } from '../../test/own-service.ts'
import { createLab, type Emulator } from '../index.ts'

const lab = createLab()

async function idToken(emulator: Emulator, scope = 'openid'): Promise<unknown> {
  const code = await codeFrom(emulator, { scope, nonce: 'n-1' })
  return (await readMembers(await tokenRequest(emulator, { code })))['id_token']
}

async function keysOf(emulator: Emulator): Promise<ReturnType<typeof createLocalJWKSet>> {
  const document = await readMembers(
    await emulator.fetch('https://harbour.example/.well-known/openid-configuration'),
  )
  const keys = await readMembers(await emulator.fetch(String(document['jwks_uri'])))
  // The lab made it.
  return createLocalJWKSet(keys as unknown as JSONWebKeySet)
}

describe('The discovery document of an emulator', () => {
  test('has the metadata of OpenID Connect Discovery', async () => {
    const emulator = await lab.service(
      oidcService({ authorization: { iss: 'https://harbour.example' } }),
    )
    const response = await emulator.fetch(
      'https://harbour.example/.well-known/openid-configuration',
    )
    expect(await readMembers(response)).toEqual({
      issuer: 'https://harbour.example',
      authorization_endpoint: 'https://harbour.example/oauth/authorize',
      token_endpoint: 'https://harbour.example/oauth/token',
      userinfo_endpoint: 'https://harbour.example/userinfo',
      jwks_uri: 'https://harbour.example/.well-known/jwks.json',
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      scopes_supported: ['openid', 'profile'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
  })

  test('has the metadata of the service, at the URL of the service', async () => {
    const emulator = await lab.service(
      oidcService({
        wellKnown: 'https://harbour.example/discovery',
        discovery: { issuer: 'https://{tenant}', userinfo_endpoint: undefined },
        authorization: { pkce: 'ignored' },
      }),
    )
    const document = await readMembers(await emulator.fetch('https://harbour.example/discovery'))
    expect(document['issuer']).toBe('https://{tenant}')
    expect(document).not.toHaveProperty('userinfo_endpoint')
    expect(document).not.toHaveProperty('code_challenge_methods_supported')
  })
})

describe('The ID token of an emulator', () => {
  test.each(['RS256', 'ES256', 'EdDSA'])(
    'is signed with %s by a key of the key set',
    async (alg) => {
      const emulator = await lab.service(oidcService({ idTokenAlgorithm: alg }))
      const token = String(await idToken(emulator))
      const { payload } = await jwtVerify(token, await keysOf(emulator), {
        issuer: 'https://harbour.example',
        audience: 'lab-client-of-harbour',
        algorithms: [alg],
        maxTokenAge: 60,
      })
      expect(payload).toMatchObject({ sub: '7', name: 'Ada', nonce: 'n-1' })
      expect(payload['at_hash']).toMatch(alg === 'EdDSA' ? /^[\w-]{43}$/ : /^[\w-]{22}$/)
    },
  )

  test('is signed with the secret where the service does so', async () => {
    const emulator = await lab.service(oidcService({ idTokenAlgorithm: 'HS256' }))
    const secret = new TextEncoder().encode(emulator.options.clientSecret)
    await jwtVerify(String(await idToken(emulator)), secret, { algorithms: ['HS256'] })
  })

  test('has audiences, a nonce and absent claims as the service writes them', async () => {
    const service = oidcService({
      idToken: (claims, { clientId }) => ({
        ...claims,
        aud: [clientId, '385028498710'],
        azp: clientId,
        nonce: '',
        c_hash: null,
        at_hash: undefined,
      }),
    })
    const emulator = await lab.service(service)
    const { payload } = await jwtVerify(String(await idToken(emulator)), await keysOf(emulator))
    expect(payload).toMatchObject({
      aud: ['lab-client-of-harbour', '385028498710'],
      azp: 'lab-client-of-harbour',
      nonce: '',
      c_hash: null,
    })
    expect(payload).not.toHaveProperty('at_hash')
  })

  test('is issued only if `openid` was requested', async () => {
    expect(await idToken(await lab.service(oidcService()), 'profile')).toBeUndefined()
  })

  test('has the time of the lab', async () => {
    const past = createLab({ now: () => 1_000_000_000_000 })
    const token = String(await idToken(await past.service(oidcService())))
    const [, payload = ''] = token.split('.')
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    expect(claims).toMatchObject({ iat: 1_000_000_000, exp: 1_000_003_600 })
  })
})

async function userinfo(emulator: Emulator): Promise<Response> {
  const code = await codeFrom(emulator, { scope: 'openid' })
  const { access_token } = await readMembers(await tokenRequest(emulator, { code }))
  const headers = { authorization: `Bearer ${String(access_token)}` }
  return emulator.fetch('https://harbour.example/userinfo', { headers })
}

describe('The userinfo endpoint of an emulator', () => {
  test('responds with the claims', async () => {
    const response = await userinfo(await lab.service(oidcService()))
    expect(await readMembers(response)).toEqual({ sub: '7', name: 'Ada' })
  })

  test('signs the claims where the service does so', async () => {
    const emulator = await lab.service(oidcService({ userinfoAlgorithm: 'ES256' }))
    const response = await userinfo(emulator)
    expect(response.headers.get('content-type')).toBe('application/jwt')
    const { payload } = await jwtVerify(await response.text(), await keysOf(emulator), {
      issuer: 'https://harbour.example',
      audience: 'lab-client-of-harbour',
      algorithms: ['ES256'],
    })
    expect(payload).toMatchObject({ sub: '7', name: 'Ada' })
  })
})
