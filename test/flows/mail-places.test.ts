import { type AuthConfig, createAuth, skipCSRFCheck } from '@latchstring/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { type App, BASE, createApp, ENV, SECRETS, STRATEGIES } from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { createFaultyAdapter } from '@latchstring/test-kit/faulty-adapter'
import { readForms } from '@latchstring/test-kit/forms'
import { createLetterBox, type LetterBox, type SentLetter, wrongCode } from './src/letters.ts'
import { ADDRESS, askForMail } from '@latchstring/test-kit/mail-app'
import { createMemoryStore, type MemoryStore, type MemoryStoreOptions } from './src/memory-store.ts'
import { copyCookies } from '@latchstring/test-kit/people'
import { checkCookies, expectSignedIn, readLocation } from '@latchstring/test-kit/story'
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

async function followAll(world: World): Promise<readonly boolean[]> {
  const works: boolean[] = []
  for (const letter of world.box.letters) works.push(await follow(world, letter))
  return works
}

const STORES: readonly (readonly [string, MemoryStoreOptions])[] = [
  ['that refuses a second row of a name', {}],
  ['that replaces a row of the same name', { duplicates: 'replace' }],
  ['that keeps two rows of one name', { duplicates: 'keep' }],
  ['that knows whole seconds', { precision: 1000 }],
]

/** What is stored of a mail that can be used. */
const ROWS = 3

describe.each(STORES)('The mails to an address, in a store %s,', (_, options) => {
  test.each(STRATEGIES)(
    'have three valid links, and a newer one invalidates the oldest, with the strategy %s (MAG-08)',
    async (strategy) => {
      const world = open({ session: { strategy } }, options)
      const browser = world.app.openBrowser()
      for (let count = 0; count < 7; count += 1) await askForMail(browser)
      expect(await followAll(world)).toEqual([false, false, false, false, true, true, true])
      expect(world.store.tokens).toEqual([])
    },
  )

  test('have three valid links when three browsers request them (MAG-08)', async () => {
    const world = open({}, options)
    for (let count = 0; count < 5; count += 1) {
      await askForMail(world.app.openBrowser())
      clock.advance(20)
    }
    expect(await followAll(world)).toEqual([false, false, true, true, true])
    expect(world.store.tokens).toEqual([])
  })

  test('have three valid codes when three browsers request them (MAG-08)', async () => {
    const world = open({}, options)
    const browsers = Array.from({ length: 5 }, () => world.app.openBrowser())
    for (const browser of browsers) await askForMail(browser)
    const works: boolean[] = []
    for (const [at, browser] of browsers.entries()) {
      const answer = await type(browser, world.box.letters[at]?.code ?? '')
      works.push(readLocation(answer).pathname === '/inside')
    }
    expect(works).toEqual([false, false, true, true, true])
    expect(world.store.tokens).toEqual([])
  })

  test('have three valid links for each of two addresses (MAG-08)', async () => {
    const world = open({}, options)
    for (const address of [ADDRESS, 'grace@example.com', ADDRESS, 'grace@example.com', ADDRESS]) {
      await askForMail(world.app.openBrowser(), address)
    }
    expect(await followAll(world)).toEqual([true, true, true, true, true])
  })

  test('reuse the places of used and expired mails (MAG-08)', async () => {
    const world = open({}, options)
    const { letters } = world.box
    for (let count = 0; count < 3; count += 1) await askForMail(world.app.openBrowser())
    const [first, second] = letters
    expect(first && (await follow(world, first))).toBe(true)
    await askForMail(world.app.openBrowser())
    expect(second && (await follow(world, second))).toBe(true)
    clock.advance(600)
    for (let count = 0; count < 3; count += 1) await askForMail(world.app.openBrowser())
    expect(await followAll(world)).toEqual([false, false, false, false, true, true, true])
  })

  test('are two when requested twice at once (MAG-08)', async () => {
    for (let round = 0; round < 8; round += 1) {
      const world = open({}, options)
      const browsers = [world.app.openBrowser(), world.app.openBrowser()]
      await Promise.all(browsers.map((browser) => askForMail(browser)))
      expect(world.box.letters).toHaveLength(2)
      const works = (await followAll(world)).filter(Boolean)
      // Without unique keys one of the two may take the place of the other.
      expect(works.length).toBeGreaterThan(options.duplicates === undefined ? 1 : 0)
    }
  })

  test('have at most three valid links after 32 simultaneous requests (MAG-08)', async () => {
    const world = open({}, options)
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => askForMail(world.app.openBrowser())),
    )
    // A request that gets no slot is answered with an error, and no mail is sent.
    expect(new Set(answers.map(({ status }) => status))).not.toContain(500)
    const sent = answers.filter(({ status }) => status === 302)
    expect(sent).toHaveLength(world.box.letters.length)
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(32 - sent.length)
    const works = (await followAll(world)).filter(Boolean).length
    expect(works).toBeGreaterThan(0)
    // Only what has unique keys can promise it for requests of the same moment.
    if (options.duplicates !== 'keep') expect(works).toBeLessThanOrEqual(3)
    await askForMail(world.app.openBrowser())
    expect(await follow(world, world.box.last())).toBe(true)
  })
})

describe('The limit of three valid links for an address holds', () => {
  test('across several providers (MAG-08)', async () => {
    const box = createLetterBox()
    const other = { ...box.provider, id: 'other', name: 'Other', maxAge: 3600 }
    const world = { ...open({ providers: [box.provider, other] }), box }
    for (const id of ['mail', 'other', 'mail', 'other']) {
      const fields = { email: ADDRESS, callbackUrl: '/inside' }
      await world.app.openBrowser().submit(`${BASE}/signin/${id}`, fields)
    }
    expect(await followAll(world)).toEqual([false, true, true, true])
  })

  test('across all spellings of the address, custom normalization included (MAG-08, EML-10)', async () => {
    const box = createLetterBox({ normalizeIdentifier: (text) => text.replace(/\+.*@/, '@') })
    const world = { ...open({ providers: [box.provider] }), box }
    for (const address of [
      'ada@example.com',
      'ADA@Example.com',
      'ada+x@example.com ',
      'Ada@EXAMPLE.com',
    ]) {
      await askForMail(world.app.openBrowser(), address)
    }
    expect(new Set(box.letters.map(({ identifier }) => identifier))).toEqual(new Set([ADDRESS]))
    expect(await followAll(world)).toEqual([false, true, true, true])
  })

  test('where a function returns the configuration of each request (MAG-08)', async () => {
    const world = open()
    const auth = createAuth(() => ({ ...world.config }), { env: ENV, clock: clock.now })
    for (let count = 0; count < 4; count += 1) await askForMail(createBrowser(auth.handle))
    const app = { ...world.app, openBrowser: () => createBrowser(auth.handle) }
    expect(await followAll({ ...world, app })).toEqual([false, true, true, true])
  })

  test('for mails requested by browsers and by the server (MAG-08)', async () => {
    const world = open()
    await askForMail(world.app.openBrowser())
    for (let count = 0; count < 3; count += 1) {
      const fields = { email: ADDRESS, redirectTo: '/inside' }
      await world.app.auth.signIn({ headers: new Headers() }, 'mail', fields)
    }
    expect(await followAll(world)).toEqual([false, true, true, true])
  })

  test('across a rotation of the secret (MAG-08, MAG-02)', async () => {
    const world = open()
    for (let count = 0; count < 3; count += 1) await askForMail(world.app.openBrowser())
    const env = { ...ENV, AUTH_SECRET_1: SECRETS.newer }
    const app = createApp(world.config, { clock: clock.now, env })
    await askForMail(app.openBrowser())
    expect(await followAll({ ...world, app })).toEqual([false, true, true, true])
    expect(world.store.tokens).toEqual([])
  })

  test('across http and https (MAG-08)', async () => {
    const origin = 'http://localhost:3000'
    const world = open()
    const env = { ...ENV, AUTH_URL: origin }
    const app = createApp(world.config, { clock: clock.now, env })
    for (let count = 0; count < 4; count += 1) {
      const browser = app.openBrowser()
      await browser.submit(`${origin}/auth/signin/mail`, { email: ADDRESS, callbackUrl: '/inside' })
    }
    expect(await followAll({ ...world, app })).toEqual([false, true, true, true])
  })
})

describe('The store deletes the rows', () => {
  test.each(STRATEGIES)(
    'of a mail whose link was used, with the strategy %s (MAG-08)',
    async (strategy) => {
      const world = open({ session: { strategy } })
      const browser = world.app.openBrowser()
      await askForMail(browser)
      await type(browser, wrongCode(world.box.last().code))
      expectSignedIn(await browser.open(world.box.last().url))
      expect(world.store.tokens).toEqual([])
    },
  )

  test.each(STRATEGIES)(
    'of a mail whose code was used, with the strategy %s (MAG-08)',
    async (strategy) => {
      const world = open({ session: { strategy } })
      const browser = world.app.openBrowser()
      await askForMail(browser)
      expectSignedIn(await type(browser, world.box.last().code))
      expect(world.store.tokens).toEqual([])
    },
  )

  test('of a mail whose link was opened too late (MAG-12)', async () => {
    const world = open()
    await askForMail(world.app.openBrowser())
    clock.advance(600)
    expect(await follow(world, world.box.last())).toBe(false)
    expect(world.store.tokens).toEqual([])
  })

  test('of a mail that newer ones have replaced in the requesting browser (MAG-08)', async () => {
    const world = open()
    const browser = world.app.openBrowser()
    for (let count = 0; count < 9; count += 1) {
      await askForMail(browser)
      clock.advance(1)
    }
    expect(world.store.tokens).toHaveLength(3 * ROWS)
    expect(checkCookies(browser)).toHaveLength(3)
  })

  test('of the completed mail only, and keeps those of other mails (MAG-08)', async () => {
    const world = open()
    await askForMail(world.app.openBrowser())
    const one = [...world.store.tokens]
    await askForMail(world.app.openBrowser())
    expect(await follow(world, world.box.last())).toBe(true)
    // The place was put back by its mark; what it belongs to has not moved.
    const names = ({ token, expires }: (typeof one)[number]): string =>
      `${token} ${expires.toISOString()}`
    expect(world.store.tokens.map(names).toSorted()).toEqual(one.map(names).toSorted())
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
    const rows = world.store.tokens.length
    down = true
    for (let count = 0; count < 4; count += 1) {
      const answer = await askForMail(count % 2 === 0 ? browser : world.app.openBrowser())
      expect(readLocation(answer).searchParams.get('error')).toBe('EmailSignin')
    }
    expect(world.store.tokens).toHaveLength(rows)
    expect(await followAll(world)).toEqual([true, true, true])
    expect(world.store.tokens).toEqual([])
  })
})

describe.each(['before', 'after'] as const)(
  'A store that fails %s the effect of a call',
  (when) => {
    /** Asks with a fault in the call of a number; whether there was such a call. */
    async function askWith(call: number): Promise<boolean> {
      const store = createMemoryStore()
      const faulty = createFaultyAdapter(store.adapter)
      const world = { ...open({ adapter: faulty.adapter }), store }
      const box = createLetterBox()
      const config = { ...world.config, providers: [box.provider], adapter: faulty.adapter }
      const app = createApp(config, { clock: clock.now })
      const earlier = app.openBrowser()
      await askForMail(earlier)
      await askForMail(earlier)
      const rows = store.tokens.length
      faulty.arm({ call, when })
      const answer = await askForMail(app.openBrowser())
      const calls = faulty.disarm()
      if (calls.length < call) return false
      const sent = answer.status === 302
      // Either the mail was sent and works, or it was not sent and nothing is left of it.
      expect(box.letters).toHaveLength(sent ? 3 : 2)
      if (!sent) expect(answer.status).toBe(503)
      if (sent) expect(await follow({ app }, box.last())).toBe(true)
      if (when === 'before') expect(store.tokens.length).toBeLessThanOrEqual(rows)
      await askForMail(app.openBrowser())
      expect(await follow({ app }, box.last())).toBe(true)
      return true
    }

    test('leaves no mail without a valid link and no row without a mail, and recovers (MAG-09)', async () => {
      let calls = 0
      while (await askWith(calls + 1)) calls += 1
      expect(calls).toBeGreaterThan(6)
    })
  },
)

test('A request with copied cookies for another address invalidates no mail (MAG-08)', async () => {
  const world = open()
  const browser = world.app.openBrowser()
  await askForMail(browser)
  await askForMail(copyCookies(browser, world.app.openBrowser()), 'grace@example.com')
  await askForMail(browser, 'grace@example.com')
  await askForMail(browser, 'grace@example.com')
  expect(await followAll(world)).toEqual([true, true, true, true])
})

describe('A store that deletes all tokens of an identifier on each lookup', () => {
  test('keeps a mail valid when another person forges its link (MAG-08, MAG-04)', async () => {
    const world = open({}, { greedy: true })
    const browser = world.app.openBrowser()
    await askForMail(browser)
    const letter = world.box.last()
    const url = letter.url.replace(letter.token, 'V1StGXR8_Z5jdHi6B-myTQ')
    expect(await follow(world, { ...letter, url })).toBe(false)
    await type(browser, wrongCode(letter.code))
    expect(await follow(world, letter)).toBe(true)
    expect(world.store.tokens).toEqual([])
  })

  test('keeps the codes of other mails when one is used, and three at most (MAG-08)', async () => {
    const world = open({}, { greedy: true })
    const browsers = Array.from({ length: 4 }, () => world.app.openBrowser())
    for (const browser of browsers) await askForMail(browser)
    const works: boolean[] = []
    for (const [at, browser] of browsers.entries()) {
      const answer = await type(browser, world.box.letters[at]?.code ?? '')
      works.push(readLocation(answer).pathname === '/inside')
    }
    expect(works).toEqual([false, true, true, true])
  })
})
