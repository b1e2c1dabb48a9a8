import { type AuthConfig, skipCSRFCheck } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import { beforeEach, describe, expect, test } from 'vitest'
import { type App, BASE, createApp, ENV, SECRETS, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { withoutRecords } from '@latchstring/test-kit/faulty-adapter'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { readForms } from '@latchstring/test-kit/forms'
import { ADDRESS, askForMail, typeCode } from '@latchstring/test-kit/mail-app'
import { expectSignedIn, readLocation } from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { createLetterBox, type LetterBox, type SentLetter, wrongCode } from './src/letters.ts'

const idOf = ({ id }: Readonly<Record<string, unknown>>): string =>
  typeof id === 'string' ? id : ''

const USED = 'The link has been used already, or was never made.'
const EXPIRED = 'The link has expired.'
const CHANGED = 'The link is not as it was mailed'

const store = storeForEachTest()
let clock: TestClock
let box: LetterBox

beforeEach(() => {
  clock = startClock()
  box = createLetterBox()
})

type Made = 'once' | 'each time'

function createMails(
  config: Partial<AuthConfig> = {},
  made: Made = 'once',
  env: typeof ENV = ENV,
): App {
  const { adapter } = store
  return createApp(
    { providers: [box.provider], adapter, skipCSRFCheck, ...config },
    { clock: clock.now, env },
    made,
  )
}

async function ask(browser: Browser, address: string = ADDRESS): Promise<SentLetter> {
  await askForMail(browser, address)
  return box.lastLink()
}

/** The response says at once that the link is dead, without a question. */
async function expectDead(app: App, browser: Browser, url: string, why: string): Promise<void> {
  const response = await browser.open(url)
  expect(response.status).toBe(302)
  const { pathname, searchParams } = readLocation(response)
  expect([pathname, searchParams.get('error')]).toEqual(['/auth/error', 'Verification'])
  expect(app.errors.at(-1)?.message).toContain(why)
  expect(app.errors.at(-1)?.ref).toBe(searchParams.get('ref'))
}

/** The browser is asked, and signs in when it confirms. */
async function confirm(browser: Browser, url: string): Promise<Response> {
  const page = await browser.open(url)
  expect(page.status).toBe(200)
  const [form] = readForms(await page.text())
  return browser.submit(form?.action ?? '', form?.fields ?? {})
}

/** The response asks for a confirmation, and the next one says that the link is dead. */
async function expectUsed(app: App, browser: Browser, url: string): Promise<void> {
  const { searchParams } = readLocation(await confirm(browser, url))
  expect(searchParams.get('error')).toBe('Verification')
  expect(app.errors.at(-1)?.message).toBe(USED)
  expect(await rowsOf()).toEqual([])
}

type Reading = 'counts codes' | 'reads tokens' | 'only takes tokens'

const READING: readonly Reading[] = ['counts codes', 'reads tokens', 'only takes tokens']

/** The store with a table for mails, without one, or as published adapters have it, which cannot read a token either. */
function storeThat(reading: Reading, all: Adapter = store.adapter): Adapter {
  if (reading === 'counts codes') return all
  const adapter = withoutRecords(all)
  if (reading === 'reads tokens') return adapter
  const taking = { ...adapter, capabilities: { ...adapter.capabilities, tokenReads: false } }
  Reflect.deleteProperty(taking, 'getVerificationToken')
  return taking
}

/** The response says that the link was used: at once where the store can read tokens, otherwise after the confirmation. */
async function expectGone(
  reading: Reading,
  app: App,
  { browser, url }: { readonly browser: Browser; readonly url: string },
): Promise<void> {
  if (reading === 'only takes tokens') return expectUsed(app, browser, url)
  await expectDead(app, browser, url, USED)
  expect(await rowsOf()).toEqual([])
}

/** A store that says which rows are asked for. */
function watchRows(): {
  readonly adapter: Adapter
  readonly taken: string[]
  readonly read: string[]
  readonly put: string[]
} {
  const taken: string[] = []
  const read: string[] = []
  const put: string[] = []
  const { adapter } = store
  const { records: verbs } = adapter
  if (!verbs) throw new Error('The store has records.')
  const watched: Adapter = {
    ...adapter,
    useVerificationToken(key) {
      taken.push(key.token)
      return adapter.useVerificationToken?.(key) ?? null
    },
    getVerificationToken(key) {
      read.push(key.token)
      return adapter.getVerificationToken?.(key) ?? null
    },
    createVerificationToken(row) {
      put.push(row.token)
      return adapter.createVerificationToken?.(row)
    },
    records: {
      ...verbs,
      get(table, key) {
        read.push(idOf(key))
        return verbs.get(table, key)
      },
      change(table, row, from) {
        put.push(idOf(row.values))
        return verbs.change(table, row, from)
      },
      drop(table, key, version) {
        taken.push(idOf(key))
        return verbs.drop(table, key, version)
      },
    },
  }
  return { adapter: watched, taken, read, put }
}

/** The rows of all mails, in one store or the other. */
const rowsOf = async (): Promise<readonly object[]> => [
  ...(await store.query('SELECT * FROM verification_tokens ORDER BY token')),
  ...(await store.query('SELECT * FROM auth_email_mails ORDER BY id')),
]

const MADE: readonly Made[] = ['once', 'each time']
const WHERE = ['the browser that asked', 'another browser'] as const
const EVERY_WAY = STRATEGIES.flatMap((strategy) =>
  MADE.flatMap((made) => READING.map((reading) => [strategy, made, reading] as const)),
)

test.each([600.0001, 1000 / 3, 0.0015])(
  'A link that lasts %d s is opened in another browser',
  async (maxAge) => {
    box = createLetterBox({ maxAge })
    const app = createMails()
    const { url } = await ask(app.openBrowser())
    expectSignedIn(await confirm(app.openBrowser(), url))
  },
)

describe.each(EVERY_WAY)(
  'The link of a mail, with %s sessions, a configuration made %s and a store that %s,',
  (strategy, made, reading) => {
    test.each(WHERE)('is refused in %s once it was used, each time it is opened', async (where) => {
      const app = createMails({ session: { strategy }, adapter: storeThat(reading) }, made)
      const browser = app.openBrowser()
      const { url } = await ask(browser)
      expectSignedIn(await browser.open(url))
      const opening = where === 'another browser' ? app.openBrowser() : browser
      for (let count = 0; count < 3; count += 1) {
        await expectGone(reading, app, { browser: opening, url })
      }
    })

    test.each(WHERE)('is refused in %s after another browser confirmed it', async (where) => {
      const app = createMails({ session: { strategy }, adapter: storeThat(reading) }, made)
      const asking = app.openBrowser()
      const { url } = await ask(asking)
      expectSignedIn(await confirm(app.openBrowser(), url))
      // The browser that asked is not asked anything: it is the use that fails.
      if (where === 'another browser') {
        await expectGone(reading, app, { browser: app.openBrowser(), url })
      } else await expectDead(app, asking, url, USED)
    })

    test.each(WHERE)('is refused in %s after the code of the mail was typed', async (where) => {
      const app = createMails({ session: { strategy }, adapter: storeThat(reading) }, made)
      const browser = app.openBrowser()
      const { url, code } = await ask(browser)
      expect(code === undefined).toBe(reading !== 'counts codes')
      if (code === undefined) return
      expectSignedIn(await typeCode(browser, code))
      const opening = where === 'another browser' ? app.openBrowser() : browser
      await expectGone(reading, app, { browser: opening, url })
    })

    test.each(WHERE)(
      'is reported as expired at once in %s, to the millisecond, and its token is deleted (MAG-12)',
      async (where) => {
        const app = createMails({ session: { strategy }, adapter: storeThat(reading) }, made)
        const browser = app.openBrowser()
        const { url } = await ask(browser)
        clock.advance(599.999)
        expect((await app.openBrowser().open(url)).status).toBe(200)
        clock.advance(0.001)
        const opening = where === 'another browser' ? app.openBrowser() : browser
        await expectDead(app, opening, url, EXPIRED)
        if (reading === 'counts codes') await store.adapter.deleteExpired(new Date(clock.now()))
        expect(await rowsOf()).toEqual([])
      },
    )
  },
)

const clientAddress = () => '203.0.113.7'

/** An application that records the replays of its event. */
function listen(config: Partial<AuthConfig>, made: Made): { app: App; replays: unknown[] } {
  const replays: unknown[] = []
  const events = { replayDetected: (message: unknown) => void replays.push(message) }
  return { app: createMails({ ...config, clientAddress, events }, made), replays }
}

describe.each(EVERY_WAY)(
  'The event replayDetected, with %s sessions, a configuration made %s and a store that %s,',
  (strategy, made, reading) => {
    const start = () => listen({ session: { strategy }, adapter: storeThat(reading) }, made)
    const replayOf = (app: App) => ({
      what: 'mail-link',
      provider: 'mail',
      identifier: ADDRESS,
      address: '203.0.113.7',
      ref: app.errors.at(-1)?.ref,
    })

    test.each(WHERE)('is emitted for a link that is opened again in %s (LOG-03)', async (where) => {
      const { app, replays } = start()
      const browser = app.openBrowser()
      const { url } = await ask(browser)
      expectSignedIn(await browser.open(url))
      expect(replays).toEqual([])
      const opening = where === 'another browser' ? app.openBrowser() : browser
      await expectGone(reading, app, { browser: opening, url })
      expect(replays).toStrictEqual([replayOf(app)])
    })

    test('is emitted for a link that another browser has confirmed (LOG-03)', async () => {
      const { app, replays } = start()
      const asking = app.openBrowser()
      const { url } = await ask(asking)
      expectSignedIn(await confirm(app.openBrowser(), url))
      expect(replays).toEqual([])
      await expectDead(app, asking, url, USED)
      expect(replays).toStrictEqual([replayOf(app)])
    })

    test('is not emitted for a link that was never made, was changed, or has expired', async () => {
      const { app, replays } = start()
      const { url } = await ask(app.openBrowser())
      const browser = app.openBrowser()
      const other = new URL(url)
      other.searchParams.set('token', 'a'.repeat(43))
      await expectDead(app, browser, other.href, CHANGED)
      other.searchParams.delete('expires')
      if (reading !== 'only takes tokens') await expectDead(app, browser, other.href, USED)
      else expect(readLocation(await confirm(browser, other.href)).search).toContain('Verification')
      clock.advance(600)
      await expectDead(app, app.openBrowser(), url, EXPIRED)
      expect(replays).toEqual([])
    })
  },
)

test.each([0.5, 0.75])(
  'A used link with a lifetime of half a second has expired %d s later, without the event replayDetected (LOG-03)',
  async (later) => {
    box = createLetterBox({ maxAge: 0.5 })
    const { app, replays } = listen({}, 'once')
    const asking = app.openBrowser()
    const { url } = await ask(asking)
    expectSignedIn(await confirm(app.openBrowser(), url))
    // The cookie of the sign-in lasts whole seconds.
    clock.advance(later)
    await expectDead(app, asking, url, EXPIRED)
    expect(replays).toEqual([])
  },
)

test.each([
  ['text', (end: string) => end, 1],
  ['a list', (end: string) => [end], 0],
] as const)(
  'The expiry in a link counts where it is sent as %s: %i replayDetected events (LOG-03)',
  async (_, send, count) => {
    const { app, replays } = listen({}, 'once')
    const { url } = await ask(app.openBrowser())
    expectSignedIn(await confirm(app.openBrowser(), url))
    const { token = '', email = '', expires = '' } = Object.fromEntries(new URL(url).searchParams)
    const body = { token, email, expires: send(expires) }
    const answer = await app.openBrowser().submitJson(`${BASE}/callback/mail`, body)
    expect(answer.ok).toBe(false)
    expect(app.errors.at(-1)?.message).toBe(USED)
    expect(replays).toHaveLength(count)
  },
)

test('A link without its expiry is confirmed by a form without it', async () => {
  const app = createMails()
  const url = new URL((await ask(app.openBrowser())).url)
  url.searchParams.delete('expires')
  const page = await app.openBrowser().open(url.href)
  const [form] = readForms(await page.text())
  expect(form?.fields).toMatchObject({ email: ADDRESS, expires: '' })
})

const endOf = (letter: SentLetter | undefined): string =>
  new URL(letter?.url ?? BASE).searchParams.get('expires') ?? ''

describe('A link that is not as it was mailed', () => {
  test.each<[string, string, (value: string) => string]>([
    ['a token cut off', 'token', (token) => token.slice(0, -1)],
    ['another token', 'token', () => 'a'.repeat(43)],
    ['another address', 'email', () => 'eve@example.com'],
    ['an end cut off', 'expires', (expires) => expires.slice(0, -1)],
    ['a later end', 'expires', (expires) => expires.replace(/^\d/, '9')],
    ['an end without a MAC', 'expires', (expires) => expires.slice(0, 13)],
    ['an empty end', 'expires', () => ''],
    ['the end of another mail', 'expires', () => endOf(box.letters[0])],
  ])(
    'with %s is refused at once, without asking the store (MAG-04, MAG-10)',
    async (_, name, change) => {
      const watched = watchRows()
      const app = createMails({ adapter: watched.adapter })
      await ask(app.openBrowser(), 'grace@example.com')
      const { url } = await ask(app.openBrowser())
      const changed = new URL(url)
      changed.searchParams.set(name, change(changed.searchParams.get(name) ?? ''))
      const [rows, asked] = [await rowsOf(), watched.taken.length]
      await expectDead(app, app.openBrowser(), changed.href, CHANGED)
      expect(watched.taken).toHaveLength(asked)
      expect(watched.read).toEqual([])
      expect(await rowsOf()).toEqual(rows)
      // What it was made from still signs in.
      expectSignedIn(await confirm(app.openBrowser(), url))
    },
  )

  test('is refused alike for an address with a user, one without, and an impossible one (MAG-10)', async () => {
    const watched = watchRows()
    const app = createMails({ adapter: watched.adapter })
    const known = await ask(app.openBrowser())
    expectSignedIn(await confirm(app.openBrowser(), known.url))
    const [before, looked] = [watched.taken.length, watched.read.length]
    const seen: unknown[] = []
    for (const address of [ADDRESS, 'grace@example.com', 'unknown@nowhere.invalid']) {
      for (const token of ['a'.repeat(43), known.token]) {
        const url = new URL(known.url)
        url.searchParams.set('email', address)
        url.searchParams.set('token', token)
        if (address === ADDRESS && token === known.token) url.searchParams.set('expires', '1.x')
        const response = await app.openBrowser().open(url.href)
        const { pathname, searchParams } = readLocation(response)
        const names = [...response.headers.keys()]
        seen.push([response.status, pathname, searchParams.get('error'), names])
      }
    }
    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(watched.taken).toHaveLength(before)
    expect(watched.read).toHaveLength(looked)
  })
})

/** What a browser can see of the answer to a link, but for the reference to the log, and what the log says. */
async function seeAnswer(app: App, url: string): Promise<unknown> {
  const response = await app.openBrowser().open(url)
  const { pathname, searchParams } = readLocation(response)
  searchParams.delete('ref')
  const { status, headers } = response
  return [status, pathname, `${searchParams}`, [...headers.keys()], app.errors.at(-1)?.message]
}

test('A forged link gets the response of a used one, for an address with and without a user, after one read (MAG-10)', async () => {
  const watched = watchRows()
  const app = createMails({ adapter: watched.adapter })
  const { url } = await ask(app.openBrowser())
  expectSignedIn(await confirm(app.openBrowser(), url))
  const open = await ask(app.openBrowser(), 'grace@example.com')
  const seen = [await seeAnswer(app, url)]
  for (const address of [ADDRESS, 'grace@example.com', 'unknown@nowhere.invalid']) {
    const other = new URL(url)
    other.searchParams.set('email', address)
    other.searchParams.set('token', 'a'.repeat(43))
    other.searchParams.delete('expires')
    watched.taken.length = 0
    watched.read.length = 0
    seen.push(await seeAnswer(app, other.href))
    expect([watched.read.length, watched.taken]).toEqual([1, []])
  }
  for (const one of seen) expect(one).toEqual(seen[0])
  expectSignedIn(await confirm(app.openBrowser(), open.url))
})

describe.each(READING)('In a store that %s, a link', (reading) => {
  test('that the application built itself asks for a confirmation, and is refused once it was used', async () => {
    const app = createMails({ adapter: storeThat(reading) })
    const url = new URL((await ask(app.openBrowser())).url)
    url.searchParams.delete('expires')
    expectSignedIn(await confirm(app.openBrowser(), url.href))
    await expectGone(reading, app, { browser: app.openBrowser(), url: url.href })
  })

  test('that the application built itself is refused once it has expired (MAG-12)', async () => {
    const app = createMails({ adapter: storeThat(reading) })
    const url = new URL((await ask(app.openBrowser())).url)
    url.searchParams.delete('expires')
    clock.advance(599.999)
    expect((await app.openBrowser().open(url.href)).status).toBe(200)
    clock.advance(0.001)
    if (reading === 'reads tokens') {
      await expectDead(app, app.openBrowser(), url.href, EXPIRED)
    } else if (reading === 'counts codes') {
      // Of an expired row the records give nothing, and the link itself does not say when it ended.
      await expectDead(app, app.openBrowser(), url.href, USED)
    } else {
      const answer = await confirm(app.openBrowser(), url.href)
      expect(readLocation(answer).searchParams.get('error')).toBe('Verification')
      expect(app.errors.at(-1)?.message).toBe(EXPIRED)
    }
  })

  test('from before a rotation of the secret is refused once it was used, and reported as expired at once (MAG-02)', async () => {
    const adapter = storeThat(reading)
    const before = createMails({ adapter })
    const browser = before.openBrowser()
    const used = await ask(browser)
    expectSignedIn(await browser.open(used.url))
    const watched = watchRows()
    const after = createMails({ adapter: storeThat(reading, watched.adapter) }, 'once', {
      ...ENV,
      AUTH_SECRET_1: SECRETS.newer,
    })
    await expectGone(reading, after, { browser: after.openBrowser(), url: used.url })
    const late = await ask(before.openBrowser())
    watched.read.length = 0
    expect((await after.openBrowser().open(late.url)).status).toBe(200)
    // The link says which of the secrets it was made with.
    expect(watched.read).toHaveLength(reading === 'only takes tokens' ? 0 : 1)
    const unsigned = new URL(late.url)
    unsigned.searchParams.delete('expires')
    expect((await after.openBrowser().open(unsigned.href)).status).toBe(200)
    clock.advance(600)
    await expectDead(after, after.openBrowser(), late.url, EXPIRED)
  })

  test('stays valid however often it is opened without a confirmation, also at the same time (MAG-05)', async () => {
    const watched = watchRows()
    const app = createMails({ adapter: storeThat(reading, watched.adapter) })
    const { url } = await ask(app.openBrowser())
    const rows = await rowsOf()
    watched.taken.length = 0
    watched.put.length = 0
    for (const method of ['HEAD', 'GET', 'HEAD']) {
      await app.auth.handle(new Request(url, { method }))
    }
    const pages = await Promise.all(Array.from({ length: 16 }, () => app.openBrowser().open(url)))
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]))
    // What proves the mail is not even taken and put back: a look that is broken off must not use it up.
    expect(watched.taken).toEqual([])
    expect(watched.put).toEqual([])
    expect(watched.read.length).toBeLessThanOrEqual(pages.length + 3)
    expect(await rowsOf()).toEqual(rows)
    expectSignedIn(await confirm(app.openBrowser(), url))
  })

  test('stays valid after wrong codes of its mail (MAG-05)', async () => {
    const app = createMails({ adapter: storeThat(reading) })
    const browser = app.openBrowser()
    const { url, code } = await ask(browser)
    for (let count = 0; count < 6; count += 1)
      await typeCode(browser, wrongCode(code ?? 'AAAA-AAAA'))
    expectSignedIn(await confirm(app.openBrowser(), url))
  })
})

test('A link is not reported as used when the store fails to read its token, and signs in afterwards', async () => {
  let fails = true
  const adapter = withoutRecords(store.adapter)
  const failing: Adapter = {
    ...adapter,
    getVerificationToken(key) {
      if (fails) throw new Error('connect ECONNREFUSED 127.0.0.1:5432')
      return adapter.getVerificationToken?.(key) ?? null
    },
  }
  const app = createMails({ adapter: failing })
  const { url } = await ask(app.openBrowser())
  const response = await app.openBrowser().open(url)
  expect(response.status).toBe(503)
  expect(app.errors.at(-1)?.type).toBe('AdapterError')
  fails = false
  expectSignedIn(await confirm(app.openBrowser(), url))
})

test('A method getVerificationToken that is not declared is not called', async () => {
  const watched = watchRows()
  const adapter = withoutRecords(watched.adapter)
  const capabilities = { ...adapter.capabilities, tokenReads: false }
  const app = createMails({ adapter: { ...adapter, capabilities } })
  const { url } = await ask(app.openBrowser())
  expectSignedIn(await confirm(app.openBrowser(), url))
  expect(watched.read).toEqual([])
})
