import { describe, expect, test } from 'vitest'
import { idpAndStoreForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, BASE, createApp, SECRETS } from '@latchstring/test-kit/app'
import { type Arrival, type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { asked, oidcProvider, plain } from '@latchstring/test-kit/idp'
import { EMPTY } from '@latchstring/test-kit/sqlite-store'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import {
  checkCookies,
  expectRefused,
  expectSignedIn,
  startSignIn,
  reachCallback,
  sessionCookies,
  readSession,
  requestAuthorization,
  signInWith,
  signOut,
} from '@latchstring/test-kit/story'

const { idp, store } = idpAndStoreForEachTest()

function providers(): ReturnType<typeof oidcProvider>[] {
  return [oidcProvider(idp), oidcProvider(idp, { id: 'island', name: 'Island ID' })]
}

/** An application without a store, unless it is to have one. */
function open(options: { readonly stored?: boolean; readonly clock?: () => number } = {}): App {
  const { stored = false, ...rest } = options
  return createApp({ providers: providers(), ...(stored ? { adapter: store.adapter } : {}) }, rest)
}

async function nameOf(browser: Browser): Promise<string | null | undefined> {
  return (await readSession(browser))?.user?.name
}

/** The cookies of a browser, to be put into another one, or back later. */
function copyCookies(from: Browser, to: Browser): void {
  for (const [name, value] of from.cookies) to.setCookie(name, value)
}

describe('FLW-04 Sign-ins in several tabs', () => {
  test.each([2, 3])('all succeed for %i sign-ins started side by side', async (count) => {
    const browser = open().openBrowser()
    const people = ['ada', 'grace', 'alan'].slice(0, count)
    const arrivals: Arrival[] = []
    for (const login of people) {
      const request = await requestAuthorization(browser, 'harbour', {
        callbackUrl: `/for/${login}`,
      })
      arrivals.push(await signInAt(request, login))
    }
    expect(checkCookies(browser)).toHaveLength(3 * count)
    for (const arrival of arrivals.toReversed()) {
      const login = people[arrivals.indexOf(arrival)]
      expectSignedIn(await browser.follow(arrival), `/for/${login}`)
      expect((await readSession(browser))?.user?.email).toBe(`${login}@harbour.example`)
    }
    expect(checkCookies(browser)).toEqual([])
  })

  test('of a fourth one end the oldest', async () => {
    const app = open()
    const browser = app.openBrowser()
    const arrivals: Arrival[] = []
    for (let tab = 1; tab <= 4; tab += 1) arrivals.push(await reachCallback(browser, 'harbour'))
    expect(checkCookies(browser)).toHaveLength(9)
    const [oldest = { url: '' }, ...others] = arrivals
    asked(idp)
    expectRefused(await browser.follow(oldest), app)
    expect(asked(idp)).toEqual([])
    for (const arrival of others) expectSignedIn(await browser.follow(arrival))
  })

  test('that fail delete only their own cookies', async () => {
    const app = open()
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour', 'grace'))
    const denied = await reachCallback(browser, 'harbour', { login: 'ada', deny: true })
    const other = await reachCallback(browser, 'harbour', 'alan')
    const [session] = sessionCookies(browser)
    const before = browser.cookies.get(session ?? '')
    expectRefused(await browser.follow(denied), app)
    expect(checkCookies(browser)).toHaveLength(3)
    expect(browser.cookies.get(session ?? '')).toBe(before)
    expect(await nameOf(browser)).toBe('Grace Hopper')
    expectSignedIn(await browser.follow(other))
    expect(await nameOf(browser)).toBe('Alan Turing')
  })
})

describe('OAU-08 The callback of a sign-in', () => {
  test('refuses a sign-in started with another provider', async () => {
    const app = open()
    const browser = app.openBrowser()
    const { url } = await reachCallback(browser, 'island')
    asked(idp)
    const elsewhere = url.replace('/callback/island', '/callback/harbour')
    expectRefused(await browser.follow({ url: elsewhere }), app)
    expect(app.errors.at(-1)?.message).toContain('started with another provider than "harbour"')
    expect(asked(idp)).toEqual([])
    expect(sessionCookies(browser)).toEqual([])
  })

  test.each([
    ['without it', (url: URL) => url.searchParams.delete('state')],
    ['with another', (url: URL) => url.searchParams.set('state', 'x')],
  ])(
    'requires the state that was sent, also after a change of the checks: %s',
    async (_, change) => {
      const before = createApp({ providers: [plain(idp)] }).openBrowser()
      const { url } = await reachCallback(before, 'plain')
      const app = createApp({ providers: [plain(idp, { checks: ['pkce'] })] })
      const bent = new URL(url)
      change(bent)
      const [one, other] = [app.openBrowser(), app.openBrowser()]
      for (const browser of [one, other]) copyCookies(before, browser)
      asked(idp)
      expectRefused(await one.follow({ url: bent.href }), app)
      expect(app.errors.at(-1)?.message).toContain('`state`')
      expect(asked(idp)).toEqual([])
      expectSignedIn(await other.follow({ url }))
    },
  )

  test.each(['state', 'pkce.code_verifier', 'nonce'])(
    'FLW-03 refuses the %s cookie of another sign-in',
    async (part) => {
      const app = open()
      const browser = app.openBrowser()
      const first = await reachCallback(browser, 'harbour')
      await reachCallback(browser, 'harbour')
      const names = checkCookies(browser).filter((name) => name.includes(`.${part}.`))
      const [one = '', two = ''] = names.map((name) => browser.cookies.get(name))
      for (const [index, value] of [two, one].entries()) {
        const name = names[index] ?? ''
        browser.clear(name)
        browser.setCookie(name, value)
      }
      asked(idp)
      expectRefused(await browser.follow(first), app)
      expect(asked(idp)).toEqual([])
    },
  )

  test('ignores HEAD without using up the transaction', async () => {
    const app = open()
    const browser = app.openBrowser()
    const arrival = await reachCallback(browser, 'harbour')
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    const head = new Request(arrival.url, { method: 'HEAD', headers: { cookie } })
    asked(idp)
    expect((await app.auth.handle(head)).status).toBe(405)
    expect(asked(idp)).toEqual([])
    expectSignedIn(await browser.follow(arrival))
  })
})

describe('FLW-05 FLW-06 A repeated authorization response', () => {
  test('redirects to the same target without another effect', async () => {
    const browser = open({ stored: true }).openBrowser()
    const arrival = await reachCallback(browser, 'harbour')
    expectSignedIn(await browser.follow(arrival))
    const session = await readSession(browser)
    const rows = await store.rows()
    asked(idp)
    expectSignedIn(await browser.follow(arrival))
    expectSignedIn(await browser.follow(arrival))
    expect(asked(idp)).toEqual([])
    expect(await readSession(browser)).toEqual(session)
    expect(await store.rows()).toEqual(rows)
    expect(rows).toEqual({ ...EMPTY, users: 1, accounts: 1, sessions: 1 })
  })

  test('does not sign in after the sign-out', async () => {
    const app = open()
    const browser = app.openBrowser()
    const arrival = await reachCallback(browser, 'harbour')
    expectSignedIn(await browser.follow(arrival))
    await signOut(browser)
    expectRefused(await browser.follow(arrival), app)
    expect(await readSession(browser)).toBeNull()
  })

  test('with copied cookies is refused, because the code was used', async () => {
    const app = open({ stored: true })
    const browser = app.openBrowser()
    const arrival = await reachCallback(browser, 'harbour')
    const thief = app.openBrowser()
    copyCookies(browser, thief)
    expectSignedIn(await browser.follow(arrival))
    expectRefused(await thief.follow(arrival), app)
    expect(sessionCookies(thief)).toEqual([])
    expect((await store.rows()).sessions).toBe(1)
  })

  test('at the same time creates one session', async () => {
    const browser = open({ stored: true }).openBrowser()
    const arrival = await reachCallback(browser, 'harbour')
    const answers = await Promise.all([browser.follow(arrival), browser.follow(arrival)])
    const locations = answers.map(({ headers }) => headers.get('location'))
    expect(locations).toContain(new URL('/inside', BASE).href)
    expect(await nameOf(browser)).toBe('Ada Lovelace')
    expect(await store.rows()).toEqual({ ...EMPTY, users: 1, accounts: 1, sessions: 1 })
  })
})

describe('FLW-02 Another browser', () => {
  test('cannot finish a sign-in of this one', async () => {
    const app = open()
    const arrival = await reachCallback(app.openBrowser(), 'harbour')
    const victim = app.openBrowser()
    asked(idp)
    expectRefused(await victim.follow(arrival), app)
    expect(app.errors.at(-1)?.message).toContain('it was started in another browser')
    expect(asked(idp)).toEqual([])
    expect(await readSession(victim)).toBeNull()
  })

  test('with its own sign-in in progress is not affected by it', async () => {
    const app = open()
    const attacker = await reachCallback(app.openBrowser(), 'harbour', 'alan')
    const victim = app.openBrowser()
    const own = await reachCallback(victim, 'harbour', 'ada')
    expectRefused(await victim.follow(attacker), app)
    expectSignedIn(await victim.follow(own))
    expect(await nameOf(victim)).toBe('Ada Lovelace')
  })

  test('keeps its session', async () => {
    const app = open()
    const attacker = await reachCallback(app.openBrowser(), 'harbour', 'alan')
    const victim = app.openBrowser()
    expectSignedIn(await signInWith(victim, 'harbour', 'ada'))
    await victim.follow(attacker)
    expect(await nameOf(victim)).toBe('Ada Lovelace')
  })
})

describe('CKI-09 A sign-in can be finished for fifteen minutes,', () => {
  const minutes = (count: number): number => count * 60_000

  test.each([
    ['14 minutes and 59 seconds', minutes(15) - 1000, true],
    ['15 minutes', minutes(15), false],
    ['a day', minutes(1440), false],
  ])('checked after %s', async (_, later, finishes) => {
    let passed = 0
    // The clock only moves when the test says so.
    const start = Date.now()
    const app = open({ clock: () => start + passed })
    const browser = app.openBrowser()
    const arrival = await reachCallback(browser, 'harbour')
    passed = later
    asked(idp)
    const response = await browser.follow(arrival)
    if (finishes) return expectSignedIn(response)
    expectRefused(response, app)
    // A browser drops the cookies itself by then: what this server cannot open may be another one's.
    expect(asked(idp)).toEqual([])
  })
})

describe('FLW-07 A new secret', () => {
  const deploy = (...secret: string[]): App => createApp({ providers: providers(), secret })

  test.each([
    ['finishes a sign-in while the older one still counts', [SECRETS.newer, SECRETS.older], true],
    ['ends it cleanly when the older one does not count any more', [SECRETS.newer], false],
  ])('%s', async (_, secrets, finishes) => {
    let app = deploy(SECRETS.older)
    const browser = createBrowser((request) => app.auth.handle(request))
    const arrival = await reachCallback(browser, 'harbour')
    app = deploy(...secrets)
    const response = await browser.follow(arrival)
    if (finishes) expectSignedIn(response)
    else expectRefused(response, app)
    expect((await readSession(browser)) !== null).toBe(finishes)
  })
})

describe('CSR-01 CSR-04 A sign-in with a provider', () => {
  test('does not start without the CSRF token', async () => {
    const app = open()
    const browser = app.openBrowser()
    const foreign = await app.openBrowser().csrf(BASE)
    await browser.csrf(BASE)
    for (const fields of [{}, { csrfToken: foreign }, { csrfToken: '' }]) {
      expectRefused(await browser.submit(`${BASE}/signin/harbour`, fields), app, 'Signin')
    }
    expect(checkCookies(browser)).toEqual([])
  })

  test.each<Readonly<Record<string, string>>>([
    { origin: 'https://evil.example' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('does not start from another site: %j', async (headers) => {
    const browser = open().openBrowser()
    const fields = { csrfToken: await browser.csrf(BASE), callbackUrl: '/' }
    const response = await browser.submit(`${BASE}/signin/harbour`, fields, headers)
    expect(response.status).toBe(403)
    expect(checkCookies(browser)).toEqual([])
    expect((await startSignIn(browser, 'harbour')).status).toBe(302)
  })
})
