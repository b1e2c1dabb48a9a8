import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect, test as base } from '@playwright/test'
import { serveFolder } from '../../tools/docs/site/serve.mjs'
import { createWatch } from './src/watch.ts'

const BUILT = fileURLToPath(new URL('../../site/.work/built', import.meta.url))
const SCHEMES = ['light', 'dark'] as const

/** One page of each kind. */
const KINDS = {
  home: '/',
  'quick start': '/start/next.html',
  'page with tables': '/concepts/glossary.html',
  guide: '/guides/credentials.html',
  provider: '/providers/github.html',
  'list of providers': '/providers/index.html',
  errors: '/reference/errors.html',
  result: '/results/performance.html',
}

/** The site as `npm run site` has built it; a browser that asks another host fails the test. */
const test = base.extend<{ quiet: void }, { site: string }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const { url, close } = await serveFolder(BUILT, 0)
      await use(url)
      await close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site),
  quiet: [
    async ({ context, site }, use) => {
      const watch = createWatch([site])
      watch.attach(context)
      await use()
      expect(watch.problems(), 'what the browser complained about').toEqual([])
    },
    { auto: true },
  ],
})

async function expectAccessible(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes
      .slice(0, 5)
      .map(({ target, failureSummary }) => [target.join(' '), failureSummary]),
  }))
  expect.soft(found, `${name}: what axe found`).toEqual([])
}

const widest = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth)

for (const [kind, path] of Object.entries(KINDS)) {
  const title = `a page of the site (${kind}) is accessible in light and dark, and fits into 320 px`
  test(title, { tag: '@slow' }, async ({ page }) => {
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(path)
      await expect(page.locator('html')).toHaveClass(
        colorScheme === 'dark' ? /dark/ : /^(?!.*dark)/,
      )
      await page.setViewportSize({ width: 320, height: 700 })
      expect.soft(await widest(page), `${kind}, ${colorScheme}`).toBeLessThanOrEqual(320)
      // The narrow layout in one scheme, the wide one in the other: a long page takes axe many seconds.
      if (colorScheme === 'light') await page.setViewportSize({ width: 1280, height: 800 })
      await expectAccessible(page, `${kind}, ${colorScheme}`)
    }
  })
}

test(
  'the search of the site finds an error by its code, and opens it',
  { tag: '@slow' },
  async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill('OAuthAccountNotLinked')
    await page.getByRole('option').first().click()
    await expect(page).toHaveURL(/\/reference\/errors\.html#oauthaccountnotlinked$/)
    await expect(page.getByRole('heading', { name: 'OAuthAccountNotLinked' })).toBeInViewport()
  },
)

/** What people type, and the page that should be among the first three. */
const QUESTIONS: Readonly<Record<string, string>> = {
  'two factor': '/guides/questions',
  totp: '/guides/questions',
  'api key': '/guides/questions',
  'mobile app': '/guides/questions',
  organization: '/guides/questions',
  'refresh token': '/guides/provider-tokens',
  'google calendar': '/guides/provider-tokens',
  role: '/guides/roles',
  'admin page': '/guides/roles',
  middleware: '/guides/protect',
  'protect a page': '/guides/protect',
  'logout all devices': '/concepts/sessions',
  'remember me': '/concepts/sessions',
  'sign out everywhere': '/concepts/sessions',
  'forgot password': '/guides/passwords',
  'register with a password': '/guides/passwords',
  'magic link': '/guides/email',
  passkey: '/guides/passkeys',
  webauthn: '/guides/passkeys',
  'rate limit': '/guides/limits',
  'brute force': '/guides/limits',
  'custom sign-in page': '/guides/pages-and-theme',
  'dark mode': '/guides/pages-and-theme',
  docker: '/guides/docker',
  'reverse proxy': '/guides/deployment',
  'redirect loop': '/guides/troubleshooting',
  playwright: '/guides/testing-sign-in',
  'link accounts': '/guides/linking-accounts',
  subdomain: '/concepts/cookies',
  'better-auth': '/concepts/comparison',
  'migrate from next-auth': '/start/moving-from-next-auth',
  postgres: '/guides/storage-sql',
}

test(
  'the search of the site answers what people ask with one of the first three pages',
  { tag: '@slow' },
  async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Search' }).click()
    const results = page.locator('a.result')
    for (const [question, expected] of Object.entries(QUESTIONS)) {
      await page.getByRole('searchbox').fill('')
      await expect(results).toHaveCount(0)
      await page.getByRole('searchbox').fill(question)
      await expect(results.first()).toBeVisible()
      const links = await results.evaluateAll((found) =>
        found.map((one) => one.getAttribute('href') ?? ''),
      )
      const pages = [...new Set(links.filter(Boolean).map((link) => link.replace(/\.html.*$/, '')))]
      expect.soft(pages.slice(0, 3), question).toContain(expected)
    }
  },
)

test(
  'a framework and a package manager that are chosen stay chosen on other pages',
  { tag: '@slow' },
  async ({ page }) => {
    await page.goto('/guides/email.html')
    const shown = page.locator('.vp-code-group .blocks > .active')
    await page.locator('.vp-code-group label', { hasText: 'pnpm' }).first().click()
    await page.locator('.vp-code-group label', { hasText: 'SvelteKit' }).first().click()
    await page.goto('/guides/storage-sql.html')
    await expect(shown.filter({ hasText: 'pnpm add' }).first()).toBeVisible()
    await expect(shown.filter({ hasText: '@latchstring/sveltekit' }).first()).toBeVisible()
    // The entry of the page is in view, in a group that has unfolded.
    await expect(page.locator('.VPSidebar').getByRole('link', { name: 'SQL' })).toBeInViewport()
  },
)

test(
  'without script the site can be read, and its navigation followed',
  { tag: '@slow' },
  async ({ browser, site }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: site,
      colorScheme: 'dark',
    })
    const page = await context.newPage()
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 700 })
      await page.goto('/start/express.html')
      await expect(page.getByRole('heading', { name: /^Express/, level: 1 })).toBeVisible()
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
        'rgb(27, 27, 31)',
      )
      await page.locator('.VPSidebar').getByRole('link', { name: 'Fastify' }).click()
      await expect(page.getByRole('heading', { name: /^Fastify/, level: 1 })).toBeVisible()
    }
    await context.close()
  },
)

test(
  'each page of the site has its Markdown beside it, and llms.txt lists it',
  { tag: '@slow' },
  async ({ page, request }) => {
    await page.goto('/concepts/sessions.html')
    const link = page.getByRole('link', { name: 'This page as Markdown' })
    const markdown = await (await request.get(String(await link.getAttribute('href')))).text()
    expect(markdown).toMatch(/^# Sessions\n/)
    expect(await (await request.get('/llms.txt')).text()).toContain('](concepts/sessions.md): ')
    const full = await (await request.get('/llms-full.txt')).text()
    expect(full).toContain(markdown.trimEnd())
    expect(Buffer.byteLength(full)).toBeLessThanOrEqual(200_000)
  },
)

test(
  'the site says where to report problems, for less than a year',
  { tag: '@slow' },
  async ({ request }) => {
    const text = await (await request.get('/.well-known/security.txt')).text()
    expect(text).toMatch(/^Contact: https:\/\/\S+$/m)
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
    expect(expires).toBeGreaterThan(Date.now())
    expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000)
  },
)
