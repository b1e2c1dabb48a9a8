import { ALAN, addVirtualAuthenticator, expectSignedIn, signInAtProvider } from './src/steps.ts'
import { expect, test } from './src/test.ts'
import { texts } from './src/texts.ts'

test('a passkey added on the account page signs in on the home page', async ({ page }) => {
  await addVirtualAuthenticator(page)
  await page.goto('/api/auth/signin?callbackUrl=/account')
  await page.getByRole('button', { name: 'Continue with Harbour ID' }).click()
  await signInAtProvider(page, ALAN)
  await page.waitForURL('/account')
  const registered = page.waitForResponse(
    (response) =>
      response.url().includes('/callback/passkey') && response.request().method() === 'POST',
  )
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  expect((await registered).ok()).toBe(true)
  await page.waitForURL('/account?passkey=added')
  await expect(page.getByRole('status')).toHaveText('The passkey was added.')
  await expect(page.getByRole('alert').filter({ hasText: 'passkey' })).toHaveCount(0)
  await page.getByRole('link', { name: 'See and remove how you sign in' }).click()
  await page.getByText('Rename').click()
  await page.getByLabel(texts.account.name).fill('Work laptop')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.goto('/account/ways')
  const passkeys = page.getByRole('list', { name: 'Passkeys' })
  await expect(passkeys.getByText(/^Work laptop/)).toBeVisible()
  await passkeys.getByText('Rename').click()
  await passkeys.getByLabel(texts.account.name).fill('Home laptop')
  await passkeys.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(texts.account.renamed)).toBeVisible()
  await expect(passkeys.getByText(/^Home laptop/)).toBeVisible()
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectSignedIn(page, ALAN.name)
})

test('the navigation of a phone 360 px wide is on one line', { tag: '@slow' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  const links = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').all()
  expect(links).toHaveLength(6)
  const boxes = await Promise.all(links.map((link) => link.boundingBox()))
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
  const ends = boxes.map((box) => (box === null ? Infinity : box.x + box.width))
  expect(Math.max(...ends)).toBeLessThanOrEqual(360)
})
