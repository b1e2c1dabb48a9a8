import type { AuthConfig } from '@latchstring/core'
import Credentials from '@latchstring/core/providers/credentials'
import type { SignInParams } from '@latchstring/core/types'
import type { EmailConfig, SendVerificationRequestParams } from '@latchstring/core/providers'
import { beforeEach, describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, BASE, createApp, ORIGIN } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { oidcProvider, plain, startIdp } from '@latchstring/test-kit/idp'
import { EMPTY } from '@latchstring/test-kit/sqlite-store'
import {
  expectSignedIn,
  readLocation,
  sessionCookies,
  signInWith,
} from '@latchstring/test-kit/story'

const idp = forAllTests(startIdp)
const store = storeForEachTest()
const mails: SendVerificationRequestParams[] = []

beforeEach(() => {
  mails.splice(0)
})

type Callback = NonNullable<NonNullable<AuthConfig['callbacks']>['signIn']>

const POST_BOX: EmailConfig = {
  id: 'post-box',
  name: 'Post box',
  type: 'email',
  sendVerificationRequest: (mail) => void mails.push(mail),
}

/** An application with every kind of provider, and tokens as sessions so that passwords need no stored user. */
function open(signInCallback: Callback): App {
  const authorize = (): { readonly id: string; readonly name: string } => ({ id: '7', name: 'Ada' })
  return createApp({
    adapter: store.adapter,
    session: { strategy: 'jwt' },
    providers: [
      oidcProvider(idp),
      plain(idp),
      POST_BOX,
      Credentials({ credentials: { user: {} }, authorize }),
    ],
    callbacks: { signIn: signInCallback },
  })
}

async function askForMail(browser: Browser): Promise<Response> {
  const fields = {
    csrfToken: await browser.csrf(BASE),
    callbackUrl: '/inside',
    email: 'ada@example.com',
  }
  return browser.submit(`${BASE}/signin/post-box`, fields)
}

async function typePassword(browser: Browser): Promise<Response> {
  const fields = { csrfToken: await browser.csrf(BASE), callbackUrl: '/inside', user: 'ada' }
  return browser.submit(`${BASE}/callback/credentials`, fields)
}

const WAYS: readonly (readonly [string, (browser: Browser) => Promise<Response>])[] = [
  ['oidc', (browser) => signInWith(browser, 'harbour')],
  ['oauth', (browser) => signInWith(browser, 'plain')],
  ['email', askForMail],
  ['credentials', typePassword],
]

/** Pages on which a refusal ends, by what the callback does. */
const REFUSALS: readonly (readonly [string, Callback, string])[] = [
  ['returns false', () => false, `${BASE}/error?error=AccessDenied`],
  ['rejects', () => Promise.reject(new Error('not today')), `${BASE}/error?error=AccessDenied`],
  ['returns nothing', () => undefined as never, `${BASE}/error?error=AccessDenied`], // as plain JavaScript may
  ['returns a path', () => '/waiting-list', `${ORIGIN}/waiting-list`],
  ['returns an address elsewhere', () => 'https://evil.example/', ORIGIN],
]

describe.each(WAYS)('LNK-05 The signIn callback with %s', (kind, enter) => {
  test.each(REFUSALS)(
    'that %s prevents the sign-in before anything is written',
    async (_, callback, to) => {
      const app = open(callback)
      const browser = app.openBrowser()
      const location = readLocation(await enter(browser))
      location.searchParams.delete('ref')
      expect(location.href.replace(/\/$/, '')).toBe(to)
      expect(sessionCookies(browser)).toEqual([])
      expect(await store.rows()).toEqual(EMPTY)
      expect(mails).toEqual([])
    },
  )

  test('that throws is logged with the message of its error', async () => {
    const app = open(() => {
      throw new Error('the list of guests is closed')
    })
    await enter(app.openBrowser())
    const [error] = app.errors
    expect(error?.type).toBe('AccessDenied')
    expect(error?.message).toBe('the list of guests is closed')
  })

  test.each<readonly [string, unknown, string, object]>([
    [
      'nothing',
      undefined,
      'The `signIn` callback returned undefined, which refuses. Return true, false or a URL.',
      { returned: 'undefined' },
    ],
    [
      'a number',
      1,
      'The `signIn` callback returned a number, which refuses. Return true, false or a URL.',
      { returned: 'a number' },
    ],
    ['false', false, 'The `signIn` callback returned false.', {}],
  ])('that returns %s is logged with its result', async (_, verdict, message, cause) => {
    // As a program without types has it.
    const app = open(() => verdict as boolean)
    await enter(app.openBrowser())
    const [error] = app.errors
    expect(error).toMatchObject({ type: 'AccessDenied', message })
    expect({ ...error?.cause }).toEqual(cause)
  })

  test('is called before a row is written, with the user who signs in', async () => {
    const seen: SignInParams[] = []
    const rows: unknown[] = []
    const app = open(async (params) => {
      seen.push(params)
      rows.push(await store.rows())
      return true
    })
    await enter(app.openBrowser())
    expect(rows).toEqual([EMPTY])
    const [params] = seen
    expect(params?.account?.type).toBe(kind)
    expect(params?.user).toBeTruthy()
    expect(params?.credentials !== undefined).toBe(kind === 'credentials')
    expect(params?.email).toEqual(kind === 'email' ? { verificationRequest: true } : undefined)
    expect(params?.profile !== undefined).toBe(kind === 'oidc' || kind === 'oauth')
  })
})

test.each<readonly [string, Callback]>([
  ['false', ({ email }) => email?.verificationRequest === true],
  ['a path', ({ email }) => email?.verificationRequest === true || '/waiting-list'],
])('LNK-05 A sign-in by mail is prevented by %s, without a user', async (_, callback) => {
  const browser = open(callback).openBrowser()
  await askForMail(browser)
  const response = await browser.open(mails[0]?.url ?? '')
  expect(response.status).toBe(302)
  expect(sessionCookies(browser)).toEqual([])
  expect((await store.rows()).users).toBe(0)
})

test.each(['a stranger', 'a stored user'])(
  'The signIn callback gets the address of %s when the mail is requested and when its link is opened (LNK-05)',
  async (who) => {
    const email = 'ada@example.com'
    const stored = who === 'a stranger' ? undefined : { id: 'ada', email, emailVerified: null }
    if (stored) await store.adapter.createUser(stored)
    const seen: SignInParams[] = []
    const browser = open((params) => seen.push(params) > 0).openBrowser()
    await askForMail(browser)
    expectSignedIn(await browser.open(mails[0]?.url ?? ''))
    expect(seen).toHaveLength(2)
    for (const { user, account } of seen) {
      expect(user).toMatchObject({ email, emailVerified: null, ...stored })
      expect(account).toEqual({
        provider: 'post-box',
        type: 'email',
        providerAccountId: email,
        userId: user.id,
      })
      expect(user.id).toMatch(/./)
    }
  },
)

test('The signIn callback gets the stored user of a returning person', async () => {
  const seen: SignInParams[] = []
  const app = open((params) => seen.push(params) > 0)
  expectSignedIn(await signInWith(app.openBrowser(), 'harbour'))
  expectSignedIn(await signInWith(app.openBrowser(), 'harbour'))
  const [user] = await store.query('SELECT id FROM users')
  expect(seen.at(-1)?.user.id).toBe(user?.['id'])
  expect(seen.at(0)?.user).toMatchObject({ email: 'ada@harbour.example' })
})
