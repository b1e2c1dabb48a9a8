import { describe, expect, it } from 'vitest'
import { oauthProvider } from '../../../../test/oauth-provider.ts'
import type { OAuthProvider } from '../../config/providers.ts'
import { clientAuthentication } from './client-auth.ts'
import { withoutSecret } from './token-endpoint.ts'

type Overrides = Parameters<typeof oauthProvider>[0]

interface Sent {
  readonly authorization: string | null
  readonly body: Readonly<Record<string, string>>
}

/** What a client authenticates with. */
async function sent(provider: OAuthProvider, supported?: readonly string[]): Promise<Sent> {
  const issuer = 'https://acme.example'
  const server = {
    issuer,
    ...(supported ? { token_endpoint_auth_methods_supported: [...supported] } : {}),
  }
  const headers = new Headers()
  const body = new URLSearchParams()
  const client = { client_id: provider.clientId }
  await clientAuthentication(provider, server)(server, client, body, headers)
  return { authorization: headers.get('authorization'), body: Object.fromEntries(body) }
}

async function basicOf(clientId: string, clientSecret: string): Promise<string> {
  const { authorization } = await sent(oauthProvider({ clientId, clientSecret }))
  return atob(authorization?.replace('Basic ', '') ?? '')
}

it.each([
  ['0f8f-11ee_be.56*', 'gto_a-b.c*', '0f8f-11ee_be.56*:gto_a-b.c*'],
  ['a:b', 'p+w d/=&%', 'a%3Ab:p%2Bw+d%2F%3D%26%25'],
  ['ä', "~!(')", '%C3%A4:%7E%21%28%27%29'],
])(
  'client_secret_basic form-encodes id and secret %s and %s (RFC 6749, appendix B)',
  async (id, secret, expected) => {
    expect(await basicOf(id, secret)).toBe(expected)
  },
)

const { privateKey: clientPrivateKey } = await crypto.subtle.generateKey(
  { name: 'ECDSA', namedCurve: 'P-256' },
  false,
  ['sign'],
)

const BASIC = { authorization: `Basic ${btoa('app:secret')}`, body: {} }
const POST = { authorization: null, body: { client_id: 'app', client_secret: 'secret' } }
const NONE = { authorization: null, body: { client_id: 'app' } }

const using = (method: string): Overrides => ({
  // One of the methods there are.
  client: { token_endpoint_auth_method: method as 'none' },
})

describe('Client authentication', () => {
  it.each<[string, Overrides, readonly string[] | undefined, Sent]>([
    ['sends a secret in the header by default', {}, undefined, BASIC],
    [
      'sends a secret in the header when the server supports both methods',
      {},
      ['client_secret_post', 'client_secret_basic'],
      BASIC,
    ],
    [
      'sends a secret in the body when the server supports only that',
      {},
      ['client_secret_post'],
      POST,
    ],
    [
      'sends a secret in the header when the server lists only unknown methods',
      {},
      ['tls_client_auth'],
      BASIC,
    ],
    ['sends a secret in the header when the server lists no methods', {}, [], BASIC],
    ['uses the configured method', using('client_secret_post'), ['client_secret_basic'], POST],
    [
      'sends no secret when the method "none" is configured',
      using('none'),
      ['client_secret_basic'],
      NONE,
    ],
    ['sends no secret when none is set', { clientSecret: '' }, ['client_secret_basic'], NONE],
  ])('%s (OAU-18)', async (_, overrides, supported, expected) => {
    expect(await sent(oauthProvider(overrides), supported)).toEqual(expected)
  })

  const keyed = { token: { url: 'https://acme.example/t', clientPrivateKey } }

  it.each<[string, Overrides]>([
    ['with a key', { ...keyed, clientSecret: '' }],
    ['with a key, also where there is a secret', keyed],
    ['with a key, as it is configured', { ...keyed, ...using('private_key_jwt') }],
  ])('%s: with a signed assertion (OAU-19)', async (_, overrides) => {
    const { authorization, body } = await sent(oauthProvider(overrides), ['client_secret_basic'])
    expect(authorization).toBeNull()
    expect(body).not.toHaveProperty('client_secret')
    expect(body['client_assertion']).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  })

  it('with an assertion by the secret does not send the secret (OAU-18)', async () => {
    const { body } = await sent(oauthProvider(using('client_secret_jwt')))
    expect(body).not.toHaveProperty('client_secret')
    expect(body['client_assertion']).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  })

  // The configuration is checked before; here it lacks what it had then.
  const lacking = (method: string): OAuthProvider => {
    const provider = oauthProvider()
    const { clientSecret: _, ...config } = provider.config
    // One of the methods there are, or none of them.
    const client = { token_endpoint_auth_method: method as 'none' }
    return { ...provider, config: { ...config, client } }
  }

  it.each([
    [
      'client_secret_basic',
      'The provider "acme" has no `clientSecret`. Set it, or AUTH_ACME_SECRET.',
    ],
    [
      'client_secret_post',
      'The provider "acme" has no `clientSecret`. Set it, or AUTH_ACME_SECRET.',
    ],
    [
      'client_secret_jwt',
      'The provider "acme" has no `clientSecret`. Set it, or AUTH_ACME_SECRET.',
    ],
    ['private_key_jwt', 'The provider "acme" has no `token.clientPrivateKey`.'],
    ['toString', 'The provider "acme" has an unknown `token_endpoint_auth_method`.'],
    ['tls_client_auth', 'The provider "acme" has an unknown `token_endpoint_auth_method`.'],
  ])('with %s fails without what it needs: %s (OAU-18)', async (method, message) => {
    await expect(sent(lacking(method))).rejects.toMatchObject({
      type: 'InvalidConfiguration',
      message,
    })
  })

  it('does not cause a refusal where a credential is configured', () => {
    const hint =
      ' The provider has no `clientSecret`, so it was asked as a public client; if it has one, set it, or AUTH_ACME_SECRET.'
    expect(withoutSecret(oauthProvider({ clientSecret: '' }))).toBe(hint)
    for (const overrides of [
      {},
      { ...keyed, clientSecret: '' },
      { ...using('none'), clientSecret: '' },
    ]) {
      expect(withoutSecret(oauthProvider(overrides))).toBe('')
    }
  })
})
