import {
  ADA,
  demoUser,
  expectSignedIn,
  signInAtProvider,
  signInByPassword,
  typePassword,
} from './src/steps.ts'
import { expect, test } from './src/test.ts'

for (const { path, heading } of [
  { path: '/protected', heading: 'Protected page' },
  { path: '/members', heading: 'Members only' },
  { path: '/account', heading: 'Account' },
]) {
  test(
    `${path} redirects to the sign-in page, and the sign-in back`,
    { tag: path === '/protected' ? '@core' : ['@core', '@slow'] },
    async ({ page, demo }) => {
      const { username, password, name } = demoUser(demo, 'margaret')
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
      await expect(page).toHaveURL(/\/api\/auth\/signin\?/)
      await typePassword(page, username, password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.waitForURL(path)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await expectSignedIn(page, name)
    },
  )
}

test(
  'a sign-in at the identity provider returns to the guarded page with its query',
  { tag: '@slow' },
  async ({ page }) => {
    await page.goto('/members?from=mail&day=2')
    await page.getByRole('button', { name: 'Continue with Harbour ID' }).click()
    await signInAtProvider(page, ADA)
    await page.waitForURL('/members?from=mail&day=2')
  },
)

test('the proxy of the demo also guards the data of the page', async ({ page, demo }) => {
  const answer = await page.request.get('/members', { headers: { rsc: '1' }, maxRedirects: 0 })
  expect(answer.status()).not.toBe(200)
  expect(await answer.text()).not.toContain('Welcome')

  await signInByPassword(page, demoUser(demo, 'margaret'), '/members')
  await expect(page.getByText('Welcome, Margaret Hamilton')).toBeVisible()
})

test(
  'pages and APIs of both routers get the session',
  { tag: '@core' },
  async ({ page, demo, watch }) => {
    watch.allow(/^401 GET .*\/api\/me$/, /^401 GET .*\/api\/legacy-me$/, /^console error: .* 401 /)
    for (const path of ['/api/me', '/api/legacy-me']) {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(401)
      expect(await answer?.json()).toEqual({ error: 'unauthenticated' })
    }
    await page.goto('/legacy')
    await expect(page.getByTestId('status')).toHaveText('Signed out')

    const { email, name } = demoUser(demo, 'katherine')
    await signInByPassword(page, demoUser(demo, 'katherine'))
    for (const path of ['/api/me', '/api/legacy-me']) {
      const answer = await page.goto(path)
      expect(answer?.headers()['cache-control']).toContain('no-store')
      expect(await answer?.json()).toMatchObject({ user: { email, name, role: 'member' } })
    }
    await page.goto('/legacy')
    await expect(page.getByTestId('status')).toHaveText('Signed in')
    await expect(page.getByTestId('session-json')).toContainText(email)
    await expectSignedIn(page, name)
  },
)
