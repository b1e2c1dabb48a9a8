import { type Browser, type CDPSession, type Page } from 'playwright-core'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest'
import { including } from '@latchstring/test-kit/matchers'
import { enterPassword, type PasskeyServer, startPasskeyServer } from './src/passkey-server.ts'
import {
  addVirtualAuthenticator,
  launchChromium,
  noteComplaints,
} from '@latchstring/test-kit/chromium'
import { IN_FULL, inPart } from '@latchstring/test-kit/in-part'
import { texts } from '@latchstring/test-kit/texts'

/** A page with a virtual authenticator, and everything on it that went wrong. */
interface Visit {
  readonly page: Page
  readonly cdp: CDPSession
  readonly authenticatorId: string
  readonly complaints: string[]
}

// The normal run has what differs from what the flows of simulated browsers prove; variants of a page are for the slow one.
let browser: Browser
let suggesting: PasskeyServer
let plain: PasskeyServer

beforeAll(async () => {
  ;[browser, suggesting, plain] = await Promise.all([
    launchChromium(),
    startPasskeyServer({}),
    startPasskeyServer({ enableConditionalUI: false }),
  ])
})

afterAll(() => Promise.all([browser?.close(), suggesting?.close(), plain?.close()]))

async function visit({ origin }: PasskeyServer): Promise<Visit> {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  const complaints = noteComplaints(page)
  page.on('request', (request) => {
    if (!/^(?:data:|http:\/\/localhost:)/.test(request.url())) complaints.push(request.url())
  })
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const backup = { defaultBackupEligibility: true, defaultBackupState: true }
  const authenticatorId = await addVirtualAuthenticator(cdp, backup)
  return { page, cdp, authenticatorId, complaints }
}

async function outcome(page: Page, button: string): Promise<unknown> {
  await page.getByRole('button', { name: button }).click()
  const text = (await page.locator('output').filter({ hasText: /./ }).textContent()) ?? ''
  return text.startsWith('{') ? JSON.parse(text) : text
}

async function addPasskey(page: Page): Promise<void> {
  await enterPassword(page)
  expect(await outcome(page, 'Add a passkey')).toEqual(including({ ok: true, url: page.url() }))
}

async function sessionIn(page: Page): Promise<unknown> {
  return (await page.request.get('/auth/session')).json()
}

const ADA = including({ user: including({ name: 'Ada Lovelace' }) })

let current: Visit

describe('In Chromium, with a virtual authenticator,', () => {
  afterEach(async () => {
    expect(current.complaints).toEqual([])
    await current.page.context().close()
  })

  describe('without suggestions,', () => {
    beforeEach(async () => {
      await plain.store.execute('DELETE FROM authenticators')
      await plain.store.execute('DELETE FROM accounts')
      current = await visit(plain)
    })

    test('a passkey is added while signed in, and signs in from the built-in page', async () => {
      const { page, cdp, authenticatorId } = current
      await addPasskey(page)
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
      expect(credentials).toEqual([
        including({ isResidentCredential: true, rpId: 'localhost', userName: 'ada@example.com' }),
      ])
      const [record] = await plain.store.query('SELECT * FROM authenticators')
      expect(record).toMatchObject({
        user_id: 'id-of-ada',
        credential_device_type: 'multiDevice',
        credential_backed_up: 1,
        transports: 'internal',
      })
      await page.context().clearCookies()
      await page.goto('/auth/signin?callbackUrl=%2Fapp')
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.waitForURL('**/app')
      expect(await sessionIn(page)).toEqual(ADA)
    })

    if (IN_FULL) {
      test('the built-in page signs in without the newest browser functions', async () => {
        const { page } = current
        await addPasskey(page)
        await page.context().clearCookies()
        await page.addInitScript(() =>
          Reflect.deleteProperty(PublicKeyCredential, 'parseRequestOptionsFromJSON'),
        )
        await page.goto('/auth/signin?callbackUrl=%2Fapp')
        await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
        await page.waitForURL('**/app')
        expect(await sessionIn(page)).toEqual(ADA)
      })
    }

    test.each(inPart(['built-in page', 'client package'], (what) => what === 'built-in page'))(
      'a passkey that was removed is forgotten by the device after a sign-in of the %s, and the page says so',
      async (what) => {
        const { page, cdp, authenticatorId } = current
        await addPasskey(page)
        await plain.store.execute('DELETE FROM authenticators')
        await plain.store.execute('DELETE FROM accounts')
        await page.context().clearCookies()
        if (what === 'built-in page') {
          await page.goto('/auth/signin?callbackUrl=%2Fapp')
          await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
          await page.getByText(texts.signInReasons.removed).waitFor()
        } else {
          await page.reload()
          expect(await outcome(page, 'Use a passkey')).toEqual(including({ ok: false }))
        }
        await expect
          .poll(
            async () =>
              (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
          )
          .toEqual([])
        expect(await sessionIn(page)).toBeNull()
      },
    )

    test('a passkey that has signed in stays, wherever a link of another site leads after it', async () => {
      const { page, cdp, authenticatorId } = current
      await addPasskey(page)
      await page.context().clearCookies()
      const failed = '/auth/signin?error=Signin&reason=removed'
      await page.goto(`/auth/signin?callbackUrl=${encodeURIComponent(failed)}`)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.waitForURL(`**${failed}`)
      await page.waitForLoadState('networkidle')
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
      expect(credentials).toHaveLength(1)
      expect(await sessionIn(page)).toEqual(ADA)
    })

    test('the account page has the device show the names of today, and no passkey that is gone', async () => {
      const { page, cdp, authenticatorId } = current
      const listed = async (): Promise<readonly unknown[]> =>
        (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials
      await addPasskey(page)
      onTestFinished(() => plain.store.execute("UPDATE users SET name = 'Ada Lovelace'"))
      await plain.store.execute("UPDATE users SET name = 'Ada King' WHERE id = 'id-of-ada'")
      await page.goto('/auth/account')
      const named = including({ userName: 'ada@example.com', userDisplayName: 'Ada King' })
      await expect.poll(listed).toEqual([named])
      await plain.store.execute('DELETE FROM authenticators')
      await plain.store.execute('DELETE FROM accounts')
      await page.reload()
      await expect.poll(listed).toEqual([])
    })

    if (IN_FULL) {
      test('the client package has the device show the names of today after a sign-in', async () => {
        const { page, cdp, authenticatorId } = current
        await addPasskey(page)
        onTestFinished(() => plain.store.execute("UPDATE users SET name = 'Ada Lovelace'"))
        await plain.store.execute("UPDATE users SET name = 'Ada King' WHERE id = 'id-of-ada'")
        await page.context().clearCookies()
        await page.reload()
        expect(await outcome(page, 'Use a passkey')).toEqual(including({ ok: true }))
        const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
        expect(credentials).toEqual([including({ userDisplayName: 'Ada King' })])
      })
    }

    test('the client package signs in with a passkey', async () => {
      const { page } = current
      await addPasskey(page)
      await page.context().clearCookies()
      await page.reload()
      expect(await outcome(page, 'Use a passkey')).toEqual(including({ ok: true }))
      expect(await sessionIn(page)).toEqual(ADA)
    })

    test.runIf(IN_FULL)('a person who is not verified is refused', async () => {
      const { page, cdp, authenticatorId } = current
      await addPasskey(page)
      await page.context().clearCookies()
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
      await page.reload()
      expect(await outcome(page, 'Use a passkey')).toContain('NotAllowedError')
      expect(await sessionIn(page)).toBeNull()
    })
  })

  test('a non-discoverable key is found by fields of the application', async () => {
    const server = await startPasskeyServer({
      enableConditionalUI: false,
      formFields: { username: { label: 'Your name here' }, plant: { label: 'Plant' } },
      residentKey: 'discouraged',
      getUserInfo: async ({ adapter }, { query: { username = '', plant } }) => {
        const email = `${username.toLowerCase()}@${plant === 'north' ? 'example.com' : 'x.example'}`
        const user = await adapter.getUserByEmail?.(email)
        return user ? { user, exists: true } : null
      },
    })
    onTestFinished(() => server.close())
    current = await visit(server)
    const { page, cdp, authenticatorId } = current
    await addPasskey(page)
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
    expect(credentials).toEqual([including({ isResidentCredential: false })])
    await page.context().clearCookies()
    await page.goto('/auth/signin?callbackUrl=%2Fapp')
    await page.getByLabel('Your name here').fill('Ada')
    await page.getByLabel('Plant').fill('north')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/app')
    expect(await sessionIn(page)).toEqual(ADA)
  })

  if (IN_FULL) {
    test('input fields may have the names of members of HTML forms', async () => {
      const names = [
        'submit',
        'elements',
        'addEventListener',
        'querySelector',
        'children',
        'hidden',
      ]
      const server = await startPasskeyServer({
        enableConditionalUI: false,
        formFields: Object.fromEntries(names.map((name) => [name, { label: `The ${name}` }])),
      })
      onTestFinished(() => server.close())
      current = await visit(server)
      const { page } = current
      await addPasskey(page)
      await page.context().clearCookies()
      await page.goto('/auth/signin?callbackUrl=%2Fapp')
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.waitForURL('**/app')
      expect(await sessionIn(page)).toEqual(ADA)
    })
  }

  test('suggestions request a new challenge whenever one expires', async () => {
    const server = await startPasskeyServer({ timeout: 500 })
    onTestFinished(() => server.close())
    current = await visit(server)
    const { page, cdp, authenticatorId } = current
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
    const asked: string[] = []
    page.on('requestfinished', (request) => {
      if (request.url().includes('/webauthn-options/')) asked.push(request.url())
    })
    const answered = (): Promise<unknown> => page.waitForResponse('**/webauthn-options/**')
    await page.clock.install()
    await Promise.all([answered(), page.goto('/auth/signin')])
    await expect.poll(() => asked.length).toBe(1)
    await page.clock.runFor(200_000)
    // A round trip, in which a request that was due would have been seen.
    await page.evaluate(() => fetch('/auth/session'))
    expect(asked).toHaveLength(1)
    await Promise.all([answered(), page.clock.runFor(60_000)])
    await expect.poll(() => asked.length).toBe(2)
  })

  test('a passkey is suggested in the input of the built-in page', async () => {
    current = await visit(suggesting)
    const { page, cdp, authenticatorId } = current
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
    await enterPassword(page)
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
    expect(await outcome(page, 'Add a passkey')).toEqual(including({ ok: true }))
    await page.context().clearCookies()
    // The virtual authenticator chooses its passkey as soon as it is among the suggestions.
    await page.goto('/auth/signin?callbackUrl=%2Fapp')
    await page.waitForURL('**/app')
    expect(await sessionIn(page)).toEqual(ADA)
  })
})

test('Without scripts the other ways to sign in succeed', async () => {
  const context = await browser.newContext({ baseURL: plain.origin, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/auth/signin')
  expect(await page.getByText(texts.signIn.unsupportedPasskey).isVisible()).toBe(true)
  const buttons = await page.getByRole('button').allTextContents()
  expect(buttons.map((text) => text.trim())).toEqual(['Sign in'])
  await enterPassword(page)
  await context.close()
})
