import type { AuthConfig } from '@latchstring/core'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import { startInbox } from '@latchstring/test-inbox'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { type App, createApp } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { oidcProvider, plain, startIdp } from '@latchstring/test-kit/idp'
import { ADDRESS, getLetter } from '@latchstring/test-kit/mail-app'
import { copyCookies } from '@latchstring/test-kit/people'
import * as story from '@latchstring/test-kit/story'
import { DAY, startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { type Figures, versionsOf, writeFigures } from './src/figures.ts'
import { PUBLISHED } from './stores/index.ts'
import type { Contents, OpenStore } from './stores/store.ts'

const idp = forAllTests(startIdp)
const inbox = forAllTests(startInbox)
const figures: Figures[] = []

/** Some of the adapters have columns of 255 characters, and the picture of the provider is a longer `data:` address. */
const PICTURE = 'https://harbour.example/ada.svg'

beforeAll(() => {
  idp.tamper({
    idToken: (truth) => ({ claims: { ...truth, picture: PICTURE } }),
    oauthProfile: ({ body }) => ({ body: { ...body, avatar_url: PICTURE } }),
  })
})

afterAll(() => {
  writeFigures(figures)
})

/** How many records of each kind there are. */
async function count(store: OpenStore): Promise<Readonly<Record<keyof Contents, number>>> {
  const { users, accounts, sessions, tokens } = await store.look()
  return {
    users: users.length,
    accounts: accounts.length,
    sessions: sessions.length,
    tokens: tokens.length,
  }
}

describe.each(PUBLISHED)('$name', (published) => {
  const results: Record<string, boolean> = {}
  let eightAtOnce: Figures['eightAtOnce'] = null
  let store: OpenStore
  let clock: TestClock
  let app: App

  function open(config: Partial<AuthConfig> = {}): App {
    const mail = Nodemailer({ id: 'mail', server: inbox.smtpUrl, from: 'app@app.example' })
    return createApp(
      { providers: [oidcProvider(idp), plain(idp), mail], adapter: store.adapter, ...config },
      { clock: clock.now },
    )
  }

  async function enter(who = 'ada', id = 'harbour'): Promise<Browser> {
    const browser = app.openBrowser()
    story.expectSignedIn(await story.signInWith(browser, id, who))
    return browser
  }

  beforeAll(async () => {
    store = await published.open()
  })

  beforeEach(async () => {
    inbox.clear()
    await store.clear()
    // The provider dates its tokens by the clock of the machine.
    clock = startClock(Math.floor(Date.now() / 1000) * 1000)
    app = open()
  })

  afterEach(({ task }) => {
    results[task.name] = task.result?.state === 'pass'
  })

  afterAll(async () => {
    const { name: adapter } = published
    const kind = await store.version()
    figures.push({ adapter, store: kind, ...versionsOf(published), results, eightAtOnce })
    await store.close()
  })

  test('the first sign-in creates a user, an account and a session', async () => {
    const browser = await enter()
    const { user } = (await story.readSession(browser)) ?? {}
    expect(user?.email).toBe('ada@harbour.example')
    const { users, accounts, sessions } = await store.look()
    expect([users.length, accounts.length, sessions.length]).toEqual([1, 1, 1])
    expect(users[0]).toMatchObject({ email: 'ada@harbour.example' })
    expect(users[0]?.['emailVerified'] ?? null).not.toBeNull()
    expect(accounts[0]).toMatchObject({ provider: 'harbour', type: 'oidc' })
    expect(accounts[0]?.['userId']).toEqual(users[0]?.['id'])
    expect(sessions[0]?.['userId']).toEqual(users[0]?.['id'])
  })

  test('the store never receives the session token of the cookie', async () => {
    const browser = await enter()
    const [name = ''] = story.sessionCookies(browser)
    const token = browser.cookies.get(name) ?? ''
    expect(token).not.toBe('')
    expect(JSON.stringify(await store.look())).not.toContain(token)
  })

  test('the second sign-in finds the same user', async () => {
    await enter()
    const [first] = (await store.look()).users
    const browser = await enter()
    expect((await story.readSession(browser))?.user?.email).toBe('ada@harbour.example')
    const { users, accounts } = await store.look()
    expect(users.map(({ id }) => id)).toEqual([first?.['id']])
    expect(accounts).toHaveLength(1)
    expect(app.errors).toEqual([])
  })

  test('an account is linked to the user who is signed in', async () => {
    const browser = await enter()
    story.expectSignedIn(await story.signInWith(browser, 'plain', 'ada'))
    const { users, accounts } = await store.look()
    expect(users).toHaveLength(1)
    expect(accounts.map(({ provider, userId }) => ({ provider, userId }))).toEqual(
      expect.arrayContaining([
        { provider: 'harbour', userId: users[0]?.['id'] },
        { provider: 'plain', userId: users[0]?.['id'] },
      ]),
    )
    expect(accounts).toHaveLength(2)
    const later = await enter('ada', 'plain')
    expect((await story.readSession(later))?.user?.email).toBe('ada@harbour.example')
  })

  test('an account with the address of another user is refused', async () => {
    await enter()
    const before = await count(store)
    const browser = app.openBrowser()
    story.expectRefused(
      await story.signInWith(browser, 'plain', 'ada'),
      app,
      'OAuthAccountNotLinked',
    )
    expect(story.sessionCookies(browser)).toEqual([])
    expect(await count(store)).toEqual(before)
  })

  test('an account of another user is refused', async () => {
    await enter('grace', 'plain')
    const browser = await enter()
    const before = await count(store)
    story.expectRefused(
      await story.signInWith(browser, 'plain', 'grace'),
      app,
      'OAuthAccountNotLinked',
    )
    expect(await count(store)).toEqual(before)
    expect((await story.readSession(browser))?.user?.email).toBe('ada@harbour.example')
  })

  test('the link of a mail signs in once', async () => {
    const browser = app.openBrowser()
    const { link } = await getLetter(inbox, browser)
    const again = copyCookies(browser, app.openBrowser())
    story.expectSignedIn(await browser.open(link))
    expect((await story.readSession(browser))?.user?.email).toBe(ADDRESS)
    expect(story.readLocation(await again.open(link)).searchParams.get('error')).toBe(
      'Verification',
    )
    const { users, sessions } = await store.look()
    expect(users).toEqual([expect.objectContaining({ email: ADDRESS })])
    expect(users[0]?.['emailVerified'] ?? null).not.toBeNull()
    expect(sessions).toHaveLength(1)
  })

  test('a second mail signs the same user in', async () => {
    for (let times = 0; times < 2; times += 1) {
      const browser = app.openBrowser()
      const { link } = await getLetter(inbox, browser)
      story.expectSignedIn(await browser.open(link))
      inbox.clear()
    }
    expect((await store.look()).users).toHaveLength(1)
  })

  test('a session is read, and extended when it is due', async () => {
    const browser = await enter()
    const end = clock.now() + 30 * DAY * 1000
    expect((await story.readSession(browser))?.expires).toBe(new Date(end).toISOString())
    const before = (await store.look()).sessions[0]?.['expires']
    clock.advance(DAY - 1)
    expect((await story.readSession(browser))?.expires).toBe(new Date(end).toISOString())
    clock.advance(1)
    const extended = new Date(end + DAY * 1000).toISOString()
    expect((await story.readSession(browser))?.expires).toBe(extended)
    expect((await story.readSession(browser))?.expires).toBe(extended)
    expect((await store.look()).sessions[0]?.['expires']).not.toEqual(before)
  })

  test('a session ends when it expires', async () => {
    const browser = await enter()
    // Cookie and row stay until the clock of every instance says that it is over.
    clock.advance(31 * DAY)
    expect(await story.readSession(browser)).toBeNull()
    expect(story.sessionCookies(browser)).toEqual([])
    expect((await store.look()).sessions).toEqual([])
  })

  test('signing out ends the session, also for a copy of the cookie', async () => {
    const browser = await enter()
    const copy = copyCookies(browser, app.openBrowser())
    await story.signOut(browser)
    expect((await store.look()).sessions).toEqual([])
    expect(await story.readSession(copy)).toBeNull()
    // The copy is of a session that does not exist: signing out of it fails nowhere.
    expect((await story.signOut(copy)).status).toBe(302)
    expect(app.errors).toEqual([])
  })

  test('some of eight simultaneous first sign-ins succeed, and the others succeed when repeated', async () => {
    const browsers = Array.from({ length: 8 }, () => app.openBrowser())
    const arrivals = await Promise.all(
      browsers.map((browser) => story.reachCallback(browser, 'harbour')),
    )
    await Promise.all(
      browsers.map(async (browser, index) => {
        const arrival = arrivals[index]
        if (arrival) await browser.follow(arrival)
      }),
    )
    const sessions = await Promise.all(browsers.map((browser) => story.readSession(browser)))
    const { users, accounts } = await store.look()
    const signedIn = sessions.filter((session) => session !== null).length
    const linked = new Set(accounts.map(({ userId }) => userId))
    const withoutAccount = users.filter(({ id }) => !linked.has(id)).length
    eightAtOnce = { signedIn, users: users.length, withoutAccount }
    expect(signedIn).toBeGreaterThan(0)
    for (const browser of browsers) {
      if ((await story.readSession(browser)) === null) {
        story.expectSignedIn(await story.signInWith(browser, 'harbour', 'ada'))
      }
      expect((await story.readSession(browser))?.user?.email).toBe('ada@harbour.example')
    }
    expect((await store.look()).users).toHaveLength(users.length)
  })
})
