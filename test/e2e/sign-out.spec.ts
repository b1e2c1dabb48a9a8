import { demoUser, expectSignedIn, expectSignedOut, signInByPassword } from './src/steps.ts'
import { startStranger } from './src/stranger.ts'
import { expect, test } from './src/test.ts'
import { texts } from './src/texts.ts'

const SESSION_COOKIE = 'latchstring.session-token'

test.beforeEach(async ({ page, demo }) => {
  await signInByPassword(page, demoUser(demo, 'margaret'))
})

test('a server action signs out', { tag: '@core' }, async ({ page }) => {
  await page.goto('/protected')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('/')
  await expectSignedOut(page)
})

test('the client signs out and leaves the page', { tag: '@core' }, async ({ page }) => {
  await page.goto('/client')
  await page.getByRole('button', { name: 'Sign out and leave' }).click()
  await page.waitForURL('/')
  await expectSignedOut(page)
})

test(
  'the client signs out and stays on the page',
  { tag: ['@core', '@slow'] },
  async ({ page }) => {
    await page.goto('/client')
    await page.getByRole('button', { name: 'Sign out on this page' }).click()
    await expect(page.getByTestId('status')).toHaveText('unauthenticated')
    await expect(page).toHaveURL('/client')
    await expectSignedOut(page)
  },
)

test(
  'the built-in page signs out by POST, and not by GET',
  { tag: '@core' },
  async ({ page, demo }) => {
    const { name } = demoUser(demo, 'margaret')
    // Where the last sign-in led is not where a sign-out leads.
    await signInByPassword(page, demoUser(demo, 'margaret'), '/members')
    await page.goto('/api/auth/signout')
    await expect(page.getByRole('heading', { name: 'Sign out' })).toBeVisible()
    await page.getByRole('link', { name: 'Stay signed in' }).click()
    await page.waitForURL('/')
    await expectSignedIn(page, name)

    await page.goto('/api/auth/signout')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('/')
    await expectSignedOut(page)
  },
)

test(
  'a copied session cookie is refused after signing out',
  { tag: '@slow' },
  async ({ page, context }) => {
    const cookies = (await context.cookies()).filter(({ name }) => name.startsWith(SESSION_COOKIE))
    expect(cookies).toHaveLength(1)
    await page.goto('/protected')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('/')
    await context.addCookies(cookies)
    await page.goto('/')
    await expectSignedOut(page)
  },
)

test('the back button shows no page of the signed-out user', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL('/')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
})

test('another site cannot sign a user out', { tag: '@slow' }, async ({ page, demo, watch }) => {
  const stranger = await startStranger(
    `<form method="post" action="${demo.appUrl}/api/auth/signout"><button>Free gift</button></form>`,
  )
  watch.trust(stranger.url)
  watch.allow(/^403 POST .*\/api\/auth\/signout$/, /^console error: .* 403 /)
  try {
    await page.goto(stranger.url)
    await page.getByRole('button', { name: 'Free gift' }).click()
    await expect(page.getByRole('heading', { name: texts.problem[403].title })).toBeVisible()
  } finally {
    await stranger.close()
  }
  await page.goto('/')
  await expectSignedIn(page, 'Margaret Hamilton')
})
