import { type AuthConfig, skipCSRFCheck } from '@latchstring/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { type App, BASE, createApp, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { createFaultyAdapter } from '@latchstring/test-kit/faulty-adapter'
import { readForms } from '@latchstring/test-kit/forms'
import { createLetterBox, type LetterBox, type SentLetter, wrongCode } from './src/letters.ts'
import { askForMail } from '@latchstring/test-kit/mail-app'
import { createMemoryStore, type MemoryStore, type MemoryStoreOptions } from './src/memory-store.ts'
import { copyCookies } from '@latchstring/test-kit/people'
import { expectSignedIn, readLocation } from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'

let clock: TestClock

beforeEach(() => {
  clock = startClock()
})

interface World {
  readonly app: App
  readonly box: LetterBox
  readonly store: MemoryStore
  readonly config: AuthConfig
}

function open(config: Partial<AuthConfig> = {}, options: MemoryStoreOptions = {}): World {
  const store = createMemoryStore(options)
  const box = createLetterBox()
  const { adapter } = store
  // More mails are requested than the limits allow: this test is about the valid ones.
  const limits = { mail: false } as const
  const all: AuthConfig = { providers: [box.provider], adapter, skipCSRFCheck, limits, ...config }
  return { app: createApp(all, { clock: clock.now }), box, store, config: all }
}

const type = (browser: Browser, code: string): Promise<Response> =>
  browser.submit(`${BASE}/callback/mail`, { code })

/** Opens a link in a browser that did not ask for it, and presses the button. */
async function follow({ app }: Pick<World, 'app'>, { url }: SentLetter): Promise<boolean> {
  const browser = app.openBrowser()
  const opened = await browser.open(url)
  const [form] = opened.status === 200 ? readForms(await opened.text()) : []
  // Of a link that is known to be dead no form is shown.
  const answer = form ? await browser.submit(form.action, form.fields) : opened
  const { pathname, searchParams } = readLocation(answer)
  if (pathname === '/inside') return true
  expect([pathname, searchParams.get('error')]).toEqual(['/auth/error', 'Verification'])
  return false
}

async function followAll(world: Pick<World, 'app' | 'box'>): Promise<readonly boolean[]> {
  const works: boolean[] = []
  for (const letter of world.box.letters) works.push(await follow(world, letter))
  return works
}

test.each(STRATEGIES)(
  'The mails to an address are as many as the limits allow, and each of them works, with the strategy %s (MAG-08)',
  async (strategy) => {
    const world = open({ session: { strategy }, limits: {} })
    const browsers = Array.from({ length: 7 }, () => world.app.openBrowser())
    for (const browser of browsers) await askForMail(browser)
    // Five in an hour; those that are not sent get the same response.
    expect(world.box.letters).toHaveLength(5)
    const [coded, ...linked] = world.box.letters
    const [browser] = browsers
    if (browser) expectSignedIn(await type(browser, coded?.code ?? ''))
    for (const letter of linked) expect(await follow(world, letter)).toBe(true)
    expect(world.store.mails()).toEqual([])
  },
)

test('The mails of simultaneous requests all work (MAG-08)', async () => {
  const world = open()
  const browsers = Array.from({ length: 32 }, () => world.app.openBrowser())
  await Promise.all(browsers.map((browser) => askForMail(browser)))
  expect(world.box.letters).toHaveLength(32)
  expect(new Set(await followAll(world))).toEqual(new Set([true]))
})

test.each([{}, { records: false }])(
  'A token of a link that is given twice is refused, and the first mail works, with %j',
  async (options) => {
    const box = createLetterBox({ generateVerificationToken: () => 'V1StGXR8_Z5jdHi6B-myTQ' })
    const world = { ...open({ providers: [box.provider] }, options), box }
    await askForMail(world.app.openBrowser())
    expect((await askForMail(world.app.openBrowser())).status).toBe(503)
    expect(await followAll(world)).toEqual([true])
  },
)

describe('The store deletes the rows', () => {
  test.each(STRATEGIES)(
    'of a mail whose link was used, with the strategy %s (MAG-08)',
    async (strategy) => {
      const world = open({ session: { strategy } })
      const browser = world.app.openBrowser()
      await askForMail(browser)
      await type(browser, wrongCode(world.box.last().code))
      expectSignedIn(await browser.open(world.box.lastLink().url))
      expect(world.store.mails()).toEqual([])
    },
  )

  test.each(STRATEGIES)(
    'of a mail whose code was used, with the strategy %s (MAG-08)',
    async (strategy) => {
      const world = open({ session: { strategy } })
      const browser = world.app.openBrowser()
      await askForMail(browser)
      expectSignedIn(await type(browser, world.box.last().code))
      expect(world.store.mails()).toEqual([])
    },
  )

  test('of the completed mail only, and keeps those of other mails (MAG-08)', async () => {
    const world = open()
    await askForMail(world.app.openBrowser())
    const one = world.store.mails()
    await askForMail(world.app.openBrowser())
    expect(await follow(world, world.box.lastLink())).toBe(true)
    expect(world.store.mails()).toEqual(one)
  })
})

/** Providers of each kind of failure. */
const FAILURES: readonly (readonly [string, () => unknown])[] = [
  [
    'throws',
    () => {
      throw new Error('The mail server is down.')
    },
  ],
  ['rejects', () => Promise.reject(new Error('The mail server is down.'))],
]

describe.each(FAILURES)('A mail whose sending %s', (_, fail) => {
  test('leaves no row, invalidates no other mail and redirects to the sign-in page (MAG-09, MAG-08)', async () => {
    let down = false
    const box = createLetterBox()
    const provider = {
      ...box.provider,
      async sendVerificationRequest(
        params: Parameters<typeof box.provider.sendVerificationRequest>[0],
      ) {
        if (down) await fail()
        await box.provider.sendVerificationRequest(params)
      },
    }
    const world = { ...open({ providers: [provider] }), box }
    const browser = world.app.openBrowser()
    for (let count = 0; count < 3; count += 1) await askForMail(browser)
    const rows = world.store.mails()
    down = true
    for (let count = 0; count < 4; count += 1) {
      const answer = await askForMail(count % 2 === 0 ? browser : world.app.openBrowser())
      expect(readLocation(answer).searchParams.get('error')).toBe('EmailSignin')
    }
    expect(world.store.mails()).toEqual(rows)
    expect(await followAll(world)).toEqual([true, true, true])
    expect(world.store.mails()).toEqual([])
  })
})

describe.each([
  ['before', true],
  ['after', true],
  ['before', false],
  ['after', false],
] as const)('A store that fails %s the effect of a call, with records: %s,', (when, records) => {
  /** Asks with a fault in the call of a number; whether there was such a call. */
  async function askWith(call: number): Promise<boolean> {
    const store = createMemoryStore({ records })
    const faulty = createFaultyAdapter(store.adapter)
    const box = createLetterBox()
    const { app } = { ...open({ providers: [box.provider], adapter: faulty.adapter }) }
    await askForMail(app.openBrowser())
    const rows = (): number => store.mails().length + store.tokens.length
    faulty.arm({ call, when })
    const answer = await askForMail(app.openBrowser())
    const calls = faulty.disarm()
    if (calls.length < call) return false
    // No mail was sent, and what is left of it expires.
    expect(answer.status).toBe(503)
    expect(box.letters).toHaveLength(1)
    expect(rows()).toBeLessThanOrEqual(when === 'before' ? 1 : 2)
    await askForMail(app.openBrowser())
    expect(await followAll({ app, box })).toEqual([true, true])
    return true
  }

  /** Uses a mail with a fault in the call of a number; whether there was such a call. */
  async function useWith(kind: 'link' | 'code', call: number): Promise<boolean> {
    const store = createMemoryStore({ records })
    const faulty = createFaultyAdapter(store.adapter)
    const box = createLetterBox()
    const { app } = { ...open({ providers: [box.provider], adapter: faulty.adapter }) }
    const browser = app.openBrowser()
    await askForMail(browser)
    const { url, code = '' } = box.lastLink()
    const use = (by: Browser): Promise<Response> =>
      kind === 'link' ? by.open(url) : type(by, code)
    faulty.arm({ call, when })
    const early = copyCookies(browser, app.openBrowser())
    await use(early)
    const calls = faulty.disarm()
    if (calls.length < call) return false
    // A mail that was not used up stays good; one that was signs no one in twice.
    const before = store.sessions.size
    const isThere = store.mails().length + store.tokens.length > 0
    const again = readLocation(await use(copyCookies(browser, app.openBrowser()))).pathname
    expect(again === '/inside').toBe(isThere)
    expect(store.sessions.size).toBe(before + (isThere ? 1 : 0))
    return true
  }

  async function countCalls(attempt: (call: number) => Promise<boolean>): Promise<number> {
    let calls = 0
    while (await attempt(calls + 1)) calls += 1
    return calls
  }

  test('sends no mail, and recovers (MAG-09)', async () => {
    expect(await countCalls(askWith)).toBeGreaterThanOrEqual(2)
  })

  test('loses no mail that it has not used up (MAG-03)', async () => {
    expect(await countCalls((call) => useWith('link', call))).toBeGreaterThanOrEqual(3)
    if (records) {
      expect(await countCalls((call) => useWith('code', call))).toBeGreaterThanOrEqual(4)
    }
  })
})
