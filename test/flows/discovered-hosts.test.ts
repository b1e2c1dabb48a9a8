import { type AuthConfig, createAuth, customFetch } from '@latchstring/core'
import type { AuthError } from '@latchstring/core/errors'
import type { OAuth2Config, OIDCConfig, Provider } from '@latchstring/core/providers'
import type { Profile } from '@latchstring/core/types'
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type App, BASE, createApp, ENV } from '@latchstring/test-kit/app'
import { createBrowser } from '@latchstring/test-kit/browser'
import { openPublicService, PUBLIC_ISSUER, type PublicService } from './src/public-service.ts'
import { expectRefused, readLocation, startSignIn } from '@latchstring/test-kit/story'
import { startClock } from '@latchstring/test-kit/test-clock'

afterEach(() => {
  vi.restoreAllMocks()
})

type Overrides = Partial<OIDCConfig<Profile>>

function oidc({ fetch }: PublicService, overrides: Overrides = {}): OIDCConfig<Profile> {
  return {
    id: 'public',
    name: 'Public',
    type: 'oidc',
    issuer: PUBLIC_ISSUER,
    clientId: 'app',
    clientSecret: 'secret',
    [customFetch]: fetch,
    ...overrides,
  }
}

/** OAuth whose endpoints are discovered. */
function oauth2(service: PublicService): OAuth2Config<Profile> {
  const { type: _, options: __, checks: ___, ...rest } = oidc(service)
  return { ...rest, type: 'oauth' }
}

/** What the error says: that of the sign-in has the one about the document as its cause. */
function causeOf(app: Pick<App, 'errors'>): string {
  return app.errors.at(-1)?.cause?.err?.message ?? ''
}

const DISCOVERY = `${PUBLIC_ISSUER}/.well-known/openid-configuration`

const ENDPOINTS = [
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'jwks_uri',
  'pushed_authorization_request_endpoint',
  'end_session_endpoint',
]

/** Addresses inside a network. The tests of `hostKind` cover each form. */
const HOSTS = [
  '127.0.0.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '[::ffff:127.0.0.1]',
  '[::1]',
  'localhost',
  'localhost.',
  '10.0.0.5',
  '192.168.1.1:8443',
  '172.16.3.4',
  '169.254.169.254',
  '169.254.169.254.',
  '0xa9fea9fe',
  '[::ffff:a9fe:a9fe]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  'metadata.google.internal',
  'keycloak',
  'user@127.0.0.1',
]

async function expectNotAsked(app: App, service: PublicService, name: string): Promise<void> {
  expectRefused(await startSignIn(app.openBrowser(), 'public'), app, 'OAuthSignin')
  expect(causeOf(app)).toContain(`\`${name}\``)
  expect(service.urls.at(-1)).toBe(DISCOVERY)
}

const KINDS: readonly (readonly [string, (service: PublicService) => Provider])[] = [
  ['OpenID Connect', (service) => oidc(service)],
  ['OAuth', oauth2],
]

describe.each(KINDS)('The discovery document of a public issuer, with %s', (_, make) => {
  test('may name public hosts', async () => {
    const service = openPublicService()
    service.say({
      token_endpoint: 'https://oauth.example.net/token',
      jwks_uri: 'https://1.1.1.1/jwks',
    })
    const browser = createApp({ providers: [make(service)] }).openBrowser()
    const { origin } = readLocation(await startSignIn(browser, 'public'))
    expect(origin).toBe(PUBLIC_ISSUER)
  })

  test.each(ENDPOINTS)('may not name a host inside a network as %s (SRF-02)', async (name) => {
    const service = openPublicService()
    const app = createApp({ providers: [make(service)] })
    for (const host of HOSTS) {
      service.say({ [name]: `https://${host}/x` })
      await expectNotAsked(app, service, name)
    }
    // The way out is named with the host.
    service.say({ [name]: 'https://10.0.0.5/x' })
    await expectNotAsked(app, service, name)
    expect(causeOf(app)).toMatch(
      /"public" names the host 10\.0\.0\.5 .* name it: `internalOrigins: /,
    )
    service.say({})
    const browser = app.openBrowser()
    expect(readLocation(await startSignIn(browser, 'public')).origin).toBe(PUBLIC_ISSUER)
  })

  test.each(ENDPOINTS)('must have an absolute URL as %s (SRF-01)', async (name) => {
    const service = openPublicService()
    const app = createApp({ providers: [make(service)] })
    for (const value of [
      [`${PUBLIC_ISSUER}/x`],
      { url: `${PUBLIC_ISSUER}/x` },
      7,
      true,
      '/x',
      'x',
    ]) {
      service.say({ [name]: value })
      await expectNotAsked(app, service, name)
    }
  })

  test.each([
    ['code_challenge_methods_supported', 'plain, S256'],
    ['code_challenge_methods_supported', [256]],
    ['token_endpoint_auth_methods_supported', 'client_secret_post'],
    ['id_token_signing_alg_values_supported', { RS256: true }],
    ['authorization_response_iss_parameter_supported', 'false'],
    ['require_pushed_authorization_requests', 'true'],
  ])('must have the standard type for %s: %j is refused (OID-19)', async (name, value) => {
    const service = openPublicService()
    service.say({ [name]: value })
    await expectNotAsked(createApp({ providers: [make(service)] }), service, name)
  })

  test('treats null members as absent', async () => {
    const service = openPublicService()
    service.say({
      userinfo_endpoint: null,
      end_session_endpoint: null,
      code_challenge_methods_supported: null,
    })
    const browser = createApp({ providers: [make(service)] }).openBrowser()
    expect(readLocation(await startSignIn(browser, 'public')).origin).toBe(PUBLIC_ISSUER)
  })
})

describe('The checks of discovered endpoints hold', () => {
  test('over the global fetch (SRF-02)', async () => {
    const service = openPublicService()
    service.say({ token_endpoint: 'https://169.254.169.254/token' })
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
      service.fetch(new Request(input).url, init),
    )
    const { [customFetch]: _, ...provider } = oidc(service)
    await expectNotAsked(createApp({ providers: [provider] }), service, 'token_endpoint')
  })

  test('with a configuration that is a function (SRF-02)', async () => {
    const service = openPublicService()
    service.say({ jwks_uri: 'https://127.1/jwks' })
    const errors: AuthError[] = []
    const logger = { error: (error: Error) => void errors.push(error as AuthError) } // Ours alone are logged here.
    const config: AuthConfig = { providers: [oidc(service)], logger }
    const browser = createBrowser(createAuth(async () => config, { env: ENV }).handle)
    expect(readLocation(await startSignIn(browser, 'public')).href).toContain('error=OAuthSignin')
    expect(causeOf({ errors })).toContain('`jwks_uri`')
  })

  test('with the document elsewhere (SRF-02)', async () => {
    const service = openPublicService()
    service.say({ token_endpoint: 'https://localhost/token' })
    const provider = oidc(service, { wellKnown: 'https://docs.example.com/.well-known/x' })
    const app = createApp({ providers: [provider] })
    expectRefused(await startSignIn(app.openBrowser(), 'public'), app, 'OAuthSignin')
    expect(causeOf(app)).toContain('`token_endpoint`')
  })

  test('when the document is renewed: the previous one is kept (SRF-02 OID-19)', async () => {
    const service = openPublicService()
    const clock = startClock()
    const app = createApp({ providers: [oidc(service)] }, { clock: clock.now })
    await startSignIn(app.openBrowser(), 'public')
    clock.advance(601)
    service.say({ authorization_endpoint: 'https://10.0.0.1/authorize' })
    for (let visit = 0; visit < 2; visit += 1) {
      const { origin } = readLocation(await startSignIn(app.openBrowser(), 'public'))
      expect(origin).toBe(PUBLIC_ISSUER)
    }
    expect(service.urls).toEqual(Array(service.urls.length).fill(DISCOVERY))
  })

  test('not for endpoints that the configuration names (OAU-16)', async () => {
    const service = openPublicService()
    service.say({
      authorization_endpoint: 'https://127.0.0.1/a',
      token_endpoint: 'https://127.0.0.1/t',
      userinfo_endpoint: ['nothing'],
    })
    const provider = oidc(service, {
      authorization: 'https://10.0.0.5/authorize',
      token: 'https://10.0.0.5/token',
      userinfo: 'https://keycloak/userinfo',
    })
    const browser = createApp({ providers: [provider] }).openBrowser()
    expect(readLocation(await startSignIn(browser, 'public')).host).toBe('10.0.0.5')
  })
})

describe('An issuer inside a network', () => {
  const inside = (issuer: string): readonly [PublicService, Overrides] => [
    openPublicService(issuer),
    { issuer },
  ]

  test.each([
    'https://10.0.0.5',
    'https://sso.internal',
    'https://keycloak:8443',
    'https://[fd12::1]',
  ])('%s may name other hosts there (SRF-02)', async (issuer) => {
    const [service, overrides] = inside(issuer)
    service.say({ token_endpoint: 'https://192.168.0.9/token', jwks_uri: 'https://localhost/jwks' })
    const browser = createApp({ providers: [oidc(service, overrides)] }).openBrowser()
    expect(readLocation(await startSignIn(browser, 'public')).origin).toBe(issuer)
  })

  test('may not name a cloud metadata service (SRF-02)', async () => {
    const [service, overrides] = inside('https://10.0.0.5')
    const app = createApp({ providers: [oidc(service, overrides)] })
    for (const host of [
      '169.254.169.254',
      '[::ffff:a9fe:a9fe]',
      'metadata.google.internal',
      '[fd00:ec2::254]',
    ]) {
      service.say({ token_endpoint: `https://${host}/token` })
      expectRefused(await startSignIn(app.openBrowser(), 'public'), app, 'OAuthSignin')
      expect(causeOf(app)).toContain('`token_endpoint`')
    }
  })

  test('may be public for browsers with the document inside (SRF-02)', async () => {
    const service = openPublicService()
    service.say({ token_endpoint: 'https://10.0.0.5/token', jwks_uri: 'https://10.0.0.5/jwks' })
    const wellKnown = 'https://10.0.0.5/.well-known/openid-configuration'
    const browser = createApp({ providers: [oidc(service, { wellKnown })] }).openBrowser()
    expect(readLocation(await startSignIn(browser, 'public')).origin).toBe(PUBLIC_ISSUER)
    expect(service.urls).toEqual([wellKnown])
  })
})

describe('The IP address of a public host name', () => {
  test('can be checked by customFetch, which gets every request and can refuse it (SRF-05)', async () => {
    const service = openPublicService()
    const seen: string[] = []
    const guarded = async (url: string): Promise<Response> => {
      seen.push(new URL(url).hostname)
      throw new Error('id.example.com resolves to 10.0.0.5')
    }
    const app = createApp({ providers: [oidc(service, { [customFetch]: guarded })] })
    expectRefused(await startSignIn(app.openBrowser(), 'public'), app, 'OAuthSignin')
    expect(seen).toEqual(['id.example.com'])
    expect(service.urls).toEqual([])
  })

  test('is documented as unchecked by the library (SRF-05)', () => {
    const page = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8')
    expect(page).toMatch(/addresses that names resolve to are not checked/)
  })
})

test('Parameters of a request do not name endpoints (SRF-01)', async () => {
  const service = openPublicService()
  const browser = createApp({ providers: [oidc(service)] }).openBrowser()
  const names = [
    'issuer',
    'iss',
    'token_endpoint',
    'jwks_uri',
    'wellKnown',
    'authorization_endpoint',
  ]
  const query = Object.fromEntries(names.map((name) => [name, 'https://evil.example/x']))
  const location = readLocation(await startSignIn(browser, 'public', { query }))
  expect(location.origin).toBe(PUBLIC_ISSUER)
  await browser.open(
    `${BASE}/callback/public?code=c&state=${location.searchParams.get('state')}&token_endpoint=https://evil.example&jwks_uri=https://evil.example`,
  )
  expect(service.urls.map((url) => new URL(url).origin)).toEqual(
    service.urls.map(() => PUBLIC_ISSUER),
  )
})
