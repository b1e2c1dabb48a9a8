import { randomUUID } from 'node:crypto'
import {
  ADA,
  demoUser,
  expectSignedIn,
  expectSignedOut,
  signInAtProvider,
  shownSession,
  signInByPassword,
  typePassword,
} from './src/steps.ts'
import { expect, test } from './src/test.ts'

test(
  'the client page shows the session, and an update without a reload',
  { tag: '@core' },
  async ({ page, demo }) => {
    const { name, email } = demoUser(demo, 'margaret')
    await signInByPassword(page, demoUser(demo, 'margaret'), '/client')
    await expect(page.getByTestId('status')).toHaveText('authenticated')
    expect(await shownSession(page)).toMatchObject({ user: { name, email, role: 'admin' } })

    const loaded = await page.evaluate(() => performance.timeOrigin)
    const motto = `Out of the loop ${randomUUID()}`
    await page.getByLabel('Your motto').fill(motto)
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByTestId('session-json')).toContainText(motto)
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded)

    // Kept, and no more than what the application lets a browser set.
    await page.reload()
    expect(await shownSession(page)).toMatchObject({ user: { name, motto, role: 'admin' } })
  },
)

test(
  'a browser cannot make itself an administrator with an update',
  { tag: '@core' },
  async ({ page, demo }) => {
    await signInByPassword(page, demoUser(demo, 'katherine'), '/client')
    const updated = await page.evaluate(async () => {
      const csrf: unknown = await (await fetch('/api/auth/csrf')).json()
      const data = { role: 'admin', user: { role: 'admin', id: 'x' }, sub: 'x' }
      const response = await fetch('/api/auth/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(Object.assign({}, csrf, { data })),
      })
      return response.text()
    })
    expect(JSON.parse(updated)).toMatchObject({
      user: { name: 'Katherine Johnson', role: 'member' },
    })
    await page.reload()
    expect(await shownSession(page)).toMatchObject({ user: { role: 'member' } })
  },
)

test(
  'the client page signs in without a redirect, after a wrong password',
  { tag: '@core' },
  async ({ page, demo }) => {
    const user = demoUser(demo, 'katherine')
    await page.goto('/client')
    await expect(page.getByTestId('status')).toHaveText('unauthenticated')
    await typePassword(page, user.username, 'wrong')
    await page.getByRole('button', { name: 'Sign in on this page' }).click()
    await expect(page.getByText('do not belong together')).toBeVisible()
    await expectSignedOut(page)

    await typePassword(page, user.username, user.password)
    await page.getByRole('button', { name: 'Sign in on this page' }).click()
    await expect(page.getByTestId('status')).toHaveText('authenticated')
    await expect(page).toHaveURL('/client')
    await expectSignedIn(page, user.name)
  },
)

test(
  'signIn() redirects to the identity provider and returns to the page',
  { tag: '@slow' },
  async ({ page }) => {
    await page.goto('/client?tab=2')
    await page.getByRole('button', { name: 'Continue with Harbour ID' }).click()
    await signInAtProvider(page, ADA)
    await page.waitForURL('/client?tab=2')
    await expect(page.getByTestId('status')).toHaveText('authenticated')
    await expectSignedIn(page, ADA.name)
  },
)

test(
  'signIn() without a provider opens the sign-in page',
  { tag: '@slow' },
  async ({ page, demo }) => {
    const user = demoUser(demo, 'margaret')
    await page.goto('/client')
    await page.getByRole('button', { name: 'Open the sign-in page' }).click()
    await typePassword(page, user.username, user.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('/client')
    await expect(page.getByTestId('status')).toHaveText('authenticated')
  },
)

test(
  'a second tab notices sign-in, update and sign-out',
  { tag: '@slow' },
  async ({ page, context, demo }) => {
    const second = await context.newPage()
    await second.goto('/client')
    await expect(second.getByTestId('status')).toHaveText('unauthenticated')
    await page.goto('/client')
    await page.getByRole('button', { name: 'Sign in as Margaret' }).click()
    await expect(page.getByTestId('status')).toHaveText('authenticated')
    await expect(second.getByTestId('status')).toHaveText('authenticated')
    await expectSignedIn(second, demoUser(demo, 'margaret').name)

    const motto = `Both tabs ${randomUUID()}`
    await page.getByLabel('Your motto').fill(motto)
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(second.getByTestId('session-json')).toContainText(motto)

    await second.getByRole('button', { name: 'Sign out on this page' }).click()
    await expect(page.getByTestId('status')).toHaveText('unauthenticated')
    await expectSignedOut(page)
  },
)
