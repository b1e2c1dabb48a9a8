import type { BrowserContextOptions, Locator, Page } from '@playwright/test'
import {
  allowAtProvider,
  expectSignedIn,
  expectSignedOut,
  newAddress,
  PHONE,
  typeLoginAtProvider,
} from './src/steps.ts'
import { expect, test } from './src/test.ts'
import { texts } from './src/texts.ts'

type NewBrowser = (options?: BrowserContextOptions) => Promise<{ newPage: () => Promise<Page> }>

/** Says something else of itself than {@link PHONE}. */
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'
const ON_ANOTHER_DEVICE = texts.ended['ended-by-user']
const EVERYWHERE = texts.ended['signed-out-everywhere']

/** Begins to sign in at the provider, which has asked whether the application may know a person only once in a browser. */
async function signInAgain(page: Page, login: string): Promise<void> {
  await page.goto('/api/auth/signin?callbackUrl=/account')
  await page.getByRole('button', { name: 'Continue with Harbour ID' }).click()
  await typeLoginAtProvider(page, login)
}

/** The name that the provider gives an unknown person. */
const nameOf = (login: string): string => login.replace(/^v(.*)@.*$/, 'V$1')

/** Another browser in which the person is signed in. */
async function openSignedIn(
  newBrowser: NewBrowser,
  login: string,
  options: BrowserContextOptions,
): Promise<Page> {
  const page = await (await newBrowser(options)).newPage()
  await signInAgain(page, login)
  await allowAtProvider(page)
  await page.waitForURL('/account')
  return page
}

const rowsOf = (page: Page): Locator => page.getByTestId('devices').getByRole('listitem')

/** A device as scripts get it. */
const inJson = (label: string, current: boolean): unknown =>
  expect.objectContaining({ label, current, provider: 'oidc', place: null })

/** What the built-in page lists. */
const builtIn = (page: Page): Locator => page.locator('main').getByRole('listitem')

/** The page of a signed-out browser leads to the sign-in page, which says why; once. */
async function expectTold(page: Page, why: string): Promise<void> {
  // Sealed sessions end elsewhere within the window, be it in another bundle of the same server.
  await expect(async () => {
    await page.goto('/account')
    await expect(page).toHaveURL(/\/api\/auth\/signin\?/, { timeout: 1_000 })
  }).toPass()
  await expect(page.getByText(why)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText(why)).toHaveCount(0)
  await page.goto('/')
  await expectSignedOut(page)
}

test(
  'the account page lists two browsers, and one signs the other out, which shows the reason',
  { tag: '@core' },
  async ({ newBrowser }) => {
    const login = newAddress()
    const desk = await openSignedIn(newBrowser, login, { userAgent: FIREFOX })
    const phone = await openSignedIn(newBrowser, login, { userAgent: PHONE })

    for (const [page, here, there] of [
      [phone, 'Safari on iOS', 'Firefox on Windows'],
      [desk, 'Firefox on Windows', 'Safari on iOS'],
    ] as const) {
      await page.goto('/account')
      await expect(rowsOf(page)).toHaveCount(2)
      const own = rowsOf(page).filter({ hasText: here })
      await expect(own.getByText('This device')).toBeVisible()
      await expect(own).toContainText('Harbour ID')
      await expect(own.getByRole('button')).toHaveCount(0)
      await expect(rowsOf(page).filter({ hasText: there })).not.toContainText('This device')
      await expect(page.getByRole('button', { name: `Sign out: ${there}` })).toBeVisible()
    }

    await desk.getByRole('button', { name: 'Sign out: Safari on iOS' }).click()
    await expect(desk.getByRole('status')).toHaveText('That device is signed out.')
    await expect(rowsOf(desk)).toHaveCount(1)
    await expectTold(phone, ON_ANOTHER_DEVICE)
    await desk.reload()
    await expectSignedIn(desk, nameOf(login))
  },
)

test(
  'the account page signs all other browsers out, and none but them',
  { tag: ['@core', '@slow'] },
  async ({ newBrowser }) => {
    const login = newAddress()
    const stranger = await openSignedIn(newBrowser, newAddress(), {})
    const others = [
      await openSignedIn(newBrowser, login, { userAgent: PHONE }),
      await openSignedIn(newBrowser, login, { userAgent: PHONE }),
    ]
    const desk = await openSignedIn(newBrowser, login, { userAgent: FIREFOX })
    await expect(rowsOf(desk)).toHaveCount(3)
    await desk.getByRole('button', { name: 'Sign out all other devices' }).click()
    await expect(desk.getByRole('status')).toHaveText('All other devices are signed out.')
    await expect(rowsOf(desk)).toHaveCount(1)
    await expect(desk.getByRole('button', { name: 'Sign out all other devices' })).toHaveCount(0)
    for (const other of others) await expectTold(other, EVERYWHERE)
    await desk.reload()
    await expectSignedIn(desk, nameOf(login))
    await stranger.reload()
    await expect(rowsOf(stranger)).toHaveCount(1)
  },
)

test(
  'without scripts, the account page and the built-in page sign other browsers out',
  { tag: '@core' },
  async ({ newBrowser, watch }) => {
    // That is how the browser speaks of scripts it does not run.
    watch.allow(/^csp: GET .*\/_next\/static\/chunks\//)
    const login = newAddress()
    const options = { javaScriptEnabled: false }
    const phone = await openSignedIn(newBrowser, login, { ...options, userAgent: PHONE })
    const desk = await openSignedIn(newBrowser, login, { ...options, userAgent: FIREFOX })
    await desk.getByRole('button', { name: 'Sign out: Safari on iOS' }).click()
    await expect(desk.getByRole('status')).toHaveText('That device is signed out.')
    await expectTold(phone, ON_ANOTHER_DEVICE)

    await signInAgain(phone, login)
    await phone.waitForURL('/account')
    await desk.getByRole('link', { name: 'Open the built-in page' }).click()
    await expect(desk.getByRole('heading', { name: texts.devices.title })).toBeVisible()
    await expect(builtIn(desk)).toHaveCount(2)
    await desk.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(builtIn(desk)).toHaveCount(1)
    await expectTold(phone, EVERYWHERE)
    await desk.getByRole('link', { name: 'Continue' }).click()
    await desk.waitForURL('/account')
  },
)

test(
  'the built-in page of devices signs one browser out, then all, this one among them',
  { tag: ['@core', '@slow'] },
  async ({ newBrowser }) => {
    const login = newAddress()
    const phone = await openSignedIn(newBrowser, login, { userAgent: PHONE })
    const desk = await openSignedIn(newBrowser, login, { userAgent: FIREFOX })
    await desk.goto('/api/auth/devices')
    await expect(builtIn(desk).filter({ hasText: 'Firefox on Windows' })).toContainText(
      'This browser',
    )
    await desk.getByRole('button', { name: 'Sign out: Safari on iOS' }).click()
    await expect(builtIn(desk)).toHaveCount(1)
    await expectTold(phone, ON_ANOTHER_DEVICE)

    await signInAgain(phone, login)
    await phone.waitForURL('/account')
    await desk.reload()
    await expect(builtIn(desk)).toHaveCount(2)
    await desk.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
    await desk.waitForURL('/')
    await expectSignedOut(desk)
    await expectTold(phone, EVERYWHERE)
    // The browser that asked for it shows no reason.
    await desk.goto('/api/auth/signin')
    await expect(desk.getByText(EVERYWHERE)).toHaveCount(0)
  },
)

test(
  'a script gets the list of devices as JSON, and signs another browser out',
  { tag: ['@core', '@slow'] },
  async ({ newBrowser, demo, watch }) => {
    const login = newAddress()
    const phone = await openSignedIn(newBrowser, login, { userAgent: PHONE })
    const desk = await openSignedIn(newBrowser, login, { userAgent: FIREFOX })
    const ask = (page: Page) =>
      page.evaluate(async () => {
        const response = await fetch('/api/auth/devices', {
          headers: { accept: 'application/json' },
        })
        const body: unknown = await response.json()
        return { status: response.status, body }
      })
    const listed = await ask(desk)
    expect(listed).toEqual({
      status: 200,
      body: {
        devices: [inJson('Firefox on Windows', true), inJson('Safari on iOS', false)],
      },
    })
    const id = /"id":"([\w-]{22})","current":false/.exec(JSON.stringify(listed.body))?.[1] ?? ''
    const status = await desk.evaluate(async (device) => {
      const tokens = await (await fetch('/api/auth/csrf')).text()
      const csrfToken = /"csrfToken":"([^"]+)"/.exec(tokens)?.[1] ?? ''
      const body = new URLSearchParams({ csrfToken, device })
      const headers = { accept: 'application/json' }
      return (await fetch('/api/auth/devices', { method: 'POST', body, headers })).status
    }, id)
    expect(status).toBe(200)
    expect((await ask(desk)).body).toEqual({ devices: [inJson('Firefox on Windows', true)] })

    watch.allow(/^401 GET .*\/api\/auth\/devices$/, /^console error: .* 401 /)
    expect(await ask(phone)).toMatchObject({ status: 401, body: { error: 'SessionRequired' } })
    await expectTold(phone, ON_ANOTHER_DEVICE)
    expect(demo.takeLog()).not.toContain(id)
  },
)
