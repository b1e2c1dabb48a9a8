import { domainToUnicode } from 'node:url'
import type { AuthConfig } from '@latchstring/core'
import { EmailSignInError } from '@latchstring/core/errors'
import type { EmailConfig } from '@latchstring/core/providers'
import { startInbox } from '@latchstring/test-inbox'
import addressparser from 'nodemailer/lib/addressparser'
import { describe, expect, test, vi } from 'vitest'
import { inboxAndStoreForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, BASE, ENV, ORIGIN, SECRETS } from '@latchstring/test-kit/app'
import { createLetterBox } from './src/letters.ts'
import { containing } from '@latchstring/test-kit/matchers'
import { ADDRESS, askForMail, createMailApp, getLetter } from '@latchstring/test-kit/mail-app'
import { signInWithPassword, passwords, storePeople } from '@latchstring/test-kit/people'
import { EMPTY } from '@latchstring/test-kit/sqlite-store'
import {
  checkCookies,
  expectRefused,
  expectSignedIn,
  readLocation,
  readSession,
} from '@latchstring/test-kit/story'
import { watchCalls } from '@latchstring/test-kit/watched-adapter'

const { inbox, store } = inboxAndStoreForEachTest()

/** Back on the sign-in page, under the reference of the log line; nothing was stored. */
async function expectFailure(response: Response, app: App, error: string): Promise<void> {
  expectRefused(response, app, error)
  expect((await store.rows()).users).toBe(0)
}

const ACCEPTED: readonly (readonly [string, string])[] = [
  ['ada@example.com', 'ada@example.com'],
  ['  Ada@Example.COM ', 'ada@example.com'],
  ["o'brien+news_1@mail.example.co.uk", "o'brien+news_1@mail.example.co.uk"],
  ['a.b.c@sub.example.com', 'a.b.c@sub.example.com'],
  ['x@bücher.example', 'x@xn--bcher-kva.example'],
  ['!#$%&*/=?^_`{|}~-@example.com', '!#$%&*/=?^_`{|}~-@example.com'],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
]

test.each(ACCEPTED)(
  'EML-01 EML-03 EML-05 EML-08 a mail to %j is sent only to %j, which callbacks get, too',
  async (given, stored) => {
    const seen = vi.fn<(params: object) => boolean>(() => true)
    const app = createMailApp({ inbox, store }, { callbacks: { signIn: seen } })
    const browser = app.openBrowser()
    await askForMail(browser, given)
    const [local = '', domain = ''] = stored.split('@')
    // The inbox shows domains as people read them.
    const shown = `${local}@${domainToUnicode(domain)}`
    const message = await inbox.waitFor(shown)
    expect(message.envelope.to).toEqual([shown])
    const parsed = addressparser(stored, { flatten: true }).map(({ address }) => address)
    expect(parsed).toEqual([stored])
    expectSignedIn(await browser.open(message.link ?? ''))
    const [user] = await store.query('SELECT email FROM users')
    expect(user?.['email']).toBe(stored)
    const account = { provider: 'mail', type: 'email', providerAccountId: stored }
    expect(seen).toHaveBeenCalledTimes(2)
    for (const [params] of seen.mock.calls) {
      expect(params).toMatchObject({ user: { email: stored }, account })
    }
  },
)

test('EML-10 an address in another spelling signs in the same user', async () => {
  const app = createMailApp({ inbox, store })
  for (const address of ['Ada@Example.com', 'ADA@EXAMPLE.COM']) {
    const browser = app.openBrowser()
    await askForMail(browser, address)
    expectSignedIn(await browser.open((await inbox.waitFor(ADDRESS)).link ?? ''))
  }
  expect((await store.rows()).users).toBe(1)
})

const HOSTILE: readonly string[] = [
  '',
  ' ',
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'ada@example.com.',
  'ada@.example.com',
  'ada@example..com',
  'ada..b@example.com',
  '.ada@example.com',
  'ada.@example.com',
  'ada@example.com,eve@evil.example',
  'ada@example.com;eve@evil.example',
  'ada@example.com eve@evil.example',
  'ada@example.com\r\nBcc: eve@evil.example',
  'ada@example.com\nRCPT TO:<eve@evil.example>',
  'ada@example.com\u0000',
  'ada\t@example.com',
  'eve@evil.example@example.com',
  'ada@example.com@evil.example',
  '"ada@example.com"@evil.example',
  '"a b"@example.com',
  'Ada <ada@example.com>',
  '<ada@example.com>',
  'ada@example.com>',
  '(comment)ada@example.com',
  'group: ada@example.com;',
  'ada\\@example.com',
  'ada@[127.0.0.1]',
  'ada@127.0.0.1',
  'ada@0x7f.1',
  'ada@[IPv6:::1]',
  'ada@localhost',
  'ada@-example.com',
  'ada@example-.com',
  'ada@exam_ple.com',
  'ada@example.com/path',
  'ada@example.com:25',
  'ada@example.com?x=y',
  'ada@example.com#x',
  'ada@exa%6dple.com',
  'аda@example.com',
  'ada\u200b@example.com',
  'ada\u202e@example.com',
  'ada＠example.com',
  'ada@example。com',
  'ａda@example.com',
  'ada@exam\u00adple.com',
  '𝒶da@example.com',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(64)}.com`,
  `a@${'b.'.repeat(130)}com`,
  'a'.repeat(50_000),
  `${'a@'.repeat(10_000)}b.com`,
  `mailto:ada@example.com`,
  '=?utf-8?q?ada?=@example.com',
  '=?utf-8?q?eve=40evil.example?=@example.com',
  '=?x?q?eve=40evil.example=3e=00?=foo@example.com',
  '=?utf-8?b?ZXZlQGV2aWwuZXhhbXBsZQ==?=@example.com',
]

test('EML-02 EML-07 EML-08 hostile addresses are refused, and nothing is sent or stored', async () => {
  const app = createMailApp({ inbox, store })
  for (const address of HOSTILE) {
    const response = await askForMail(app.openBrowser(), address)
    const where = response.headers.get('location') ?? String(response.status)
    // A NUL never gets as far as being an address.
    const refused = address.includes('\0')
      ? response.status === 400
      : where.includes('error=EmailSignin')
    expect([address, refused]).toEqual([address, true])
  }
  expect(inbox.messages()).toEqual([])
  expect(await store.rows()).toEqual(EMPTY)
})

test('An error of `normalizeIdentifier` refuses the address, over HTTP and in code, and is in the log', async () => {
  const refusal = new Error('Only one address is allowed.')
  const normalizeIdentifier = (): never => {
    throw refusal
  }
  const box = createLetterBox({ normalizeIdentifier })
  const app = createMailApp({ inbox, store }, { providers: [box.provider] })
  await expectFailure(await askForMail(app.openBrowser()), app, 'EmailSignin')
  const inCode = app.auth.signIn({ headers: new Headers() }, box.provider.id, { email: ADDRESS })
  await expect(inCode).rejects.toBeInstanceOf(EmailSignInError)
  const logged = {
    type: 'EmailSignInError',
    message: 'The `normalizeIdentifier` function of "mail" threw.',
    cause: { err: { message: refusal.message } },
  }
  expect(app.errors).toMatchObject([logged, logged])
  expect(box.letters).toEqual([])
})

test('An error of the library that `normalizeIdentifier` throws is reported as it is, over HTTP and in code', async () => {
  const refusal = new EmailSignInError('Write the address of your company.')
  const box = createLetterBox({
    normalizeIdentifier() {
      throw refusal
    },
  })
  const app = createMailApp({ inbox, store }, { providers: [box.provider] })
  await expectFailure(await askForMail(app.openBrowser()), app, 'EmailSignin')
  expect(app.errors).toMatchObject([{ type: 'EmailSignInError', message: refusal.message }])
  const inCode = app.auth.signIn({ headers: new Headers() }, box.provider.id, { email: ADDRESS })
  await expect(inCode).rejects.toBe(refusal)
  expect(box.letters).toEqual([])
})

test.each<[string, unknown]>([
  ['undefined', undefined],
  ['a number', 7],
  ['a promise', Promise.resolve(ADDRESS)],
])(
  'Nothing is sent where `normalizeIdentifier` returned %s, which the log says',
  async (kind, own) => {
    // As a program without types has it.
    const box = createLetterBox({ normalizeIdentifier: () => own as string })
    const app = createMailApp({ inbox, store }, { providers: [box.provider] })
    const location = readLocation(await askForMail(app.openBrowser()))
    expect(location.searchParams.get('error')).toBe('Configuration')
    expect(app.errors).toMatchObject([
      {
        type: 'InvalidConfiguration',
        message: `The \`normalizeIdentifier\` function of "mail" returned ${kind}. Return the address as text, or throw to refuse it.`,
      },
    ])
    expect(box.letters).toEqual([])
  },
)

test('EML-06 the result of `normalizeIdentifier` is checked like any address', async () => {
  for (const normalizeIdentifier of HOSTILE.map((address) => () => address)) {
    const mail = { ...createLetterBox().provider, normalizeIdentifier }
    const app = createMailApp({ inbox, store }, { providers: [mail] })
    const response = await askForMail(app.openBrowser())
    expect([normalizeIdentifier(), readLocation(response).searchParams.get('error')]).toEqual([
      normalizeIdentifier(),
      'EmailSignin',
    ])
  }
  expect(await store.rows()).toEqual(EMPTY)
})

test.each([null, 7, true, ['ada@example.com'], { address: 'ada@example.com' }])(
  'EML-03 an address that is %j is refused, and passed to no function of the application',
  async (email) => {
    const normalizeIdentifier = vi.fn(() => ADDRESS)
    const box = createLetterBox({ normalizeIdentifier })
    for (const provider of [createLetterBox().provider, box.provider]) {
      const app = createMailApp({ inbox, store }, { providers: [provider] })
      const browser = app.openBrowser()
      const csrfToken = await browser.csrf(BASE)
      const response = await browser.submitJson(`${BASE}/signin/mail`, { csrfToken, email })
      await expectFailure(response, app, 'EmailSignin')
      expect(app.errors.at(-1)?.message).toBe('The address is not a plain email address.')
    }
    expect(normalizeIdentifier).not.toHaveBeenCalled()
    expect(box.letters).toEqual([])
  },
)

describe('sendVerificationRequest of the application', () => {
  test('gets the request with URL and headers, and without its body', async () => {
    const seen: (readonly [url: string, agent: string | null, body: string])[] = []
    const sendVerificationRequest: EmailConfig['sendVerificationRequest'] = async ({ request }) =>
      void seen.push([request.url, request.headers.get('user-agent'), await request.text()])
    const { provider } = createLetterBox({ sendVerificationRequest })
    const app = createMailApp({ inbox, store }, { providers: [provider] })
    await askForMail(app.openBrowser(), ADDRESS, { 'user-agent': 'Browser/7' })
    expect(seen).toEqual([[`${BASE}/signin/mail`, 'Browser/7', '']])
  })

  test.each<[string, unknown, string, object]>([
    [
      'an error',
      new Error('over quota'),
      'The mail of "mail" could not be sent: `sendVerificationRequest` threw.',
      { cause: { err: { message: 'over quota' } } },
    ],
    ['an error of the library', new EmailSignInError('Try it later.'), 'Try it later.', {}],
  ])(
    'that throws %s fails the sign-in, with the reason in the log',
    async (_, thrown, message, more) => {
      const sendVerificationRequest = (): never => {
        throw thrown
      }
      const { provider } = createLetterBox({ sendVerificationRequest })
      const app = createMailApp({ inbox, store }, { providers: [provider] })
      await expectFailure(await askForMail(app.openBrowser()), app, 'EmailSignin')
      expect(app.errors.at(-1)).toMatchObject({ type: 'EmailSignInError', message, ...more })
      expect(await store.rows()).toEqual(EMPTY)
    },
  )
})

describe('A mail server', () => {
  test('MAG-09 that refuses a mail leaves no valid link, and the next request works', async () => {
    const app = createMailApp({ inbox, store })
    inbox.rejectNext(550)
    const browser = app.openBrowser()
    await expectFailure(await askForMail(browser), app, 'EmailSignin')
    expect(app.errors.at(-1)?.message).toContain('mail')
    expect(app.errors.at(-1)?.message).not.toContain(ADDRESS)
    expect(checkCookies(browser)).toEqual([])
    expectSignedIn(await browser.open((await getLetter(inbox, browser)).link))
  })

  test('MAG-09 that is down causes EmailSignin, and the unsent link is deleted', async () => {
    const gone = await startInbox()
    await gone.close()
    const app = createMailApp({ inbox: gone, store })
    await expectFailure(await askForMail(app.openBrowser()), app, 'EmailSignin')
    expect(await store.rows()).toEqual(EMPTY)
  })

  test('that is down does not end a session', async () => {
    const gone = await startInbox()
    await gone.close()
    await storePeople(store.adapter)
    const mail = createMailApp({ inbox: gone, store }).openBrowser()
    await askForMail(mail)
    expect(checkCookies(mail)).toEqual([])
    const app = createMailApp({ inbox, store }, { providers: [passwords()] })
    const browser = await signInWithPassword(app.openBrowser())
    expect(await readSession(browser)).not.toBeNull()
  })
})

test.each(['getUserByEmail', 'records.insert'] as const)(
  'MAG-09 REL-03 A store that fails in %s prevents the mail',
  async (method) => {
    const watched = watchCalls(store.adapter)
    const app = createMailApp({ inbox, store }, { adapter: watched.adapter })
    watched.breakDown(method)
    const browser = app.openBrowser()
    const response = await askForMail(browser)
    expect(response.status).toBe(503)
    expect(inbox.messages()).toEqual([])
    expect(checkCookies(browser)).toEqual([])
    expect(app.errors.at(-1)).toMatchObject({ type: 'AdapterError', message: containing(method) })
    watched.repair()
    expectSignedIn(await browser.open((await getLetter(inbox, browser)).link))
  },
)

test.each(['records.get', 'records.drop', 'createUser', 'createSession'] as const)(
  'LNK-03 REL-03 A store that fails in %s at the click prevents the session, and a new mail signs in',
  async (method) => {
    const watched = watchCalls(store.adapter)
    const app = createMailApp({ inbox, store }, { adapter: watched.adapter })
    const browser = app.openBrowser()
    const { link } = await getLetter(inbox, browser)
    watched.breakDown(method)
    const response = await browser.open(link)
    expect(response.headers.get('location')).not.toBe(`${ORIGIN}/inside`)
    expect((await store.rows()).sessions).toBe(0)
    watched.repair()
    expectSignedIn(await browser.open((await getLetter(inbox, browser)).link))
    expect(await store.rows()).toMatchObject({ users: 1, sessions: 1 })
  },
)

describe('The signIn callback of a sign-in by mail', () => {
  const verdicts: readonly (readonly [string, () => boolean | string, string])[] = [
    ['false', () => false, `${BASE}/error?error=AccessDenied`],
    ['an address', () => '/waiting-list', `${ORIGIN}/waiting-list`],
    ['an address elsewhere', () => 'https://evil.example/', ORIGIN],
    [
      'an error',
      () => {
        throw new Error('policy is down')
      },
      `${BASE}/error?error=AccessDenied`,
    ],
  ]

  /** Where a response sends the browser, without what differs from one to the next. */
  const target = (response: Response): string | undefined =>
    response.headers
      .get('location')
      ?.replace(/&ref=\w+$/, '')
      .replace(/\/$/, '')

  test.each(verdicts)(
    'LNK-05 that gives %s at the request prevents the mail',
    async (_, verdict, to) => {
      const app = createMailApp({ inbox, store }, { callbacks: { signIn: verdict } })
      const response = await askForMail(app.openBrowser())
      expect(target(response)).toBe(to)
      expect(inbox.messages()).toEqual([])
      expect(await store.rows()).toEqual(EMPTY)
    },
  )

  test.each(verdicts)(
    'LNK-05 that gives %s at the click prevents the user',
    async (_, verdict, to) => {
      const signIn: NonNullable<AuthConfig['callbacks']>['signIn'] = ({ email }) =>
        email?.verificationRequest === true || verdict()
      const app = createMailApp({ inbox, store }, { callbacks: { signIn } })
      const browser = app.openBrowser()
      const response = await browser.open((await getLetter(inbox, browser)).link)
      expect(target(response)).toBe(to)
      expect(await store.rows()).toMatchObject({ users: 0, sessions: 0 })
      expect(await readSession(browser)).toBeNull()
    },
  )
})

describe('The origin of a link in a mail', () => {
  const HEADERS = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example;proto=http',
    'x-real-ip': '203.0.113.1',
    'x-original-host': 'evil.example',
    'x-auth-url': 'https://evil.example',
  }

  test('HST-01 is that of AUTH_URL for any request headers', async () => {
    const app = createMailApp({ inbox, store })
    await askForMail(app.openBrowser(), ADDRESS, HEADERS)
    const { link, text, html } = await inbox.waitFor(ADDRESS)
    expect(link).toMatch(/^https:\/\/app\.example\/auth\/callback\/mail\?/)
    expect(`${text}${html}`).not.toContain('evil.example')
  })

  test.each([
    { host: 'evil.example' },
    { host: 'app.example:8443' },
    { host: 'app.example.evil.example' },
    { host: 'app.example', 'x-forwarded-host': 'evil.example' },
  ])('HST-02 HST-07 is refused without a mail for the unlisted %j', async (headers) => {
    const app = createMailApp(
      { inbox, store },
      { allowedHosts: ['app.example'], trustHost: 'x-forwarded-host' in headers },
      { env: { NODE_ENV: 'production', AUTH_SECRET: SECRETS.older } },
    )
    const browser = app.openBrowser()
    const fields = { csrfToken: await browser.csrf(BASE), email: ADDRESS }
    const response = await browser.submit(`${BASE}/signin/mail`, fields, { ...headers })
    expect(response.status).toBe(400)
    expect(response.headers.has('location')).toBe(false)
    expect(inbox.messages()).toEqual([])
    expect(app.errors.at(-1)).toMatchObject({ type: 'UntrustedHost' })
  })
})

test('EML-09 A hostile theme and language are escaped in a mail', async () => {
  const theme = { brandColor: '"><script>alert(1)</script>', buttonText: 'javascript:alert(1)' }
  const app = createMailApp({ inbox, store }, { theme }, { env: ENV })
  await askForMail(app.openBrowser(), ADDRESS, { 'accept-language': '"><img src=x>' })
  const { html } = await inbox.waitFor(ADDRESS)
  expect(html).not.toMatch(/<script|alert\(1\)|<img/)
})
