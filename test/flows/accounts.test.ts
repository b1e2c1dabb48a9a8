import type { AuthConfig } from '@latchstring/core'
import type { Adapter, AdapterUser } from '@latchstring/core/adapters'
import type { Profile, ProfileUser } from '@latchstring/core/providers'
import { describe, expect, test } from 'vitest'
import { idpAndStoreForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, createApp } from '@latchstring/test-kit/app'
import { withoutTransactions } from '@latchstring/test-kit/faulty-adapter'
import { oidcProvider, plain } from '@latchstring/test-kit/idp'
import { EMPTY } from '@latchstring/test-kit/sqlite-store'
import {
  expectRefused,
  expectSignedIn,
  readLocation,
  reachCallback,
  sessionCookies,
  readSession,
  signInWith,
} from '@latchstring/test-kit/story'

const { idp, store } = idpAndStoreForEachTest()

/** An application with two OpenID providers, of which the second may link by address, and one without OpenID. */
function open(adapter: Adapter = store.adapter): App {
  const island = oidcProvider(idp, { id: 'island', allowDangerousEmailAccountLinking: true })
  return createApp({ providers: [oidcProvider(idp), island, plain(idp)], adapter })
}

/** What the ID token says about the address. */
function say(claims: Readonly<Record<string, unknown>>): void {
  idp.tamper({ idToken: (truth) => ({ claims: { ...truth, ...claims } }) })
}

describe('LNK-01 The address of another user', () => {
  test('is refused at a sign-in with another provider, and nothing is written', async () => {
    const app = open()
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour', 'ada'))
    const rows = await store.rows()
    const browser = app.openBrowser()
    expectRefused(await signInWith(browser, 'plain', 'ada'), app, 'OAuthAccountNotLinked')
    expect(await store.rows()).toEqual(rows)
    expect(sessionCookies(browser)).toEqual([])
  })

  test('is recognized in capital letters', async () => {
    const app = open()
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour', 'ada'))
    idp.tamper({
      oauthProfile: ({ body }) => ({ body: { ...body, email: 'ADA@Harbour.example' } }),
    })
    expectRefused(await signInWith(app.openBrowser(), 'plain', 'ada'), app, 'OAuthAccountNotLinked')
    expect((await store.rows()).users).toBe(1)
  })
})

describe('EML-04 The address from a provider', () => {
  test.each([
    ['another letter that becomes the same one in small', 'mi\u212Ae@harbour.example'],
    ['an invisible character', 'mike\u200B@harbour.example'],
    ['a wide letter', 'mik\uFF45@harbour.example'],
    ['two addresses', 'mike@harbour.example,eve@harbour.example'],
    ['a line of a mail', 'mike@harbour.example\r\nBcc: eve@harbour.example'],
    ['no address', 'mike at the harbour'],
    ['an encoded word', '=?utf-8?q?eve=40evil.example?=@harbour.example'],
    ['an endless one', `${'m'.repeat(5000)}@harbour.example`],
  ])('is ignored with %s, and verifies nothing', async (_, email) => {
    say({ email, email_verified: true })
    const app = open()
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour', 'ada'))
    expect((await readSession(browser))?.user?.email).toBeNull()
    const [user] = await store.query('SELECT email, email_verified FROM users')
    expect(user).toEqual({ email: null, email_verified: null })
    expect(app.errors).toEqual([expect.objectContaining({ type: 'OAuthProfileParseError' })])
    expect(app.errors[0]?.message).toMatch(/"harbour".*not one mailbox/)
  })

  test('finds the user stored with it in the previous spelling', async () => {
    await store.adapter.createUser({
      id: 'id-of-before',
      email: 'ada@b\u00FCcher.example',
      emailVerified: new Date(),
    })
    say({ email: 'Ada@B\u00FCcher.example', email_verified: true })
    const app = open()
    expectRefused(
      await signInWith(app.openBrowser(), 'harbour', 'ada'),
      app,
      'OAuthAccountNotLinked',
    )
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'island', 'ada'))
    expect((await store.rows()).users).toBe(1)
  })

  test('is stored in the spelling in which it is looked up', async () => {
    say({ email: ' Ada@B\u00FCcher.example', email_verified: true })
    const browser = open().openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour', 'ada'))
    expect((await readSession(browser))?.user?.email).toBe('ada@xn--bcher-kva.example')
  })
})

test('An account that two users link at the same moment is linked to one, and the other gets an error', async () => {
  const { id } = await store.adapter.createUser({
    id: 'id-of-the-quicker-one',
    email: 'quick@harbour.example',
    emailVerified: null,
  })
  const app = open({
    ...withoutTransactions(store.adapter),
    // The other one is quicker, between the look-up and the write.
    async linkAccount(account) {
      const quicker = account.provider === 'harbour' ? { ...account, userId: id } : account
      await store.adapter.linkAccount(quicker)
      if (quicker !== account) await store.adapter.linkAccount(account)
    },
  })
  const browser = app.openBrowser()
  expectSignedIn(await signInWith(browser, 'plain', 'grace'))
  expectRefused(await signInWith(browser, 'harbour', 'ada'), app, 'OAuthAccountNotLinked')
  expect((await readSession(browser))?.user?.name).toBe('Grace Hopper')
  expect(await store.query(`SELECT user_id FROM accounts WHERE provider = 'harbour'`)).toEqual([
    { user_id: id },
  ])
})

const ADDRESS = 'ada@harbour.example'
const draftAda = (): AdapterUser => ({
  id: crypto.randomUUID(),
  email: ADDRESS,
  emailVerified: null,
})

/** An application that may vouch for the addresses in its table. */
function vouching(
  vouchForAddresses: boolean,
  allowDangerousEmailAccountLinking: boolean,
  config: Partial<AuthConfig> = {},
): App {
  const island = oidcProvider(idp, { id: 'island', allowDangerousEmailAccountLinking })
  const account = { vouchForAddresses }
  return createApp({ providers: [island], adapter: store.adapter, account, ...config })
}

describe('LNK-02 allowDangerousEmailAccountLinking', () => {
  test.each([
    { atProvider: true, atHome: true, links: true },
    { atProvider: true, atHome: false, links: false },
    { atProvider: false, atHome: true, links: false },
    { atProvider: false, atHome: false, links: false },
    { atProvider: 'true', atHome: true, links: true },
    { atProvider: 'yes', atHome: true, links: false },
    { atProvider: 1, atHome: true, links: false },
    { atProvider: undefined, atHome: true, links: false },
  ])(
    'links only addresses that both sides have verified: %j',
    async ({ atProvider, atHome, links }) => {
      const app = open()
      expectSignedIn(await signInWith(app.openBrowser(), 'harbour', 'ada'))
      if (!atHome) await store.execute('UPDATE users SET email_verified = NULL')
      const rows = await store.rows()
      say({ email_verified: atProvider })
      const browser = app.openBrowser()
      const response = await signInWith(browser, 'island', 'ada')
      if (!links) {
        expectRefused(response, app, 'OAuthAccountNotLinked')
        expect(await store.rows()).toEqual(rows)
        return
      }
      expectSignedIn(response)
      const { accounts, sessions, tokens } = rows
      // A token says that the account is new.
      const after = { ...rows, accounts: accounts + 1, sessions: sessions + 1, tokens: tokens + 1 }
      expect(await store.rows()).toEqual(after)
      expect((await readSession(browser))?.user?.email).toBe('ada@harbour.example')
    },
  )

  const VOUCHING = [
    { vouched: true, allowed: true, verified: true, links: true },
    { vouched: true, allowed: true, verified: false, links: false },
    { vouched: true, allowed: false, verified: true, links: false },
    { vouched: false, allowed: true, verified: true, links: false },
  ]
  const STRATEGIES = ['database', 'jwt'] as const

  test.each(STRATEGIES.flatMap((strategy) => VOUCHING.map((row) => ({ strategy, ...row }))))(
    'links to an unproven address only where the application vouches for its table: %j',
    async ({ strategy, vouched, allowed, verified, links }) => {
      const app = vouching(vouched, allowed, { session: { strategy } })
      await store.adapter.createUser?.(draftAda())
      const rows = await store.rows()
      say({ email_verified: verified })
      const response = await signInWith(app.openBrowser(), 'island', 'ada')
      if (links) expectSignedIn(response)
      else expectRefused(response, app, 'OAuthAccountNotLinked')
      const accounts = rows.accounts + (links ? 1 : 0)
      expect(await store.rows()).toMatchObject({ users: 1, accounts })
    },
  )

  test.each([
    { adapter: 'with transactions', vouched: true },
    { adapter: 'with transactions', vouched: false },
    { adapter: 'without transactions', vouched: true },
    { adapter: 'without transactions', vouched: false },
  ])('finds the user that the `signIn` callback has stored: %j', async ({ adapter, vouched }) => {
    let calls = 0
    const signIn = async (): Promise<boolean> => {
      calls += 1
      const ada = await store.adapter.getUserByEmail?.(ADDRESS)
      if (!ada) await store.adapter.createUser?.(draftAda())
      return true
    }
    const inner =
      adapter === 'with transactions' ? store.adapter : withoutTransactions(store.adapter)
    const app = vouching(vouched, true, { adapter: inner, callbacks: { signIn } })
    for (let visit = 1; visit <= 2; visit++) {
      const response = await signInWith(app.openBrowser(), 'island', 'ada')
      if (vouched) expectSignedIn(response)
      else expectRefused(response, app, 'OAuthAccountNotLinked')
      expect(calls).toBe(visit)
      expect(await store.rows()).toMatchObject({ users: 1, accounts: vouched ? 1 : 0 })
    }
  })

  test.each([
    { user: 'new', strategy: 'database' },
    { user: 'known', strategy: 'database' },
    { user: 'new', strategy: 'jwt' },
    { user: 'known', strategy: 'jwt' },
  ] as const)(
    'signs in to the account that the `signIn` callback has linked: %j',
    async ({ user, strategy }) => {
      const { adapter } = store
      const known = user === 'known' ? await adapter.createUser?.(draftAda()) : undefined
      const signIn: NonNullable<AuthConfig['callbacks']>['signIn'] = async ({ account }) => {
        if (!account) return false
        const { provider, providerAccountId } = account
        if (await adapter.getUserByAccount?.({ provider, providerAccountId })) return true
        const owner = known ?? (await adapter.createUser?.(draftAda()))
        const userId = owner?.id ?? ''
        await adapter.linkAccount?.({ userId, provider, type: 'oidc', providerAccountId })
        return true
      }
      const app = createApp({
        providers: [oidcProvider(idp, { id: 'island' })],
        adapter,
        session: { strategy },
        callbacks: { signIn },
      })
      for (let visit = 1; visit <= 2; visit++) {
        const browser = app.openBrowser()
        expectSignedIn(await signInWith(browser, 'island', 'ada'))
        expect((await readSession(browser))?.user?.email).toBe('ada@harbour.example')
        expect(await store.rows()).toMatchObject({ users: 1, accounts: 1 })
      }
    },
  )

  test('of one provider does not apply to another', async () => {
    const app = open()
    expectSignedIn(await signInWith(app.openBrowser(), 'island', 'ada'))
    expectRefused(
      await signInWith(app.openBrowser(), 'harbour', 'ada'),
      app,
      'OAuthAccountNotLinked',
    )
  })
})

test('LNK-02 A profile function that passes the claim on does not verify an address with a string', async () => {
  const profile = ({ sub, email, email_verified: emailVerified }: Profile): ProfileUser => ({
    id: String(sub),
    email: email ?? null,
    emailVerified: emailVerified ?? null,
  })
  const app = createApp({ providers: [oidcProvider(idp, { profile })], adapter: store.adapter })
  say({ email_verified: 'false' })
  expectSignedIn(await signInWith(app.openBrowser(), 'harbour', 'ada'))
  say({})
  expectSignedIn(await signInWith(app.openBrowser(), 'harbour', 'grace'))
  const users = await store.query('SELECT email FROM users WHERE email_verified IS NOT NULL')
  expect(users).toEqual([{ email: 'grace@harbour.example' }])
})

describe('OID-16 The person at a provider', () => {
  test('is recognized by provider and sub with any address', async () => {
    const app = open()
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour', 'ada'))
    say({ email: 'countess@elsewhere.example', name: 'The Countess' })
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour', 'ada'))
    // LNK-07: the address at home does not change by that.
    expect((await readSession(browser))?.user?.email).toBe('ada@harbour.example')
    expect(await store.rows()).toEqual({ ...EMPTY, users: 1, accounts: 1, sessions: 2 })
  })

  test('differs from one with the same sub at another provider', async () => {
    const app = open()
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour', 'ada'))
    say({ email: 'someone-else@elsewhere.example' })
    expectSignedIn(await signInWith(app.openBrowser(), 'island', 'ada'))
    expect(await store.rows()).toEqual({ ...EMPTY, users: 2, accounts: 2, sessions: 2 })
  })

  test('has a verified address only if the provider says so', async () => {
    const app = open()
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour', 'ada'))
    say({ email_verified: false })
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour', 'grace'))
    const verified = await store.query(
      'SELECT email FROM users WHERE email_verified IS NOT NULL ORDER BY email',
    )
    expect(verified).toEqual([{ email: 'ada@harbour.example' }])
  })
})

/** Gives no answer about an account before so many have asked, so that all of them find none. */
function askTogether(adapter: Adapter, count: number): Adapter {
  let askers = 0
  let release = (): void => undefined
  const gate = new Promise<void>((resolve) => (release = resolve))
  return {
    ...adapter,
    async getUserByAccount(account) {
      const user = (await adapter.getUserByAccount?.(account)) ?? null
      askers += 1
      if (askers === count) release()
      await gate
      return user
    },
  }
}

describe.each([
  ['with transactions', (adapter: Adapter) => adapter, 16],
  ['without transactions', withoutTransactions, 1],
])('LNK-04 In a store %s, sixteen first sign-ins at once', (_, adapt, least) => {
  test('create one user and one account, and each ends in a session or a refusal', async () => {
    const app = open(askTogether(adapt(store.adapter), 16))
    const browsers = Array.from({ length: 16 }, () => app.openBrowser())
    const arrivals = await Promise.all(browsers.map((browser) => reachCallback(browser, 'harbour')))
    const responses = await Promise.all(
      browsers.map((browser, index) => browser.follow(arrivals[index] ?? { url: '' })),
    )
    const inside = browsers.filter((browser) => sessionCookies(browser).length > 0)
    expect(inside.length).toBeGreaterThanOrEqual(least)
    expect(await store.rows()).toEqual({ ...EMPTY, users: 1, accounts: 1, sessions: inside.length })
    for (const browser of inside) {
      expect((await readSession(browser))?.user?.email).toBe('ada@harbour.example')
    }
    const errors = responses
      .map((response) => readLocation(response).searchParams.get('error'))
      .filter((error) => error !== null)
    expect(errors).toHaveLength(16 - inside.length)
    for (const error of errors) expect(error).toMatch(/^OAuth(?:AccountNotLinked|CreateAccount)$/)
    for (const browser of browsers) expectSignedIn(await signInWith(browser, 'harbour'))
    expect(await store.rows()).toEqual({ ...EMPTY, users: 1, accounts: 1, sessions: 16 })
  })

  test('handle a user who is created between two look-ups', async () => {
    const app = open(askTogether(adapt(store.adapter), 2))
    const [late, early] = [app.openBrowser(), app.openBrowser()]
    const [one, two] = [await reachCallback(late, 'harbour'), await reachCallback(early, 'harbour')]
    const arrival = late.follow(one)
    const other = open(adapt(store.adapter)).openBrowser()
    expectSignedIn(await signInWith(other, 'harbour'))
    expectSignedIn(await early.follow(two))
    expectSignedIn(await arrival)
    expect(await store.rows()).toEqual({ ...EMPTY, users: 1, accounts: 1, sessions: 3 })
  })
})
