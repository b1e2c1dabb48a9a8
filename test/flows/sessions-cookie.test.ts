import { randomInt } from 'node:crypto'
import type { AuthConfig } from '@latchstring/core'
import { getToken, type JWT } from '@latchstring/core/jwt'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { checkSession } from '@latchstring/core/check'
import { type App, BASE, createApp, ENV, SECRETS } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { createControlStore } from '@latchstring/test-kit/control-store'
import {
  signInWithPassword,
  passwords,
  PEOPLE,
  plantCookie,
  submitPassword,
  updateSession,
} from '@latchstring/test-kit/people'
import { sessionCookies, readSession, signOut } from '@latchstring/test-kit/story'
import { DAY, startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { ANY_TEXT, including } from '@latchstring/test-kit/matchers'

const COOKIE = '__Host-latchstring.session-token'

let clock: TestClock

beforeEach(() => {
  clock = startClock()
})

function open(config: Partial<AuthConfig> = {}): App {
  return createApp({ providers: [passwords()], ...config }, { clock: clock.now })
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('')

/**
 * The text with one character changed, for every position. The last character of a part has bits that no byte is made of,
 * so it becomes every other one: two spellings of the same bytes must not both be taken.
 */
function* mutations(text: string): Generator<string> {
  for (const [index, character] of text.split('').entries()) {
    const last = index === text.length - 1 || text.charAt(index + 1) === '.'
    const others = last ? ALPHABET : ['A', 'B']
    for (const other of others) {
      if (other === character) continue
      yield text.slice(0, index) + other + text.slice(index + 1)
      if (!last) break
    }
  }
}

describe('A tampered session cookie', () => {
  test('CKI-10 SES-07 DEL-01 with any byte changed is not a session and causes no error; it is kept, as another instance may have its key', async () => {
    const app = open()
    const browser = await signInWithPassword(app.openBrowser())
    const sealed = [...mutations(browser.cookies.get(COOKIE) ?? '')]
    expect(sealed.length).toBeGreaterThan(400)
    const answers = await Promise.all(
      sealed.map(async (value) => {
        const headers = { cookie: `${COOKIE}=${value}` }
        const response = await app.auth.handle(new Request(`${BASE}/session`, { headers }))
        const ok = response.headers.getSetCookie().length === 0 && response.status === 200
        return ok && (await response.text()) === 'null' ? 'no session' : value
      }),
    )
    expect(new Set(answers)).toEqual(new Set(['no session']))
    expect(app.errors).toEqual([])
  })

  test.each([
    '',
    'x',
    '....',
    'null',
    '%',
    '%00',
    '"quoted"',
    'a'.repeat(9_000),
    'eyJhbGciOiJub25lIn0..',
    'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.',
  ])('CKI-10 with the value %j is not a session and causes no error', async (value) => {
    const app = open()
    const headers = { cookie: `${COOKIE}=${value}` }
    const response = await app.auth.handle(new Request(`${BASE}/session`, { headers }))
    expect([response.status, await response.json()]).toEqual([200, null])
    expect(app.errors).toEqual([])
  })

  test('CKI-04 CKI-14 with a similar name is ignored', async () => {
    const app = open()
    const browser = await signInWithPassword(app.openBrowser())
    const value = browser.cookies.get(COOKIE) ?? ''
    const strangers = [`${COOKIE}-evil=x`, `${COOKIE}.00=x`, `${COOKIE}.1e1=x`, `=${COOKIE}=x`]
    const other = `${COOKIE.toLowerCase().replace('__host', '__HOST')}=x`
    const headers = { cookie: [...strangers, other, `${COOKIE}=${value}`].join('; ') }
    const response = await app.auth.handle(new Request(`${BASE}/session`, { headers }))
    expect(await response.json()).toMatchObject({ user: { name: PEOPLE.ada.name } })
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('CKI-03 without the prefix is ignored on https', async () => {
    const app = open()
    const browser = await signInWithPassword(app.openBrowser())
    const headers = { cookie: `latchstring.session-token=${browser.cookies.get(COOKIE)}` }
    const response = await app.auth.handle(new Request(`${BASE}/session`, { headers }))
    expect(await response.json()).toBeNull()
  })
})

/** Keeps as many characters in the token as the last update said. */
const callbacks: AuthConfig['callbacks'] = {
  jwt: ({ token, session }) =>
    typeof session === 'number' ? { ...token, filling: 'x'.repeat(session) } : token,
}

describe('Cookies of one name from two domains', () => {
  const stranger = async (): Promise<string> => {
    const env = { ...ENV, AUTH_SECRET: SECRETS.newer }
    const other = createApp({ providers: [passwords()], callbacks }, { env, clock: clock.now })
    const browser = await signInWithPassword(other.openBrowser())
    await updateSession(browser, 4_000)
    return cookiesOf(browser)
  }
  const cookiesOf = (browser: Browser): string =>
    sessionCookies(browser)
      .map((name) => `${name}=${browser.cookies.get(name)}`)
      .join('; ')

  test.each([
    ['in one cookie', 0],
    ['in two cookies', 4_000],
  ])('DEL-01 the session that opens counts, wherever it stands, %s', async (_, size) => {
    const app = open({ callbacks })
    const browser = await signInWithPassword(app.openBrowser())
    await updateSession(browser, size)
    const [own, other] = [cookiesOf(browser), await stranger()]
    for (const cookie of [`${other}; ${own}`, `${own}; ${other}`, `${COOKIE}=x; ${own}`]) {
      const headers = { cookie }
      const response = await app.auth.handle(new Request(`${BASE}/session`, { headers }))
      expect(await response.json()).toMatchObject({ user: { name: PEOPLE.ada.name } })
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })

  test('DEL-01 an ended session is not deleted beside one that another instance may open, and an empty cookie hides none', async () => {
    const adapter = createControlStore().adapter
    const app = open({ callbacks, adapter, session: { strategy: 'jwt', revocation: true } })
    const browser = await signInWithPassword(app.openBrowser())
    const own = cookiesOf(browser)
    const ask = async (cookie: string): Promise<Response> =>
      app.auth.handle(new Request(`${BASE}/session`, { headers: { cookie } }))
    expect(await (await ask(`${COOKIE}=; ${own}`)).json()).not.toBeNull()
    await signOut(browser)
    const other = await stranger()
    for (const cookie of [`${own}; ${other}`, `${other}; ${own}`]) {
      const response = await ask(cookie)
      expect(await response.json()).toBeNull()
      expect(response.headers.getSetCookie()).toEqual([])
    }
    expect((await ask(own)).headers.getSetCookie().join()).toContain(`${COOKIE}=; Max-Age=0`)
  })

  test('DEL-01 after an ended session, the one of the other cookie counts for reading and for what a session may do', async () => {
    const adapter = createControlStore().adapter
    const app = open({ callbacks, adapter, session: { strategy: 'jwt', revocation: true } })
    const old = await signInWithPassword(app.openBrowser())
    const cookie = `${cookiesOf(old)}; ${cookiesOf(await signInWithPassword(app.openBrowser()))}`
    await signOut(old)
    const headers = new Headers({ cookie })
    expect((await app.auth.session({ headers })).session).not.toBeNull()
    const current = await app.auth.sessions({ headers }).current()
    expect(current?.userId).toBe(PEOPLE.ada.id)
  })

  test('DEL-01 a session in quotes is one, and getToken and checkSession find the one that opens', async () => {
    clock = startClock(Date.now())
    const app = open()
    const browser = await signInWithPassword(app.openBrowser())
    const value = browser.cookies.get(COOKIE) ?? ''
    const cookie = `${COOKIE}=x.y.z; ${COOKIE}="${value}"`
    const headers = new Headers({ cookie })
    expect((await app.auth.session({ headers })).session).not.toBeNull()
    const token = await getToken({ req: { headers }, secret: SECRETS.older, secureCookie: true })
    expect(token?.name).toBe(PEOPLE.ada.name)
    const config = { secret: SECRETS.older, url: BASE, clock: clock.now }
    expect((await checkSession({ headers }, config))?.user.name).toBe(PEOPLE.ada.name)
  })

  test('DEL-01 a form with two CSRF cookies is accepted, and a sign-out ends every session that opens', async () => {
    const app = open()
    const browser = await signInWithPassword(app.openBrowser())
    const csrfToken = await browser.csrf(BASE)
    const name = '__Host-latchstring.csrf-token'
    const own = `${COOKIE}=${browser.cookies.get(COOKIE)}; ${name}=${browser.cookies.get(name)}`
    const response = await app.auth.handle(
      new Request(`${BASE}/signout`, {
        method: 'POST',
        headers: {
          cookie: `${name}=x; ${COOKIE}=x; ${own}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ csrfToken }),
      }),
    )
    expect(response.status).toBe(302)
    expect(response.headers.getSetCookie().join()).toContain(`${COOKIE}=; Max-Age=0`)
    expect(app.errors).toEqual([])
  })
})

describe('A large session', () => {
  test('CKI-05 CKI-07 uses several cookies, and deletes the surplus when it gets shorter', async () => {
    const browser = await signInWithPassword(open({ callbacks }).openBrowser())
    expect(sessionCookies(browser)).toEqual([COOKIE])
    expect((await updateSession(browser, 7_000)).status).toBe(200)
    expect(sessionCookies(browser)).toEqual([`${COOKIE}.0`, `${COOKIE}.1`, `${COOKIE}.2`])
    for (const { name, value } of browser.stored()) {
      expect(name.length + value.length).toBeLessThanOrEqual(4096)
    }
    expect((await readSession(browser))?.user?.name).toBe(PEOPLE.ada.name)
    await updateSession(browser, 3_000)
    expect(sessionCookies(browser)).toEqual([`${COOKIE}.0`, `${COOKIE}.1`])
    await updateSession(browser, 0)
    expect(sessionCookies(browser)).toEqual([COOKIE])
    expect(await readSession(browser)).not.toBeNull()
  })

  test('of 8 kB is read from its cookies in any order, and ends at a sign-out', async () => {
    const app = open({ callbacks })
    const browser = await signInWithPassword(app.openBrowser())
    await updateSession(browser, 8_000)
    const names = sessionCookies(browser)
    expect(names).toHaveLength(3)
    const cookie = names
      .toReversed()
      .map((name) => `${name}=${browser.cookies.get(name)}`)
      .join('; ')
    const response = await app.auth.handle(new Request(`${BASE}/session`, { headers: { cookie } }))
    expect(await response.json()).toMatchObject({ user: { name: PEOPLE.ada.name } })
    await signOut(browser)
    expect(sessionCookies(browser)).toEqual([])
  })

  test('CKI-05 that is too large causes an error, and the previous session is kept', async () => {
    const app = open({ callbacks })
    const browser = await signInWithPassword(app.openBrowser())
    const before = browser.cookies.get(COOKIE)
    const response = await updateSession(browser, 9_000)
    expect(response.status).toBe(500)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(app.errors.at(-1)?.type).toBe('SessionTooLarge')
    expect(browser.cookies.get(COOKIE)).toBe(before)
    await updateSession(browser, 0)
    expect((await readSession(browser))?.user?.name).toBe(PEOPLE.ada.name)
  })

  test('CKI-05 at the sign-in redirects to a page with an error, without a session', async () => {
    const jwt = ({ token }: { token: JWT }): JWT => ({ ...token, filling: 'x'.repeat(20_000) })
    const app = open({ callbacks: { jwt } })
    const browser = app.openBrowser()
    const response = await submitPassword(browser, 'ada')
    expect(response.headers.get('location')).toMatch(/\/auth\/error\?error=Configuration&ref=\w+$/)
    expect(app.errors.map(({ type }) => type)).toEqual(['SessionTooLarge'])
    expect(sessionCookies(browser)).toEqual([])
  })
})

describe('A jwt encoding of the application', () => {
  const encode = vi.fn(({ token, maxAge }: { token?: JWT; maxAge?: number }) =>
    Buffer.from(JSON.stringify({ ...token, iat: clock.now() / 1000, seconds: maxAge })).toString(
      'base64url',
    ),
  )
  const decode = vi.fn(
    ({ token = '' }: { token?: string }) =>
      // `encode` made it.
      JSON.parse(Buffer.from(token, 'base64url').toString()) as JWT,
  )

  test('is used for every token, with the secrets, the cookie name and the lifetime', async () => {
    const browser = await signInWithPassword(
      open({ jwt: { encode, decode, maxAge: 500 } }).openBrowser(),
    )
    expect(encode).toHaveBeenLastCalledWith({
      token: including({ sub: PEOPLE.ada.id, jti: ANY_TEXT }),
      secret: [SECRETS.older],
      salt: COOKIE,
      maxAge: 500,
    })
    expect((await readSession(browser))?.user?.name).toBe(PEOPLE.ada.name)
    expect(decode).toHaveBeenLastCalledWith({
      token: browser.cookies.get(COOKIE),
      secret: [SECRETS.older],
      salt: COOKIE,
    })
    clock.advance(DAY)
    expect((await browser.open(`${BASE}/session`)).headers.getSetCookie()).toHaveLength(1)
  })

  test('SES-07 gives no session for a token it cannot decode', async () => {
    const app = open({ jwt: { encode, decode } })
    const browser = app.openBrowser()
    plantCookie(browser, COOKIE, 'not-json')
    expect(await readSession(browser)).toBeNull()
    expect(sessionCookies(browser)).toEqual([COOKIE])
    expect(app.errors).toEqual([])
  })
})

/** Resolves after some turns of the event loop, another number each time. */
async function someTurns(): Promise<void> {
  for (let left = randomInt(4); left > 0; left -= 1) {
    // Each turn is one after the other: that is the point.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('SES-15 a thousand simultaneous requests of two users are not mixed up', async () => {
  const slow: AuthConfig['callbacks'] = {
    jwt: async ({ token }) => {
      await someTurns()
      return { ...token, seen: token.sub }
    },
    session: async ({ session, token }) => {
      await someTurns()
      return { ...session, sub: token.sub, seen: token['seen'] }
    },
  }
  const app = open({ callbacks: slow, session: { updateAge: 0 } })
  const cookies: Record<string, string> = {}
  for (const person of ['ada', 'grace'] as const) {
    const browser: Browser = await signInWithPassword(app.openBrowser(), person)
    cookies[person] = browser.cookies.get(COOKIE) ?? ''
  }
  const read = async (index: number): Promise<void> => {
    const person = index % 2 === 0 ? 'ada' : 'grace'
    const headers = new Headers({ cookie: `${COOKIE}=${cookies[person]}` })
    const expected = {
      user: { name: PEOPLE[person].name },
      sub: PEOPLE[person].id,
      seen: PEOPLE[person].id,
    }
    if (index % 4 < 2) {
      expect((await app.auth.session({ headers })).session).toMatchObject(expected)
      return
    }
    const response = await app.auth.handle(new Request(`${BASE}/session`, { headers }))
    expect(await response.json()).toMatchObject(expected)
  }
  await Promise.all(Array.from({ length: 1000 }, (_, index) => read(index)))
})
