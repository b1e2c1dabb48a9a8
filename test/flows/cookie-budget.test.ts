import type { AuthConfig } from '@latchstring/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, BASE, createApp, ENV, ORIGIN } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { oidcProvider, startIdp } from '@latchstring/test-kit/idp'
import { signInWithPassword, passwords, PEOPLE, storePeople } from '@latchstring/test-kit/people'
import { readJson } from '@latchstring/test-kit/json'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import {
  checkCookies,
  expectSignedIn,
  sessionCookies,
  readSession,
  requestAuthorization,
} from '@latchstring/test-kit/story'

const COOKIE = '__Host-latchstring.session-token'

const idp = forAllTests(startIdp)
const store = storeForEachTest()

beforeEach(async () => {
  await storePeople(store.adapter)
})

/** The `Cookie` header of a browser, with its name. */
function headerOf(browser: Browser): string {
  const pairs = [...browser.cookies].map(([name, value]) => `${name}=${value}`)
  return `cookie: ${pairs.join('; ')}`
}

/** A page with an address of about this length. */
const pageOf = (length: number): string => `/${'p/'.repeat(length / 2)}`

describe('The cookies of the library in a browser', () => {
  test.each([10, 300, 1_900])(
    'are less than 8 kB with a session and sign-ins with targets of %s characters (CKI-06)',
    async (length) => {
      const app = createApp({ providers: [passwords(), oidcProvider(idp)] })
      const browser = await signInWithPassword(app.openBrowser())
      for (let tabs = 0; tabs < 5; tabs += 1) {
        await browser.open(`${BASE}/signin?callbackUrl=${encodeURIComponent(pageOf(length))}`)
        const request = await requestAuthorization(browser, 'harbour', {
          callbackUrl: pageOf(length),
        })
        expect(headerOf(browser).length).toBeLessThan(8_192)
        // The sign-in that was started last always ends, and where it was to lead.
        if (tabs < 4) continue
        const done = await browser.follow(await signInAt(request))
        expectSignedIn(done, pageOf(length))
      }
    },
  )

  test('leave room for three sign-ins with targets of 300 characters, which all succeed (CKI-06, FLW-04)', async () => {
    const app = createApp({ providers: [passwords(), oidcProvider(idp)] })
    const browser = await signInWithPassword(app.openBrowser())
    const requests = []
    for (let tabs = 0; tabs < 3; tabs += 1) {
      requests.push(
        await requestAuthorization(browser, 'harbour', { callbackUrl: pageOf(100 + tabs * 2) }),
      )
    }
    expect(checkCookies(browser)).toHaveLength(9)
    for (const [tab, request] of requests.entries()) {
      expectSignedIn(await browser.follow(await signInAt(request)), pageOf(100 + tab * 2))
    }
  })
})

/** Cookies that fill the header of a request. */
function junk(bytes: number): string {
  return Array.from({ length: bytes / 1_000 }, (_, at) => `junk${at}=${'x'.repeat(990)}`).join('; ')
}

/** Forged chunks of a session. */
function pieces(name: string, from: number, to: number, size = 300): readonly string[] {
  return Array.from(
    { length: to - from + 1 },
    (_, at) => `${name}.${from + at}=${'y'.repeat(size)}`,
  )
}

interface Place {
  readonly app: App
  readonly base: string
  readonly name: string
}

const KINDS: Readonly<Record<string, () => Place>> = {
  'jwt sessions': () => ({ app: open(), base: BASE, name: COOKIE }),
  'database sessions': () => ({ app: open({ adapter: store.adapter }), base: BASE, name: COOKIE }),
  'jwt sessions over http': () => ({
    app: createApp(
      { providers: [passwords()] },
      { env: { ...ENV, AUTH_URL: ORIGIN.replace('https', 'http') } },
    ),
    base: BASE.replace('https', 'http'),
    name: 'latchstring.session-token',
  }),
}

function open(config: Partial<AuthConfig> = {}): App {
  return createApp({ providers: [passwords()], ...config })
}

/** Signs out with a header of one's own, from the page or by script. */
async function signOutWith({ app, base }: Place, cookie: string): Promise<Response> {
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    app.auth.handle(new Request(`${base}/${path}`, init))
  const page = await ask('signout', { headers: { cookie, accept: 'text/html' } })
  expect(page.status).toBe(200)
  const csrf = await ask('csrf', { headers: { cookie } })
  const [made = ''] = csrf.headers.getSetCookie()
  const { csrfToken } = await readJson(csrf)
  const both = `${made.split(';')[0]}; ${cookie}`
  return ask('signout', {
    method: 'POST',
    headers: { cookie: both, 'content-type': 'application/json', origin: new URL(base).origin },
    body: JSON.stringify({ csrfToken }),
  })
}

/** Names of the cookies that an answer deletes. */
function deletedBy(response: Response): readonly string[] {
  return response.headers
    .getSetCookie()
    .filter((header) => header.includes('Max-Age=0'))
    .map((header) => header.slice(0, header.indexOf('=')))
}

describe.each(Object.entries(KINDS))('A sign-out with %s', (_, open_) => {
  test.each<readonly [string, (name: string) => readonly string[]]>([
    ['more pieces than there may be', (name) => pieces(name, 0, 6)],
    ['pieces beyond those that count', (name) => pieces(name, 3, 40)],
    ['pieces that fill 16 kB', (name) => pieces(name, 0, 15, 1_050)],
    ['a single value of 20 kB', (name) => [`${name}=${'z'.repeat(20_000)}`]],
  ])('deletes with %s eight cookies at a time (CKI-04, CKI-07)', async (_what, make) => {
    const place = open_()
    let left = make(place.name)
    while (left.length > 0) {
      const response = await signOutWith(place, left.join('; '))
      expect(response.status).toBe(302)
      const names = left.map((pair) => pair.slice(0, pair.indexOf('=')))
      const deleted = deletedBy(response)
      // Those that count first, of which the names in the list are in order.
      expect(deleted.toSorted()).toEqual(names.slice(0, 8).toSorted())
      left = left.filter((_pair, index) => !deleted.includes(names[index] ?? ''))
    }
  })

  test('ends the session with 100 kB of cookies beside it (CKI-04)', async () => {
    const place = open_()
    const browser = place.app.openBrowser()
    const headers = new Headers()
    const fields = { username: 'ada', password: 'correct horse battery staple' }
    const { cookies } = await place.app.auth.signIn({ headers }, 'credentials', fields)
    const own = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const response = await signOutWith(place, `${junk(50_000)}; ${own}; ${junk(50_000)}`)
    expect(response.status).toBe(302)
    expect(deletedBy(response)).toEqual([place.name])
    expect((await store.rows()).sessions).toBe(0)
    expect(sessionCookies(browser)).toEqual([])
  })

  test('by the server of the application succeeds with 100 kB of cookies (CKI-04)', async () => {
    const { app, name } = open_()
    const cookie = `${junk(100_000)}; ${pieces(name, 0, 9).join('; ')}`
    const { cookies } = await app.auth.signOut({ headers: new Headers({ cookie }) })
    expect(cookies.map((one) => [one.name, one.options.maxAge])).toEqual(
      pieces(name, 0, 7).map((pair) => [pair.slice(0, pair.indexOf('=')), 0]),
    )
  })
})

test('Other actions refuse more than 16 kB of cookies, and change no cookie (INP-03)', async () => {
  const { auth } = open()
  for (const path of ['session', 'signin', 'providers', 'callback/credentials']) {
    const headers = { cookie: junk(20_000) }
    const response = await auth.handle(new Request(`${BASE}/${path}`, { headers }))
    expect([path, response.status, response.headers.getSetCookie()]).toEqual([path, 413, []])
  }
})

test('A session in three cookies is read, and leaves room in 16 kB for another sign-in (CKI-05, CKI-06)', async () => {
  const callbacks: AuthConfig['callbacks'] = {
    jwt: ({ token, user }) => (user ? { ...token, filling: 'x'.repeat(8_000) } : token),
  }
  const app = createApp({ providers: [passwords(), oidcProvider(idp)], callbacks })
  const browser = await signInWithPassword(app.openBrowser())
  expect(sessionCookies(browser)).toEqual([0, 1, 2].map((at) => `${COOKIE}.${at}`))
  expect((await readSession(browser))?.user?.name).toBe(PEOPLE.ada.name)
  for (let tabs = 0; tabs < 3; tabs += 1) {
    const request = await requestAuthorization(browser, 'harbour', { callbackUrl: pageOf(300) })
    expect(headerOf(browser).length).toBeLessThan(16_384)
    if (tabs === 2) expectSignedIn(await browser.follow(await signInAt(request)), pageOf(300))
  }
})
