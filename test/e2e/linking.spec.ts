import type { Page } from '@playwright/test'
import {
  ADA,
  allowAtProvider,
  demoUser,
  expectSignedIn,
  GRACE,
  logInAtProvider,
  newAddress,
  signInAtProvider,
  signInByPassword,
  typeLoginAtProvider,
} from './src/steps.ts'
import { expect, test } from './src/test.ts'
import { texts } from './src/texts.ts'

async function userId(page: Page): Promise<string | undefined> {
  return /"id":"([^"]+)"/.exec(await (await page.request.get('/api/me')).text())?.[1]
}

test(
  'two providers with one verified address sign in one user',
  { tag: '@slow' },
  async ({ page, newBrowser }) => {
    const other = await (await newBrowser()).newPage()
    const ids: unknown[] = []
    for (const [tab, provider] of [
      [page, 'Harbour ID'],
      [other, 'Harbour Code'],
    ] as const) {
      await tab.goto('/api/auth/signin?callbackUrl=/account')
      await tab.getByRole('button', { name: `Continue with ${provider}` }).click()
      await signInAtProvider(tab, GRACE)
      await tab.waitForURL('/account')
      await expectSignedIn(tab, GRACE.name)
      ids.push(await userId(tab))
    }
    expect(ids[0]).toMatch(/^[\w-]{36}$/)
    expect(ids[1]).toBe(ids[0])
    await expect(other.getByTestId('accounts').getByText('Linked', { exact: true })).toHaveCount(2)
  },
)

test(
  'an account added while signed in belongs to the signed-in user',
  { tag: '@core' },
  async ({ page, demo, newBrowser }) => {
    const login = newAddress()
    const { name } = demoUser(demo, 'margaret')
    await signInByPassword(page, demoUser(demo, 'margaret'), '/account')
    await page.getByRole('button', { name: 'Link Harbour ID' }).click()
    await typeLoginAtProvider(page, login)
    await allowAtProvider(page)
    await page.waitForURL('/account')
    await expectSignedIn(page, name)

    const other = await (await newBrowser()).newPage()
    await other.goto('/')
    await other.getByRole('button', { name: 'Continue with Harbour ID' }).click()
    await typeLoginAtProvider(other, login)
    await allowAtProvider(other)
    await other.waitForURL('/')
    await expectSignedIn(other, name)
  },
)

test(
  'an account of another user is refused, and the session is kept',
  { tag: '@slow' },
  async ({ page, demo }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Continue with Harbour ID' }).click()
    await signInAtProvider(page, ADA)
    await page.waitForURL('/')
    await expectSignedIn(page, ADA.name)

    await signInByPassword(page, demoUser(demo, 'katherine'), '/account')
    await page.getByRole('button', { name: 'Link Harbour ID' }).click()
    // What she allowed before, the provider does not ask again.
    await logInAtProvider(page, ADA)
    await expect(page).toHaveURL(/\/api\/auth\/signin\?.*error=OAuthAccountNotLinked/)
    await expect(page.getByRole('alert')).toBeVisible()
    await page.goto('/account')
    await expectSignedIn(page, demoUser(demo, 'katherine').name)
  },
)

test(
  'an account with an unverified address is not linked',
  { tag: '@slow' },
  async ({ page, demo }) => {
    const { email } = demoUser(demo, 'margaret')
    await page.goto('/')
    await page.getByRole('button', { name: 'Continue with Harbour Code' }).click()
    await typeLoginAtProvider(page, email)
    await allowAtProvider(page)
    await expect(page).toHaveURL(/error=OAuthAccountNotLinked/)
    await expect(page.getByRole('alert')).toContainText(texts.signInErrors.OAuthAccountNotLinked)
    expect((await page.request.get('/api/me')).status()).toBe(401)
  },
)
