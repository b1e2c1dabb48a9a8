import Nodemailer from '@latchstring/core/providers/nodemailer'
import { startInbox } from '@latchstring/test-inbox'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { idpForEachTest, storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, createApp } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { oidcProvider } from '@latchstring/test-kit/idp'
import { ADDRESS, getLetter } from '@latchstring/test-kit/mail-app'
import { expectSignedIn, readSession, signInWith, signOut } from '@latchstring/test-kit/story'

const idp = idpForEachTest()
const inbox = forAllTests(startInbox)
const store = storeForEachTest()

describe('session.endAllOnSignOut', () => {
  const open = (endAllOnSignOut: boolean): App =>
    createApp({
      providers: [oidcProvider(idp)],
      adapter: store.adapter,
      session: { endAllOnSignOut },
    })

  test.each([
    [true, 0],
    [false, 2],
  ])('%s: leaves %i sessions of the same user, and those of others', async (all, left) => {
    const app = open(all)
    const browsers = [app.openBrowser(), app.openBrowser(), app.openBrowser()]
    for (const browser of browsers) expectSignedIn(await signInWith(browser, 'harbour', 'ada'))
    const other = app.openBrowser()
    expectSignedIn(await signInWith(other, 'harbour', 'grace'))
    const [first, ...others] = browsers
    if (first) await signOut(first)
    const sessions = await Promise.all(others.map((browser) => readSession(browser)))
    expect(sessions.filter(Boolean)).toHaveLength(left)
    expect(await readSession(other)).not.toBeNull()
  })

  test('ends no session for a browser without one', async () => {
    const app = open(true)
    const signedIn = app.openBrowser()
    expectSignedIn(await signInWith(signedIn, 'harbour', 'ada'))
    await signOut(app.openBrowser())
    expect(await readSession(signedIn)).not.toBeNull()
  })
})

describe('account.updateOnSignIn', () => {
  const tokens = async (): Promise<unknown> => {
    const [row] = await store.query('SELECT access_token FROM accounts')
    return row?.['access_token']
  }

  test.each([true, false])('%s decides what is stored at the second sign-in', async (update) => {
    const app = createApp({
      providers: [oidcProvider(idp)],
      adapter: store.adapter,
      account: { updateOnSignIn: update },
    })
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour', 'ada'))
    const first = await tokens()
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour', 'ada'))
    expect(typeof first).toBe('string')
    expect((await tokens()) !== first).toBe(update)
    expect(await store.rows()).toMatchObject({ users: 1, accounts: 1 })
  })

  test('signs in when the tokens cannot be stored', async () => {
    const adapter = {
      ...store.adapter,
      updateAccount: () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:5432')),
    }
    const app = createApp({
      providers: [oidcProvider(idp)],
      adapter,
      account: { updateOnSignIn: true },
    })
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour', 'ada'))
    const again = app.openBrowser()
    expectSignedIn(await signInWith(again, 'harbour', 'ada'))
    expect(await readSession(again)).not.toBeNull()
    expect(app.errors.map(({ type }) => type)).toEqual(['AdapterError'])
  })
})

describe('the first proof of an address', () => {
  /** Creates a user with the address before its owner signs in, with an account of a provider and a session. */
  async function comeFirst(app: App, emailVerified: string | null): Promise<Browser> {
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour', 'grace'))
    const verified = emailVerified === null ? 'NULL' : `'${emailVerified}'`
    await store.execute(`UPDATE users SET email = '${ADDRESS}', email_verified = ${verified}`)
    return browser
  }

  const open = (): App => {
    const mail = Nodemailer({
      id: 'mail',
      name: 'Mail',
      server: inbox.smtpUrl,
      from: 'App <app@app.example>',
    })
    return createApp({ providers: [oidcProvider(idp), mail], adapter: store.adapter })
  }

  async function followMail(browser: Browser): Promise<void> {
    const { link } = await getLetter(inbox, browser)
    expectSignedIn(await browser.open(link))
  }

  test('signs out a user who had the address without a proof', async () => {
    const app = open()
    const squatter = await comeFirst(app, null)
    await followMail(app.openBrowser())
    expect(await readSession(squatter)).toBeNull()
    expect(await store.rows()).toMatchObject({ users: 1, accounts: 0, sessions: 1 })
  })

  test('keeps the accounts of a user who had proven it', async () => {
    const app = open()
    const before = await comeFirst(app, '2026-01-01T00:00:00.000Z')
    await followMail(app.openBrowser())
    expect(await readSession(before)).not.toBeNull()
    expect(await store.rows()).toMatchObject({ users: 1, accounts: 1, sessions: 2 })
  })

  test('keeps the accounts of the signed-in user who proves it', async () => {
    const app = open()
    const browser = await comeFirst(app, null)
    await followMail(browser)
    expect(await store.rows()).toMatchObject({ users: 1, accounts: 1 })
  })
})
