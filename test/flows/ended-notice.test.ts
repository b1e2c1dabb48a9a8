import type { AuthConfig } from '@latchstring/core'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type App, BASE, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { type ControlWorld, openControlWorlds } from '@latchstring/test-kit/control-app'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { ADA, copyCookies, plantCookie, signInWithPassword } from '@latchstring/test-kit/people'
import { openStore } from '@latchstring/test-kit/sqlite-store'
import { readLocation, readSession, sessionCookies } from '@latchstring/test-kit/story'
import { texts } from '@latchstring/test-kit/texts'

const COOKIE = '__Host-latchstring.ended'
const WINDOW = 30

/** What the page says of each reason. */
const SENTENCES = texts.ended

const worlds = forAllTests(openControlWorlds)
const sqlite = forAllTests(openStore)
let world: ControlWorld
let app: App

const openSignIn = async (browser: Browser, query = '', headers = {}): Promise<string> =>
  (await browser.open(`${BASE}/signin${query}`, headers)).text()

/** Every sentence that a page has of why a session is over. */
const notices = (page: string): readonly string[] =>
  Object.values(SENTENCES).filter((sentence) => page.includes(sentence))

describe.each(STRATEGIES)('The sign-in page with the strategy %s', (strategy) => {
  const signIn = async (config: Partial<AuthConfig> = {}): Promise<Browser> => {
    app = world.start(config)
    return signInWithPassword(app.openBrowser())
  }

  beforeEach(async () => {
    world = await worlds.enter(strategy)
  })

  test.each(Object.entries(SENTENCES))(
    'REV-14 shows the reason %s of an ended session once',
    async (reason, sentence) => {
      const browser = await signIn()
      const word = reason === 'other' ? 'own-word' : reason
      await app.auth.sessions().end({ user: ADA.id, reason: word })
      expect(await readSession(browser)).toBeNull()
      expect(sessionCookies(browser)).toEqual([])
      expect(browser.cookies.get(COOKIE)).toBe(reason)
      expect(notices(await openSignIn(browser, '?error=SessionRequired'))).toEqual([sentence])
      expect(browser.cookies.has(COOKIE)).toBe(false)
      expect(notices(await openSignIn(browser))).toEqual([])
    },
  )

  test('REV-14 shows the reason in another process, after a request that could not set a cookie', async () => {
    const browser = await signIn()
    const there = world.start()
    const same = copyCookies(browser, there.openBrowser())
    await app.auth.sessions().end({ user: ADA.id, reason: 'password-changed' })
    world.clock.advance(WINDOW)
    const page = await openSignIn(same)
    expect(notices(page)).toEqual([SENTENCES['password-changed']])
    expect(sessionCookies(same)).toEqual([])
    expect(notices(await openSignIn(same))).toEqual([])
  })

  test('REV-14 shows the reason in a process without the ending in its copy of the feed, after another process refused the session', async () => {
    const browser = await signIn()
    const there = world.start()
    const same = copyCookies(browser, there.openBrowser())
    // It knows of endings, and that there is none of this session.
    expect(await readSession(same)).not.toBeNull()
    await app.auth.sessions().end({ user: ADA.id, reason: 'admin' })
    expect(notices(await openSignIn(same))).toEqual([SENTENCES.admin])
    expect(sessionCookies(same)).toEqual([])
  })

  test('REV-14 says that a session was ended by its user on another device, in the language of the browser', async () => {
    const [here, there] = [await signIn(), await signInWithPassword(app.openBrowser())]
    const sessions = app.auth.sessions({
      url: `${ORIGIN}/page`,
      headers: new Headers({
        cookie: here
          .stored()
          .map(({ name, value }) => `${name}=${value}`)
          .join('; '),
      }),
    })
    const [other] = (await sessions.list()).filter(({ current }) => !current)
    await sessions.end({ device: other?.id ?? '' })
    await readSession(there)
    const page = await openSignIn(there, '', { 'accept-language': 'de' })
    expect(page).toContain('Sie wurden von einem anderen Gerät aus abgemeldet.')
  })

  test('shows no reason after a sign-out, also to a copy of the cookie', async () => {
    const browser = await signIn()
    const copy = copyCookies(browser, app.openBrowser())
    await browser.submit(`${BASE}/signout`, { csrfToken: await browser.csrf(BASE) })
    expect(await readSession(copy)).toBeNull()
    for (const one of [browser, copy]) {
      expect(one.cookies.has(COOKIE)).toBe(false)
      expect(notices(await openSignIn(one))).toEqual([])
    }
  })

  test('shows no reason with a session, nor after a session has expired', async () => {
    const browser = await signIn()
    expect(notices(await openSignIn(browser))).toEqual([])
    expect(await readSession(browser)).not.toBeNull()
    world.clock.advance(40 * 86_400)
    expect(await readSession(browser)).toBeNull()
    expect(browser.cookies.has(COOKIE)).toBe(false)
  })

  test.each(['<b>x</b>', 'toString', '__proto__', 'sign-out', 'Your account was stolen'])(
    'REV-14 ignores a cookie with an unknown reason (%s), and deletes it',
    async (value) => {
      const browser = await signIn()
      const stranger = app.openBrowser()
      plantCookie(stranger, COOKIE, encodeURIComponent(value))
      const page = await openSignIn(stranger)
      expect(notices(page)).toEqual([])
      expect(page).not.toContain('class="notice"')
      expect(page).not.toContain(value)
      expect(stranger.cookies.has(COOKIE)).toBe(false)
      expect(await readSession(browser)).not.toBeNull()
    },
  )

  test('REV-14 ignores a reason in the query', async () => {
    await signIn()
    expect(notices(await openSignIn(app.openBrowser(), '?ended=admin&reason=admin'))).toEqual([])
  })

  test('shows the error of a sign-in before the reason of the ended session', async () => {
    const browser = await signIn()
    await app.auth.sessions().end({ user: ADA.id, reason: 'admin' })
    await readSession(browser)
    expect(notices(await openSignIn(browser, '?error=CredentialsSignin'))).toEqual([])
  })

  test('REV-14 of the application gets the reason in the query', async () => {
    const browser = await signIn({ pages: { signIn: '/login' } })
    await app.auth.sessions().end({ user: ADA.id, reason: 'admin' })
    await readSession(browser)
    const page = readLocation(await browser.open(`${BASE}/signin`))
    expect([page.pathname, page.searchParams.get('ended')]).toEqual(['/login', 'admin'])
    const again = readLocation(await browser.open(`${BASE}/signin`))
    expect(again.searchParams.has('ended')).toBe(false)
  })

  test('REL-03 does not query the feed of endings for a cookie that is not a session', async () => {
    const browser = await signIn()
    const [name = ''] = sessionCookies(browser)
    const stranger = app.openBrowser()
    const { length } = world.control.calls
    for (const value of ['x', 'A'.repeat(500), browser.cookies.get(name)?.slice(0, -4) ?? '']) {
      plantCookie(stranger, name, value)
      expect((await stranger.open(`${BASE}/signin`)).status).toBe(200)
    }
    expect(world.control.calls.slice(length)).not.toContain('listRevocations')
  })

  test('REL-03 queries a failing store for the session once, and not again for the name of the user', async () => {
    const browser = await signIn()
    const failing = vi.fn(() => Promise.reject(new Error('The store is away.')))
    const { adapter } = world.control
    const there = world.start({
      adapter: {
        ...sqlite.adapter,
        ...adapter,
        capabilities: { ...sqlite.adapter.capabilities, ...adapter.capabilities },
        getSessionAndUser: failing,
        listRevocations: failing,
      },
    })
    const same = copyCookies(browser, there.openBrowser())
    const response = await same.open(`${BASE}/signin`)
    expect([response.status, failing.mock.calls.length]).toEqual([200, 1])
  })

  test('REL-03 is shown where the store fails', async () => {
    const browser = await signIn()
    world.control.isAway = true
    world.clock.advance(400)
    const response = await browser.open(`${BASE}/signin`)
    expect(response.status).toBe(200)
    expect(sessionCookies(browser)).toHaveLength(1)
    world.control.isAway = false
    expect(await readSession(browser)).not.toBeNull()
  })
})
