import type { AuthConfig } from '@latchstring/core'
import type { JWT } from '@latchstring/core/jwt'
import { describe, expect, test, vi } from 'vitest'
import { forEachTest } from '@latchstring/test-kit/for-all-tests'
import { type App, BASE, createApp, ENV, SECRETS } from '@latchstring/test-kit/app'
import { readJsonAs } from '@latchstring/test-kit/json'
import type { Browser } from '@latchstring/test-kit/browser'
import {
  copyCookies,
  signInWithPassword,
  passwords,
  PEOPLE,
  plantCookie,
  updateSession,
} from '@latchstring/test-kit/people'
import { sessionCookies, expectEnded, keepUsing, readSession } from '@latchstring/test-kit/story'
import { DAY, startClock } from '@latchstring/test-kit/test-clock'
import { including } from '@latchstring/test-kit/matchers'

const COOKIE = '__Host-latchstring.session-token'
const MAX_AGE = 30 * DAY

const clock = forEachTest(startClock)

function open(config: Partial<AuthConfig> = {}, env = ENV): App {
  return createApp({ providers: [passwords()], ...config }, { env, clock: clock.now })
}

async function signedIn(app: App): Promise<Browser> {
  return signInWithPassword(app.openBrowser())
}

/** When a session that starts or is extended now ends. */
function endingIn(seconds: number): string {
  return new Date(clock.now() + seconds * 1000).toISOString()
}

describe('A jwt session', () => {
  test('SES-08 is sealed again only once updateAge has passed', async () => {
    const browser = await signedIn(open())
    const first = browser.cookies.get(COOKIE)
    const end = endingIn(MAX_AGE)
    clock.advance(DAY - 1)
    const early = await browser.open(`${BASE}/session`)
    expect(early.headers.getSetCookie()).toEqual([])
    expect(await early.json()).toMatchObject({ expires: end })
    clock.advance(1)
    expect((await readSession(browser))?.expires).toBe(endingIn(MAX_AGE))
    expect(browser.cookies.get(COOKIE)).not.toBe(first)
  })

  test('SES-08 is sealed again by every read where updateAge is 0', async () => {
    const browser = await signedIn(open({ session: { updateAge: 0 } }))
    for (const seconds of [0, 5, 60]) {
      clock.advance(seconds)
      const before = browser.cookies.get(COOKIE)
      expect((await readSession(browser))?.expires).toBe(endingIn(MAX_AGE))
      expect(browser.cookies.get(COOKIE)).not.toBe(before)
    }
  })

  test('SES-09 ends maxAge after its last extension, to the second', async () => {
    const browser = await signedIn(open({ session: { maxAge: 600, updateAge: 60 } }))
    const copy = browser.cookies.get(COOKIE) ?? ''
    clock.advance(599)
    expect((await readSession(browser))?.expires).toBe(endingIn(600))
    clock.advance(1)
    expect(await readSession(browser)).not.toBeNull()
    plantCookie(browser, COOKIE, copy)
    await expectEnded(browser)
  })

  test('SES-04 SES-09 ends absoluteMaxAge after the sign-in despite use', async () => {
    const session = { maxAge: 600, updateAge: 0, absoluteMaxAge: 1500 }
    const browser = await signedIn(open({ session }))
    const end = endingIn(1500)
    await keepUsing(browser, clock, [500, 500, 499])
    expect((await readSession(browser))?.expires).toBe(end)
    clock.advance(1)
    await expectEnded(browser)
  })

  test('SES-09 is not restored by a clock set back before its issue', async () => {
    const browser = await signedIn(open())
    clock.advance(-61)
    await expectEnded(browser)
  })

  test('ends when the jwt callback returns null', async () => {
    let revoked = false
    const browser = await signedIn(
      open({ callbacks: { jwt: ({ token }) => (revoked ? null : token) } }),
    )
    expect(await readSession(browser)).not.toBeNull()
    revoked = true
    await expectEnded(browser)
  })

  test.each(['jwt', 'session'])('REL-06 is kept when a %s callback throws', async (name) => {
    let broken = false
    const fail = <T>(value: T): T => {
      if (broken) throw new Error('the callback is broken')
      return value
    }
    const callbacks: AuthConfig['callbacks'] =
      name === 'jwt'
        ? { jwt: ({ token }) => fail(token) }
        : { session: ({ session }) => fail(session) }
    const app = open({ callbacks, session: { updateAge: 0 } })
    const browser = await signedIn(app)
    const cookie = browser.cookies.get(COOKIE)
    broken = true
    const response = await browser.open(`${BASE}/session`)
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({
      error: 'Configuration',
      ref: app.errors.at(-1)?.ref,
    })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(app.errors.at(-1)?.type).toBe('JWTSessionError')
    expect(browser.cookies.get(COOKIE)).toBe(cookie)
    broken = false
    expect((await readSession(browser))?.user?.name).toBe(PEOPLE.ada.name)
  })

  test('is sealed again only when the jwt callback changes it', async () => {
    let plan = 'free'
    const browser = await signedIn(
      open({
        callbacks: {
          jwt: ({ token }) => ({ ...token, plan }),
          session: ({ session, token }) => ({ ...session, plan: token['plan'] }),
        },
      }),
    )
    expect((await browser.open(`${BASE}/session`)).headers.getSetCookie()).toEqual([])
    plan = 'paid'
    const changed = await browser.open(`${BASE}/session`)
    expect(await changed.json()).toMatchObject({ plan: 'paid' })
    expect(changed.headers.getSetCookie()).toHaveLength(1)
    expect((await browser.open(`${BASE}/session`)).headers.getSetCookie()).toEqual([])
  })

  test('SES-05 SES-06 is a new one after every sign-in of any user', async () => {
    const jtis: unknown[] = []
    const callbacks: AuthConfig['callbacks'] = {
      session: ({ session, token }) => (jtis.push(token.jti), session),
    }
    const browser = open({ callbacks }).openBrowser()
    for (const person of ['ada', 'ada', 'grace'] as const) {
      await signInWithPassword(browser, person)
      expect((await readSession(browser))?.user?.name).toBe(PEOPLE[person].name)
    }
    expect(new Set(jtis).size).toBe(3)
  })

  test('SES-10 exposes name, e-mail address and image to the browser, and also the id to the server', async () => {
    const app = open({ callbacks: { jwt: ({ token }) => ({ ...token, secretPlan: 'x' }) } })
    const browser = await signedIn(app)
    const { id, ...rest } = PEOPLE.ada
    const expires = endingIn(MAX_AGE)
    expect(await readSession(browser)).toEqual({ user: rest, expires })
    const headers = new Headers({ cookie: `${COOKIE}=${browser.cookies.get(COOKIE)}` })
    const { session } = await app.auth.session({ headers })
    expect(session).toEqual({ user: { id, ...rest }, expires })
  })

  test('emits the session event at every check, and ignores a handler that throws', async () => {
    const handler = vi.fn(() => {
      throw new Error('the handler is broken')
    })
    const app = open({ events: { session: handler } })
    const browser = await signedIn(app)
    expect(await readSession(browser)).not.toBeNull()
    expect(handler).toHaveBeenCalledExactlyOnceWith({
      session: including({ expires: endingIn(MAX_AGE) }),
      token: including({ sub: PEOPLE.ada.id }),
    })
    expect(app.errors.map(({ type }) => type)).toEqual(['EventError'])
  })
})

/** The token, where the session callback shows it. */
async function tokenOf(browser: Browser): Promise<JWT> {
  return (await readJsonAs<{ token: JWT }>(await browser.open(`${BASE}/session`))).token
}

describe('POST session', () => {
  const echo: AuthConfig['callbacks'] = {
    jwt: ({ token, trigger, session }) => {
      if (trigger !== 'update') return token
      const sent = typeof session === 'object' ? session : {}
      return { ...token, ...sent, updates: Number(token['updates'] ?? 0) + 1 }
    },
    session: ({ session, token }) => ({ ...session, updates: token['updates'], token }),
  }

  test('SES-14 passes data to the callbacks, and keeps reserved claims', async () => {
    const app = open({ callbacks: echo, session: { absoluteMaxAge: 1000 } })
    const browser = await signedIn(app)
    const before = await tokenOf(browser)
    clock.advance(10)
    const forged = { jti: 'mine', exp: 9e9, iat: 1, auth_time: 9e9, name: 'Countess' }
    const response = await updateSession(browser, forged)
    expect(response.status).toBe(200)
    clock.advance(1)
    const after = await tokenOf(browser)
    expect(after.name).toBe('Countess')
    expect(after.jti).toBe(before.jti)
    expect(after['auth_time']).toBe(before['auth_time'])
    expect((await readSession(browser))?.expires).toBe(endingIn(1000 - 11))
    clock.advance(1000 - 11)
    await expectEnded(browser)
  })

  test('runs the callbacks again without data, and extends the session', async () => {
    const browser = await signedIn(open({ callbacks: echo }))
    clock.advance(100)
    const response = await updateSession(browser, undefined)
    expect(await response.json()).toMatchObject({ updates: 1, expires: endingIn(MAX_AGE) })
    expect(await readSession(browser)).toMatchObject({ updates: 1 })
  })

  test('returns null without a session', async () => {
    const jwt = vi.fn(({ token }: { token: JWT }) => token)
    const response = await updateSession(open({ callbacks: { jwt } }).openBrowser(), { name: 'x' })
    expect(await response.json()).toBeNull()
    expect(jwt).not.toHaveBeenCalled()
  })

  test('SES-17 keeps emoji, large numbers and a member named __proto__ unchanged', async () => {
    const browser = await signedIn(open({ callbacks: echo }))
    const text = '{"name":"Ada 👩‍💻 é","big":9007199254740991,"__proto__":{"admin":true}}'
    const data: unknown = JSON.parse(text)
    expect((await updateSession(browser, data)).status).toBe(200)
    const token = await tokenOf(browser)
    expect(token.name).toBe('Ada 👩‍💻 é')
    expect(token['big']).toBe(Number.MAX_SAFE_INTEGER)
    expect(Reflect.get({}, 'admin')).toBeUndefined()
  })

  test('SES-17 returns JSON values unchanged: dates as text, lists, and members of any name', async () => {
    const seen: unknown[] = []
    const browser = await signedIn(
      open({
        callbacks: {
          jwt: ({ token, trigger, session }) =>
            trigger === 'update' ? { ...token, sent: session } : token,
          session: ({ session, token }) => (seen.push(token['sent']), session),
        },
      }),
    )
    const text =
      '{"date":"2031-04-06T07:08:09.123Z","list":[1,-0.5,null,true,"",[{}]],"__proto__":{"a":1},"constructor":"b","toString":"c","👩‍💻":"é"}'
    await updateSession(browser, JSON.parse(text))
    await readSession(browser)
    expect(seen.map((sent) => JSON.stringify(sent))).toEqual([text, text])
  })

  test.each(['9007199254740993', '-9007199254740993', '12345678901234567890', '1e400'])(
    'SES-17 refuses the number %s, which JSON would change',
    async (number) => {
      const browser = await signedIn(open({ callbacks: echo }))
      const cookie = browser.cookies.get(COOKIE)
      const csrfToken = await browser.csrf(BASE)
      const body = `{"csrfToken":"${csrfToken}","data":{"deep":[{"big":${number}}]}}`
      const headers = {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      }
      const request = new Request(`${BASE}/session`, { method: 'POST', headers, body })
      expect((await open({ callbacks: echo }).auth.handle(request)).status).toBe(400)
      expect(browser.cookies.get(COOKIE)).toBe(cookie)
    },
  )

  test('SES-17 keeps the previous session when a callback returns a value that JSON cannot hold', async () => {
    const app = open({
      callbacks: {
        jwt: ({ token, trigger }) => (trigger === 'update' ? { ...token, big: 2n ** 64n } : token),
      },
    })
    const browser = await signedIn(app)
    const cookie = browser.cookies.get(COOKIE)
    expect((await updateSession(browser, {})).status).toBe(500)
    expect(app.errors.at(-1)?.type).toBe('JWTSessionError')
    expect(browser.cookies.get(COOKIE)).toBe(cookie)
  })
})

/** The same browser before another server. */
function moveTo(app: App, browser: Browser): Browser {
  return copyCookies(browser, app.openBrowser())
}

describe('Secrets of jwt sessions', () => {
  const BOTH = { ...ENV, AUTH_SECRET: SECRETS.older, AUTH_SECRET_1: SECRETS.newer }
  const NEW = { ...ENV, AUTH_SECRET: SECRETS.newer }

  test('JWE-07 rotate: a session sealed with the old one is opened, and sealed again with the new one', async () => {
    const old = await signedIn(open())
    const rotated = moveTo(open({}, BOTH), old)
    expect((await readSession(rotated))?.user?.name).toBe(PEOPLE.ada.name)
    clock.advance(DAY)
    expect(await readSession(rotated)).not.toBeNull()
    expect(await readSession(moveTo(open({}, NEW), rotated))).not.toBeNull()
  })

  test('JWE-07 SES-07 DEL-01 that are wrong give no session and no error, and the cookie is kept for an instance with the right ones', async () => {
    const app = open({}, NEW)
    const browser = moveTo(app, await signedIn(open()))
    await expectEnded(browser)
    expect(sessionCookies(browser)).toEqual([COOKIE])
    expect(app.errors).toEqual([])
  })

  test('have jwt.secret for sessions only', async () => {
    const app = open({ jwt: { secret: SECRETS.newer } })
    const browser = await signedIn(app)
    expect(await readSession(browser)).not.toBeNull()
    await expectEnded(moveTo(open(), browser))
  })
})

describe('Two configurations at once', () => {
  const OLD = { ...ENV, AUTH_SECRET: SECRETS.older }
  const STAGED = { ...OLD, AUTH_SECRET_NEXT: SECRETS.newer }
  const PROMOTED = { ...OLD, AUTH_SECRET_1: SECRETS.newer }
  const DONE = { ...ENV, AUTH_SECRET: SECRETS.newer }

  test.each([
    ['staged', OLD, STAGED],
    ['promoted', STAGED, PROMOTED],
  ])(
    'MIX-01 while a secret is %s, instances before and after it accept the sessions and forms of each other',
    async (_, before, after) => {
      for (const [one, other] of [
        [open({}, before), open({}, after)],
        [open({}, after), open({}, before)],
      ] as const) {
        const browser = await signedIn(one)
        expect((await readSession(moveTo(other, browser)))?.user?.name).toBe(PEOPLE.ada.name)
        const csrfToken = await browser.csrf(BASE)
        const moved = moveTo(other, browser)
        const updated = await moved.submitJson(`${BASE}/session`, { csrfToken, data: {} })
        expect([updated.status, await readSession(moveTo(one, moved))]).toEqual([
          200,
          including({ user: including({ name: PEOPLE.ada.name }) }),
        ])
      }
    },
  )

  test('MIX-01 a form that was sealed by an unknown secret is refused with the reason in the log, and its session stays', async () => {
    const app = open({}, OLD)
    const browser = await signedIn(open({}, DONE))
    const csrfToken = await browser.csrf(BASE)
    const moved = moveTo(app, browser)
    const refused = await moved.submitJson(`${BASE}/session`, { csrfToken, data: {} })
    expect(refused.status).toBe(403)
    expect(app.errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('was sealed by a secret that this process does not have'),
    ])
    expect(await readSession(moveTo(open({}, DONE), moved))).not.toBeNull()
  })

  test.each([
    [60, true],
    [61, false],
    [300, false],
  ])(
    'MIX-01 DEL-01 an instance %i s behind never deletes the cookie, and accepts it up to 60 s',
    async (seconds, accepted) => {
      const warnings: string[] = []
      const logger = {
        error: () => undefined,
        warn: (code: string, detail = '') => void warnings.push(`${code} ${detail}`),
      }
      const browser = await signedIn(open())
      clock.advance(-seconds)
      const behind = moveTo(open({ logger }), browser)
      expect([(await readSession(behind)) !== null, sessionCookies(behind)]).toEqual([
        accepted,
        [COOKIE],
      ])
      await readSession(behind)
      const lines = warnings.filter((line) => line.startsWith('clock-difference'))
      expect(lines).toEqual(
        accepted ? [] : [expect.stringMatching(/up to (?:2|10) minutes ahead of this one/)],
      )
    },
  )

  test('DEL-01 an expired cookie is deleted only when no clock within ten minutes accepts it', async () => {
    const steps: unknown[] = []
    const logger = {
      error: () => undefined,
      debug: (...line: readonly unknown[]) => void steps.push(line),
    }
    const browser = await signedIn(open({ session: { maxAge: 600 }, logger }))
    clock.advance(1200)
    await expectEnded(browser)
    expect(sessionCookies(browser)).toEqual([COOKIE])
    clock.advance(1)
    await expectEnded(browser)
    expect(sessionCookies(browser)).toEqual([])
    expect(steps).toContainEqual(['the session cookie is deleted', { reason: 'expired' }])
  })

  test('DEL-01 a cookie that no instance can open goes with a sign-out, and with a new sign-in', async () => {
    const stranger = await signedIn(open({}, DONE))
    const app = open()
    const browser = moveTo(app, stranger)
    await browser.submit(`${BASE}/signout`, { csrfToken: await browser.csrf(BASE) })
    expect([sessionCookies(browser), app.errors]).toEqual([[], []])
    const another = moveTo(app, stranger)
    await signInWithPassword(another)
    expect((await readSession(another))?.user?.name).toBe(PEOPLE.ada.name)
  })
})

/** Tokens that the application encodes by itself. */
const OWN_TOKENS: AuthConfig['jwt'] = {
  encode: ({ token }) => Buffer.from(JSON.stringify(token)).toString('base64url'),
  // Encoded above.
  decode: ({ token = '' }) => JSON.parse(Buffer.from(token, 'base64url').toString()) as JWT,
}

describe('One secret in two instances', () => {
  const { AUTH_URL: _, ...withoutUrl } = ENV

  test.each([
    ['a host and any host', ENV, withoutUrl, {}],
    ['any host and a host', withoutUrl, ENV, {}],
    ['a name and a host', { ...ENV, AUTH_AUDIENCE: 'blog at app.example' }, ENV, {}],
    ['a host and any host, with tokens of the application', ENV, withoutUrl, OWN_TOKENS],
    ['any host and a host, with tokens of the application', withoutUrl, ENV, OWN_TOKENS],
  ])(
    'of %s: a session of one is refused by the other, which names both once',
    async (_name, one, two, jwt) => {
      const warnings: string[] = []
      const logger = {
        warn: (code: string, detail = '') => void warnings.push(`${code} ${detail}`),
      }
      const browser = await signedIn(open({ trustHost: true, jwt }, one))
      const other = open({ trustHost: true, logger, jwt }, two)
      const copy = copyCookies(browser, other.openBrowser())
      for (let read = 0; read < 3; read++) expect(await readSession(copy)).toBeNull()
      expect(copy.cookies.has(COOKIE)).toBe(true)
      const lines = warnings.filter((line) => line.startsWith('other-audience'))
      expect(lines).toHaveLength(1)
      expect(lines[0]).toContain('app.example')
    },
  )
})
