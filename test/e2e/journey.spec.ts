import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessible } from './src/looks.ts'
import { expectSignedIn, expectSignedOut, newAddress, openMail } from './src/steps.ts'
import { expect, test } from './src/test.ts'
import type { Demo } from './src/demo.ts'

const PASSWORD = 'seven lanterns over the quay'

/** Seconds that a code holds for. */
const PERIOD = 30

/** Makes the codes of an app: none is used twice, and those of the next step are taken already. */
function createApp(secret: string): { readonly next: () => string } {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(/\s/g, '')) })
  let last = 0
  return {
    next() {
      last = Math.max(last + 1, Math.floor(Date.now() / 1000 / PERIOD) - 1)
      return totp.generate({ timestamp: last * PERIOD * 1000 })
    },
  }
}

interface Person {
  readonly page: Page
  readonly demo: Demo
  readonly address: string
  /** Called at each page, with its name. */
  readonly look: (name: string) => Promise<void>
}

async function register({ page, demo, address, look }: Person): Promise<void> {
  await page.goto('/api/auth/signin?callbackUrl=/account')
  await look('sign-in')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await look('sign-up')
  await page.getByLabel('Email address').fill(address)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await look('check')
  await openMail(page, demo, address)
  await page.getByRole('link', { name: 'Open the link' }).click()
  await expect(page.getByText(`Choose a password for ${address}.`)).toBeVisible()
  await look('join')
  await page.getByLabel('Username').fill(address.split('@')[0]?.slice(0, 20) ?? '')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(/\/(?:account)?$/)
  await expectSignedIn(page, address)
}

/** From the page with the key, to the account page. */
async function setUpApp({
  page,
  look,
}: Person): Promise<{ readonly app: ReturnType<typeof createApp> }> {
  await page.getByRole('button', { name: /^Turn on$|^Add an authenticator app$/ }).click()
  await look('set-up')
  const key = await page.getByText(/^\s*[A-Z2-7]{4}(?: [A-Z2-7]{1,4}){3,}\s*$/).innerText()
  const app = createApp(key)
  await page.getByLabel('6-digit code').fill(app.next())
  await page.getByRole('button', { name: 'Verify and turn on' }).click()
  return { app }
}

async function turnOn(person: Person): Promise<{
  readonly app: ReturnType<typeof createApp>
  readonly codes: readonly string[]
}> {
  const { page, look } = person
  await page.goto('/account')
  await page.getByRole('link', { name: 'See and remove how you sign in' }).click()
  await look('account')
  await page.getByRole('link', { name: 'Turn on' }).click()
  const { app } = await setUpApp(person)
  await expect(page.getByRole('heading', { name: 'Save your backup codes' })).toBeVisible()
  await look('backup-codes')
  const codes = (await page.getByRole('main').locator('li').allInnerTexts()).map((code) =>
    code.trim(),
  )
  expect(new Set(codes).size).toBe(10)
  expect((await page.request.get('/api/me')).status()).toBe(200)
  return { app, codes }
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL('/')
  await expectSignedOut(page)
}

async function enterPassword({ page, address }: Person, callbackUrl: string): Promise<void> {
  await page.goto(`/api/auth/signin?${new URLSearchParams({ callbackUrl })}`)
  await page.getByLabel('Email address or username').fill(address)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a person registers, sets up a second factor, loses it, and leaves', async ({
  page,
  demo,
}) => {
  const address = newAddress()
  const person: Person = { page, demo, address, look: async () => {} }
  await register(person)
  const { app, codes } = await turnOn(person)
  await signOut(page)

  await enterPassword(person, '/account')
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await page.getByLabel('6-digit code').fill(app.next())
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.waitForURL('/account')
  await signOut(page)

  const other = await test.step('the phone is lost', async () => {
    await enterPassword(person, '/account')
    await page.getByRole('link', { name: 'Use a backup code' }).click()
    await page.getByLabel('Backup code').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.waitForURL('/account')
    await page.getByRole('link', { name: 'See and remove how you sign in' }).click()
    await expect(page.getByText('Backup codes left: 9')).toBeVisible()
    await page.getByRole('link', { name: 'Add an authenticator app' }).click()
    const { app: added } = await setUpApp(person)
    await page.goto('/api/auth/account')
    await expect(
      page.getByRole('button', { name: /^Remove: Authenticator app|^Remove/ }),
    ).not.toHaveCount(0)
    return added
  })

  await test.step('a page that asks for two factors', async () => {
    await page.goto('/vault')
    await expect(page.getByRole('heading', { name: 'Vault' })).toBeVisible()
    await expect(page.getByTestId('amr')).toContainText('mfa')
  })

  await test.step('the account is deleted', async () => {
    await page.goto('/api/auth/account')
    await page.getByRole('link', { name: 'Delete my account' }).click()
    await page.getByLabel('I want to delete my account').check()
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByText('You’re signed out everywhere.')).toBeVisible()
    expect((await page.request.get('/api/me')).status()).toBe(401)
  })

  await test.step('a sign-in finds the account leaving, and keeps it', async () => {
    await enterPassword(person, '/account')
    await page.getByLabel('6-digit code').fill(other.next())
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText(/Your account will be deleted on/)).toBeVisible()
    await page.getByRole('button', { name: 'Keep my account' }).click()
    await page.waitForURL('/account')
    await expectSignedIn(page, address)
  })
})

test.describe('without scripts, on a small screen', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('a person registers and sets up a second factor', async ({
    page,
    demo,
    watch,
    newBrowser,
  }) => {
    watch.allow(/^csp: GET .*\/_next\/static\/chunks\//)
    // axe is a script: it looks at the same markup in a browser that runs scripts.
    const looking = await (
      await newBrowser({ javaScriptEnabled: true, viewport: { width: 360, height: 740 } })
    ).newPage()
    const look = async (name: string): Promise<void> => {
      // A page that has just begun has no element yet.
      await page.waitForLoadState()
      const widest = await page.evaluate(() => document.documentElement.scrollWidth)
      expect.soft(widest, `${name} fits into 360 px`).toBeLessThanOrEqual(360)
      const folder = process.env['LATCHSTRING_LOOKS']
      for (const colorScheme of folder === undefined ? [] : (['light', 'dark'] as const)) {
        await page.emulateMedia({ colorScheme })
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 740 })
          await page.screenshot({
            path: `${folder}/${name}-${colorScheme}-${width}.png`,
            fullPage: true,
          })
        }
      }
      await page.setViewportSize({ width: 360, height: 740 })
      await looking.setContent(await page.content())
      await expectAccessible(looking, name)
    }
    await turnOn(await registered({ page, demo, address: newAddress(), look }))
  })
})

async function registered(person: Person): Promise<Person> {
  await register(person)
  return person
}
