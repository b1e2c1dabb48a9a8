import { factors } from '@latchstring/factors'
import {
  addVirtualAuthenticator,
  launchChromium,
  noteComplaints,
} from '@latchstring/test-kit/chromium'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { ADA, PASSWORD, storePeople } from '@latchstring/test-kit/people'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codeOf, openFactorStore, SECRET } from './src/factors-world.ts'
import { enterPassword, startPasskeyServer } from './src/passkey-server.ts'

const chromium = forAllTests(launchChromium)

async function submitPassword(page: Page): Promise<void> {
  await page.goto('/auth/signin?callbackUrl=%2Fapp')
  await page.getByLabel('User name').fill('ada')
  await page.getByLabel('password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('In Chromium, a passkey or a code completes a sign-in, and the browser is remembered by a tick', async () => {
  const adapter = await openFactorStore()
  await storePeople(adapter, new Date(0))
  const feature = factors({ trustDevice: 30 })
  const server = await startPasskeyServer(
    { enableConditionalUI: false },
    { adapter, features: [feature] },
  )
  const context = await chromium.newContext({ baseURL: server.origin })
  const page = await context.newPage()
  const complaints = noteComplaints(page)
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await addVirtualAuthenticator(cdp, {})
  try {
    await enterPassword(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.locator('output').filter({ hasText: 'ok' }).waitFor()
    await context.clearCookies()
    await server.auth.system(feature).importTotp(ADA.id, { secret: { base32: SECRET } })

    await submitPassword(page)
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/app')
    await context.clearCookies()

    await submitPassword(page)
    await page
      .getByRole('checkbox', { name: 'Don’t ask again in this browser for 30 days' })
      .check()
    await page.getByLabel('6-digit code').fill(codeOf({ now: Date.now }, { steps: 1 }))
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.waitForURL('**/app')
    await page.goto('/auth/signout')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await submitPassword(page)
    await page.waitForURL('**/app')
    expect(complaints).toEqual([])
  } finally {
    await context.close()
    await server.close()
  }
})
