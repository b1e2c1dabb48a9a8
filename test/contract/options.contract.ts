import { acceptWeakSecret, skipCSRFCheck } from '@latchstring/core'
import { encode } from '@latchstring/core/jwt'
import type { AuthConfig, SessionOptions } from '@latchstring/core/types'
import { expect, expectTypeOf, onTestFinished, vi } from 'vitest'
import { startClock } from '@latchstring/test-kit/test-clock'
import { ENV, ORIGIN, SECRETS } from '@latchstring/test-kit/app'
import { including } from '@latchstring/test-kit/matchers'
import { ADA, passwords } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'
import { readLocation } from '@latchstring/test-kit/story'

const PROXY = 'https://stable.example/deep/auth'

/** Options of the configuration, and their defaults. */
export function options(suite: Suite): void {
  const { proves, open, target } = suite

  proves(
    ['OPT-basePath', 'HTTP-path'],
    'the actions are answered under basePath only',
    async () => {
      const app = open({ providers: [passwords()], basePath: '/account/door' })
      const at = async (path: string): Promise<number> =>
        (await app.fetch(new Request(ORIGIN + path))).status
      expect(await at('/account/door/session')).toBe(200)
      expect(await at('/account/door/signin')).toBe(200)
      expect(await at(`${target.basePath}/session`)).toBe(404)
      expect(await at('/session')).toBe(404)
      const providers: unknown = await (await app.visit().open('providers')).json()
      expect(providers).toMatchObject({
        credentials: { signinUrl: `${ORIGIN}/account/door/signin/credentials` },
      })
    },
  )

  proves(
    [target.name === 'next' ? 'OPT-basePath-framework' : 'OPT-basePath-other'],
    'the actions are answered under the default base path',
    async () => {
      const expected = target.name === 'next' ? '/api/auth' : '/auth'
      const app = open({ providers: [passwords()] })
      const response = await app.fetch(new Request(`${ORIGIN}${expected}/providers`))
      expect(await response.json()).toMatchObject({
        credentials: { signinUrl: `${ORIGIN}${expected}/signin/credentials` },
      })
      const other = expected === '/auth' ? '/api/auth' : '/auth'
      expect((await app.fetch(new Request(`${ORIGIN}${other}/providers`))).status).toBe(404)
    },
  )

  proves(
    ['OPT-adapter', 'MECH-strategy-default-jwt', 'OPT-jwt-default'],
    'without an adapter sessions use the strategy jwt',
    async () => {
      const visitor = open({ providers: [suite.world.oidc()] }).visit()
      await visitor.signInWith('harbour')
      expect(visitor.cookie('session-token')?.split('.')).toHaveLength(5)
      expect(await visitor.session()).not.toBeNull()
      const needing = open({ providers: [suite.world.mail()] })
      expect((await needing.visit().open('csrf')).status).toBe(500)
      expect(needing.errors.map(({ type }) => type)).toEqual(['MissingAdapter'])
    },
  )

  proves(['OPT-session'], 'the option session has its four members', async () => {
    const clock = startClock(Math.floor(Date.now() / 1000) * 1000)
    const adapter = await suite.world.store()
    await adapter.createUser({ id: 'any', email: 'ada@example.com', emailVerified: null })
    const providers = [passwords({ authorize: () => adapter.getUserByEmail('ada@example.com') })]
    const limits = { maxAge: 120, updateAge: 30 }
    const generateSessionToken = vi.fn(() => 'made-by-the-application')
    const stored = open(
      { adapter, providers, session: { ...limits, generateSessionToken } },
      { clock },
    ).visit()
    await stored.submitPassword()
    expect(stored.cookie('session-token')).toBe('made-by-the-application')
    const expiry = async (): Promise<number> =>
      (Date.parse((await stored.session())?.expires ?? '') - clock.now()) / 1000
    expect(await expiry()).toBe(120)
    clock.advance(29)
    expect(await expiry()).toBe(91)
    clock.advance(2)
    expect(await expiry()).toBe(120)
    const session = { ...limits, strategy: 'jwt' } as const
    const sealed = open({ adapter, providers, session }, { clock }).visit()
    await sealed.submitPassword()
    expect(sealed.cookie('session-token')?.split('.')).toHaveLength(5)
    type Four = {
      readonly strategy?: 'jwt' | 'database'
      readonly maxAge?: number
      readonly updateAge?: number
      readonly generateSessionToken?: () => string
    }
    expectTypeOf<Pick<SessionOptions, keyof Four>>().toEqualTypeOf<Four>()
    expectTypeOf<AuthConfig['session']>().toEqualTypeOf<SessionOptions | undefined>()
  })

  proves(['OPT-jwt'], 'jwt has its own secret, lifetime, encode and decode', async () => {
    const encodeOwn = vi.fn((params: Parameters<typeof encode>[0]) => encode(params))
    const clock = startClock(Math.floor(Date.now() / 1000) * 1000)
    // The exported `encode` reads the clock of the process: it shows the same time as that of the application.
    vi.useFakeTimers({ toFake: ['Date'], now: clock.now() })
    onTestFinished(() => void vi.useRealTimers())
    const app = open(
      { providers: [passwords()], jwt: { secret: SECRETS.newer, maxAge: 60, encode: encodeOwn } },
      { clock },
    )
    const visitor = app.visit()
    await visitor.submitPassword()
    expect(encodeOwn).toHaveBeenCalledExactlyOnceWith(
      including({ secret: [SECRETS.newer], maxAge: 60 }),
    )
    expect(Date.parse((await visitor.session())?.expires ?? '')).toBe(clock.now() + 60_000)
    const now = clock.now() / 1000
    const claims = { name: 'Decoded', jti: 'one', iat: now, exp: now + 60 }
    const decoded = open({
      providers: [passwords()],
      jwt: { decode: ({ token }) => (token === 'opaque' ? claims : null) },
    })
    const name = '__Host-latchstring.session-token'
    expect(await decoded.auth(new Headers({ cookie: `${name}=opaque` }))).toMatchObject({
      user: { name: 'Decoded' },
    })
    expect(await decoded.auth(new Headers({ cookie: `${name}=other` }))).toBeNull()
  })

  proves(
    ['OPT-redirectProxyUrl', 'OPT-redirectProxyUrl-path'],
    'redirect_uri is the callback URL at the redirect proxy',
    async () => {
      const app = open({ providers: [suite.world.oidc()], redirectProxyUrl: PROXY })
      const request = await app.visit().requestAuthorization('harbour')
      expect(request.searchParams.get('redirect_uri')).toBe(`${PROXY}/callback/harbour`)
      const plain = await open({ providers: [suite.world.oidc()] })
        .visit()
        .requestAuthorization('harbour')
      expect(plain.searchParams.get('redirect_uri')).toBe(`${app.base}/callback/harbour`)
    },
  )

  proves(
    ['OPT-redirectProxyUrl-state'],
    'an authorization request behind a redirect proxy always has a state',
    async () => {
      const providers = [suite.world.oauth({ checks: ['pkce'] })]
      const without = await open({ providers }).visit().requestAuthorization('plain')
      expect(without.searchParams.has('state')).toBe(false)
      const visitor = open({ providers, redirectProxyUrl: PROXY }).visit()
      const request = await visitor.requestAuthorization('plain')
      expect(request.searchParams.get('state')).toMatch(/^.{40,}$/)
      const callback = await visitor.open('callback/plain?code=stolen&state=forged')
      expect(readLocation(callback).searchParams.get('error')).toBe('OAuthCallbackError')
    },
  )

  proves(
    ['OPT-redirectProxyUrl-provider'],
    'a provider may have a redirect proxy of its own',
    async () => {
      const providers = [suite.world.oidc({ redirectProxyUrl: PROXY }), suite.world.oauth()]
      const app = open({ providers })
      const request = await app.visit().requestAuthorization('harbour')
      expect(request.searchParams.get('redirect_uri')).toBe(`${PROXY}/callback/harbour`)
      const other = await app.visit().requestAuthorization('plain')
      expect(other.searchParams.get('redirect_uri')).toBe(`${app.base}/callback/plain`)
    },
  )

  proves(
    ['OPT-skipCSRFCheck', 'HTTP-csrf-404', 'MECH-csrf-off', 'WARN-csrf-disabled'],
    'with skipCSRFCheck no CSRF token is sent or required',
    async () => {
      const app = open({ providers: [passwords()], skipCSRFCheck })
      const { browser } = app.visit()
      expect((await browser.open(`${app.base}/csrf`)).status).toBe(404)
      expect(app.warnings).toEqual(['csrf-disabled'])
      const fields = {
        username: 'ada',
        password: 'correct horse battery staple',
        callbackUrl: '/in',
      }
      const response = await browser.submit(`${app.base}/callback/credentials`, fields)
      expect(readLocation(response).pathname).toBe('/in')
      const { browser: guarded } = open({ providers: [passwords()] }).visit()
      const refused = await guarded.submit(`${app.base}/callback/credentials`, fields)
      expect(readLocation(refused).searchParams.get('error')).toBe('Signin')
      expectTypeOf<AuthConfig['skipCSRFCheck']>().toEqualTypeOf<typeof skipCSRFCheck | undefined>()
      expect(typeof skipCSRFCheck).toBe('symbol')
    },
  )

  proves(['OPT-trustHost'], 'the host of a request is used only with trustHost', async () => {
    const env = { NODE_ENV: 'production', AUTH_SECRET: SECRETS.older }
    const request = (): Request =>
      new Request(`${ORIGIN}${target.basePath}/providers`, { headers: { host: 'named.example' } })
    const untrusted = open({ providers: [passwords()] }, { env })
    expect((await untrusted.fetch(request())).status).toBe(400)
    expect(untrusted.errors[0]).toMatchObject({ type: 'UntrustedHost' })
    const refused = open(
      { providers: [passwords()], trustHost: false },
      { env: { ...env, VERCEL: '1' } },
    )
    expect((await refused.fetch(request())).status).toBe(400)
    const trusted = open({ providers: [passwords()], trustHost: true }, { env })
    expect(await (await trusted.fetch(request())).json()).toMatchObject({
      credentials: { signinUrl: `https://named.example${target.basePath}/signin/credentials` },
    })
    const platform = open({ providers: [passwords()] }, { env: { ...env, VERCEL: '1' } })
    expect((await platform.fetch(request())).status).toBe(200)
  })

  proves(
    ['OPT-callbacks', 'OPT-events', 'EVENT-default'],
    'callbacks and events may be omitted',
    async () => {
      const visitor = open(
        { providers: [passwords()], secret: 'short', weakSecret: acceptWeakSecret },
        { env: ENV },
      ).visit()
      await visitor.submitPassword()
      expect(await visitor.session()).toMatchObject({ user: { name: ADA.name } })
      await visitor.submit('signout')
      expect(await visitor.session()).toBeNull()
      expectTypeOf<undefined>().toExtend<AuthConfig['callbacks'] & AuthConfig['events']>()
    },
  )
}
