import type { AuthConfig } from '@latchstring/core'
import { describe, expect, test } from 'vitest'
import { BASE, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { askForMail, typeCode } from '@latchstring/test-kit/mail-app'
import { passwords, updateSession } from '@latchstring/test-kit/people'
import { readLocation } from '@latchstring/test-kit/story'
import { createLetterBox, wrongCode } from './src/letters.ts'
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
