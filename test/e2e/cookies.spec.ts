import type { BrowserContext, Cookie } from '@playwright/test'
import {
  ADA,
  demoUser,
  expectSignedIn,
  expectSignedOut,
  signInAtProvider,
  signInByPassword,
} from './src/steps.ts'
import { expect, test } from './src/test.ts'

const SESSION_COOKIE = 'latchstring.session-token'

async function sessionCookie(context: BrowserContext): Promise<Cookie> {
  const found = (await context.cookies()).find(({ name }) => name === SESSION_COOKIE)
  if (found === undefined) throw new Error('There is no session cookie.')
  return found
}

/** Every third letter becomes another one. */
const scramble = (value: string): string =>
  value.replace(/[\w-]/g, (letter, at: number) =>
    at % 3 > 0 ? letter : letter === 'A' ? 'B' : 'A',
  )

test(
  'the session cookie is not readable by scripts',
  { tag: '@core' },
  async ({ page, context, demo }) => {
    await signInByPassword(page, demoUser(demo, 'margaret'))
    const cookie = await sessionCookie(context)
    expect(cookie).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      domain: 'localhost',
    })
    expect(cookie.expires).toBeGreaterThan(Date.now() / 1000)
    for (const { name, httpOnly } of await context.cookies()) expect(httpOnly, name).toBe(true)

    await page.goto('/client')
    await expect(page.getByTestId('status')).toHaveText('authenticated')
    expect(await page.evaluate(() => document.cookie)).toBe('')
    const visible = await page.evaluate(async () => {
      const answers = ['/api/auth/session', '/api/me', '/client'].map(async (path) =>
        (await fetch(path)).text(),
      )
      const stored = [localStorage, sessionStorage].map((storage) => JSON.stringify(storage))
      return [document.documentElement.outerHTML, ...stored, ...(await Promise.all(answers))].join()
    })
    expect(visible).toContain('Margaret Hamilton')
    expect(visible).not.toContain(cookie.value)
  },
)

const FORGERIES: readonly ((value: string) => string)[] = [
  scramble,
  (value) => value.slice(0, -1),
  (value) => `${value}A`,
  () => '',
  () => '%00%ff"<script>',
]

test(
  'a forged session cookie is not a session and causes no error',
  { tag: ['@core', '@slow'] },
  async ({ page, context, demo }) => {
    const user = demoUser(demo, 'margaret')
    await signInByPassword(page, user)
    const cookie = await sessionCookie(context)
    for (const [at, forge] of FORGERIES.entries()) {
      const path = ['/', '/legacy', '/client'][at % 3] ?? '/'
      await context.addCookies([{ ...cookie, value: forge(cookie.value) }])
      expect((await page.goto(path))?.status()).toBe(200)
      await expectSignedOut(page)
      await context.addCookies([{ ...cookie, value: forge(cookie.value) }])
      await page.goto('/protected')
      await expect(page).toHaveURL(/\/api\/auth\/signin/)
    }
    await signInByPassword(page, user)
    await expectSignedIn(page, user.name)
  },
)

test(
  'another cookie with a similar name is ignored',
  { tag: '@slow' },
  async ({ page, context, demo }) => {
    await signInByPassword(page, demoUser(demo, 'margaret'))
    const { domain, path } = await sessionCookie(context)
    const names = ['-evil', '.7', '.00', '.0.0'].map((end) => SESSION_COOKIE + end)
    const secure = [`__Host-${SESSION_COOKIE}`, `__Secure-${SESSION_COOKIE}`]
    await context.addCookies([
      ...names.map((name) => ({ name, value: 'x', domain, path })),
      ...secure.map((name) => ({ name, value: 'x', url: `https://${domain}/`, secure: true })),
    ])
    await page.goto('/')
    await expectSignedIn(page, 'Margaret Hamilton')
  },
)

test(
  'a hostile redirect target is not followed',
  { tag: '@slow' },
  async ({ page, context, demo }) => {
    await page.goto('/api/auth/signin?callbackUrl=https://evil.example/')
    await page.getByRole('button', { name: 'Continue with Harbour ID' }).click()
    await context.addCookies([
      { name: 'latchstring.callback-url', value: 'https%3A%2F%2Fevil.example', url: demo.appUrl },
    ])
    await signInAtProvider(page, ADA)
    await page.waitForURL(`${demo.appUrl}/`)
    await expectSignedIn(page, ADA.name)
  },
)
