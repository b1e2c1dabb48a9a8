import type { AuthConfig } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import { startInbox } from '@latchstring/test-inbox'
import { beforeEach, describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { idpForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, createApp } from '@latchstring/test-kit/app'
import { oidcProvider, plain } from '@latchstring/test-kit/idp'
import {
  type LookAlikeStore,
  openLookAlikeStore,
  without,
} from '@latchstring/test-kit/look-alike-store'
import { askForMail } from '@latchstring/test-kit/mail-app'
import { passwords, plantCookie, submitPassword } from '@latchstring/test-kit/people'
import {
  expectSignedIn,
  readLocation,
  sessionCookies,
  readSession,
  signInWith,
} from '@latchstring/test-kit/story'

const COOKIE = '__Host-latchstring.session-token'

const idp = idpForEachTest()
const inbox = forAllTests(startInbox)
let store: LookAlikeStore
let warnings: string[]

beforeEach(() => {
  inbox.clear()
  store = openLookAlikeStore()
  warnings = []
})

function open(adapter: Adapter = store.adapter, config: Partial<AuthConfig> = {}): App {
  const mail = Nodemailer({ id: 'mail', server: inbox.smtpUrl, from: 'app@app.example' })
  const app = createApp({
    providers: [plain(idp), oidcProvider(idp), mail, passwords()],
    adapter,
    logger: { warn: (code) => void warnings.push(code), error: () => undefined },
    ...config,
  })
  return app
}

/** The profile from the service without OpenID. */
function be(id: string, email: string | null = null): void {
  idp.tamper({ oauthProfile: ({ body }) => ({ body: { ...body, id, email } }) })
}

const KINDS = [
  ['letter case', 'Ada-b', 'aDA-B'],
  ['an accent', 'muller', 'müller'],
  ['a space at the end', 'ada', 'ada '],
  ['the normal form', 'caf\u00E9', 'cafe\u0301'],
  ['the width of letters', 'ada', 'ａｄａ'],
] as const

/** The options that give an account's look-up another way. */
const WAYS: readonly (readonly [string, () => Adapter, Partial<AuthConfig>])[] = [
  ['which shows accounts', () => store.adapter, {}],
  ['which lists accounts', () => without(store, 'getAccount'), {}],
  ['with sessions in cookies', () => store.adapter, { session: { strategy: 'jwt' } }],
  [
    'with transactions',
    () => ({ ...store.adapter, transaction: (work) => work(store.adapter) }),
    {},
  ],
]

describe('(ALT-07) In a store that treats look-alikes as equal, an account', () => {
  describe.each(WAYS)('of an adapter %s', (_way, adapterOf, config) => {
    test.each(KINDS)('is distinguished by %s: %j is not %j', async (_kind, first, second) => {
      const app = open(adapterOf(), config)
      be(first)
      expectSignedIn(await signInWith(app.openBrowser(), 'plain'))
      be(second)
      expectSignedIn(await signInWith(app.openBrowser(), 'plain'))
      const { accounts } = store.rows
      expect(accounts.map(({ providerAccountId }) => providerAccountId)).toEqual([first, second])
      expect(new Set(accounts.map(({ userId }) => userId)).size).toBe(2)
      expect(warnings).toContain('adapter-keys')
    })
  })

  test.each(KINDS)(
    'of an adapter without account methods is refused by %s: %j is not %j',
    async (_, first, second) => {
      const app = open(without(store, 'getAccount', 'listAccountsByUserId'))
      be(first)
      expectSignedIn(await signInWith(app.openBrowser(), 'plain'))
      const [user] = store.rows.users
      be(second)
      const browser = app.openBrowser()
      expect((await signInWith(browser, 'plain')).status).toBe(503)
      expect(sessionCookies(browser)).toEqual([])
      expect(store.rows.users).toEqual([user])
    },
  )

  test('of an adapter without account methods signs in by an id that has only one spelling', async () => {
    const app = open(without(store, 'getAccount', 'listAccountsByUserId'))
    be('1815-1210')
    for (const browser of [app.openBrowser(), app.openBrowser()]) {
      expectSignedIn(await signInWith(browser, 'plain'))
    }
    expect(store.rows.users).toHaveLength(1)
  })

  test('signs its user in with the same spelling, and is warned of before another one comes', async () => {
    for (const [, adapter, config] of WAYS) {
      store = openLookAlikeStore()
      warnings = []
      const app = open(adapter(), config)
      be('Ädä')
      for (const browser of [app.openBrowser(), app.openBrowser()]) {
        expectSignedIn(await signInWith(browser, 'plain'))
      }
      expect(store.rows.users).toHaveLength(1)
      expect(warnings.filter((code) => code === 'adapter-keys')).toHaveLength(1)
    }
  })
})

describe('(ALT-07) In a store that treats look-alikes as equal, a session', () => {
  /** Signs a user in and returns the hash in the store. */
  async function leaked(app: App): Promise<string> {
    be('1815')
    expectSignedIn(await signInWith(app.openBrowser(), 'plain'))
    return store.rows.sessions[0]?.sessionToken ?? ''
  }

  test.each([
    ['by default', {}],
    ['during a migration of sessions', { migrate: { from: 'next-auth', until: '2100-01-01' } }],
  ] as const)('is not found by its leaked hash, %s', async (_, config) => {
    // As some adapters do that were written for next-auth: they give back the token they were asked for.
    const echoing: Adapter = {
      ...store.adapter,
      async getSessionAndUser(sessionToken) {
        const found = await store.adapter.getSessionAndUser(sessionToken)
        return found && { ...found, session: { ...found.session, sessionToken } }
      },
    }
    for (const adapter of [store.adapter, echoing]) {
      store.rows.sessions.splice(0)
      const app = open(adapter, config)
      const hash = await leaked(app)
      const values = [hash, hash.toUpperCase(), `SHA256:${hash.slice(7)}`, hash.replace('s', 'S')]
      const encoded = ['%C5%BFha256:', '%EF%BD%93ha256:', 's%CC%81ha256:', '%73ha256:']
      for (const value of [
        ...values,
        ...encoded.map((mark) => mark + hash.slice(7)),
        `${hash}%20`,
        encodeURIComponent(hash),
      ]) {
        const thief = app.openBrowser()
        plantCookie(thief, COOKIE, value)
        expect([value, await readSession(thief)]).toEqual([value, null])
      }
      expect(store.rows.sessions).toHaveLength(1)
    }
  })

  test('of another library is found only by its exact token', async () => {
    const app = open(store.adapter, { migrate: { from: 'next-auth', until: '2100-01-01' } })
    await leaked(app)
    const [session] = store.rows.sessions
    const raw = 'b6e1f4f0-5a8b-4f0c-9f63-0a3d1f1f8c11'
    if (session) session.sessionToken = raw
    for (const [value, expected] of [
      [raw.toUpperCase(), false],
      [raw, true],
    ] as const) {
      const browser = app.openBrowser()
      plantCookie(browser, COOKIE, value)
      expect((await readSession(browser)) !== null).toBe(expected)
    }
  })

  test('is refused with a user whose id only resembles that of its owner', async () => {
    const app = open()
    await leaked(app)
    const [user] = store.rows.users
    const browser = app.openBrowser()
    be('1815')
    expectSignedIn(await signInWith(browser, 'plain'))
    expect(await readSession(browser)).not.toBeNull()
    if (user) user.id = user.id.toUpperCase()
    expect(await readSession(browser)).toBeNull()
  })
})

describe('(ALT-07) In a store that treats look-alikes as equal, an address', () => {
  test.each([
    ['müller@harbour.example', 'muller@harbour.example'],
    ['dısk@harbour.example', 'disk@harbour.example'],
    ['straße@harbour.example', 'strasse@harbour.example'],
  ])('%s differs from %s: a mail to it signs in another user', async (first, second) => {
    const app = open()
    be('1', first)
    expectSignedIn(await signInWith(app.openBrowser(), 'plain'))
    const browser = app.openBrowser()
    await askForMail(browser, second)
    const { link = '' } = await inbox.waitFor(second)
    expectSignedIn(await browser.open(link))
    expect((await readSession(browser))?.user?.email).toBe(second)
    expect(
      store.rows.users.map(({ email, emailVerified }) => [email, emailVerified !== null]),
    ).toEqual([
      [first, false],
      [second, true],
    ])
  })

  test('in another letter case is the same one', async () => {
    const app = open()
    be('1', 'Ada@Harbour.Example')
    expectSignedIn(await signInWith(app.openBrowser(), 'plain'))
    const [user] = store.rows.users
    // As another library stored it.
    if (user) user.email = 'Ada@Harbour.Example'
    const browser = app.openBrowser()
    await askForMail(browser, 'ada@harbour.example')
    const { link = '' } = await inbox.waitFor('ada@harbour.example')
    expectSignedIn(await browser.open(link))
    expect(store.rows.users).toHaveLength(1)
  })
})

test('(ALT-07) Credentials of a user whose id only resembles a stored one get no database session', async () => {
  await store.adapter.createUser({ id: 'Ada', email: 'ada@example.com', emailVerified: null })
  const user = { id: 'ADA', email: 'ada@example.com' }
  const app = open(store.adapter, {
    providers: [passwords({ authorize: () => user })],
    session: { strategy: 'database' },
  })
  const browser = app.openBrowser()
  const response = await submitPassword(browser, 'ada')
  expect(readLocation(response).searchParams.get('error')).toBe('Callback')
  expect(store.rows.sessions).toEqual([])
})
