import { demoUser, expectSignedIn } from './src/steps.ts'
import { startStranger } from './src/stranger.ts'
import { expect, test } from './src/test.ts'
import { texts } from './src/texts.ts'

test.describe('the built-in pages with a browser in German', () => {
  test.use({ locale: 'de-AT' })

  test('are in the language of the browser', async ({ page, demo }) => {
    const user = demoUser(demo, 'margaret')
    await page.goto('/protected')
    await expect(page.locator('html')).toHaveAttribute('lang', /^de/)
    await expect(page.getByRole('heading', { name: 'Anmelden', level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Weiter mit Harbour ID' })).toBeVisible()

    await page.getByLabel(/Benutzername/).fill(user.username)
    await page.getByLabel('Passwort').fill('falsch')
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText(/Benutzername oder (das )?Passwort/)

    await page.getByLabel('Passwort').fill(user.password)
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await page.waitForURL('/protected')
    await page.goto('/api/auth/signout?callbackUrl=/members')
    await expect(page.getByRole('heading', { name: 'Abmelden' })).toBeVisible()
    await page.getByRole('link', { name: 'Angemeldet bleiben' }).click()
    await page.waitForURL('/members')
  })
})

for (const { error, status, title } of [
  { error: 'Configuration', status: 500, title: texts.error.Configuration.title },
  { error: 'AccessDenied', status: 403, title: texts.error.AccessDenied.title },
  { error: 'Verification', status: 403, title: 'This link no longer works' },
  { error: '<img src=x onerror=alert(1)>', status: 200, title: 'Something went wrong' },
]) {
  // That nothing of an address becomes a part of the page is tried in every run.
  test(
    `the error page shows the text for ${error}`,
    { tag: error.startsWith('<') ? [] : '@slow' },
    async ({ page, watch }) => {
      if (status >= 400) watch.allow(new RegExp(`^${status} GET `), new RegExp(` ${status} \\(`))
      const answer = await page.goto(`/api/auth/error?${new URLSearchParams({ error })}`)
      expect(answer?.status()).toBe(status)
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await expect(page.locator('img')).toHaveCount(1)
      await page.getByRole('link', { name: 'Go to the home page' }).click()
      await page.waitForURL('/')
    },
  )
}

test('the error page links to the sign-in page', { tag: '@slow' }, async ({ page, watch }) => {
  watch.allow(/^403 GET /, / 403 \(/)
  await page.goto('/api/auth/error?error=AccessDenied')
  await page.getByRole('link', { name: texts.common.toSignIn }).click()
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
})

test(
  'an unknown action shows the page for status 404',
  { tag: '@slow' },
  async ({ page, watch }) => {
    watch.allow(/^404 GET .*nothing-here$/, / 404 \(/)
    const answer = await page.goto('/api/auth/nothing-here')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  },
)

test(
  'the built-in pages run no scripts but those of passkeys and passwords, and load nothing from other sites',
  { tag: '@slow' },
  async ({ page }) => {
    const scripts = page.locator('script')
    for (const [path, count] of [
      ['signin', 2],
      ['signout', 0],
    ] as const) {
      const answer = await page.goto(`/api/auth/${path}`)
      const policy = answer?.headers()['content-security-policy'] ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      // Named by its hash alone, so that nothing else runs.
      const [allowed = 'script-src', ...others] = policy.match(/script-src[^;]*/g) ?? []
      expect(others).toEqual([])
      expect(allowed.split(' ').slice(1)).toEqual(
        Array.from({ length: count }, () => expect.stringMatching(/^'sha256-[^' ]+'$/)),
      )
      expect(answer?.headers()['cache-control']).toContain('no-store')
      await expect(scripts).toHaveCount(count)
      await expect(page.locator('script[src], [onclick], [onload]')).toHaveCount(0)
      // The style of the page has the hash that the policy names, so it applies.
      const card = page.getByRole('main')
      expect(await card.evaluate((element) => getComputedStyle(element).display)).toBe('grid')
    }
  },
)

test('the built-in pages refuse to be framed', { tag: '@slow' }, async ({ page, demo, watch }) => {
  const frames = ['/api/auth/signin', '/'].map(
    (path) => `<iframe title="${path}" src="${demo.appUrl}${path}"></iframe>`,
  )
  const stranger = await startStranger(frames.join(''))
  watch.trust(stranger.url)
  watch.allow(
    /^console error: .*frame-ancestors 'none'/,
    /^net::ERR_BLOCKED_BY_RESPONSE: GET .*\/signin$/,
    /^net::ERR_BLOCKED_BY_RESPONSE: GET .*\d\/$/,
  )
  try {
    await page.goto(stranger.url)
    for (const frame of page.frames().slice(1)) {
      await expect(frame.getByRole('heading', { level: 1 })).toHaveCount(0)
      expect(frame.url()).not.toContain(demo.appUrl)
    }
  } finally {
    await stranger.close()
  }
})

test('sign-in and sign-out work with the keyboard alone', async ({ page, demo }) => {
  const user = demoUser(demo, 'katherine')
  await page.goto('/api/auth/signin?callbackUrl=/members')
  const username = page.getByLabel('Email address or username')
  for (let stops = 0; stops < 20; stops += 1) {
    await page.keyboard.press('Tab')
    if (await username.evaluate((element) => element === document.activeElement)) break
  }
  await page.keyboard.type(user.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(user.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('/members')
  await expectSignedIn(page, user.name)
})
