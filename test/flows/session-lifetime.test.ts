import type { AuthConfig } from '@latchstring/core'
import { decode, encode, getToken, type JWT, type JWTOptions } from '@latchstring/core/jwt'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, BASE, type ConfigSource, createApp, SECRETS } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import {
  ADA,
  PASSWORD,
  signInWithPassword,
  passwords,
  plantCookie,
  updateSession,
} from '@latchstring/test-kit/people'
import { sessionCookies, readSession, signOut, expectEnded } from '@latchstring/test-kit/story'
import { containing } from '@latchstring/test-kit/matchers'
import { DAY, startClock, type TestClock } from '@latchstring/test-kit/test-clock'

const COOKIE = '__Host-latchstring.session-token'
const YEAR = 365 * DAY
const MONTH = 30 * DAY

const store = storeForEachTest()
let clock: TestClock

beforeEach(async () => {
  await store.adapter.createUser({ ...ADA, emailVerified: null })
  clock = startClock()
})

function toText(token: JWT | undefined): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url')
}

function fromText(text = ''): JWT {
  // What these tests put there.
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as JWT
}

/** Tokens that the application encodes by itself, and whose times it does not check. */
const OWN_ENCODING: JWTOptions = {
  encode: ({ token }) => toText(token),
  decode: ({ token }) => fromText(token),
}

/** The same configuration with new functions, as an expression gives each time it is evaluated. */
function renew(config: AuthConfig): AuthConfig {
  const { jwt = {} } = config
  return {
    ...config,
    jwt: {
      ...jwt,
      ...(jwt.encode && { encode: (params) => jwt.encode?.(params) ?? '' }),
      ...(jwt.decode && { decode: (params) => jwt.decode?.(params) ?? null }),
    },
  }
}

/** The ways in which an application gives its configuration. */
const GIVEN = {
  'an object': (config: AuthConfig) => config,
  'a function': (config: AuthConfig) => () => renew(config),
  'an async function': (config: AuthConfig) => async () => renew(config),
} as const satisfies Record<string, (config: AuthConfig) => ConfigSource>

type Given = keyof typeof GIVEN

const ALL_GIVEN = Object.keys(GIVEN) as readonly Given[] // They are its keys.

function open(config: Partial<AuthConfig> = {}, given: Given = 'an object'): App {
  const whole = { providers: [passwords()], ...config }
  return createApp(whole, { clock: clock.now }, GIVEN[given])
}

const now = (): number => Math.floor(clock.now() / 1000)

const at = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** Reads the session every 29 days until the last second that it may last, and once more. */
async function expectToLast(browser: Browser, seconds: number): Promise<void> {
  const end = now() + seconds
  while (now() + 29 * DAY < end) {
    clock.advance(29 * DAY)
    const session = await readSession(browser)
    expect(session?.expires).toBe(at(Math.min(now() + MONTH, end)))
  }
  clock.advance(end - now() - 1)
  expect((await readSession(browser))?.expires).toBe(at(end))
  clock.advance(1)
  await expectEnded(browser)
}

/** The ways in which a sealed session is kept. */
const SEALED: Readonly<Record<string, Partial<AuthConfig>>> = {
  'sealed by the library': {},
  'extended by every read': { session: { updateAge: 0 } },
  'encoded by the application': { jwt: OWN_ENCODING },
  'with a store': { session: { strategy: 'jwt', updateAge: 0 } },
  'whose jwt callback makes a new token each time': {
    callbacks: { jwt: ({ token }) => ({ name: token.name ?? null, read: now() }) },
  },
  'whose jwt callback moves the sign-in': {
    callbacks: { jwt: ({ token }) => ({ ...token, auth_time: now(), iat: now() + 60 }) },
  },
}

describe('A sealed session in constant use', () => {
  test.each(Object.keys(SEALED))('ends 365 days after the sign-in: %s (ALT-09)', async (name) => {
    const withStore = name === 'with a store' ? { adapter: store.adapter } : {}
    const browser = await signInWithPassword(open({ ...SEALED[name], ...withStore }).openBrowser())
    await expectToLast(browser, YEAR)
  })

  test('ends 365 days after the sign-in although `maxAge` is longer, with a warning (ALT-09)', async () => {
    for (const config of [{ session: { maxAge: 2 * YEAR } }, { jwt: { maxAge: 2 * YEAR } }]) {
      const browser = await signInWithPassword(open(config).openBrowser())
      expect((await readSession(browser))?.expires).toBe(at(now() + YEAR))
      clock.advance(YEAR)
      await expectEnded(browser)
    }
  })

  test('ends after `absoluteMaxAge`, also beyond a year (ALT-09)', async () => {
    const session = { absoluteMaxAge: 500 * DAY }
    await expectToLast(await signInWithPassword(open({ session }).openBrowser()), 500 * DAY)
  })

  test('ends 365 days after the sign-in despite updates (ALT-09)', async () => {
    const browser = await signInWithPassword(open().openBrowser())
    for (let month = 0; month < 12; month += 1) {
      clock.advance(MONTH - 1)
      expect((await updateSession(browser, {})).status).toBe(200)
    }
    clock.advance(5 * DAY + 12)
    await expectEnded(browser)
  })
})

test('A database session in constant use never ends unless configured to (ALT-09)', async () => {
  const browser = await signInWithPassword(open({ adapter: store.adapter }).openBrowser())
  for (let month = 0; month < 20; month += 1) {
    clock.advance(29 * DAY)
    expect((await readSession(browser))?.expires).toBe(at(now() + MONTH))
  }
})

describe('A token without the time of its sign-in', () => {
  test('has an absolute lifetime from its issue, kept when it is sealed again (ALT-09)', async () => {
    const made = Math.floor(Date.now() / 1000)
    clock = startClock(made * 1000)
    const token = { sub: ADA.id, name: ADA.name }
    const browser = open().openBrowser()
    plantCookie(browser, COOKIE, await encode({ token, secret: SECRETS.older, salt: COOKIE }))
    clock.advance(made - now())
    await expectToLast(browser, YEAR)
  })

  test.each([
    ['without it', {}],
    ['with text in its place', { auth_time: 'yesterday' }],
    ['with a time that is still to come', { auth_time: 4e9 }],
  ])(
    'has an absolute lifetime from its issue: encoded by the application, %s (ALT-09)',
    async (_, claims) => {
      const browser = open({ jwt: OWN_ENCODING }).openBrowser()
      const token = { sub: '1', jti: 'j', iat: now(), exp: now() + MONTH, ...claims }
      plantCookie(browser, COOKIE, toText(token))
      await expectToLast(browser, YEAR)
    },
  )
})

describe('With a jwt encoding of the application', () => {
  const good = (): JWT => ({ sub: '1', jti: 'j', iat: now(), exp: now() + 60, auth_time: now() })

  const read = async (token: JWT): Promise<unknown> => {
    const browser = open({ jwt: OWN_ENCODING }).openBrowser()
    plantCookie(browser, COOKIE, toText(token))
    return readSession(browser)
  }

  test('a token is valid until its `exp`, even if the decoder accepts it longer (SES-03, JWE-10)', async () => {
    const token = good()
    expect(await read(token)).not.toBeNull()
    clock.advance(59)
    expect(await read(token)).not.toBeNull()
    clock.advance(1)
    expect(await read(token)).toBeNull()
  })

  test('a token from the future is refused, so that a clock set back restores none (SES-09, JWE-10)', async () => {
    expect(await read({ ...good(), iat: now() + 60 })).not.toBeNull()
    expect(await read({ ...good(), iat: now() + 61 })).toBeNull()
    expect(await read({ ...good(), nbf: now() + 60 })).not.toBeNull()
    expect(await read({ ...good(), nbf: now() + 61 })).toBeNull()
    expect(await read({ ...good(), nbf: 'later' })).toBeNull()
  })

  test('the encoder gets `jti`, `iat` and `exp` at sign-in and on renewal (SES-03)', async () => {
    const tokens: (JWT | undefined)[] = []
    const encoding: JWTOptions = {
      ...OWN_ENCODING,
      encode: ({ token }) => (tokens.push(token), toText(token)),
    }
    const browser = await signInWithPassword(open({ jwt: encoding }).openBrowser())
    clock.advance(DAY)
    await readSession(browser)
    const [first, second] = tokens
    expect(first).toMatchObject({ iat: now() - DAY, exp: now() - DAY + MONTH })
    expect(second).toMatchObject({ iat: now(), exp: now() + MONTH, jti: first?.jti })
    expect(first?.jti).toMatch(/^[\w-]{22}$/)
  })

  test.each<readonly [string, JWT, string]>([
    ['`jti`', { jti: '' }, '`jti`'],
    ['`exp`', { exp: Number.NaN }, '`exp`'],
    ['`iat`', { iat: Number.NaN }, '`iat`'],
  ])(
    'a token without %s causes an error that says what to add, and keeps the cookie (SES-03)',
    async (_, claims, name) => {
      const app = open({
        jwt: { encode: ({ token }) => toText(token), decode: () => ({ ...good(), ...claims }) },
      })
      const browser = await signInWithPassword(app.openBrowser())
      const cookie = browser.cookies.get(COOKIE)
      const response = await browser.open(`${BASE}/session`)
      expect([response.status, response.headers.getSetCookie()]).toEqual([500, []])
      expect(app.errors.at(-1)).toMatchObject({ type: 'JWTSessionError' })
      expect(app.errors.at(-1)?.message).toContain(`has no ${name}. Have \`jwt.encode\` keep`)
      const headers = new Headers({ cookie: `${COOKIE}=${cookie}` })
      expect(await app.auth.session({ headers })).toEqual({ session: null, cookies: [] })
      expect(browser.cookies.get(COOKIE)).toBe(cookie)
    },
  )

  /** Encodings that lose a claim, each in another place. */
  const losing = (name: string, instead: JWT): readonly JWTOptions[] => {
    const keep = (token: JWT = {}): JWT => ({
      ...Object.fromEntries(Object.entries(token).filter(([claim]) => claim !== name)),
      ...instead,
    })
    return [
      { ...OWN_ENCODING, encode: ({ token }) => toText(keep(token)) },
      { ...OWN_ENCODING, decode: ({ token }) => keep(fromText(token)) },
      { encode: ({ token, ...rest }) => encode({ token: keep(token), ...rest }) },
      { decode: async (params) => keep((await decode(params)) ?? undefined) },
    ]
  }

  const LOST: readonly (readonly [string, JWT])[] = [
    ['auth_time', {}],
    ['latchstring_aud', {}],
    // Without any, every read says so.
    ['jti', { jti: 'of the application' }],
  ]

  test.each(
    LOST.flatMap(([name, instead]) => ALL_GIVEN.map((given) => [name, given, instead] as const)),
  )(
    'a sign-in is refused whose token loses `%s`, because it would not end, or not be the session that is listed: configured by %s (ALT-09, ALT-10, SES-03)',
    async (name, given, instead) => {
      clock = startClock(Date.now())
      for (const jwt of losing(name, instead)) {
        const app = open({ jwt }, given)
        const browser = app.openBrowser()
        await expect(signInWithPassword(browser)).rejects.toThrow('error=Configuration')
        expect(app.errors.at(-1)?.message).toContain(`lose the claim "${name}"`)
        expect(sessionCookies(browser)).toEqual([])
        const fields = { username: 'ada', password: PASSWORD, redirectTo: '/' }
        const signIn = app.auth.signIn({ headers: new Headers() }, 'credentials', fields)
        await expect(signIn).rejects.toThrow(`lose the claim "${name}"`)
      }
    },
  )

  test.each(
    LOST.flatMap(([name, instead]) => ALL_GIVEN.map((given) => [name, given, instead] as const)),
  )(
    'a session is kept as it was where its token would lose `%s` when it is sealed again: configured by %s (ALT-09, ALT-10, SES-03)',
    async (name, given, instead) => {
      const [broken = {}] = losing(name, instead)
      let jwt = OWN_ENCODING
      const config: Partial<AuthConfig> = {
        jwt: {
          encode: (params) => jwt.encode?.(params) ?? '',
          decode: (params) => jwt.decode?.(params) ?? null,
        },
      }
      const app = open(config, given)
      const browser = await signInWithPassword(app.openBrowser())
      const cookie = browser.cookies.get(COOKIE)
      const headers = new Headers({ cookie: `${COOKIE}=${cookie}` })
      const lost = `lose the claim "${name}"`
      jwt = broken
      clock.advance(DAY)
      // On the server there is none, rather than one that cannot be ended.
      const refused = { session: null, cookies: [] }
      expect(await app.auth.session({ headers })).toEqual(refused)
      expect(await app.auth.update({ headers }, {})).toEqual(refused)
      expect(app.errors.map(({ message }) => message)).toEqual([containing(lost), containing(lost)])
      expect((await browser.open(`${BASE}/session`)).status).toBe(500)
      expect((await updateSession(browser, {})).status).toBe(500)
      expect(app.errors.at(-1)?.message).toContain(lost)
      expect(browser.cookies.get(COOKIE)).toBe(cookie)
      const { session } = await app.auth.session({ headers, readOnly: true })
      expect(session).toMatchObject({ user: { name: ADA.name } })
      jwt = OWN_ENCODING
      expect(await readSession(browser)).toMatchObject({ user: { name: ADA.name } })
    },
  )

  const UNREADABLE: readonly (readonly [string, JWTOptions, string])[] = [
    [
      'threw',
      {
        ...OWN_ENCODING,
        decode: () => {
          throw new RangeError('The key is away.')
        },
      },
      'The `jwt.decode` function threw at the token that a session was just sealed in. Have it return the claims that `jwt.encode` is given.',
    ],
    [
      'returned nothing',
      { ...OWN_ENCODING, decode: () => null },
      '`jwt.decode` returns nothing for the token that a session was just sealed in, so that the next request would have no session. Have it return the claims that `jwt.encode` is given.',
    ],
    [
      'returned nothing, alone',
      { decode: () => null },
      '`jwt.decode` returns nothing for the token that a session was just sealed in, so that the next request would have no session. Have it return the claims that `jwt.encode` is given.',
    ],
    [
      'is missing',
      { encode: ({ token }) => toText(token) },
      '`jwt.encode` returns a token that the library cannot open, so that the next request would have no session. Pass `jwt.decode` as well.',
    ],
  ]

  test.each(
    UNREADABLE.flatMap(([what, jwt, message]) =>
      ALL_GIVEN.map((given) => [what, given, jwt, message] as const),
    ),
  )(
    'a sign-in is refused whose token the next request could not open, because the decoder %s: configured by %s (SES-03)',
    async (what, given, jwt, message) => {
      const app = open({ jwt }, given)
      const browser = app.openBrowser()
      await expect(signInWithPassword(browser)).rejects.toThrow('error=Configuration')
      const error = app.errors.at(-1)
      expect(error).toMatchObject({ type: 'JWTSessionError', message })
      const cause = what === 'threw' ? { err: { name: 'RangeError' } } : undefined
      if (cause) expect(error).toMatchObject({ cause })
      else expect(error?.cause).toBeUndefined()
      expect(sessionCookies(browser)).toEqual([])
    },
  )

  test.each(ALL_GIVEN)(
    'a token whose decoder throws is not a session, and a debug line says so without the token: configured by %s (SES-07)',
    async (given) => {
      const steps: unknown[] = []
      const errors: unknown[] = []
      let reason: unknown = new RangeError('The token canary-token is not one.')
      const app = open(
        {
          logger: {
            error: (error) => void errors.push(error),
            warn: () => undefined,
            debug: (...line) => void steps.push(line),
          },
          jwt: {
            ...OWN_ENCODING,
            decode: () => {
              throw reason
            },
          },
        },
        given,
      )
      const headers = new Headers({ cookie: `${COOKIE}=canary-token` })
      for (const name of ['RangeError', 'Error']) {
        steps.length = 0
        const { session, cookies } = await app.auth.session({ headers })
        expect(session).toBeNull()
        expect(cookies).toEqual([])
        expect(steps).toContainEqual([
          '`jwt.decode` threw, so that the cookie is not a session',
          { error: name },
        ])
        expect(JSON.stringify(steps)).not.toContain('canary')
        reason = 'a text'
      }
      expect(errors).toEqual([])
    },
  )

  test.each(ALL_GIVEN)(
    'an encoder needs no decoder where it seals with the one of the library: configured by %s (SES-03, ALT-05)',
    async (given) => {
      clock = startClock(Date.now())
      const mail = Nodemailer({ from: 'app@example.com', sendVerificationRequest: () => undefined })
      const config: Partial<AuthConfig> = {
        adapter: store.adapter,
        session: { strategy: 'jwt' },
        // Where mails prove addresses, the token says by what it was opened.
        providers: [passwords(), mail],
        jwt: { encode: (params) => encode(params) },
      }
      const app = open(config, given)
      const browser = await signInWithPassword(app.openBrowser())
      expect(await readSession(browser)).toMatchObject({ user: { name: ADA.name } })
      const headers = new Headers({ cookie: `${COOKIE}=${browser.cookies.get(COOKIE)}` })
      expect((await app.auth.session({ headers })).session).toMatchObject({ user: { id: ADA.id } })
      const updated = await app.auth.update({ headers }, {})
      expect(updated.session).toMatchObject({ user: { name: ADA.name } })
    },
  )

  test('a token without claims does not prevent a sign-out or sign-in (SES-03)', async () => {
    let broken = true
    const own: JWTOptions['decode'] = ({ token }) => (broken ? { sub: '1' } : fromText(token))
    const app = open({ jwt: { ...OWN_ENCODING, decode: own } })
    const browser = await signInWithPassword(app.openBrowser())
    expect((await browser.open(`${BASE}/session`)).status).toBe(500)
    expect(app.errors.at(-1)?.message).toContain('has no `jti`, `iat`, `exp`.')
    await signOut(browser)
    expect(sessionCookies(browser)).toEqual([])
    await signInWithPassword(browser)
    broken = false
    expect(await readSession(browser)).toMatchObject({ user: { name: ADA.name } })
  })
})

describe('session.expires', () => {
  test('equals the end of the token and of its cookie, to the second (SES-09)', async () => {
    clock = startClock(Date.UTC(2031, 4, 6, 7, 8, 9, 999))
    const app = open({ jwt: OWN_ENCODING, session: { updateAge: 60 } })
    const browser = await signInWithPassword(app.openBrowser())
    for (const seconds of [0, 59, 60]) {
      clock.advance(seconds)
      const response = await browser.open(`${BASE}/session`)
      const { exp = 0 } = fromText(browser.cookies.get(COOKIE))
      expect(await response.json()).toMatchObject({ expires: at(exp) })
      const [header = `; Expires=${new Date(exp * 1000).toUTCString()}`] =
        response.headers.getSetCookie()
      expect(header).toContain(`; Expires=${new Date(exp * 1000).toUTCString()}`)
    }
  })

  test.each(['jwt', 'database'] as const)(
    'is unchanged where no cookie can be set, and the next request extends the session (%s, SES-08)',
    async (strategy) => {
      const app = open({ adapter: store.adapter, session: { strategy } })
      const browser = await signInWithPassword(app.openBrowser())
      const end = now() + MONTH
      clock.advance(2 * DAY)
      const headers = new Headers({ cookie: `${COOKIE}=${browser.cookies.get(COOKIE)}` })
      const { session } = await app.auth.session({ headers, readOnly: true })
      expect(session?.expires).toBe(at(end))
      expect((await readSession(browser))?.expires).toBe(at(now() + MONTH))
      clock.advance(MONTH - 1)
      expect(await readSession(browser)).not.toBeNull()
    },
  )
})

test('getToken refuses a token whose session has ended (ALT-09)', async () => {
  clock = startClock(Date.now() - YEAR * 1000 + 30_000)
  const browser = await signInWithPassword(open({ session: { maxAge: 2 * YEAR } }).openBrowser())
  const request = (): Parameters<typeof getToken>[0] => ({
    req: { headers: { cookie: `${COOKIE}=${browser.cookies.get(COOKIE)}` } },
    secret: SECRETS.older,
    secureCookie: true,
  })
  expect(await getToken(request())).toMatchObject({ sub: ADA.id })
  clock = startClock(Date.now() - YEAR * 1000 - 1000)
  const ended = await signInWithPassword(open({ session: { maxAge: 2 * YEAR } }).openBrowser())
  plantCookie(browser, COOKIE, ended.cookies.get(COOKIE) ?? '')
  expect(await getToken(request())).toBeNull()
})
