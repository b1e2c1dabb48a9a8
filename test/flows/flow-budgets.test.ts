import type { AuthConfig } from '@latchstring/core'
import Passkey from '@latchstring/core/providers/passkey'
import { describe, expect, test } from 'vitest'
import { type App, BASE, createApp, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { askForMail, typeCode } from '@latchstring/test-kit/mail-app'
import {
  createAuthenticator,
  type FakeAuthenticator,
} from '@latchstring/test-kit/fake-authenticator'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { ADA, passwords, signInWithPassword, updateSession } from '@latchstring/test-kit/people'
import { readLocation } from '@latchstring/test-kit/story'
import { createLetterBox, wrongCode } from './src/letters.ts'
import { addKey, requestOptions, useKey } from './src/passkeys.ts'
import { addressAt, type LimitedApp, openLimitedApp, RIGHT, submitTry } from './src/limited-app.ts'

// One try of each budget: how it is counted in every world is in limits.test.ts, whose floods take minutes.
const ONCE = { points: 1, window: 60 }
const DEVICE = '__Host-latchstring.device'

const INSIDE = `${ORIGIN}/inside`
const where = (response: Response): string => readLocation(response).href
const isKnown = (browser: Browser): boolean => browser.stored().some(({ name }) => name === DEVICE)

describe.each(STRATEGIES)('The budgets of a flow with the strategy %s', (strategy) => {
  const open = (
    limits: AuthConfig['limits'],
    rest: Partial<AuthConfig> = {},
  ): Promise<LimitedApp> =>
    openLimitedApp(
      { strategy, config: 'an object', counting: 'in memory' },
      { ...(limits === undefined ? {} : { limits }), ...rest },
    )

  /** An application that returns the lines of its log. */
  async function openWithLog(limits: AuthConfig['limits']): Promise<{
    readonly app: LimitedApp
    readonly lines: readonly string[]
    readonly causes: readonly unknown[]
  }> {
    const lines: string[] = []
    const causes: unknown[] = []
    const logger = {
      error(error: Error) {
        lines.push(error.message)
        causes.push(error.cause)
      },
      warn: () => undefined,
      debug: (line: string) => void lines.push(line),
    }
    return { app: await open(limits, { logger }), lines, causes }
  }

  /** Signs in with the code of a new mail. */
  async function signInByCode(app: LimitedApp, browser: Browser): Promise<Response> {
    await askForMail(browser)
    return typeCode(browser, app.box.last().code)
  }

  test('of passwords refuses a client that has tried too often, and names the budget in the log', async () => {
    const { app, lines } = await openWithLog({ password: { address: ONCE } })
    const address = '203.0.113.7'
    expect((await submitTry(app, { address })).status).toBe(302)
    expect((await submitTry(app, { address, username: 'grace' })).status).toBe(429)
    expect(lines.at(-1)).toContain('"address" of "password"')
    expect(app.compared()).toBe(1)
  })

  test('of passwords compares none for an account that was tried too often, and names the budget in the log only', async () => {
    const { app, lines, causes } = await openWithLog({ password: { account: ONCE } })
    const tries = [addressAt(0), addressAt(1)].map((address) => ({ ...RIGHT, address }))
    const [first, second] = [
      where(await submitTry(app, { address: addressAt(2) })),
      where(await submitTry(app, { ...tries[0] })),
    ]
    const shape = (url: string): string => url.replace(/ref=\w+/, '')
    expect(shape(second)).toBe(shape(first))
    expect(app.compared()).toBe(1)
    expect(lines.at(-1)).toMatch(/"credentials".*"account" of "password".* \d+ s/)
    expect(causes).toEqual([undefined, { budget: { action: 'password', subject: 'account' } }])
    app.clock.advance(ONCE.window)
    expect(where(await submitTry(app, { ...tries[1] }))).toBe(INSIDE)
  })

  test('of passwords counts no right one, and knows the browser from then on', async () => {
    const app = await open({ password: { account: ONCE } })
    const browser = app.openBrowser()
    for (let index = 0; index < 3; index++) {
      expect(where(await submitTry(app, { ...RIGHT, browser }))).toBe(INSIDE)
    }
    expect(isKnown(browser)).toBe(true)
    await submitTry(app, { address: addressAt(3) })
    expect(where(await submitTry(app, { ...RIGHT, address: addressAt(4) }))).not.toBe(INSIDE)
    expect(where(await submitTry(app, { ...RIGHT, browser }))).toBe(INSIDE)
  })

  /** A sign-in whose accounts differ by the exact text of name and company. */
  function openCompanies(
    limits: AuthConfig['limits'] = {},
    declared: readonly string[] = ['email', 'companyCode'],
  ): Promise<LimitedApp> {
    const known: Readonly<Record<string, string>> = {
      'victim@example.com at one': 'secret of victim',
      'victim+x@example.com at one': RIGHT_OF_ANOTHER,
      'Victim@example.com at one': RIGHT_OF_ANOTHER,
      'victim @example.com at one': RIGHT_OF_ANOTHER,
      'victim@example.com at two': RIGHT_OF_ANOTHER,
      'victim@gmail.com at one': 'secret of victim',
      'v.ictim@gmail.com at one': RIGHT_OF_ANOTHER,
    }
    const provider = passwords({
      credentials: {
        ...Object.fromEntries(declared.map((name) => [name, {}])),
        password: { type: 'password' },
      },
      authorize({ email, companyCode, password }: Readonly<Record<string, unknown>>) {
        compared += 1
        const account = `${String(email)} at ${String(companyCode)}`
        return known[account] === password ? { id: account } : null
      },
    })
    return open(limits, { providers: [provider], session: { strategy: 'jwt' } })
  }
  const RIGHT_OF_ANOTHER = 'secret of another'
  let compared = 0

  async function tryAt(
    browser: Browser,
    email: string,
    companyCode: string,
    password: string,
  ): Promise<Response> {
    const csrfToken = await browser.csrf(BASE)
    const fields = { csrfToken, callbackUrl: '/inside', email, companyCode, password }
    return browser.submit(`${BASE}/callback/credentials`, fields)
  }

  test.each([
    ['victim+x@example.com', 'one', 'victim@example.com'],
    ['Victim@example.com', 'one', 'victim@example.com'],
    ['victim @example.com', 'one', 'victim@example.com'],
    ['victim@example.com', 'two', 'victim@example.com'],
    ['v.ictim@gmail.com', 'one', 'victim@gmail.com'],
  ])(
    'of passwords are those of a stranger for an account in a browser that is known for %s at %s, which counts as the same name (EQV-01)',
    async (email, company, victim) => {
      const app = await openCompanies()
      const browser = app.openBrowser()
      expect(where(await tryAt(browser, email, company, RIGHT_OF_ANOTHER))).toBe(INSIDE)
      compared = 0
      const statuses = []
      for (let index = 0; index < 40; index += 1)
        statuses.push((await tryAt(browser, victim, 'one', `guess ${index}`)).status)
      expect([compared, statuses.at(-1)]).toEqual([5, 429])
      // Their own account is spared.
      expect(where(await tryAt(browser, email, company, RIGHT_OF_ANOTHER))).toBe(INSIDE)
    },
  )

  test('of passwords are those of a stranger for an account that differs in a field which is not declared (EQV-01)', async () => {
    const app = await openCompanies({}, ['email'])
    const browser = app.openBrowser()
    const email = 'victim@example.com'
    expect(where(await tryAt(browser, email, 'two', RIGHT_OF_ANOTHER))).toBe(INSIDE)
    compared = 0
    for (let index = 0; index < 20; index += 1) await tryAt(browser, email, 'one', `guess ${index}`)
    expect(compared).toBe(5)
  })

  test('of passwords are one for the browsers that are known for several names of a user (EQV-02)', async () => {
    let right = 'the old password'
    const provider = passwords({
      credentials: { email: {}, password: { type: 'password' } },
      authorize({ email, password }) {
        compared += 1
        return String(email).toLowerCase() === 'ada@example.com' && password === right
          ? { id: 'ada' }
          : null
      },
    })
    const app = await open({}, { providers: [provider], session: { strategy: 'jwt' } })
    const names = ['ada@example.com', 'Ada@example.com', 'aDa@example.com', 'adA@example.com']
    const known = names.map((name, index) => ({
      name,
      tag: `${index}`,
      browser: app.openBrowser(),
    }))
    for (const { name, tag, browser } of known)
      expect(where(await tryAt(browser, name, tag, right))).toBe(INSIDE)
    right = 'the new password'
    compared = 0
    for (const { name, tag, browser } of known)
      for (let index = 0; index < 12; index += 1) await tryAt(browser, name, tag, `guess ${index}`)
    expect(compared).toBe(10)
  })

  test('of passwords in all known browsers of an account are one, and that of the application holds these as well (EQV-02)', async () => {
    const app = await open({ password: { application: { points: 12, window: 60 } } })
    const browsers = [0, 1, 2].map(() => app.openBrowser())
    for (const browser of browsers) await submitTry(app, { ...RIGHT, browser })
    const before = app.compared()
    const tryAll = async (username: string): Promise<void> => {
      for (let index = 0; index < 30; index += 1) {
        const browser = browsers[index % 3]
        if (browser) await submitTry(app, { browser, username })
      }
    }
    await tryAll('ada')
    expect(app.compared() - before).toBe(10)
    app.clock.advance(60)
    for (const browser of browsers) await submitTry(app, { ...RIGHT, username: 'grace', browser })
    const again = app.compared()
    await tryAll('ada')
    await tryAll('grace')
    expect(app.compared() - again).toBeLessThanOrEqual(12)
  })

  test('of the application, used up by clients without an address, hold neither clients with one nor known browsers, and others pass with a challenge (ADR-01, LIM-05)', async () => {
    const limits = { password: { application: { points: 3, window: 60 } } }
    const challenge = ({ fields }: { fields: ReadonlyMap<string, unknown> }): boolean =>
      fields.get('username') === 'grace'
    const app = await open({ ...limits, challenge })
    const own = app.openBrowser()
    await submitTry(app, { ...RIGHT, browser: own })
    const flood = []
    for (let index = 0; index < 9; index += 1)
      flood.push((await submitTry(app, { username: `name${index}` })).status)
    expect(flood).toEqual([302, 302, 302, 429, 429, 429, 429, 429, 429])
    expect((await submitTry(app, RIGHT)).status).toBe(429)
    expect(where(await submitTry(app, { ...RIGHT, username: 'grace' }))).toBe(INSIDE)
    expect(where(await submitTry(app, { ...RIGHT, address: '203.0.113.7' }))).toBe(INSIDE)
    expect(where(await submitTry(app, { ...RIGHT, browser: own }))).toBe(INSIDE)
  })

  test('of passwords knows no browser in which two names were entered, or none', async () => {
    const provider = passwords({
      credentials: { username: {}, email: {}, pin: {}, password: {} },
      authorize: () => ({ id: 'id-of-ada', name: 'Ada' }),
    })
    const app = await open({}, { providers: [provider] })
    for (const fields of [{ username: 'ada', email: 'grace@example.com' }, { pin: '1' }]) {
      const browser = app.openBrowser()
      const csrfToken = await browser.csrf(BASE)
      const sent = { csrfToken, callbackUrl: '/inside', ...fields }
      const response = await browser.submit(`${BASE}/callback/credentials`, sent)
      expect([where(response), isKnown(browser)]).toEqual([INSIDE, false])
    }
  })

  test('of passwords, mails and codes are not counted where they are turned off, and no browser is known', async () => {
    const app = await open(false)
    const browser = app.openBrowser()
    for (let index = 0; index < 12; index++) await submitTry(app, { browser })
    expect(where(await submitTry(app, { ...RIGHT, browser }))).toBe(INSIDE)
    for (let index = 0; index < 6; index++) {
      expect(where(await signInByCode(app, browser))).toBe(INSIDE)
    }
    expect(isKnown(browser)).toBe(false)
    expect((await updateSession(browser, {})).status).toBe(200)
  })

  test('of updates refuses a browser that has made too many', async () => {
    const app = await open({ update: { browser: ONCE } })
    const browser = app.openBrowser()
    await submitTry(app, { ...RIGHT, browser })
    const statuses = [await updateSession(browser, {}), await updateSession(browser, {})]
    expect(statuses.map(({ status }) => status)).toEqual([200, 429])
  })

  test('of mails sends none to a mailbox that has had too many, and names the budget in the log only', async () => {
    const { app, lines } = await openWithLog({ mail: { account: ONCE } })
    const answers = [await askForMail(app.openBrowser()), await askForMail(app.openBrowser())]
    expect(new Set(answers.map(where)).size).toBe(1)
    expect(app.box.letters).toHaveLength(1)
    expect(lines.at(-1)).toContain('"account" of "mail"')
  })

  test('of mails refuses a client that has asked for too many, and names the budget in the log', async () => {
    const { app, lines } = await openWithLog({ mail: { address: ONCE } })
    const headers = { 'x-client': '203.0.113.7' }
    const statuses = []
    for (const address of ['ada@example.com', 'grace@example.com']) {
      statuses.push((await askForMail(app.openBrowser(), address, headers)).status)
    }
    expect(statuses).toEqual([302, 429])
    expect(lines.at(-1)).toContain('"address" of "mail"')
  })

  test('of mails gives back to mailbox and known browser what was spent for a mail that could not be sent', async () => {
    let isDown = true
    const box = createLetterBox()
    const sendVerificationRequest: typeof box.provider.sendVerificationRequest = (params) => {
      if (isDown) throw new Error('The mail server is down.')
      return box.provider.sendVerificationRequest(params)
    }
    const providers = [{ ...box.provider, sendVerificationRequest }]
    const app = await open({ mail: { account: ONCE, device: ONCE } }, { providers })
    const browser = app.openBrowser()
    const ask = async (): Promise<number> => {
      await askForMail(browser)
      return box.letters.length
    }
    expect(await ask()).toBe(0)
    isDown = false
    expect(await ask()).toBe(1)
    await typeCode(browser, box.last().code)
    expect(isKnown(browser)).toBe(true)
    isDown = true
    expect(await ask()).toBe(1)
    isDown = false
    expect(await ask()).toBe(2)
    expect(await ask()).toBe(2)
  })

  test('of codes compares none for a mailbox that was tried too often, but in a browser known for it', async () => {
    const { app, lines } = await openWithLog({ mail: false, code: { account: ONCE, device: ONCE } })
    const [known, stranger, own]: Browser[] = [0, 1, 2].map(() => app.openBrowser())
    if (!known || !stranger || !own) throw new Error('There are three.')
    expect(where(await signInByCode(app, known))).toBe(INSIDE)
    await askForMail(stranger)
    const wrong = where(await typeCode(stranger, wrongCode(app.box.last().code)))
    const unseen = where(await signInByCode(app, own))
    expect(unseen).toBe(wrong)
    expect(unseen).toContain(`${BASE}/verify-request?provider=mail&type=email`)
    expect(lines.at(-1)).toContain('"account" of "code"')
    expect(where(await signInByCode(app, known))).toBe(INSIDE)
  })

  test('of codes refuses a client that has typed too many, and names the budget in the log', async () => {
    const { app, lines } = await openWithLog({ code: { browser: ONCE } })
    const browser = app.openBrowser()
    await askForMail(browser)
    const code = wrongCode(app.box.last().code)
    expect((await typeCode(browser, code)).status).toBe(302)
    expect((await typeCode(browser, code)).status).toBe(429)
    expect(lines.at(-1)).toContain('"browser" of "code"')
  })
})

describe('The budgets of the application for passkeys', () => {
  const store = storeForEachTest()

  /** An application with the key of a person in an authenticator, and two points in each budget of the application for passkeys. */
  async function openWithKey(): Promise<{
    readonly app: App
    readonly fake: FakeAuthenticator
  }> {
    const fake = createAuthenticator({ origin: ORIGIN })
    await store.adapter.createUser({ ...ADA, emailVerified: null })
    const limits = { webauthn: { application: { points: 4, window: 60 } } }
    const app = createApp({
      providers: [passwords(), Passkey({ listCredentials: true })],
      adapter: store.adapter,
      experimental: { enableWebAuthn: true },
      clientAddress: { header: 'x-client' },
      limits,
    })
    const own = app.openBrowser()
    await signInWithPassword(own)
    expect(where(await addKey(own, fake))).toBe(INSIDE)
    return { app, fake }
  }
  const emails = ['ada@example.com', 'unknown@example.com']

  test('for look-ups by a name list no more credentials, real or not, once they are used up, and those without a name go on (LIM-01, LIM-05, ENU-02)', async () => {
    const { app, fake } = await openWithKey()
    const lists = []
    for (let index = 0; index < 8; index += 1) {
      const email = emails[index % 2] ?? ''
      lists.push((await requestOptions(app.openBrowser(), { email })).allowCredentials?.length ?? 0)
    }
    expect(lists.slice(0, 4).every((length) => length > 0)).toBe(true)
    expect(lists.slice(4)).toEqual([0, 0, 0, 0])
    // The authenticator finds the passkey without a list.
    expect(where(await useKey(app.openBrowser(), fake))).toBe(INSIDE)
  })

  test('for wrong answers refuse further ones, but none in a browser that is known for the passkey, and count no right one (ADR-01, EQV-01, LIM-01, LIM-03)', async () => {
    const { app, fake } = await openWithKey()
    const known = app.openBrowser()
    for (let index = 0; index < 6; index += 1) expect(where(await useKey(known, fake))).toBe(INSIDE)
    const statuses = []
    for (let index = 0; index < 6; index += 1)
      statuses.push((await useKey(app.openBrowser(), fake, { flags: 0 })).status)
    expect(statuses.slice(4)).toEqual([429, 429])
    expect((await useKey(app.openBrowser(), fake)).status).toBe(429)
    expect(where(await useKey(known, fake))).toBe(INSIDE)
  })
})
