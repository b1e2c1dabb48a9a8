import { type AuthConfig, createAuth } from '@latchstring/core'
import Credentials from '@latchstring/core/providers/credentials'
import { ar } from '@latchstring/languages/ar'
import { ko } from '@latchstring/languages/ko'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SECRETS, STRATEGIES } from '@latchstring/test-kit/app'
import { IN_FULL, inPart } from '@latchstring/test-kit/in-part'
import { launchChromium } from '@latchstring/test-kit/chromium'
import { PASSWORD, passwords, storePeople } from '@latchstring/test-kit/people'
import { openStore, type Store } from '@latchstring/test-kit/sqlite-store'
import { startWebServer, type WebServer } from '@latchstring/test-kit/web-server'
import { createLetterBox, type LetterBox } from './src/letters.ts'
import { texts } from '@latchstring/test-kit/texts'

let browser: Browser
let server: WebServer
let store: Store
let box: LetterBox

beforeAll(async () => {
  ;[browser, server, store] = await Promise.all([
    launchChromium(),
    startWebServer('localhost'),
    openStore(),
  ])
})

afterAll(() => Promise.all([browser?.close(), server?.close(), store?.close()]))

/** What the form was sent with. */
let received: Readonly<Record<string, unknown>>[]

/** Errors of scripts, and what a policy has refused: on no page may there be any. */
let complaints: string[]

let contexts: BrowserContext[]

afterEach(async () => {
  // All that a page says has arrived when it is closed.
  await Promise.all(contexts.map((context) => context.close()))
  expect(complaints).toEqual([])
})

beforeEach(async () => {
  complaints = []
  contexts = []
  await store.clear()
  await storePeople(store.adapter)
  box = createLetterBox()
  received = []
})

/** Another form with a password, and with an input called like a method of forms. */
const staff = Credentials({
  id: 'staff',
  name: 'Staff',
  credentials: {
    addEventListener: { label: 'Number' },
    secret: { type: 'password', label: 'Secret' },
  },
  authorize: (credentials) => {
    received.push(credentials)
    return null
  },
})

function serve(config: Partial<AuthConfig> = {}): void {
  const { handle } = createAuth(
    {
      providers: [passwords(), staff, box.provider],
      adapter: store.adapter,
      logger: { warn: () => undefined, error: () => undefined },
      ...config,
    },
    { env: { NODE_ENV: 'test', AUTH_URL: server.origin, AUTH_SECRET: SECRETS.older } },
  )
  server.use((request) =>
    new URL(request.url).pathname.startsWith('/auth/')
      ? handle(request)
      : Promise.resolve(
          new Response('<!doctype html><title>App</title><link rel="icon" href="data:,">', {
            headers: { 'content-type': 'text/html' },
          }),
        ),
  )
}

/** A page, of which errors of scripts and what its policy refuses are noted. */
async function visit(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.origin, locale: 'en', ...options })
  contexts.push(context)
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) complaints.push(message.text())
  })
  return page
}

const form = (page: Page, id: string) => page.locator(`form[action$="/${id}"]`)

describe('The button that shows a password', () => {
  test('shows and hides it, by mouse and keyboard, and says so to screen readers', async () => {
    serve()
    const page = await visit()
    await page.goto('/auth/signin')
    const password = form(page, 'credentials').getByLabel('password')
    const show = form(page, 'credentials').getByRole('button', { name: 'Show password' })
    expect(await show.getAttribute('aria-pressed')).toBe('false')
    await password.fill('secret words')
    await show.click()
    expect([await password.getAttribute('type'), await show.getAttribute('aria-pressed')]).toEqual([
      'text',
      'true',
    ])
    // Browsers send text to services that correct it.
    expect(await password.getAttribute('spellcheck')).toBe('false')
    expect(await password.inputValue()).toBe('secret words')
    await password.focus()
    await page.keyboard.press('Tab')
    expect(await show.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Space')
    expect([await password.getAttribute('type'), await show.getAttribute('aria-pressed')]).toEqual([
      'password',
      'false',
    ])
    const { width = 0, height = 0 } = (await show.boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  })

  test('belongs to its own form, and the password is hidden again when it is sent', async () => {
    serve()
    const page = await visit()
    await page.goto('/auth/signin')
    const own = form(page, 'staff')
    await own.getByLabel('Number').fill('7')
    await own.getByLabel('Secret').fill('hidden words')
    await own.getByRole('button', { name: 'Show password' }).click()
    expect(await form(page, 'credentials').getByLabel('password').getAttribute('type')).toBe(
      'password',
    )
    const types: string[] = []
    await page.exposeFunction('report', (type: string) => void types.push(type))
    await page.evaluate(() =>
      document.addEventListener('submit', () => {
        const input = document.querySelector('input[name=secret]')
        const report: unknown = Reflect.get(globalThis, 'report')
        if (typeof report === 'function') report(input?.getAttribute('type'))
      }),
    )
    await own.getByLabel('Secret').press('Enter')
    await page.waitForURL(/error=CredentialsSignin/)
    expect(types).toEqual(['password'])
    expect(received).toMatchObject([{ addEventListener: '7', secret: 'hidden words' }])
  })

  test('is not there without scripts, and the form works', async () => {
    serve()
    const page = await visit({ javaScriptEnabled: false })
    await page.goto('/auth/signin?callbackUrl=%2Fapp')
    expect(await page.getByRole('button', { name: 'Show password' }).count()).toBe(0)
    await form(page, 'credentials').getByLabel('User name').fill('ada')
    await form(page, 'credentials').getByLabel('password').fill(PASSWORD)
    await form(page, 'credentials').getByRole('button', { name: 'Continue with' }).click()
    await page.waitForURL('**/app')
  })

  test('connects to nothing, which the policy of the page refuses', async () => {
    serve()
    const page = await visit()
    const response = await page.goto('/auth/signin')
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy).toMatch(/script-src 'sha256-[\w+/=]+'(?:;|$)/)
    expect(policy).not.toContain('connect-src')
  })
})

type Change = readonly [string, (code: string) => string]

/** What a code may look like in the clipboard. */
const CHANGES: readonly Change[] = [
  ['as it is in the mail', (code) => code],
  ['with spaces and in lower case', (code) => `  ${code.toLowerCase().replace('-', ' ')} `],
  ['without its hyphen', (code) => code.replace('-', '')],
  ['with a space after each character', (code) => Array.from(code).join(' ')],
]

// Of the two longest one each.
const PASTED = inPart(
  STRATEGIES.flatMap((strategy) => CHANGES.map(([how, change]) => ({ strategy, how, change }))),
  (_, index) => index === 1 || index === 7,
)

describe('The code of a mail', () => {
  test.each(PASTED)(
    'signs in when it is pasted $how, with $strategy sessions',
    async ({ strategy, change }) => {
      serve({ session: { strategy } })
      const page = await visit()
      await page.goto('/auth/signin?callbackUrl=%2Fapp')
      await page.getByLabel('Email address').fill('ada@example.com')
      await page.getByRole('button', { name: texts.signIn.sendLink }).click()
      await page.waitForURL('**/verify-request**')
      const input = page.getByLabel(texts.verifyRequest.code)
      expect(await input.getAttribute('autocomplete')).toBe('one-time-code')
      await input.focus()
      await page.evaluate((text) => {
        const data = new DataTransfer()
        data.setData('text/plain', text)
        const event = new ClipboardEvent('paste', {
          clipboardData: data,
          bubbles: true,
          cancelable: true,
        })
        // Nothing on the page handles it, so that the browser inserts what was pasted.
        if (document.activeElement?.dispatchEvent(event))
          document.execCommand('insertText', false, text)
      }, change(box.last().code))
      await page.keyboard.press('Enter')
      await page.waitForURL('**/app')
    },
  )
})

test('The page that waits for a mail goes on when the link was opened in another tab, and asks at most every five seconds', async () => {
  serve()
  const page = await visit()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/session')) asked.push(request.url())
  })
  await page.goto('/auth/signin?callbackUrl=%2Fapp')
  await page.getByLabel('Email address').fill('ada@example.com')
  await page.getByRole('button', { name: texts.signIn.sendLink }).click()
  await page.waitForURL('**/verify-request**')
  // A clock that stands still: five seconds may pass on a slow machine while the other tab opens the link.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const look = (): Promise<unknown> => page.evaluate(() => dispatchEvent(new Event('focus')))
  await Promise.all([page.waitForResponse('**/auth/session'), look()])
  const tab = await page.context().newPage()
  await tab.goto(box.last().url)
  await tab.waitForURL('**/app')
  await look()
  await page.clock.runFor(4000)
  expect(asked).toHaveLength(1)
  await page.clock.runFor(2000)
  await page.waitForURL('**/app')
  expect(asked).toHaveLength(2)
  // With a session there is nothing to wait for.
  await tab.goto('/auth/verify-request?provider=mail&type=email')
  expect(await tab.locator('script').count()).toBe(0)
})

test.runIf(IN_FULL)('The cells of a code fill their field', async () => {
  serve()
  const page = await visit()
  await page.goto('/auth/signin')
  await page.locator('input[name=email]').fill('ada@example.com')
  await form(page, 'mail').getByRole('button').click()
  await page.waitForURL('**/verify-request**')
  await page.locator('#code').fill('WWWWWWWW')
  const filled = await page.locator('#code').evaluate((one) => {
    const { width } = one.getBoundingClientRect()
    const [size = '0'] = getComputedStyle(one).backgroundSize.split(' ')
    return Number.parseFloat(size) / width
  })
  expect(filled).toBeGreaterThan(0.8)
  expect(filled).toBeLessThan(0.95)
})

test('The cells of a code have room for eight characters and a hyphen at 320 px, from left to right in Arabic, too', async () => {
  serve({ texts: { ar } })
  for (const locale of ['en', 'ar']) {
    const page = await visit({ locale, viewport: { width: 320, height: 640 } })
    await page.goto('/auth/signin')
    await page.locator('input[name=email]').fill('ada@example.com')
    await form(page, 'mail').getByRole('button').click()
    await page.waitForURL('**/verify-request**')
    const input = page.locator('#code')
    await input.fill('WWWW-WWWW')
    const { inside, needed, wide } = await input.evaluate((one) => ({
      inside: one.clientWidth,
      needed: one.scrollWidth,
      wide: document.documentElement.scrollWidth,
    }))
    expect(needed).toBeLessThanOrEqual(inside)
    expect(wide).toBe(320)
    expect(await input.evaluate((one) => getComputedStyle(one).direction)).toBe('ltr')
  }
})

/** Words of a page that a line ends in. */
function findBrokenWords(): readonly string[] {
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/\S+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      if (range.getClientRects().length > 1) broken.push(word)
    }
  }
  return broken
}

test.runIf(IN_FULL)(
  'Lines of Korean end between words, and a long one does not stick out',
  async () => {
    serve({ texts: { ko }, theme: { name: 'Example' } })
    const page = await visit({ locale: 'ko', viewport: { width: 320, height: 640 } })
    for (const path of [
      'signin?error=OAuthCallbackError',
      'error?error=AccessDenied',
      'verify-request',
    ]) {
      for (const width of [320, 340, 360, 390, 900]) {
        await page.setViewportSize({ width, height: 640 })
        await page.goto(`/auth/${path}`)
        expect(await page.evaluate(findBrokenWords)).toEqual([])
      }
    }
    serve({ texts: { ko }, theme: { name: '가'.repeat(60) } })
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/auth/signin')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  },
)

describe('The sign-in page', () => {
  /** Backgrounds of the buttons that send a form, of those that can be seen. */
  const filled = (page: Page): Promise<readonly string[]> =>
    page.locator('.primary:visible').evaluateAll((buttons) => {
      const card = getComputedStyle(
        document.querySelector('.card') ?? document.body,
      ).backgroundColor
      return buttons
        .filter((button) => getComputedStyle(button).backgroundColor !== card)
        .map((button) => (button.textContent ?? '').trim())
    })

  test('has one filled button, and the mark of the last used sign-in method on that method alone', async () => {
    serve()
    const page = await visit()
    await page.goto('/auth/signin?callbackUrl=%2Fapp')
    expect(await filled(page)).toHaveLength(1)
    await form(page, 'credentials').getByLabel('User name').fill('ada')
    await form(page, 'credentials').getByLabel('password').fill(PASSWORD)
    await form(page, 'credentials').getByRole('button', { name: 'Continue with' }).click()
    await page.waitForURL('**/app')
    await page.context().clearCookies({ name: /session-token/ })
    await page.goto('/auth/signin')
    const marked = page.locator('button[aria-describedby="last-used"]')
    expect(await marked.count()).toBe(1)
    expect(await marked.evaluate((one) => one.closest('form')?.getAttribute('action'))).toContain(
      'credentials',
    )
    expect(await page.locator('#last-used').textContent()).toBe('Last used')
    expect(await filled(page)).toHaveLength(1)
  })

  test('has the message of a wrong password in its form, and the cursor in the password', async () => {
    serve({ providers: [box.provider, passwords()] })
    const page = await visit({ viewport: { width: 400, height: 500 } })
    await page.goto('/auth/signin')
    await page.getByLabel('User name').fill('ada')
    await page.getByLabel('password').fill('wrong')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(/error=/)
    const alert = form(page, 'credentials').getByRole('alert')
    expect(await alert.textContent()).toContain(texts.signIn.wrongUsernameOrPassword)
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('name'))
    expect(focused).toBe('password')
    // The message is next to the input that it is about.
    const [message, input] = await Promise.all([
      alert.boundingBox(),
      page.getByLabel('password').boundingBox(),
    ])
    expect(Math.abs((input?.y ?? 0) - (message?.y ?? Infinity))).toBeLessThan(300)
  })
})
