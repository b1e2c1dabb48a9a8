import { type Browser, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addVirtualAuthenticator,
  launchChromium,
  noteComplaints,
} from '@latchstring/test-kit/chromium'
import { enterPassword, type PasskeyServer, startPasskeyServer } from './src/passkey-server.ts'
import { texts } from '@latchstring/test-kit/texts'

/** Without a window, Chromium calls itself otherwise. */
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

let browser: Browser
let server: PasskeyServer
let page: Page
let complaints: string[]

beforeAll(async () => {
  ;[browser, server] = await Promise.all([launchChromium(), startPasskeyServer({})])
})

afterAll(() => Promise.all([browser?.close(), server?.close()]))

/** Adds two passkeys: an authenticator makes one for each user. */
async function addPasskeys(): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await enterPassword(page)
  for (let count = 0; count < 2; count += 1) {
    await addVirtualAuthenticator(cdp)
    await page.reload()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.locator('output').filter({ hasText: '"ok":true' }).waitFor()
    await cdp.send('WebAuthn.disable')
    await cdp.send('WebAuthn.enable')
  }
}

describe('In Chromium, with virtual authenticators, the page of an account', () => {
  beforeEach(async () => {
    await server.store.execute('DELETE FROM authenticators')
    await server.store.execute('DELETE FROM accounts')
    const context = await browser.newContext({ baseURL: server.origin, userAgent: CHROME })
    page = await context.newPage()
    complaints = noteComplaints(page)
    await addPasskeys()
    // The page of an account needs no script.
    const plain = await browser.newContext({
      baseURL: server.origin,
      javaScriptEnabled: false,
      storageState: await context.storageState(),
    })
    await context.close()
    page = await plain.newPage()
    noteComplaints(page, complaints)
  })

  afterEach(async () => {
    await page.context().close()
    expect(complaints).toEqual([])
  })

  test('shows a passkey by its browser, renames it by the Enter key, and removes the other one, without a script', async () => {
    await page.goto('/auth/account')
    const items = page.getByRole('listitem')
    await expect.poll(() => items.count()).toBe(2)
    const [first, second] = [items.nth(0), items.nth(1)]
    expect(await first.locator('bdi').textContent()).toBe('Chrome on Linux')
    const input = first.getByLabel(texts.account.name)
    expect(await input.isVisible()).toBe(false)
    await first.locator('summary').press('Enter')
    await input.fill('Ada’s <laptop>')
    await input.press('Enter')
    await expect.poll(() => first.locator('bdi').textContent()).toBe('Ada’s <laptop>')
    expect(await items.count()).toBe(2)
    await second.getByRole('button', { name: 'Remove: Chrome on Linux' }).click()
    await expect.poll(() => items.count()).toBe(1)
    expect(await items.locator('bdi').textContent()).toBe('Ada’s <laptop>')
    expect(await page.getByText(texts.account.only).isVisible()).toBe(true)
    const rows = await server.store.query('SELECT name FROM auth_passkeys_names')
    expect(rows).toEqual([{ name: 'Ada’s <laptop>' }])
  })

  test('fits a window 320 px wide with the longest name', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/auth/account')
    const first = page.getByRole('listitem').nth(0)
    await first.locator('summary').click()
    await first.getByLabel(texts.account.name).fill('W'.repeat(64))
    await first.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => first.locator('bdi').textContent()).toBe('W'.repeat(64))
    await first.locator('summary').click()
    for (const part of [first.locator('bdi'), first.locator('input[name="label"]'), first]) {
      const box = await part.boundingBox()
      expect(box).not.toBeNull()
      expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(320)
    }
  })
})
