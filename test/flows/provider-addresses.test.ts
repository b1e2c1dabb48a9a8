import type { AuthConfig } from '@latchstring/core'
import type { ProfileUser } from '@latchstring/core/providers'
import type { Profile } from '@latchstring/core/types'
import { beforeEach, describe, expect, test } from 'vitest'
import { idpAndStoreForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, createApp } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { oidcProvider, plain } from '@latchstring/test-kit/idp'
import { createLetterBox, type LetterBox } from './src/letters.ts'
import { askForMail } from '@latchstring/test-kit/mail-app'
import { expectSignedIn, readSession, signInWith } from '@latchstring/test-kit/story'

// A user has signed in, and the provider returns another address from then on.

const { idp, store } = idpAndStoreForEachTest()
let box: LetterBox

beforeEach(() => {
  box = createLetterBox()
})

const BEFORE = 'ada@harbour.example'
const AFTER = 'countess@elsewhere.example'

/** The profile that the provider returns, by either of its protocols. */
function say(claims: Readonly<Record<string, unknown>>): void {
  idp.tamper({
    idToken: ({ email: _email, email_verified: _verified, ...rest }) => ({
      claims: { ...rest, ...claims },
    }),
    userinfo: ({ body }) => ({ body: { ...body, ...claims } }),
    oauthProfile: ({ body }) => ({ body: { ...body, ...claims } }),
  })
}

const verifying = ({ sub, email, email_verified: verified }: Profile): ProfileUser => ({
  id: String(sub),
  email: email ?? null,
  emailVerified: verified === true,
})

interface Setting {
  readonly strategy: 'jwt' | 'database'
  readonly mail: boolean
  readonly trusting: boolean
}

function open({ strategy, mail, trusting }: Setting): App {
  const trust = { allowDangerousEmailAccountLinking: trusting }
  const providers: AuthConfig['providers'] = [
    oidcProvider(idp, { ...trust, profile: verifying }),
    plain(idp, trust),
    ...(mail ? [box.provider] : []),
  ]
  const account = { updateOnSignIn: trusting }
  return createApp({ providers, adapter: store.adapter, session: { strategy }, account })
}

const USERS = 'SELECT email, email_verified FROM users ORDER BY email'

async function emailOf(browser: Browser): Promise<unknown> {
  return (await readSession(browser))?.user?.email
}

// Each value of an option is met by each of the others.
const SETTINGS: readonly (readonly [string, Setting])[] = [
  ['By jwt, with mail and trust in addresses', { strategy: 'jwt', mail: true, trusting: true }],
  ['By jwt, without either', { strategy: 'jwt', mail: false, trusting: false }],
  ['By database, with mail', { strategy: 'database', mail: true, trusting: false }],
  ['By database, with trust in addresses', { strategy: 'database', mail: false, trusting: true }],
]

describe.each(SETTINGS)('%s, the stored address of a user', (_, setting) => {
  test.each([
    ['OpenID Connect', 'harbour', 'verified', { email: AFTER, email_verified: true }],
    ['OpenID Connect', 'harbour', 'unverified', { email: AFTER, email_verified: false }],
    ['OpenID Connect', 'harbour', 'removed', { email: undefined }],
    ['OAuth', 'plain', 'new', { email: AFTER }],
    ['OAuth', 'plain', 'removed', { email: null }],
  ])(
    'is unchanged when that of a provider of %s (%s) is %s (LNK-07)',
    async (__, id, ___, claims) => {
      const app = open(setting)
      expectSignedIn(await signInWith(app.openBrowser(), id, 'ada'))
      const rows = await store.query(USERS)
      expect(rows).toMatchObject([{ email: BEFORE }])
      say(claims)
      const browser = app.openBrowser()
      expectSignedIn(await signInWith(browser, id, 'ada'))
      expect(await emailOf(browser)).toBe(BEFORE)
      expect(await store.query(USERS)).toEqual(rows)
    },
  )

  test('is unchanged when another user has the new address of the provider (LNK-07)', async () => {
    const app = open(setting)
    await store.adapter.createUser({ id: 'other', email: AFTER, emailVerified: new Date(0) })
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour', 'ada'))
    const rows = await store.query(USERS)
    say({ email: AFTER, email_verified: true })
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour', 'ada'))
    expect(await emailOf(browser)).toBe(BEFORE)
    expect(await store.query(USERS)).toEqual(rows)
  })

  test('is unchanged when an account with another address is linked (LNK-07)', async () => {
    const app = open(setting)
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour', 'ada'))
    const rows = await store.query(USERS)
    expectSignedIn(await signInWith(browser, 'plain', 'grace'))
    expect(await emailOf(browser)).toBe(BEFORE)
    expect(await store.query(USERS)).toEqual(rows)
    expect(await store.rows()).toMatchObject({ users: 1, accounts: 2 })
  })
})

describe.each(['jwt', 'database'] as const)('With %s, a sign-in by mail', (strategy) => {
  test('to the new address of the provider signs in another user (LNK-07)', async () => {
    const app = open({ strategy, mail: true, trusting: false })
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour', 'ada'))
    say({ email: AFTER, email_verified: true })
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour', 'ada'))
    for (const email of [AFTER, BEFORE]) {
      const browser = app.openBrowser()
      await askForMail(browser, email)
      expectSignedIn(await browser.open(box.last().url))
      expect(await emailOf(browser)).toBe(email)
    }
    const users = await store.query('SELECT email FROM users ORDER BY email')
    expect(users).toEqual([{ email: BEFORE }, { email: AFTER }])
  })
})
