import { acceptWeakSecret, type AuthConfig, createAuth } from '@latchstring/core'
import { decode, encode, getToken } from '@latchstring/core/jwt'
import { checkRedirectProxy, createRedirectProxy } from '@latchstring/core/redirect-proxy'
import type { Env } from '@latchstring/core/types'
import { describe, expect, test } from 'vitest'
import { BASE, ORIGIN, SECRETS } from '@latchstring/test-kit/app'
import { captureConsole } from './src/console-lines.ts'
import { createBrowser } from '@latchstring/test-kit/browser'
import { signInWithPassword, passwords } from '@latchstring/test-kit/people'
import { readSession } from '@latchstring/test-kit/story'

const SALT = '__Host-latchstring.session-token'

type Secret = string | readonly string[]

/** Secrets from variables that are not set. */
function unset(...values: readonly unknown[]): Secret {
  // The types leave no room for `undefined`.
  return values as readonly string[]
}

/** A list with an empty secret. */
const HOLLOW: readonly (readonly [string, Secret])[] = [
  ['a list with an empty one', ['']],
  ['a list with white space', [' \t\n']],
  ['a list with undefined', unset(undefined)],
  ['a list with null', unset(null)],
  ['an empty one in front of a good one', ['', SECRETS.older]],
  ['an empty one behind a good one', [SECRETS.older, '']],
  ['undefined in front of a good one', unset(undefined, SECRETS.older)],
  ['a number among good ones', unset(SECRETS.older, 1)],
]

const NONE: readonly (readonly [string, Secret | undefined])[] = [
  ['nothing', undefined],
  ['an empty text', ''],
  ['white space', ' \t\n'],
  ['an empty list', []],
]

const EVERY = [...NONE, ...HOLLOW]

// What a rejection is compared with.
const MISSING = expect.objectContaining({ type: 'MissingSecret' }) as Error

/** A token that was sealed with a good secret. */
const sealed = (): Promise<string> =>
  encode({ token: { sub: '1' }, secret: SECRETS.older, salt: SALT })

describe('The functions for tokens', () => {
  test.each(EVERY)('throw when sealing with %s (JWE-09)', async (_, given) => {
    // The type leaves no room for `undefined`.
    const secret = given as Secret
    await expect(encode({ token: { sub: '1' }, secret, salt: SALT })).rejects.toThrow(MISSING)
  })

  test.each(EVERY)('throw with %s, also without a token (JWE-09)', async (_, given) => {
    // The type leaves no room for `undefined`.
    const secret = given as Secret
    await expect(decode({ token: await sealed(), secret, salt: SALT })).rejects.toThrow(MISSING)
    await expect(decode({ secret, salt: SALT })).rejects.toThrow(MISSING)
  })

  test.each(EVERY)(
    'getToken() refuses %s with and without a session (JWE-09)',
    async (_, given) => {
      const secret = given === undefined ? {} : { secret: given }
      for (const cookie of [`${SALT}=${await sealed()}`, '']) {
        const req = { headers: { cookie } }
        await expect(getToken({ req, secureCookie: true, ...secret })).rejects.toThrow(MISSING)
        // Not even a function of the application is asked.
        const decodeAnything = (): Promise<{ sub: string }> => Promise.resolve({ sub: 'any-user' })
        await expect(
          getToken({ req, secureCookie: true, decode: decodeAnything, ...secret }),
        ).rejects.toThrow(MISSING)
      }
    },
  )

  test('getToken() returns the raw token without a secret', async () => {
    const token = await sealed()
    const req = { headers: { cookie: `${SALT}=${token}` } }
    expect(await getToken({ req, secureCookie: true, raw: true })).toBe(token)
  })

  test('getToken() passes the secret to a decoder of the application unchanged', async () => {
    const seen: unknown[] = []
    const req = { headers: { authorization: 'Bearer x' } }
    const own = ({ secret }: { secret: unknown }): null => (seen.push(secret), null)
    const one = { req, secureCookie: true, decode: own }
    await getToken({ ...one, secret: SECRETS.older })
    await getToken({ ...one, secret: [SECRETS.newer, SECRETS.older] })
    expect(seen).toEqual([SECRETS.older, [SECRETS.newer, SECRETS.older]])
  })
})

const MODES = ['production', 'development'] as const

async function statusOf(config: Partial<AuthConfig>, env: Env): Promise<readonly [number, string]> {
  const lines = captureConsole()
  const auth = createAuth(
    { providers: [passwords()], ...config },
    { env: { AUTH_URL: ORIGIN, ...env } },
  )
  const { status } = await auth.handle(new Request(`${BASE}/session`))
  return [status, lines.join('\n')]
}

describe('A configuration', () => {
  test.each(HOLLOW.flatMap(([what, secret]) => MODES.map((mode) => ({ what, secret, mode }))))(
    'that has $what as secrets is refused in $mode with any environment (JWE-09)',
    async ({ secret, mode }) => {
      const good = { NODE_ENV: mode, AUTH_SECRET: SECRETS.newer }
      const cases: readonly (readonly [Partial<AuthConfig>, Env])[] = [
        [{ secret }, good],
        [{ secret }, { NODE_ENV: mode }],
        [{ secret, weakSecret: acceptWeakSecret }, { NODE_ENV: mode }],
        [{ jwt: { secret } }, good],
        [{ jwt: { secret }, weakSecret: acceptWeakSecret }, good],
      ]
      for (const [config, env] of cases) {
        const [status, log] = await statusOf(config, env)
        expect(status).toBe(500)
        expect(log).toMatch(
          /MissingSecret: `(?:jwt\.)?secret` has an empty secret, number \d of \d/,
        )
      }
    },
  )

  test.each(NONE)('with %s uses the secret of the environment (JWE-09)', async (_, secret) => {
    const env = { NODE_ENV: 'production', AUTH_URL: ORIGIN, AUTH_SECRET: SECRETS.older }
    captureConsole()
    const auth = createAuth(
      secret === undefined ? { providers: [passwords()] } : { providers: [passwords()], secret },
      { env },
    )
    const browser = await signInWithPassword(createBrowser(auth.handle))
    expect((await readSession(browser))?.user?.name).toBe('Ada Lovelace')
    const req = { headers: { cookie: `${SALT}=${browser.cookies.get(SALT)}` } }
    const token = await getToken({ req, secureCookie: true, secret: SECRETS.older })
    expect(token?.sub).toBe('id-of-ada')
  })

  test.each([undefined, '', ' \t'])(
    'with the variable AUTH_SECRET=%j is refused in production, and has a generated secret in development (JWE-09)',
    async (AUTH_SECRET) => {
      for (const secret of ['', ' ', []]) {
        const config = { secret, weakSecret: acceptWeakSecret } as const
        const [status, log] = await statusOf(config, { NODE_ENV: 'production', AUTH_SECRET })
        expect(status).toBe(500)
        expect(log).toContain('MissingSecret: `secret` is missing')
        captureConsole()
        const auth = createAuth(
          { providers: [passwords()], ...config },
          { env: { NODE_ENV: 'development', AUTH_URL: ORIGIN, AUTH_SECRET } },
        )
        const browser = await signInWithPassword(createBrowser(auth.handle))
        const other = createAuth(
          { providers: [passwords()], ...config },
          { env: { NODE_ENV: 'development', AUTH_URL: ORIGIN, AUTH_SECRET } },
        )
        const cookie = `${SALT}=${browser.cookies.get(SALT)}`
        // Two that have none share none.
        expect((await other.session({ headers: new Headers({ cookie }) })).session).toBeNull()
        expect((await auth.session({ headers: new Headers({ cookie }) })).session).not.toBeNull()
      }
    },
  )

  test.each([...HOLLOW, ...NONE.filter(([, secret]) => secret !== undefined)])(
    'with `migrateFrom` and %s as its secret is refused (JWE-09)',
    async (_, secret) => {
      const migrate = { from: 'next-auth', until: '2999-01-01', secret: secret ?? [] } as const
      const [status, log] = await statusOf({ migrate }, { AUTH_SECRET: SECRETS.older })
      expect(status).toBe(500)
      expect(log).toContain('`migrate.secret` is empty')
    },
  )
})

describe('The redirect proxy', () => {
  const options = {
    redirectProxyUrl: 'https://login.example/auth',
    redirectProxyOrigins: ['https://*.preview.example'],
  }
  const check = { url: 'https://pr-7.preview.example/auth', provider: 'github' }

  test.each(HOLLOW)('is refused with %s, at proxy and deployment (JWE-09)', async (_, secret) => {
    const env = { AUTH_SECRET: SECRETS.older }
    expect(() => createRedirectProxy({ ...options, secret }, { env })).toThrow(MISSING)
    const send = (): Promise<Response> => Promise.reject(new Error('asked'))
    await expect(
      checkRedirectProxy({ ...check, ...options, secret }, { env, fetch: send }),
    ).rejects.toThrow(MISSING)
  })

  test.each(NONE)(
    'with %s has the secret of the environment, or none (JWE-09)',
    async (_, secret) => {
      const own = secret === undefined ? {} : { secret }
      expect(() => createRedirectProxy({ ...options, ...own }, { env: {} })).toThrow(MISSING)
      expect(() =>
        createRedirectProxy({ ...options, ...own }, { env: { AUTH_SECRET: ' ' } }),
      ).toThrow(MISSING)
      const env = { AUTH_SECRET: SECRETS.older }
      const proxy = createRedirectProxy({ ...options, ...own }, { env })
      const fetch = (url: RequestInfo | URL): Promise<Response> =>
        proxy.handle(new Request(url instanceof Request ? url.url : url))
      await checkRedirectProxy(
        { ...check, redirectProxyUrl: options.redirectProxyUrl, ...own },
        { env, fetch },
      )
    },
  )
})
