import type { Page } from '@playwright/test'
import { ALAN, expectSignedIn, signInAtProvider } from './src/steps.ts'
import { expect, test } from './src/test.ts'

/** Gives the browser a device that keeps passkeys, and confirms without asking. */
async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a passkey added on the account page signs in on the home page', async ({ page }) => {
  await addAuthenticator(page)
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
  await page.waitForURL('/account')
  await expect(page.getByRole('alert').filter({ hasText: 'passkey' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectSignedIn(page, ALAN.name)
})

test('the navigation of a phone 360 px wide is on one line', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  const links = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').all()
  expect(links).toHaveLength(6)
  const boxes = await Promise.all(links.map((link) => link.boundingBox()))
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
  const ends = boxes.map((box) => (box === null ? Infinity : box.x + box.width))
  expect(Math.max(...ends)).toBeLessThanOrEqual(360)
})
