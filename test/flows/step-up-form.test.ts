import { refusalOf } from '@latchstring/core'
import type { KeptForm } from '@latchstring/core/framework'
import { type App, BASE, createApp, ENV, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { forEachTest } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { readForms } from '@latchstring/test-kit/forms'
import {
  passwords,
  signInWithPassword,
  storePeople,
  submitPassword,
} from '@latchstring/test-kit/people'
import { readSession } from '@latchstring/test-kit/story'
import { DAY, startClock } from '@latchstring/test-kit/test-clock'
import { beforeEach, describe, expect, test } from 'vitest'
import { post } from './src/acting-world.ts'
import { CODE, factorFeature } from './src/factor-feature.ts'

const store = storeForEachTest()
const clock = forEachTest(startClock)

const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
const OWN = { ...PAGE, origin: ORIGIN, 'sec-fetch-site': 'same-origin' }
const TARGET = `${ORIGIN}/pay?to=bob`

/** What was warned of. */
const warnings: unknown[] = []

beforeEach(async () => {
  warnings.splice(0)
  await storePeople(store.adapter, new Date(0))
})

/** How an application hands over what it has read. */
type Asked = 'by `auth`' | 'in a scope'

/** Sends a form to the application, whose handler asks for a sign-in. @returns its refusal */
async function send(
  { auth }: App,
  browser: Browser,
  form: KeptForm | undefined,
  { headers = OWN, aal, asked = 'by `auth`' }: Sending = {},
): Promise<Response> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const request = new Request(TARGET, { method: 'POST', headers: { ...headers, cookie } })
  const source = { headers: request.headers, url: request.url, request }
  const scope = auth.scope(source)
  const options = { maxAge: 300, aal, form }
  try {
    await (asked === 'in a scope' ? scope.require(options) : auth.require(source, options))
  } catch (error) {
    const refused = refusalOf(error)
    if (!refused) throw error
    const response = asked === 'in a scope' ? scope.apply(refused) : refused
    for (const header of response.headers.getSetCookie()) browser.receive(TARGET, header)
    return response
  }
  throw new Error('The form was not refused.')
}

interface Sending {
  readonly headers?: Readonly<Record<string, string>>
  readonly aal?: 2
  readonly asked?: Asked
}

/** Where the sign-in page of a refusal leads to. */
const backOf = (response: Response): URL =>
  new URL(new URL(response.headers.get('location') ?? '').searchParams.get('callbackUrl') ?? '')

const keptCookies = (browser: Browser): readonly string[] =>
  [...browser.cookies.keys()].filter((name) => /latchstring\.form(?:\.\d)?$/.test(name))

const fields = (values: Readonly<Record<string, string>>): KeptForm => ({
  fields: new URLSearchParams(values),
})

describe.each(STRATEGIES)('A form that is refused, with sessions by %s,', (strategy) => {
  const open = (): App =>
    createApp(
      {
        providers: [passwords()],
        adapter: store.adapter,
        features: [factorFeature()],
        session: { strategy, absoluteMaxAge: 365 * DAY },
        logger: { warn: (...line) => void warnings.push(line) },
      },
      { env: ENV, clock: clock.now },
    )

  /** A browser whose sign-in is too old. */
  async function stale(app: App): Promise<Browser> {
    const browser = await signInWithPassword(app.openBrowser())
    clock.advance(301)
    return browser
  }

  test.each(['by `auth`', 'in a scope'] as const)(
    'asked %s, comes back after the sign-in, once, to be sent to its own address',
    async (asked) => {
      const app = open()
      const browser = await stale(app)
      const given = fields({ amount: '5', note: '<b>"&', password: 'x', csrfToken: 'y', card: '1' })
      const response = await send(app, browser, { ...given, except: ['card'] }, { asked })
      expect(response.status).toBe(303)
      const back = backOf(response)
      expect(back.href).toBe(`${BASE}/form?callbackUrl=${encodeURIComponent(TARGET)}`)
      await submitPassword(browser, 'ada', { callbackUrl: back.href })
      const page = await browser.open(back.href, PAGE)
      expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'same-origin'])
      const html = await page.text()
      expect(readForms(html)).toEqual([{ action: TARGET, fields: { amount: '5', note: '<b>"&' } }])
      expect(html).not.toContain('<script')
      expect(keptCookies(browser)).toEqual([])
      const again = await browser.open(back.href, PAGE)
      expect([again.status, again.headers.get('location')]).toEqual([303, TARGET])
    },
  )

  test('comes back after a second factor alone', async () => {
    const app = open()
    const browser = await signInWithPassword(app.openBrowser())
    const response = await send(app, browser, fields({ amount: '5' }), { aal: 2 })
    expect(response.headers.get('location')).toMatch(`${BASE}/factor/show`)
    const back = backOf(response)
    const shown = await post(browser, 'factor/check', { code: CODE, callbackUrl: back.href })
    expect(shown.headers.get('location')).toBe(back.href)
    const [form] = readForms(await (await browser.open(back.href, PAGE)).text())
    expect(form?.fields).toEqual({ amount: '5' })
  })

  test('of four kilobytes is kept in cookies, and one that is longer is lost', async () => {
    const app = open()
    const browser = await stale(app)
    const note = 'n'.repeat(4_096 - 'note='.length)
    const response = await send(app, browser, fields({ note }))
    expect(keptCookies(browser).length).toBeGreaterThan(1)
    await submitPassword(browser, 'ada')
    const [form] = readForms(await (await browser.open(backOf(response).href, PAGE)).text())
    expect(form?.fields).toEqual({ note })
    clock.advance(301)
    const longer = await send(app, browser, fields({ note: `${note}n` }))
    expect([backOf(longer).href, keptCookies(browser)]).toEqual([TARGET, []])
    expect(warnings).toEqual([['form-lost', expect.stringContaining('That of /pay has more')]])
  })

  test('keeps a field that is sent twice, and leaves out a file that was not chosen', async () => {
    const app = open()
    const browser = await stale(app)
    const form = new FormData()
    form.append('to', 'bob')
    form.append('to', 'eve')
    form.append('photo', new File([], ''))
    const back = backOf(await send(app, browser, { fields: form }))
    await submitPassword(browser, 'ada')
    const html = await (await browser.open(back.href, PAGE)).text()
    expect([...html.matchAll(/name="(\w+)" value="(\w+)"/g)].map(([, ...field]) => field)).toEqual([
      ['to', 'bob'],
      ['to', 'eve'],
    ])
  })

  test.each([
    [
      'of another site',
      { ...PAGE, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    ],
    ['of a page that hides where it is', { ...PAGE, origin: 'null' }],
    ['of a browser that does not say where it is from', PAGE],
  ])('%s is not kept', async (_, headers) => {
    const app = open()
    const browser = await stale(app)
    const response = await send(app, browser, fields({ amount: '5' }), { headers })
    expect([backOf(response).href, keptCookies(browser)]).toEqual([TARGET, []])
  })

  test('with a file is not kept, and one of a script is answered as without it', async () => {
    const app = open()
    const browser = await stale(app)
    const form = new FormData()
    form.set('photo', new File(['x'], 'x.png'))
    expect(backOf(await send(app, browser, { fields: form })).href).toBe(TARGET)
    const script = { accept: 'application/json', origin: ORIGIN, 'sec-fetch-mode': 'cors' }
    const refused = await send(app, browser, fields({ amount: '5' }), { headers: script })
    expect([refused.status, keptCookies(browser)]).toEqual([401, []])
  })

  test('is not shown to another user, to none, or after ten minutes', async () => {
    const app = open()
    const browser = await stale(app)
    const back = backOf(await send(app, browser, fields({ amount: '5' }))).href
    const kept = keptCookies(browser).map(
      (name) => [name, browser.cookies.get(name) ?? ''] as const,
    )
    const other = await signInWithPassword(app.openBrowser(), 'grace')
    const nobody = app.openBrowser()
    for (const [name, value] of kept) {
      other.setCookie(name, value)
      nobody.setCookie(name, value)
    }
    const denied = await other.open(back, PAGE)
    expect(denied.headers.get('location')).toContain('error=AccessDenied')
    expect((await readSession(other))?.user?.name).toContain('Grace')
    const asked = await nobody.open(back, PAGE)
    expect(asked.headers.get('location')).toMatch(`${BASE}/signin`)
    clock.advance(600)
    const late = await browser.open(back, PAGE)
    expect([late.status, late.headers.get('location')]).toEqual([303, TARGET])
  })
})
