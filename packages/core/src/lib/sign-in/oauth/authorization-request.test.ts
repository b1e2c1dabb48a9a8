import { testBox } from '../../../../test/sealed-box.ts'
import { calculatePKCECodeChallenge } from 'oauth4webapi'
import { describe, expect, it, test } from 'vitest'
import { type FakeService, openService } from '../../../../test/fake-service.ts'
import { ISSUER, NOW, oauthProvider, oidcProvider } from '../../../../test/oauth-provider.ts'
import type { OAuthProvider } from '../../config/providers.ts'
import type { Context } from '../../request/context.ts'
import { AUDIENCE } from '../../crypto/sealed-box.ts'
import { customFetch } from '../../types/symbols.ts'
import { restOfState } from '../transaction/transaction.ts'
import { authorizationRequest, requireSecure } from './authorization-request.ts'
import { createTransaction, type AuthorizationRequest } from './create-transaction.ts'
import { protocolRequest } from './redirect-protocol.ts'

const box = testBox(() => NOW * 1000)

// The members that the start of a sign-in reads.
const context = {
  config: { clock: () => NOW * 1000, actionBase: '/auth' },
  origin: { href: 'https://app.example' },
  profile: { box },
  returnTo: 'https://app.example/inside',
} as unknown as Context

const REDIRECT_URI = 'https://app.example/auth/callback/acme'

type Parameters = Readonly<Record<string, string>>

const request = (
  provider: OAuthProvider,
  parameters: Parameters = {},
  startedBy?: string,
): Promise<AuthorizationRequest> =>
  authorizationRequest(context, provider, new Map(Object.entries(parameters)), startedBy)

const sentBy = async (provider: OAuthProvider, parameters: Parameters = {}): Promise<Parameters> =>
  Object.fromEntries(new URL((await request(provider, parameters)).url).searchParams)

const documented = (members: object = {}): FakeService =>
  openService({
    '/.well-known/openid-configuration': () =>
      Response.json({
        issuer: ISSUER,
        authorization_endpoint: `${ISSUER}/a?tenant=north`,
        token_endpoint: `${ISSUER}/t`,
        pushed_authorization_request_endpoint: `${ISSUER}/par`,
        ...members,
      }),
    '/par': () => Response.json({ request_uri: 'urn:x', expires_in: 60 }, { status: 201 }),
  })

type OidcOverrides = NonNullable<globalThis.Parameters<typeof oidcProvider>[0]>

const oidc = (overrides: OidcOverrides = {}, members: object = {}): OAuthProvider =>
  oidcProvider({ [customFetch]: documented(members).fetch, ...overrides })

const MINUTE: OidcOverrides = { client: { default_max_age: 60 } }

describe('An authorization request', () => {
  it('has the parameters of RFC 6749 and RFC 7636 with OAuth 2.0, and the transaction has them too', async () => {
    const { url, transaction } = await request(oauthProvider())
    const { state = '', codeVerifier = '', id } = transaction
    const { origin, pathname, searchParams } = new URL(url)
    expect(origin + pathname).toBe('https://acme.example/a')
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'app',
      redirect_uri: REDIRECT_URI,
      state,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    })
    expect(codeVerifier).toMatch(/^[\w-]{43,}$/)
    expect(state.startsWith(id)).toBe(true)
    expect(transaction).toStrictEqual({
      id,
      provider: 'acme',
      issuer: 'https://acme.example',
      state,
      codeVerifier,
      redirectUri: REDIRECT_URI,
      returnTo: 'https://app.example/inside',
      createdAt: NOW * 1000,
    })
  })

  it('has a nonce and the scope with OpenID Connect, and the authorization parameters of configuration and URL', async () => {
    const { url, transaction } = await request(oidc(), { max_age: '60' }, 'of the session')
    const { state, nonce, codeVerifier = '' } = transaction
    expect(new URL(url).origin + new URL(url).pathname).toBe(`${ISSUER}/a`)
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      tenant: 'north',
      response_type: 'code',
      client_id: 'app',
      redirect_uri: REDIRECT_URI,
      state,
      nonce,
      scope: 'openid profile email',
      max_age: '60',
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    })
    expect(nonce).toMatch(/^[\w-]{43,}$/)
    expect(transaction).toMatchObject({ startedBy: 'of the session', requested: { maxAge: 60 } })
    expect(transaction).not.toHaveProperty('dpopKey')
  })

  it('has the parameters of the configuration, overridden by those of the caller', async () => {
    const params = { a: 1, b: { c: [1] }, d: null, e: undefined, scope: 'openid', prompt: 'none' }
    const sent = await sentBy(oidc({ authorization: { params } }), { prompt: 'login', x: 'y' })
    expect(sent).toMatchObject({
      a: '1',
      b: '{"c":[1]}',
      d: 'null',
      scope: 'openid',
      prompt: 'login',
      x: 'y',
    })
    expect(sent).not.toHaveProperty('e')
    expect(await sentBy(oidc(), { scope: 'openid email' })).toMatchObject({ scope: 'openid email' })
  })

  it('refuses parameters of the caller that belong to the protocol (OAU-06)', async () => {
    const service = documented()
    const provider = oidcProvider({ [customFetch]: service.fetch })
    await expect(request(provider, { state: 'mine' })).rejects.toMatchObject({
      type: 'InvalidRequest',
    })
    expect(service.asked).toEqual([])
  })

  it.each<[string, OidcOverrides, Parameters, string | undefined]>([
    ['the caller, where only the caller names one', {}, { max_age: '900' }, '900'],
    [
      'the client, where the caller names a longer one',
      { client: { default_max_age: 60 } },
      { max_age: '900' },
      '60',
    ],
    [
      'the caller, where the client has a longer one',
      { client: { default_max_age: 60 } },
      { max_age: '30' },
      '30',
    ],
    ['none, where the client metadata has one', { client: { default_max_age: 60 } }, {}, undefined],
  ])('has the max_age of %s (OID-14)', async (_, overrides, parameters, expected) => {
    expect((await sentBy(oidc(overrides), parameters))['max_age']).toBe(expected)
  })

  it('has no authentication parameters without an ID token (OID-14)', async () => {
    const { url, transaction } = await request(oauthProvider(), { max_age: 'soon', claims: '{' })
    expect(new URL(url).searchParams.get('max_age')).toBe('soon')
    expect(transaction).not.toHaveProperty('requested')
  })

  it.each<[string, OidcOverrides, Parameters, object | undefined]>([
    ['asks for `max_age`', {}, { max_age: '60' }, { maxAge: 60 }],
    ['asks for `max_age`, as the client does', MINUTE, { max_age: '30' }, { maxAge: 30 }],
    ['asks for nothing, and the client does', MINUTE, {}, { maxAge: 60 }],
    ['asks for nothing', {}, {}, undefined],
  ])(
    'whose `conform` %s requires that of the ID token (OID-14)',
    async (_, more, asked, requested) => {
      const conform = (url: URL): URL => {
        for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
        return url
      }
      const { transaction } = await request(oidc({ ...more, authorization: { conform } }))
      expect(transaction.state).toMatch(/^[\w-]{8}/)
      expect(transaction.requested).toEqual(requested)
      expect('requested' in transaction).toBe(requested !== undefined)
    },
  )

  it('whose `conform` asks for `max_age` requires nothing where there is no ID token (OID-14)', async () => {
    const url = 'https://acme.example/a'
    const conform = (given: URL): URL => {
      given.searchParams.set('max_age', '60')
      return given
    }
    const { transaction } = await request(oauthProvider({ authorization: { url, conform } }))
    expect(transaction).not.toHaveProperty('requested')
  })

  it('binds the code to a key where DPoP is configured (OAU-23)', async () => {
    const { url, transaction } = await request(oidc({ dpop: true }))
    expect(new URL(url).searchParams.get('dpop_jkt')).toMatch(/^[\w-]{43}$/)
    expect(transaction.dpopKey).toMatchObject({ kty: 'EC' })
  })
})

test('The transaction of an authorization request has only the needed members (CKI-09)', async () => {
  const beginning = { checks: new Set<never>(), startedBy: undefined }
  const { id, ...kept } = await createTransaction(context, oauthProvider(), beginning)
  expect(id).toMatch(/^[0-9a-z]{9}[\w-]{8}$/)
  expect(kept).toStrictEqual({
    provider: 'acme',
    redirectUri: REDIRECT_URI,
    returnTo: 'https://app.example/inside',
    createdAt: NOW * 1000,
  })
})

describe('The checks of an authorization request', () => {
  const protecting = ({
    state,
    nonce,
    codeVerifier,
  }: AuthorizationRequest['transaction']): Members => ({
    state: state !== undefined,
    nonce: nonce !== undefined,
    pkce: codeVerifier !== undefined,
  })

  type Members = Readonly<Record<'state' | 'nonce' | 'pkce', boolean>>
  const ALL = { state: true, nonce: true, pkce: true }
  const PLAIN = { code_challenge_methods_supported: ['plain'] }

  it.each<[string, OidcOverrides, object, Members]>([
    ['a server that does not say', {}, {}, ALL],
    ['a server with S256', {}, { code_challenge_methods_supported: ['plain', 'S256'] }, ALL],
    ['a server without S256', {}, PLAIN, { ...ALL, pkce: false }],
    ['a server without any', {}, { code_challenge_methods_supported: [] }, { ...ALL, pkce: false }],
    ['PKCE alone, without S256', { checks: ['pkce'] }, PLAIN, { ...ALL, pkce: false }],
    ['the state alone', { checks: ['state'] }, PLAIN, { state: true, nonce: false, pkce: false }],
    ['PKCE alone', { checks: ['pkce'] }, {}, { state: false, nonce: false, pkce: true }],
  ])(
    'are not omitted without a warning, with %s (OAU-03)',
    async (_, overrides, members, expected) => {
      const { url, transaction } = await request(oidc(overrides, members))
      expect(protecting(transaction)).toEqual(expected)
      const { searchParams } = new URL(url)
      expect(searchParams.has('code_challenge')).toBe(expected.pkce)
      expect(searchParams.has('code_challenge_method')).toBe(expected.pkce)
      expect(searchParams.has('state')).toBe(expected.state)
    },
  )

  it('have no replacement without OpenID Connect, and the log says what to do (OAU-03)', async () => {
    const discovered = { authorization: {}, token: {}, userinfo: {}, issuer: ISSUER }
    const plain = (members: object, more: object = {}): OAuthProvider =>
      oauthProvider({ ...discovered, ...more, [customFetch]: documented(members).fetch })
    await expect(request(plain(PLAIN))).rejects.toMatchObject({
      type: 'OAuthSignInError',
      message:
        'The provider "acme" says that it does not support PKCE with S256. If that is right, set `checks: ["state"]`.',
    })
    const { transaction } = await request(plain(PLAIN, { checks: ['state'] }))
    expect(protecting(transaction)).toEqual({ state: true, nonce: false, pkce: false })
  })

  it.each(['state', 'nonce', 'code_challenge', 'dpop_jkt'])(
    'stay in a request changed by `conform`: %s (OAU-05)',
    async (name) => {
      const leaveOut = (url: URL): URL => {
        url.searchParams.delete(name)
        return url
      }
      const provider = oidc({ dpop: true, authorization: { conform: leaveOut } })
      await expect(request(provider)).rejects.toMatchObject({
        type: 'InvalidConfiguration',
        message: `\`authorization.conform\` of the provider "acme" leaves out or changes \`${name}\`. Keep its value in the query, or name the checks the service can do in \`checks\`.`,
      })
    },
  )

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a string', 'https://acme.example/a'],
    ['a promise', Promise.resolve(new URL('https://acme.example/a'))],
    ['an object', {}],
    ['an object', { href: 'nowhere' }],
    // It reads as a URL where it is made text.
    ['an object', { href: ['https://acme.example/a'] }],
  ])('cannot be looked for where `conform` returned %s: %j', async (kind, returned) => {
    // A program without types may have it.
    const conform = (): URL => returned as URL
    await expect(request(oidc({ authorization: { conform } }))).rejects.toMatchObject({
      type: 'InvalidConfiguration',
      message: `The \`authorization.conform\` function of "acme" returned ${kind}. Return the URL of the request.`,
    })
  })

  it('cannot be looked for where `conform` throws, which the log says', async () => {
    const cause = new TypeError('no such parameter')
    const conform = (): never => {
      throw cause
    }
    await expect(request(oidc({ authorization: { conform } }))).rejects.toMatchObject({
      type: 'OAuthSignInError',
      message: 'The `authorization.conform` function of "acme" threw.',
      cause: { err: cause },
    })
  })

  it('may have another name in the copy that `conform` changes (OAU-05)', async () => {
    const conform = (url: URL): URL => {
      const result = new URL(url)
      result.searchParams.set('other', url.searchParams.get('state') ?? '')
      result.searchParams.delete('state')
      Reflect.set(url, 'search', '')
      return result
    }
    const { url, transaction } = await request(oidc({ authorization: { conform } }))
    expect(new URL(url).searchParams.get('other')).toBe(transaction.state)
    expect(new URL(url).searchParams.has('state')).toBe(false)
  })
})

describe('The authorization endpoint', () => {
  it.each([
    ['https://id.example.com/a', true],
    ['http://localhost:4400/a', true],
    ['http://127.0.0.1/a', true],
    ['http://id.example.com/a', false],
    ['ftp://localhost/a', false],
    ['javascript:alert(1)', false],
  ])('must be https or on this machine: %s is accepted: %s (OAU-16)', (url, right) => {
    const check = (): URL => requireSecure(oauthProvider(), new URL(url))
    if (right) return expect(check().href).toBe(url)
    return expect(check).toThrow('The page of "acme" that people are sent to is not https.')
  })

  it.each([undefined, null])('must be a URL of the metadata, not %j', async (endpoint) => {
    await expect(request(oidc({}, { authorization_endpoint: endpoint }))).rejects.toMatchObject({
      type: 'OAuthSignInError',
      message: 'The provider "acme" names no authorization endpoint.',
    })
  })

  it('must be https also after `conform` (OAU-16)', async () => {
    const conform = (url: URL): URL => new URL(url.href.replace('https:', 'http:'))
    await expect(request(oidc({ authorization: { conform } }))).rejects.toMatchObject({
      type: 'OAuthSignInError',
    })
  })

  it('gets only the request_uri of a pushed request (OAU-22)', async () => {
    const service = documented()
    const provider = oidcProvider({
      pushedAuthorizationRequests: true,
      [customFetch]: service.fetch,
    })
    const { url, transaction } = await request(provider, { login_hint: 'ada' })
    expect(url).toBe(`${ISSUER}/a?tenant=north&client_id=app&request_uri=urn%3Ax`)
    const pushed = service.asked.at(-1)
    expect(Object.fromEntries(pushed?.body ?? [])).toMatchObject({
      login_hint: 'ada',
      state: transaction.state,
      nonce: transaction.nonce,
    })
  })
})

describe('An authorization request behind a redirect proxy', () => {
  const PROXY = 'https://login.example/auth'

  it.each([PROXY, `${PROXY}/`])(
    'has the redirect URI %s, and a state with the origin of the deployment (OAU-29)',
    async (redirectProxyUrl) => {
      const { transaction } = await request(oidc({ redirectProxyUrl, checks: ['pkce'] }))
      expect(transaction.redirectUri).toBe(`${PROXY}/callback/acme`)
      const opened = await box.open('proxy', restOfState(transaction.state ?? ''))
      expect(opened?.payload).toMatchObject({
        id: transaction.id,
        [AUDIENCE]: 'https://login.example',
        origin: REDIRECT_URI,
      })
      // Only a protocol of its own has more than the parameters of OAuth.
      expect(opened?.payload).not.toHaveProperty('whole')
    },
  )

  it('of the proxy itself has an ordinary state (OAU-29)', async () => {
    const provider = oidc({ redirectProxyUrl: 'https://app.example/auth' })
    const { transaction } = await request(provider)
    expect(transaction.redirectUri).toBe(REDIRECT_URI)
    expect(transaction.state).not.toContain('.')
  })
})

describe('A request by a protocol of its own', () => {
  const begin = (given: () => unknown): Promise<AuthorizationRequest> => {
    // A program without types may have it.
    const protocol = { request: given as () => string, verify: () => ({}) }
    return protocolRequest(context, oauthProvider(), protocol, undefined)
  }

  it('goes to the URL that `protocol.request` returned', async () => {
    const { url, transaction } = await begin(() => 'https://acme.example/a?b=c')
    expect(url).toBe('https://acme.example/a?b=c')
    expect(transaction).toMatchObject({ provider: 'acme', redirectUri: REDIRECT_URI })
  })

  it.each([undefined, '', 'guild', '/a', 7])(
    'is not sent where `protocol.request` returned %j, which the log says',
    async (given) => {
      await expect(begin(() => given)).rejects.toMatchObject({
        type: 'OAuthSignInError',
        message:
          'The `protocol.request` function of "acme" returned no absolute URL. Return the one that the browser is to be sent to.',
      })
    },
  )

  it('is not sent where `protocol.request` throws, which the log says', async () => {
    const cause = new TypeError('no such member')
    await expect(begin(() => Promise.reject(cause))).rejects.toMatchObject({
      type: 'OAuthSignInError',
      message: 'The `protocol.request` function of "acme" threw.',
      cause: { err: cause },
    })
  })
})
