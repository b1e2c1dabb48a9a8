import { describe, expect, it, vi } from 'vitest'
import { OAUTH } from '../../../test/oauth-provider.ts'
import Credentials from '../../providers/credentials.ts'
import GitHub from '../../providers/github.ts'
import Google from '../../providers/google.ts'
import Nodemailer from '../../providers/nodemailer.ts'
import { customFetch } from '../types/symbols.ts'
import type { Provider } from '../types/provider.ts'
import type { Env } from '../types/utility.ts'
import { resolveProviders } from './skipped-providers.ts'
import type { OAuthProvider, ConfiguredProvider } from './providers.ts'

function resolve(
  providers: readonly Provider[],
  env: Env = {},
  redirectProxyUrl?: string,
): readonly ConfiguredProvider[] {
  const context = { env, clock: () => 0, insecureLoopback: false, redirectProxyUrl }
  const { usable, skipped } = resolveProviders(providers, context)
  for (const { error } of skipped) throw error
  return [...usable.values()]
}

function oauth(provider: Provider, env: Env = {}, proxy?: string): OAuthProvider {
  const [one] = resolve([provider], env, proxy)
  if (one?.kind === 'oauth' || one?.kind === 'oidc') return one
  throw new Error('It is not an OAuth provider.')
}

/** A value that JavaScript may pass where the types leave no room for it. */
function untyped(value: unknown): never {
  // The cast is the purpose of this function.
  return value as never
}

/** Freezes a value with everything in it that is plain. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && !Array.isArray(value)) return value
  for (const key of Reflect.ownKeys(value)) deepFreeze(Reflect.get(value, key))
  return Object.freeze(value)
}

describe('merging of provider options', () => {
  it('prefers options over the environment, and that over the provider', () => {
    const env = { AUTH_GITHUB_ID: 'env-id', AUTH_GITHUB_SECRET: 'env-secret' }
    expect(oauth(GitHub, env)).toMatchObject({
      clientId: 'env-id',
      config: { clientSecret: 'env-secret' },
    })
    expect(oauth(GitHub(), env)).toMatchObject({
      clientId: 'env-id',
      config: { clientSecret: 'env-secret' },
    })
    expect(oauth(GitHub({ clientId: 'own' }), env)).toMatchObject({
      clientId: 'own',
      config: { clientSecret: 'env-secret' },
    })
    expect(oauth(GitHub({ name: 'Ours' }), env).name).toBe('Ours')
    expect(
      oauth(Google({ issuer: 'https://own.example' }), {
        AUTH_GOOGLE_ID: 'x',
        AUTH_GOOGLE_ISSUER: 'https://env.example',
      }).config.issuer,
    ).toBe('https://own.example')
    expect(
      oauth(Google, { AUTH_GOOGLE_ID: 'x', AUTH_GOOGLE_ISSUER: 'https://env.example' }).config
        .issuer,
    ).toBe('https://env.example')
  })

  it('reads only the variables of the provider itself', () => {
    const env = { AUTH_GITHUB_ID: 'github', AUTH_GOOGLE_ID: 'google', AUTH_GITHUB_SECRET: 'secret' }
    const [github, google] = resolve([GitHub, Google], env)
    expect(github?.config).toMatchObject({ clientId: 'github', clientSecret: 'secret' })
    expect(google?.config).toMatchObject({ clientId: 'google' })
    expect(google?.config).not.toHaveProperty('clientSecret')
  })

  it('keeps a default whose option is undefined', () => {
    const options = { name: undefined, clientId: undefined }
    // As JavaScript may have it; the types leave no room for `undefined`.
    const provider = GitHub(options as object)
    expect(oauth(provider, { AUTH_GITHUB_ID: 'x' })).toMatchObject({
      name: 'GitHub',
      clientId: 'x',
    })
  })

  it('merges endpoints by member and parameters by name; a string replaces the endpoint', () => {
    const base = {
      ...OAUTH,
      authorization: { url: OAUTH.authorization, params: { scope: 'a', prompt: 'login' } },
    }
    const withOptions = (authorization: unknown) =>
      // The result of a factory: its own members, and the options of the call.
      oauth({ ...base, options: { authorization } } as unknown as Provider).authorization
    expect(withOptions({ params: { scope: 'b' } })).toEqual({
      url: OAUTH.authorization,
      params: { scope: 'b', prompt: 'login' },
    })
    expect(withOptions({ url: 'https://other.example/a' })).toEqual({
      url: 'https://other.example/a',
      params: { scope: 'a', prompt: 'login' },
    })
    expect(withOptions('https://other.example/a')).toEqual({ url: 'https://other.example/a' })
  })

  it.each(['authorization', 'token', 'userinfo', 'endSession', 'client', 'style'])(
    'keeps members of `%s` that the options do not name',
    (name) => {
      const url = 'https://acme.example/own'
      const brought = { url, params: { a: '1' }, kept: 1, other: 1 }
      const given = { ...OAUTH, [name]: brought, options: { [name]: { other: 2 } } }
      expect(oauth(untyped(given)).config).toHaveProperty(name, { ...brought, other: 2 })
    },
  )

  it('replaces arrays of the defaults', () => {
    expect([...oauth({ ...OAUTH, checks: ['state'] }).checks]).toEqual(['state'])
    expect([...oauth(Google({ clientId: 'x', checks: ['nonce'] })).checks]).toEqual(['nonce'])
  })

  it('keeps the type of the provider', () => {
    const options: object = { type: 'credentials', clientId: 'x' }
    expect(oauth(GitHub(options)).kind).toBe('oauth')
  })

  it('passes class instances, keys, URLs, transports and functions on unchanged', async () => {
    class Transport {
      readonly options = { secret: 1 }
      send(): void {}
    }
    const server = new Transport()
    const [mail] = resolve([Nodemailer({ server, from: 'a@example.com' })])
    expect(mail?.config).toHaveProperty('server', server)
    const { privateKey } = await crypto.subtle.generateKey(
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['sign', 'verify'],
    )
    const logo = new URL('https://example.com/logo.svg')
    const fetch = () => Promise.resolve(new Response())
    const profile = () => ({ id: '1' })
    const token = { url: OAUTH.token, clientPrivateKey: privateKey }
    const provider = oauth({
      ...OAUTH,
      token,
      profile,
      [customFetch]: fetch,
      style: { logo: untyped(logo) },
    })
    expect(provider.token.clientPrivateKey).toBe(privateKey)
    expect(provider.profile).toBe(profile)
    expect(provider.config[customFetch]).toBe(fetch)
    expect(provider.config.style?.logo).toBe(logo)
  })

  it('never changes its arguments (REL-07)', () => {
    const provider = deepFreeze({
      ...OAUTH,
      authorization: { url: OAUTH.authorization, params: { scope: 'a' } },
      checks: ['pkce'] as const,
    })
    const made = deepFreeze(GitHub({ clientId: 'x', authorization: { params: { scope: 'y' } } }))
    const before = JSON.stringify([provider, made])
    resolve([provider, made], Object.freeze({ AUTH_ACME_SECRET: 's', AUTH_GITHUB_SECRET: 's' }))
    expect(JSON.stringify([provider, made])).toBe(before)
  })
})

describe('a second provider of one kind', () => {
  it('has its own variables, and falls back to those of the first', () => {
    const env = {
      AUTH_GITHUB_ID: 'one',
      AUTH_GITHUB_SECRET: 'shared',
      AUTH_GITHUB_WORK_ID: 'two',
    }
    expect(oauth(GitHub({ id: 'github-work' }), env)).toMatchObject({
      clientId: 'two',
      config: { clientSecret: 'shared' },
    })
  })
})

describe('a provider given as a factory', () => {
  it('is called with the values of the environment, no more often than its id needs', () => {
    const factory = vi.fn(GitHub)
    const env = {
      AUTH_GITHUB_ID: 'i',
      AUTH_GITHUB_SECRET: 's',
      AUTH_GITHUB_ISSUER: 'https://github.com/login/oauth',
    }
    resolve([factory], env)
    expect(factory.mock.lastCall).toEqual([
      { clientId: 'i', clientSecret: 's', issuer: 'https://github.com/login/oauth' },
    ])
    expect(factory.mock.calls.length).toBeLessThanOrEqual(2)
  })

  it('that the application does not call is called for each configuration (REL-07)', () => {
    const [one, two] = ['a', 'b'].map((id) => oauth(GitHub, { AUTH_GITHUB_ID: id }))
    expect([one?.clientId, two?.clientId]).toEqual(['a', 'b'])
    expect(one?.server).not.toBe(two?.server)
  })
})

describe('checks (OAU-05)', () => {
  it.each([
    ['oauth', undefined, ['pkce', 'state']],
    ['oauth', ['none'], []],
    ['oauth', ['pkce'], ['pkce']],
  ] as const)('of %s with %j are %j', (_type, checks, expected) => {
    expect([...oauth({ ...OAUTH, ...(checks ? { checks } : {}) }).checks]).toEqual(expected)
  })

  it('of OpenID Connect are PKCE, state and nonce (OID-12)', () => {
    expect([...oauth(Google({ clientId: 'x' })).checks]).toEqual(['pkce', 'state', 'nonce'])
  })

  it('behind a redirect proxy always include state (OAU-29)', () => {
    const proxied = oauth({ ...OAUTH, checks: ['pkce'] }, {}, 'https://proxy.example/auth')
    expect(proxied.checks.has('state')).toBe(true)
    expect(proxied.redirectProxyUrl).toBe('https://proxy.example/auth')
  })

  it('detect a form post in the parameters and in the URL (OAU-12)', () => {
    const authorization = { url: OAUTH.authorization, params: { response_mode: 'form_post' } }
    expect(oauth({ ...OAUTH, authorization }).formPost).toBe(true)
    expect(
      oauth({ ...OAUTH, authorization: `${OAUTH.authorization}?response_mode=form_post` }).formPost,
    ).toBe(true)
    expect(oauth(OAUTH).formPost).toBe(false)
  })
})

describe('the default profile', () => {
  const { profile } = oauth({ ...OAUTH, issuer: 'https://acme.example' })

  it.each([
    [
      { sub: '1', name: 'A', email: 'a@b.co', email_verified: true, picture: 'https://x' },
      { id: '1', name: 'A', email: 'a@b.co', image: 'https://x', emailVerified: true },
    ],
    [
      { id: untyped(7), nickname: 'N' },
      { id: '7', name: 'N', email: null, image: null, emailVerified: false },
    ],
    [
      { preferred_username: 'P', picture: { data: 1 } },
      { name: 'P', email: null, image: null, emailVerified: false },
    ],
    [
      { sub: '1', email_verified: untyped('true') },
      { id: '1', name: null, email: null, image: null, emailVerified: true },
    ],
    [
      { sub: '1', email_verified: untyped(1) },
      { id: '1', name: null, email: null, image: null, emailVerified: false },
    ],
  ])('maps %j (OID-15, OID-16)', async (claims, expected) => {
    expect(await profile(claims, {})).toEqual(expected)
  })
})

describe('a wrong provider option is named in the error', () => {
  const without = (name: string): Provider =>
    // One member too few on purpose.
    Object.fromEntries(Object.entries(OAUTH).filter(([key]) => key !== name)) as unknown as Provider

  it.each<[string, readonly Provider[], string, RegExp]>([
    ['no client id', [GitHub], 'InvalidConfiguration', /"github".*AUTH_GITHUB_ID/],
    [
      'no authorization endpoint',
      [without('authorization')],
      'InvalidEndpoints',
      /"acme".*AUTH_ACME_ISSUER.*`authorization`/,
    ],
    ['no token endpoint', [without('token')], 'InvalidEndpoints', /`token`/],
    ['no userinfo endpoint', [without('userinfo')], 'InvalidEndpoints', /`userinfo`/],
    [
      'an endpoint that is not a URL',
      [{ ...OAUTH, authorization: '/authorize' }],
      'InvalidEndpoints',
      /`authorization`.*"acme"/,
    ],
    [
      'a token endpoint that is not a URL',
      [{ ...OAUTH, token: { url: 'acme.example' } }],
      'InvalidEndpoints',
      /`token`.*"acme"/,
    ],
    ['two of one id', [OAUTH, { ...OAUTH, name: 'Other' }], 'DuplicateProvider', /"acme"/],
    [
      'no authorize',
      [{ ...Credentials(), authorize: untyped(undefined), options: {} }],
      'MissingAuthorize',
      /"credentials".*`authorize`/,
    ],
    ['a slash in an id', [{ ...OAUTH, id: 'a/b' }], 'InvalidConfiguration', /"a\/b"/],
    ['a space in an id', [{ ...OAUTH, id: 'a b' }], 'InvalidConfiguration', /"a b"/],
    ['no id', [{ ...OAUTH, id: '' }], 'InvalidConfiguration', /""/],
  ])('%s', (_what, ...[providers, type, message]) => {
    const attempt = () => resolve(providers)
    expect(attempt).toThrow(expect.objectContaining({ type }))
    expect(attempt).toThrow(message)
  })

  it('names of members that every object has are accepted as ids (INP-01, INP-02)', () => {
    for (const id of ['__proto__', 'constructor', 'toString']) {
      const { usable: all } = resolveProviders([{ ...OAUTH, id }], {
        env: {},
        clock: () => 0,
        insecureLoopback: false,
        redirectProxyUrl: undefined,
      })
      expect(all.get(id)?.id).toBe(id)
      expect(all.get('hasOwnProperty')).toBeUndefined()
    }
  })
})

describe('a request to a provider', () => {
  const asked: string[] = []
  const own = async (input: unknown): Promise<Response> => {
    asked.push(String(input instanceof Request ? input.url : input))
    return new Response()
  }

  it.each([
    ['an OAuth provider', { ...OAUTH, [customFetch]: own }],
    [
      'a mail provider',
      { ...Nodemailer({ sendVerificationRequest: () => Promise.resolve() }), [customFetch]: own },
    ],
  ])('uses the fetch of %s, and plain http only for this machine', async (_, one) => {
    for (const insecureLoopback of [true, false]) {
      const context = { env: {}, clock: () => 0, insecureLoopback, redirectProxyUrl: undefined }
      const [provider] = resolveProviders([one], context).usable.values()
      if (!provider || !('fetch' in provider)) throw new Error('There is something to send.')
      asked.length = 0
      await provider.fetch('https://acme.example/token')
      expect(asked).toEqual(['https://acme.example/token'])
      const plain = provider.fetch('http://127.0.0.1:9/token')
      if (insecureLoopback) await expect(plain).resolves.toBeInstanceOf(Response)
      else await expect(plain).rejects.toThrow()
      await expect(provider.fetch('http://acme.example/token')).rejects.toThrow()
    }
  })
})

describe('the discovery document of a provider', () => {
  it('is fresh for ten minutes, and used for a day while it is renewed', async () => {
    let now = 0
    let loads = 0
    const context = {
      env: {},
      clock: () => now,
      insecureLoopback: false,
      redirectProxyUrl: undefined,
    }
    const [provider] = resolveProviders([OAUTH], context).usable.values()
    if (!provider || !('server' in provider)) throw new Error('It has a server.')
    const look = async (): Promise<unknown> => provider.server.get(async () => ++loads)
    expect(await look()).toBe(1)
    now = 599_999
    expect([await look(), loads]).toEqual([1, 1])
    now = 600_000
    expect([await look(), loads]).toEqual([1, 2])
    await vi.waitFor(async () => expect(await look()).toBe(2))
    now += 86_400_000
    expect(await look()).toBe(3)
  })
})

describe('merging of endpoints', () => {
  const params = { scope: 'me', prompt: 'login' }
  const base = { ...OAUTH, authorization: { url: OAUTH.authorization, params } }
  const merged = (options: object): unknown =>
    oauth({ ...base, options: untyped(options) }).config.authorization

  it.each<[object, unknown]>([
    [{}, base.authorization],
    [{ authorization: {} }, base.authorization],
    [
      { authorization: { params: { prompt: 'none', scope: undefined } } },
      { ...base.authorization, params: { scope: 'me', prompt: 'none' } },
    ],
    [
      { authorization: { url: 'https://other.example/', params: undefined } },
      { url: 'https://other.example/', params },
    ],
    [{ authorization: { params: 'scope=all' } }, { ...base.authorization, params: 'scope=all' }],
    [{ authorization: 'https://other.example/' }, 'https://other.example/'],
  ])('%j', (options, expected) => {
    expect(merged(options)).toEqual(expected)
  })

  it('treats null as no endpoint on either side', () => {
    const shown = { brandColor: '#123456' }
    const styleOf = (brought: unknown, own: unknown): unknown =>
      oauth({ ...OAUTH, style: untyped(brought), options: { style: untyped(own) } }).config.style
    expect(styleOf(null, shown)).toEqual(shown)
    expect(styleOf(shown, null)).toBeNull()
  })

  it('keeps values that are not plain objects', () => {
    class Endpoint {
      readonly url = 'https://class.example/'
    }
    const own = new Endpoint()
    expect(merged({ authorization: own })).toBe(own)
    const issuer = 'https://acme.example'
    expect(oauth({ ...base, issuer, options: untyped({ token: null }) }).token).toEqual({})
  })
})

describe('missing members of a provider', () => {
  it('are not added', async () => {
    const provider = oauth(OAUTH)
    expect(provider).not.toHaveProperty('redirectProxyUrl')
    expect(await provider.profile({ name: 'A' }, {})).not.toHaveProperty('id')
  })
})

describe('a mail provider', () => {
  const sending = { sendVerificationRequest: (): Promise<void> => Promise.resolve() }

  it('gets its key from the environment, and no OAuth settings', () => {
    const env = { AUTH_NODEMAILER_KEY: 'k', AUTH_NODEMAILER_ID: 'i', AUTH_NODEMAILER_SECRET: 's' }
    const [mail] = resolve([Nodemailer(sending)], env)
    expect(mail?.config).toHaveProperty('apiKey', 'k')
    expect(mail?.config).not.toHaveProperty('clientId')
    expect(mail?.config).not.toHaveProperty('clientSecret')
  })

  it('is refused without a way to send mails', () => {
    const mute = { ...Nodemailer(sending), options: untyped({ sendVerificationRequest: 'no' }) }
    expect(() => resolve([mute])).toThrow(
      /"nodemailer" cannot be used: it has no function `sendVerificationRequest`, so it cannot send mails\. Set it\./,
    )
  })
})

describe('a provider of another type', () => {
  it('for passkeys is resolved with its options', () => {
    const given = { id: 'keys', name: 'Keys', type: 'webauthn', timeout: 1 } as const
    expect(resolve([given])).toEqual([
      { kind: 'webauthn', id: 'keys', name: 'Keys', config: given },
    ])
  })

  it('that is unknown is named in the error', () => {
    expect(() => resolve([untyped({ ...OAUTH, type: 'saml' })])).toThrow(
      /"acme" has the type "saml", which is not one of oauth, oidc, email, credentials and webauthn/,
    )
  })

  it.each(['Checked', 'strict', '', null, true])('may not have `stepUp` set to %j', (stepUp) => {
    expect(() => resolve([{ ...OAUTH, options: untyped({ stepUp }) }])).toThrow(
      `\`stepUp\` of the provider "acme" has to be "checked" or "trusted", and is ${JSON.stringify(stepUp)}.`,
    )
  })

  it.each(['checked', 'trusted'] as const)('may have `stepUp` set to %s', (stepUp) => {
    expect(resolve([{ ...OAUTH, options: { stepUp } }])).toMatchObject([{ config: { stepUp } }])
  })

  it('reports the error of its own check', () => {
    expect(() => resolve([{ ...OAUTH, problem: 'Acme is closed.' }])).toThrow(/^Acme is closed\.$/)
  })

  it.each(['.acme', '..acme', 'a..', '~a_b-C.7'])('may have the id %s', (id) => {
    expect(resolve([{ ...OAUTH, id }])).toMatchObject([{ id }])
  })

  it.each<[unknown, RegExp]>([
    [7, /^The provider id 7 is not valid/],
    [() => 'acme', /^The provider id undefined is not valid/],
    ['.', /^The provider id "." is not valid\. .* is not `\.` or `\.\.`\.$/],
    ['..', /^The provider id ".." is not valid/],
    ['a/b', /^The provider id "a\/b" is not valid/],
    ['', /^The provider id "" is not valid/],
  ])('may not have the id %s', (id, message) => {
    expect(() => resolve([{ ...OAUTH, options: untyped({ id }) }])).toThrow(message)
  })
})
