import type { BrowserContext, Page } from '@playwright/test'
import {
  ADA,
  ALAN,
  allowAtProvider,
  expectSignedIn,
  logInAtProvider,
  signInAtProvider,
} from './src/steps.ts'
import { expect, test } from './src/test.ts'

const SESSION_COOKIE = 'latchstring.session-token'

/** Begins a sign-in that will lead to the path. */
async function begin(page: Page, path: string, provider: string): Promise<void> {
  await page.goto(`/api/auth/signin?${new URLSearchParams({ callbackUrl: path })}`)
  await page.getByRole('button', { name: `Continue with ${provider}` }).click()
  await expect(page.getByRole('heading', { name: 'Who is signing in?' })).toBeVisible()
}

async function sessionOf(context: BrowserContext): Promise<string | undefined> {
  return (await context.cookies()).find(({ name }) => name === SESSION_COOKIE)?.value
}

/** Names of the cookies that hold a sign-in in progress. */
async function checks(context: BrowserContext): Promise<readonly string[]> {
  const names = (await context.cookies()).map(({ name }) => name)
  return names.filter((name) => /^latchstring\.(?:state|nonce|pkce)/.test(name))
}

test(
  'sign-ins in two tabs, finished in either order, both reach their targets',
  { tag: '@core' },
  async ({ page, context }) => {
    const second = await context.newPage()
    await begin(page, '/protected', 'Harbour ID')
    await begin(second, '/members', 'Harbour Code')

    await signInAtProvider(second, ALAN)
    await second.waitForURL('/members')
    await expectSignedIn(second, ALAN.name)

    await signInAtProvider(page, ALAN)
    await page.waitForURL('/protected')
    await expectSignedIn(page, ALAN.name)
    await second.reload()
    await expectSignedIn(second, ALAN.name)
  },
)

test(
  'a browser signs in at once in two tabs with the same provider',
  { tag: '@slow' },
  async ({ page, context }) => {
    const second = await context.newPage()
    await begin(page, '/protected', 'Harbour Code')
    await begin(second, '/members', 'Harbour Code')
    await Promise.all([signInAtProvider(page, ALAN), signInAtProvider(second, ALAN)])
    await page.waitForURL('/protected')
    await second.waitForURL('/members')
    await expectSignedIn(page, ALAN.name)
    await expectSignedIn(second, ALAN.name)
  },
)

test(
  'the cookies of a sign-in are deleted when it is finished or denied',
  { tag: '@slow' },
  async ({ page, context }) => {
    await begin(page, '/protected', 'Harbour ID')
    expect(await checks(context)).toHaveLength(3)
    await logInAtProvider(page, ADA)
    await page.getByRole('button', { name: 'Deny' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    expect(await checks(context)).toEqual([])

    await page.getByRole('button', { name: 'Continue with Harbour ID' }).click()
    await signInAtProvider(page, ADA)
    await page.waitForURL('/protected')
    expect(await checks(context)).toEqual([])
    expect(await sessionOf(context)).toBeDefined()
  },
)

test(
  'a callback that is loaded again has no effect',
  { tag: ['@core', '@slow'] },
  async ({ page, context }) => {
    await begin(page, '/protected', 'Harbour ID')
    await logInAtProvider(page, ADA)
    const callback = page.waitForRequest(/\/api\/auth\/callback\/oidc\?/)
    await allowAtProvider(page)
    const url = (await callback).url()
    await page.waitForURL('/protected')
    const before = await sessionOf(context)

    await page.goto(url)
    await expect(page).not.toHaveURL(/error/)
    await expectSignedIn(page, ADA.name)
    expect(await sessionOf(context)).toBe(before)
  },
)

/** Allows without going on: the address that the browser would be sent to. */
async function allowWithoutFollowing(page: Page): Promise<string> {
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Allow' }) })
  const { action, fields } = await form.evaluate((element: HTMLFormElement) => ({
    action: element.action,
    fields: [...element.querySelectorAll('input')].map(({ name, value }) => [name, value] as const),
  }))
  const answer = await page.request.post(action, {
    form: { ...Object.fromEntries(fields), decision: 'allow' },
    maxRedirects: 0,
  })
  const { location } = answer.headers()
  if (location === undefined) throw new Error(`There is no Location in ${answer.status()}.`)
  return new URL(location, action).href
}

test(
  'a callback opened in another browser does not sign in',
  { tag: '@slow' },
  async ({ page, newBrowser }) => {
    await begin(page, '/protected', 'Harbour Code')
    await logInAtProvider(page, ADA)
    await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible()
    const stolen = await allowWithoutFollowing(page)
    expect(stolen).toContain('/api/auth/callback/oauth?')

    const victim = await (await newBrowser()).newPage()
    await victim.goto(stolen)
    await expect(victim).toHaveURL(/\/api\/auth\/signin\?.*error=OAuthCallbackError/)
    expect((await victim.request.get('/api/me')).status()).toBe(401)
  },
)

test(
  'a second authorization response of a provider has no effect',
  { tag: '@slow' },
  async ({ page, context }) => {
    await begin(page, '/protected', 'Harbour Code')
    const login = page.url()
    await signInAtProvider(page, ADA)
    await page.waitForURL('/protected')
    const before = await sessionOf(context)

    // What the back button leads to, and a person who does everything once more.
    await page.goto(login)
    await signInAtProvider(page, ADA)
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page).not.toHaveURL(/error/)
    await expectSignedIn(page, ADA.name)
    expect(await sessionOf(context)).toBe(before)
  },
)

test(
  'back and forward after a sign-in show the target of the sign-in',
  { tag: '@slow' },
  async ({ page, watch }) => {
    // The provider says that this sign-in is over.
    watch.allow(/^400 GET .*\/interaction\//, /^console error: .* 400 /)
    await begin(page, '/protected', 'Harbour ID')
    await signInAtProvider(page, ADA)
    await page.waitForURL('/protected')
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(/\/interaction\//)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate(() => history.forward())
    await page.waitForURL('/protected')
    await expectSignedIn(page, ADA.name)
    await page.reload()
    await expectSignedIn(page, ADA.name)
  },
)
