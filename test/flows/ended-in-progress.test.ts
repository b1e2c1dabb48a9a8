import { type AuthConfig, skipCSRFCheck } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import Passkey from '@latchstring/core/providers/passkey'
import { openSqlAdapter, type OpenSqlAdapter } from '@latchstring/adapter-sql'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type App, BASE, createApp, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import {
  createAuthenticator,
  type FakeAuthenticator,
} from '@latchstring/test-kit/fake-authenticator'
import { readForms } from '@latchstring/test-kit/forms'
import { idpForEachTest } from '@latchstring/test-kit/for-each-test'
import { guild, guildAnswer } from '@latchstring/test-kit/guild'
import { oidcProvider } from '@latchstring/test-kit/idp'
import { askForMail, typeCode } from '@latchstring/test-kit/mail-app'
import { passwords, signInWithPassword, storePeople } from '@latchstring/test-kit/people'
import {
  expectSignedIn,
  reachCallback,
  readLocation,
  readSession,
  requestAuthorization,
} from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { createLetterBox, type LetterBox } from './src/letters.ts'
import { submitTry } from './src/limited-app.ts'
import { addKey, creationOptions, requestOptions, sendAnswer } from './src/passkeys.ts'

const WINDOW = 30
const SAID = /All sessions were ended after/

const idp = idpForEachTest()
let clock: TestClock
let box: LetterBox
let fake: FakeAuthenticator
let store: OpenSqlAdapter

beforeEach(async () => {
  clock = startClock(Date.now())
  box = createLetterBox()
  fake = createAuthenticator({ origin: ORIGIN })
  store = await openTables(true)
})

async function openTables(sessionControl: boolean): Promise<OpenSqlAdapter> {
  const opened = openSqlAdapter(':memory:', { sessionControl, records: true })
  onTestFinished(() => opened.close())
  await opened.migrate()
  return opened
}

/** One process of the application. */
type Start = (config?: Partial<AuthConfig>, adapter?: Adapter) => App

/** A sign-in that was begun, and what finishes it. */
type Begun = (app: App) => Promise<() => Promise<Response>>

async function openLink(browser: Browser, url: string): Promise<Response> {
  const response = await browser.open(url)
  if (response.status !== 200) return response
  // A browser that did not ask for the mail is asked.
  const [form] = readForms(await response.text())
  return browser.submit(form?.action ?? '', form?.fields ?? {})
}

/** The key is registered in a browser of its own, whose session ends with all others. */
async function beginWithPasskey(app: App): Promise<() => Promise<Response>> {
  await storePeople(store, new Date(0))
  expectSignedIn(await addKey(await signInWithPassword(app.openBrowser()), fake))
  const browser = app.openBrowser()
  const answer = fake.get(await requestOptions(browser))
  return () => sendAnswer(browser, 'authenticate', answer)
}

/** Signs in a user that no other step concerns. */
async function signInAtGuild(app: App): Promise<void> {
  const browser = app.openBrowser()
  const request = await requestAuthorization(browser, 'guild')
  expectSignedIn(await browser.open(guildAnswer(request, 'grace').href))
}

const FLOWS: Readonly<Record<string, Begun>> = {
  'OpenID Connect': async (app) => {
    const browser = app.openBrowser()
    const arrival = await reachCallback(browser, 'harbour')
    return () => browser.follow(arrival)
  },
  'a protocol of its own': async (app) => {
    const browser = app.openBrowser()
    const request = await requestAuthorization(browser, 'guild')
    return () => browser.open(guildAnswer(request).href)
  },
  'the link of a mail': async (app) => {
    const browser = app.openBrowser()
    await askForMail(browser)
    return () => openLink(browser, box.last().url)
  },
  'the link of a mail in another browser': async (app) => {
    await askForMail(app.openBrowser())
    return () => openLink(app.openBrowser(), box.last().url)
  },
  'a link without its time': async (app) => {
    await askForMail(app.openBrowser())
    const url = new URL(box.last().url)
    url.searchParams.delete('expires')
    return () => openLink(app.openBrowser(), url.href)
  },
  'the code of a mail': async (app) => {
    const browser = app.openBrowser()
    await askForMail(browser)
    return () => typeCode(browser, box.last().code)
  },
  'a passkey': beginWithPasskey,
}

const READINGS = [true, false] as const

/** The store, or one that cannot read a token without taking it. */
function storeThatReads(reads: boolean): Adapter {
  const adapter: Adapter = { ...store, capabilities: { ...store.capabilities, tokenReads: reads } }
  if (!reads) Reflect.deleteProperty(adapter, 'getVerificationToken')
  return adapter
}

describe.each(STRATEGIES)('Ending all sessions with the strategy %s', (strategy) => {
  const start: Start = (config = {}, adapter = store) =>
    createApp(
      {
        providers: [oidcProvider(idp), guild(), box.provider, passwords(), Passkey()],
        adapter: { ...adapter },
        session: strategy === 'jwt' ? { strategy, revocation: { window: WINDOW } } : { strategy },
        experimental: { enableWebAuthn: true },
        skipCSRFCheck,
        ...config,
      },
      { clock: clock.now },
    )

  const endAll = (): Promise<unknown> => start().auth.sessions().end({ all: true })

  /** Rows of sessions of all users of these tests. */
  async function countSessions(): Promise<number> {
    const users = [await store.getUserByEmail('ada@example.com'), await store.getUser('id-of-ada')]
    const ids = users.flatMap((user) => (user ? [user.id] : []))
    const found = await Promise.all(ids.map((id) => store.listSessionsByUserId?.(id)))
    return found.flat().length
  }

  describe.each(Object.entries(FLOWS))('during a sign-in with %s', (name, begin) => {
    test.each(READINGS)(
      'ends that sign-in, over a store that reads tokens: %s, and the log says why (REV-16)',
      async (reads) => {
        const app = start({}, storeThatReads(reads))
        const finish = await begin(app)
        await endAll()
        clock.advance(WINDOW)
        const response = await finish()
        const { pathname, searchParams } = readLocation(response)
        expect(pathname).toMatch(/^\/auth\/(signin|error)$/)
        // Mails are refused before a user is stored, as expired ones are.
        const isMail = /mail|link/.test(name)
        expect(searchParams.get('error')).toBe(isMail ? 'Verification' : 'OAuthCallbackError')
        expect(app.errors.at(-1)?.message).toMatch(SAID)
        expect(response.headers.getSetCookie().join()).not.toMatch(/session-token=[^;]/)
      },
    )

    test('does not end a sign-in that began later (REV-16)', async () => {
      const app = start()
      await endAll()
      clock.advance(0.001)
      const finish = await begin(app)
      clock.advance(WINDOW)
      expectSignedIn(await finish())
    })
  })

  describe.each(Object.entries(FLOWS))(
    'in another process during a sign-in with %s',
    (_, begin) => {
      test('ends that sign-in within the window as well (REV-16)', async () => {
        const app = start()
        const finish = await begin(app)
        // The process hears of endings now, and by itself not for the window.
        await signInAtGuild(app)
        clock.advance(0.001)
        await endAll()
        clock.advance(10)
        const response = await finish()
        expect(readLocation(response).searchParams.get('error')).not.toBeNull()
        expect(response.headers.getSetCookie().join()).not.toMatch(/session-token=[^;]/)
        expect(app.errors.at(-1)?.message).toMatch(SAID)
      })

      test('ends it between the proof and the session (REV-16)', async () => {
        let isRight = false
        const signIn = async (): Promise<boolean> => {
          if (!isRight) return true
          clock.advance(0.001)
          await endAll()
          return true
        }
        const app = start({ callbacks: { signIn } })
        const finish = await begin(app)
        isRight = true
        const response = await finish()
        expect(readLocation(response).searchParams.get('error')).toBe('OAuthCallbackError')
        expect(response.headers.getSetCookie().join()).not.toMatch(/session-token=[^;]/)
        expect(app.errors.at(-1)?.message).toMatch(SAID)
        if (strategy === 'database') expect(await countSessions()).toBe(0)
      })
    },
  )

  describe.each(Object.entries(FLOWS))(
    'and changing a password during a sign-in with %s',
    (name, begin) => {
      test('ends that sign-in between its proof and the session (REV-16)', async () => {
        let changes = false
        const signIn = async ({ user }: { user: { id?: string } }): Promise<boolean> => {
          if (!changes) return true
          clock.advance(0.001)
          await start()
            .auth.sessions()
            .changed(user.id ?? '', 'password-changed')
          return true
        }
        const app = start({ callbacks: { signIn } })
        if (name !== 'a passkey') expectSignedIn(await (await begin(app))())
        const finish = await begin(app)
        clock.advance(1)
        changes = true
        const response = await finish()
        expect(readLocation(response).searchParams.get('error')).toBe('OAuthCallbackError')
        expect(response.headers.getSetCookie().join()).not.toMatch(/session-token=[^;]/)
        expect(app.errors.at(-1)?.message).toMatch(/Sessions of the user were ended while/)
        if (strategy === 'database') expect(await countSessions()).toBe(0)
        changes = false
        if (name === 'OpenID Connect') expectSignedIn(await (await begin(app))())
      })
    },
  )

  test.each(['password-changed', 'password-reset'] as const)(
    'of a user ends a sign-in whose old password is being compared, and none that begins afterwards: %s (REV-16)',
    async (change) => {
      await storePeople(store, new Date(0))
      let compared = async (): Promise<void> => undefined
      const provider = passwords({
        async authorize() {
          const user = await store.getUser('id-of-ada')
          await compared()
          return user
        },
      })
      const app = start({ providers: [provider] })
      compared = async () => {
        clock.advance(0.001)
        // In another process.
        await start().auth.sessions().changed('id-of-ada', change)
        clock.advance(0.001)
      }
      const tried = await submitTry(app, { password: 'correct horse battery staple' })
      expect(readLocation(tried).searchParams.get('error')).toBe('OAuthCallbackError')
      expect(app.errors.at(-1)?.message).toMatch(/Sessions of the user were ended while/)
      compared = async () => undefined
      await start().auth.sessions().changed('id-of-ada', change)
      expect(await readSession(await signInWithPassword(app.openBrowser()))).not.toBeNull()
    },
  )

  test('ends a sign-in whose password is being compared (REV-16)', async () => {
    await storePeople(store, new Date(0))
    const signIn = async (): Promise<boolean> => {
      clock.advance(0.001)
      await endAll()
      return true
    }
    const app = start({ callbacks: { signIn } })
    const tried = submitTry(app, { password: 'correct horse battery staple' })
    expect(readLocation(await tried).searchParams.get('error')).toBe('OAuthCallbackError')
  })

  test('does not end a sign-in with a password tried at the same time after it (REV-16)', async () => {
    await storePeople(store, new Date(0))
    const app = start()
    await endAll()
    expect(await readSession(await signInWithPassword(app.openBrowser()))).not.toBeNull()
  })

  test.each(['all', 'user'] as const)(
    'lets no ended session add a sign-in method within the window: %s (REV-16)',
    async (whose) => {
      await storePeople(store, new Date(0))
      const app = start()
      const browser = await signInWithPassword(app.openBrowser())
      const request = await requestAuthorization(browser, 'guild')
      const creation = fake.create(await creationOptions(browser))
      const { auth } = start()
      await auth.sessions().end(whose === 'all' ? { all: true } : { user: 'id-of-ada' })
      clock.advance(5)
      await browser.open(guildAnswer(request).href)
      const added = await sendAnswer(browser, 'register', creation)
      expect(readLocation(added).searchParams.get('error')).not.toBeNull()
      const accounts = await store.listAccountsByUserId?.('id-of-ada')
      expect(accounts).toEqual([])
    },
  )

  test('answers another browser that opens a link at once with a refusal, without a question (REV-16)', async () => {
    const app = start()
    await askForMail(app.openBrowser())
    await endAll()
    clock.advance(WINDOW)
    const { pathname, searchParams } = readLocation(await app.openBrowser().open(box.last().url))
    expect([pathname, searchParams.get('error')]).toEqual(['/auth/error', 'Verification'])
    expect(app.errors.at(-1)?.message).toMatch(SAID)
  })

  test('leaves a mail that was requested afterwards valid, and counts no guess at the codes of earlier ones (REV-16)', async () => {
    const app = start()
    const browser = app.openBrowser()
    await askForMail(browser)
    const [before] = box.letters
    await endAll()
    clock.advance(WINDOW)
    await askForMail(browser)
    const wrong = await typeCode(browser, before?.code ?? '')
    expect(readLocation(wrong).searchParams.get('error')).toBe('Verification')
    expectSignedIn(await typeCode(browser, box.last().code))
  })

  test.each([
    [86_400, 600],
    [600, 86_400],
  ])(
    'counts the time of a mail by the `maxAge` that it had: %i s, and now %i (REV-16)',
    async (then, now) => {
      box = createLetterBox({ maxAge: then })
      await askForMail(start().openBrowser())
      const before = box.last()
      clock.advance(0.001)
      await endAll()
      clock.advance(0.001)
      await askForMail(start().openBrowser())
      const after = box.last()
      box = createLetterBox({ maxAge: now })
      const later = start()
      clock.advance(60)
      await openLink(later.openBrowser(), before.url)
      expect(later.errors.at(-1)?.message).toMatch(SAID)
      expectSignedIn(await openLink(later.openBrowser(), after.url))
    },
  )

  test('counts the time of a mail by the `maxAge` of its provider (REV-16)', async () => {
    box = createLetterBox({ maxAge: 86_400 })
    const app = start()
    await askForMail(app.openBrowser())
    const [before] = box.letters
    await endAll()
    clock.advance(3600)
    await askForMail(app.openBrowser())
    await openLink(app.openBrowser(), before?.url ?? '')
    expect(app.errors.at(-1)?.message).toMatch(SAID)
    expectSignedIn(await openLink(app.openBrowser(), box.last().url))
  })

  describe('forgets a browser', () => {
    const limits = { password: { account: { points: 1, window: 3600 } } }
    const right = { username: 'ada', password: 'correct horse battery staple' }

    /** Tries the right password in a browser, after other attempts have used up the budget of the account. */
    async function tryUnderSiege(app: App, browser: Browser): Promise<string> {
      await submitTry(app, { username: 'ada', password: 'wrong' })
      return readLocation(await submitTry(app, { ...right, browser })).pathname
    }

    test('in which the account was signed in to before, and none afterwards (REV-16)', async () => {
      await storePeople(store, new Date(0))
      const app = start({ limits })
      const browser = await signInWithPassword(app.openBrowser())
      expect(await tryUnderSiege(app, browser)).toBe('/inside')
      await endAll()
      clock.advance(WINDOW)
      expect(await tryUnderSiege(app, browser)).not.toBe('/inside')
      clock.advance(3600)
      expect(readLocation(await submitTry(app, { ...right, browser })).pathname).toBe('/inside')
      expect(await tryUnderSiege(app, browser)).toBe('/inside')
    })

    test('for as long as it would have been known (REV-16)', async () => {
      await storePeople(store, new Date(0))
      const app = start({ limits })
      const browser = await signInWithPassword(app.openBrowser())
      await endAll()
      clock.advance(364 * 86_400)
      await store.deleteExpired({ now: new Date(clock.now()) })
      // The process knows it from the store alone.
      const later = start({ limits })
      const cookies = browser.stored()
      const copy = later.openBrowser()
      for (const { name, value } of cookies) copy.receive(BASE, `${name}=${value}; Path=/; Secure`)
      expect(await tryUnderSiege(later, copy)).not.toBe('/inside')
    })

    test('so that the next sign-in there is one in a new browser (REV-16)', async () => {
      await storePeople(store, new Date(0))
      const newDevice = vi.fn<() => void>()
      const app = start({ events: { newDevice } })
      const browser = app.openBrowser()
      await signInWithPassword(browser)
      newDevice.mockClear()
      await signInWithPassword(browser)
      expect(newDevice).not.toHaveBeenCalled()
      await endAll()
      clock.advance(WINDOW)
      await signInWithPassword(browser)
      expect(newDevice).toHaveBeenCalledOnce()
    })
  })
})

describe('A sign-in with the strategy database', () => {
  const startOver = (adapter: Adapter): App =>
    createApp(
      {
        providers: [guild(), passwords()],
        adapter,
        session: { strategy: 'database' },
        limits: { password: { account: { points: 1, window: 3600 } } },
      },
      { clock: clock.now },
    )

  test('fails where the store cannot read the ending of all sessions (REV-16)', async () => {
    const app = startOver({ ...store, getRevocation: () => Promise.reject(new Error('away')) })
    const browser = app.openBrowser()
    const request = await requestAuthorization(browser, 'guild')
    expect((await browser.open(guildAnswer(request).href)).status).toBe(503)
    expect(await readSession(browser)).toBeNull()
  })

  test('keeps a known browser while the store cannot read the ending of all sessions, with a log entry (REV-16)', async () => {
    await storePeople(store, new Date(0))
    let fails = 0
    const { getRevocation = () => null } = store
    const app = startOver({
      ...store,
      getRevocation(entry) {
        fails -= 1
        return fails === 0 ? Promise.reject(new Error('away')) : getRevocation(entry)
      },
    })
    const browser = await signInWithPassword(app.openBrowser())
    await submitTry(app, { password: 'wrong' })
    fails = 1
    const tried = { password: 'correct horse battery staple', browser }
    expect(readLocation(await submitTry(app, tried)).pathname).toBe('/inside')
    expect(app.errors.map(({ type }) => type)).toContain('AdapterError')
  })

  test('finishes where the adapter cannot end all sessions (REV-16)', async () => {
    const adapter: Adapter = { ...store }
    Reflect.deleteProperty(adapter, 'deleteAllSessions')
    const app = startOver(adapter)
    const browser = app.openBrowser()
    const request = await requestAuthorization(browser, 'guild')
    await expect(app.auth.sessions().end({ all: true })).rejects.toThrow('deleteAllSessions')
    expectSignedIn(await browser.open(guildAnswer(request).href))
  })

  test('finishes without a table of endings, and without a query of it (REV-16)', async () => {
    const adapter = await openTables(false)
    const app = startOver(adapter)
    const browser = app.openBrowser()
    const request = await requestAuthorization(browser, 'guild')
    await app.auth.sessions().end({ all: true })
    expectSignedIn(await browser.open(guildAnswer(request).href))
  })
})
