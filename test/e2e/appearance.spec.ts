import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import type { Demo } from './src/demo.ts'
import { type Keyless, startKeyless } from './src/keyless.ts'
import { expectAccessible, expectZoomable, photograph } from './src/looks.ts'
import {
  ADA,
  addVirtualAuthenticator,
  allowAtProvider,
  askForMail,
  demoUser,
  newAddress,
  openMail,
  PHONE,
  signInByPassword,
  typeLoginAtProvider,
} from './src/steps.ts'
import { expect, test } from './src/test.ts'
import type { Watch } from './src/watch.ts'
import { texts } from './src/texts.ts'

/** What it takes to see a page. */
interface Setup {
  readonly page: Page
  readonly newBrowser: (options?: BrowserContextOptions) => Promise<BrowserContext>
  readonly demo: Demo
  readonly watch: Watch
}

/** Signs in a person that no other test uses. */
async function signInAs(page: Page, login: string): Promise<void> {
  await page.goto('/api/auth/signin?callbackUrl=/account')
  await page.getByRole('button', { name: 'Continue with Harbour ID' }).click()
  await typeLoginAtProvider(page, login)
  await allowAtProvider(page)
  await page.waitForURL('/account')
}

const open =
  (path: string) =>
  async ({ page }: Setup) => {
    await page.goto(path)
  }

const openSignedIn =
  (path: string) =>
  async ({ page, demo }: Setup) => {
    await signInByPassword(page, demoUser(demo, 'margaret'))
    await page.goto(path)
  }

const openFailing =
  (path: string, status: number) =>
  async ({ page, watch }: Setup) => {
    watch.allow(new RegExp(`^${status} GET `), new RegExp(`^console error: .* ${status} `))
    await page.goto(path)
  }

const PAGES: Readonly<Record<string, (setup: Setup) => Promise<void>>> = {
  'home-signed-out': open('/'),
  'home-signed-in': openSignedIn('/'),
  'home-wrong-password': async ({ page }) => {
    await page.goto('/')
    await page.getByLabel('User name').fill('margaret')
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Sign in with password' }).click()
    await expect(page.getByText('do not belong together')).toBeVisible()
  },
  protected: openSignedIn('/protected'),
  'client-signed-in': openSignedIn('/client'),
  'client-signed-out': open('/client'),
  account: openSignedIn('/account'),
  members: openSignedIn('/members'),
  'legacy-signed-out': open('/legacy'),
  'legacy-signed-in': openSignedIn('/legacy'),
  'not-found': openFailing('/nowhere', 404),
  'auth-sign-in': open('/api/auth/signin'),
  'auth-sign-in-error': open('/api/auth/signin?error=OAuthCallbackError&ref=K7QMW2XR'),
  'auth-sign-in-wrong-password': open(
    '/api/auth/signin?error=CredentialsSignin&code=account_locked&ref=K7QMW2XR',
  ),
  'auth-sign-in-last-used': async ({ page }) => {
    await signInAs(page, newAddress())
    await page.context().clearCookies({ name: /session-token/ })
    await page.goto('/api/auth/signin')
    await expect(page.getByText(texts.signIn.lastUsed)).toBeVisible()
  },
  'auth-sign-in-password-shown': async ({ page }) => {
    await page.goto('/api/auth/signin')
    await page.getByLabel('Password').fill('what was typed')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(page.getByLabel('Password')).toHaveAttribute('type', 'text')
  },
  'auth-sign-in-unknown': open('/api/auth/signin/nosuch'),
  'auth-sign-out': openSignedIn('/api/auth/signout'),
  'auth-devices': async ({ page, newBrowser }) => {
    const login = newAddress()
    await signInAs(await (await newBrowser({ userAgent: PHONE })).newPage(), login)
    await signInAs(page, login)
    await page.goto('/api/auth/devices')
    await expect(page.getByText('Safari on iOS')).toBeVisible()
    await expect(page.getByText('This browser')).toBeVisible()
  },
  'account-devices': async ({ page, newBrowser }) => {
    const login = newAddress()
    await signInAs(await (await newBrowser({ userAgent: PHONE })).newPage(), login)
    await signInAs(page, login)
    await signInAs(await (await newBrowser({ userAgent: PHONE })).newPage(), login)
    await page.reload()
    await page.getByRole('button', { name: 'Sign out: Safari on iOS' }).first().click()
    await expect(page.getByRole('status')).toBeVisible()
    await expect(page.getByText('Safari on iOS')).toHaveCount(1)
  },
  'auth-account': async ({ page }) => {
    await signInAs(page, newAddress())
    await page.getByRole('link', { name: 'See and remove how you sign in' }).click()
    await expect(page.getByText('Harbour ID')).toBeVisible()
  },
  'auth-account-passkey': async ({ page, demo }) => {
    // A passkey is added by those whose address is proven.
    const address = newAddress()
    await askForMail(page, address)
    await openMail(page, demo, address)
    await page.getByRole('link', { name: 'Open the link' }).click()
    await page.waitForURL('/')
    await addVirtualAuthenticator(page)
    await page.goto('/account')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.waitForResponse((response) => response.url().includes('/callback/passkey'))
    await page.waitForURL('/account')
    await page.getByRole('link', { name: 'See and remove how you sign in' }).click()
    await page.getByText('Rename').click()
    await page.getByLabel(texts.account.name).fill('Work laptop')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Work laptop')).toBeVisible()
    await page.getByText('Rename').click()
  },
  'account-ways': async ({ page, newBrowser }) => {
    const login = newAddress()
    await signInAs(await (await newBrowser({ userAgent: PHONE })).newPage(), login)
    await signInAs(page, login)
    await page.goto('/account/ways')
    await page.getByRole('button', { name: 'Sign out: Safari on iOS' }).click()
    await expect(page.getByText('Signed out.')).toBeVisible()
    await expect(page.getByText('Safari on iOS')).toHaveCount(0)
    const ways = page.getByRole('list', { name: texts.account.accounts })
    await expect(ways.getByText(texts.account.only)).toBeVisible()
    await expect(ways.getByRole('button')).toHaveCount(0)
  },
  'auth-sign-in-ended': async ({ page, newBrowser }) => {
    const login = newAddress()
    await signInAs(page, login)
    const other = await (await newBrowser({ userAgent: PHONE })).newPage()
    await signInAs(other, login)
    await other.getByRole('button', { name: 'Sign out all other devices' }).click()
    await expect(other.getByRole('status')).toBeVisible()
    await page.goto('/protected')
    await expect(page.getByText('You were signed out')).toBeVisible()
  },
  'auth-error-configuration': openFailing('/api/auth/error?error=Configuration&ref=K7QMW2XR', 500),
  'auth-error-access-denied': openFailing('/api/auth/error?error=AccessDenied', 403),
  'auth-error-verification': openFailing('/api/auth/error?error=Verification', 403),
  'auth-not-found': openFailing('/api/auth/nowhere', 404),
  'auth-verify-request': async ({ page }) => askForMail(page, newAddress()),
  'auth-wrong-code': async ({ page }) => {
    await askForMail(page, newAddress())
    await page.getByLabel(texts.verifyRequest.code).fill('AAAA-AAAA')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
  },
  'auth-confirm-link': async ({ page, demo }) => {
    const address = newAddress()
    await askForMail(page, address)
    await page.context().clearCookies()
    await openMail(page, demo, address)
    await page.getByRole('link', { name: 'Open the link' }).click()
    await expect(page.getByRole('heading', { name: 'Is this you?' })).toBeVisible()
  },
  'harbour-login': async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Continue with Harbour ID' }).click()
    await expect(page.getByRole('heading', { name: 'Who is signing in?' })).toBeVisible()
  },
  'harbour-consent': async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Continue with Harbour Code' }).click()
    await page.getByRole('button', { name: ADA.name }).click()
    await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible()
  },
  mailbox: async ({ page, demo }) => {
    await askForMail(page, newAddress())
    await page.goto(demo.mailboxUrl)
    await expect(page.getByRole('listitem').first()).toBeVisible()
  },
  mail: async ({ page, demo }) => {
    const address = newAddress()
    await askForMail(page, address)
    await openMail(page, demo, address)
  },
}

for (const [name, visit] of Object.entries(PAGES)) {
  const title = `${name} is accessible and fits, in light and dark, and at 200 %`
  test(title, { tag: '@slow' }, async ({ page, newBrowser, demo, watch }) => {
    await visit({ page, newBrowser, demo, watch })
    await photograph(page, name)
    await expectZoomable(page, name)
    await expectAccessible(page, name)
  })
}

/** Begins to sign in where the provider has no keys, and is at its emulator. */
async function openEmulator(page: Page, { appUrl }: Keyless): Promise<void> {
  await page.goto(`${appUrl}/auth/signin`)
  await page.getByRole('button', { name: 'Google' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in with Google' })).toBeVisible()
}

/** The target of a button of the emulator, and the text there. */
const OUTCOMES = {
  Allow: 'The application',
  Cancel: 'cancelled',
  'Gives no email': 'The application',
  'Email not verified': 'The application',
  'Service is down': 'try again',
  'Clock is wrong': 'try again',
} as const

const KEYLESS: Readonly<Record<string, (page: Page, keyless: Keyless) => Promise<unknown>>> = {
  'keyless-sign-in': async (page, { appUrl }) => {
    await page.goto(`${appUrl}/auth/signin`)
    await expect(page.getByRole('complementary', { name: 'Development' })).toBeVisible()
  },
  emulator: openEmulator,
  'keyless-failure': async (page, keyless) => {
    await openEmulator(page, keyless)
    await page.getByRole('button', { name: 'Clock is wrong' }).click()
    await expect(page.getByRole('complementary', { name: 'Development' })).toBeVisible()
  },
  'emulators-home': async (page, { labUrl }) => page.goto(labUrl),
  'emulators-mailbox-empty': async (page, { labUrl }) => page.goto(`${labUrl}/mail`),
  'emulators-mailbox': async (page, { labUrl }) => {
    const text = `Sign in: http://127.0.0.1:3000/auth/callback/resend?token=${'a1b2c3d4'.repeat(12)}`
    const mail = { to: 'ada@example.com', from: 'app@example.com', subject: 'Sign in', text }
    await page.request.post(`${labUrl}/mail`, { data: mail })
    await page.goto(`${labUrl}/mail`)
    await expect(page.getByRole('link', { name: 'Open the link' })).toBeVisible()
  },
}

test.describe('development without keys', () => {
  let keyless: Keyless
  test.beforeAll(async () => {
    keyless = await startKeyless()
  })
  test.afterAll(() => keyless.close())
  test.beforeEach(({ watch }) => watch.trust(keyless.appUrl, keyless.labUrl))

  for (const [name, visit] of Object.entries(KEYLESS)) {
    const title = `${name} is accessible and fits, in light and dark, and at 200 %`
    test(title, { tag: '@slow' }, async ({ page }) => {
      await visit(page, keyless)
      await photograph(page, name)
      await expectZoomable(page, name)
      await expectAccessible(page, name)
    })
  }

  for (const [button, outcome] of Object.entries(OUTCOMES)) {
    const title = `without scripts, the button "${button}" of the emulator leads to "${outcome}"`
    test(title, { tag: '@slow' }, async ({ newBrowser }) => {
      const page = await (await newBrowser({ javaScriptEnabled: false })).newPage()
      await openEmulator(page, keyless)
      await page.getByRole('button', { name: button }).click()
      await expect(page).toHaveURL((url) => url.origin === keyless.appUrl)
      await expect(page.locator('body')).toContainText(new RegExp(outcome, 'i'))
    })
  }
})
