import { skipCSRFCheck, type AuthConfig } from '@latchstring/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { type App, BASE, createApp, ENV, SECRETS, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { createLetterBox, type LetterBox, type LetterWithCode, wrongCode } from './src/letters.ts'
import { askForMail } from '@latchstring/test-kit/mail-app'
import { createMemoryStore, type MemoryStore } from './src/memory-store.ts'
import { copyCookies } from '@latchstring/test-kit/people'
import {
  checkCookies,
  expectSignedIn,
  readLocation,
  readSession,
} from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { watchCalls, type Watched } from '@latchstring/test-kit/watched-adapter'

interface World {
  readonly app: App
  readonly box: LetterBox
  readonly store: MemoryStore
  readonly watched: Watched
}

let clock: TestClock

beforeEach(() => {
  clock = startClock()
})

function open(config: Partial<AuthConfig> = {}): World {
  const store = createMemoryStore()
  const watched = watchCalls(store.adapter)
  const box = createLetterBox()
  const { adapter } = watched
  // What is counted here are the tries of each mail; those of an address are in limits.test.ts.
  const limits = { code: false } as const
  const all: AuthConfig = { providers: [box.provider], adapter, skipCSRFCheck, limits, ...config }
  return { app: createApp(all, { clock: clock.now }), box, store, watched }
}

async function ask({ box }: World, browser: Browser, address?: string): Promise<LetterWithCode> {
  await askForMail(browser, address)
  return box.last()
}

const guess = (browser: Browser, code: string, id = 'mail'): Promise<Response> =>
  browser.submit(`${BASE}/callback/${id}`, { code })

/** Where an answer leads. */
function ending(response: Response): 'in' | 'again' | 'over' {
  const { pathname, searchParams } = readLocation(response)
  if (pathname === '/inside') return 'in'
  expect(searchParams.get('error')).toBe('Verification')
  return pathname === '/auth/verify-request' ? 'again' : 'over'
}

async function guessAll(browsers: readonly Browser[], code: string): Promise<readonly string[]> {
  return (await Promise.all(browsers.map((each) => guess(each, code)))).map(ending)
}

/** The same browser once more, with the cookies of this moment. */
const copyOf = ({ app }: World, browser: Browser): Browser =>
  copyCookies(browser, app.openBrowser())

const PATHS: readonly (readonly [string, Partial<AuthConfig>])[] = [
  ['sessions in the store', {}],
  ['sessions in cookies', { session: { strategy: 'jwt' } }],
]

describe.each(PATHS)('The code of a mail, with %s,', (_, config) => {
  test('is compared at most five times for any number of mails (ALT-04)', async () => {
    const world = open(config)
    const browser = world.app.openBrowser()
    const older = await ask(world, browser)
    clock.advance(1)
    const newer = await ask(world, browser)
    const endings: string[] = []
    for (let count = 0; count < 40; count += 1) {
      endings.push(ending(await guess(browser, wrongCode(older.code))))
    }
    expect(endings).toEqual(Array.from({ length: 40 }, (_none, at) => (at < 4 ? 'again' : 'over')))
    for (const { code } of [older, newer]) expect(ending(await guess(browser, code))).toBe('over')
    expect(await readSession(browser)).toBeNull()
  })

  test('is compared at most five times with replayed or dropped cookies (ALT-04)', async () => {
    const world = open(config)
    const browser = world.app.openBrowser()
    const first = await ask(world, browser)
    const alone = copyOf(world, browser)
    await ask(world, browser, 'grace@example.com')
    const copies = [alone, copyOf(world, browser), browser]
    for (const at of [0, 1, 2, 0, 1]) {
      // A copy of a copy: what the answer changes is dropped.
      const [copy = browser] = copies.slice(at)
      await guess(copyOf(world, copy), wrongCode(first.code))
      copies.push(copyOf(world, copy))
    }
    for (const copy of copies) expect(ending(await guess(copy, first.code))).not.toBe('in')
  })

  test('is accepted after four wrong ones, with any earlier cookie (ALT-04)', async () => {
    const world = open(config)
    const browser = world.app.openBrowser()
    const { code, identifier } = await ask(world, browser)
    const start = copyOf(world, browser)
    for (let count = 0; count < 4; count += 1) await guess(browser, wrongCode(code))
    expectSignedIn(await guess(start, code))
    expect((await readSession(start))?.user?.email).toBe(identifier)
    expect(ending(await guess(browser, code))).toBe('over')
    expect(world.store.mails()).toEqual([])
  })

  test('is accepted for an older mail as for the newest (ALT-04)', async () => {
    const world = open(config)
    const browser = world.app.openBrowser()
    const older = await ask(world, browser)
    clock.advance(1)
    await ask(world, browser, 'grace@example.com')
    expectSignedIn(await guess(browser, older.code))
    expect((await readSession(browser))?.user?.email).toBe(older.identifier)
    expect(checkCookies(browser)).toHaveLength(1)
  })

  test('submitted wrongly 32 times at once is compared at most five times (ALT-04)', async () => {
    const world = open(config)
    const browser = world.app.openBrowser()
    const letters = [await ask(world, browser), await ask(world, browser)]
    const crowd = Array.from({ length: 32 }, () => copyOf(world, browser))
    let counted = 0
    for (let round = 0; round < 6; round += 1) {
      const endings = await guessAll(
        crowd.map((each) => copyOf(world, each)),
        'AAAA-AAAA',
      )
      counted += endings.filter((one) => one === 'again').length
    }
    // The response to the fifth says that no attempt is left.
    expect(counted).toBeLessThanOrEqual(2 * 4)
    for (const { code } of letters) expect(ending(await guess(browser, code))).toBe('over')
  })

  test('is invalid once the link of its mail is used, which does not affect another mail (ALT-04)', async () => {
    const world = open(config)
    const browser = world.app.openBrowser()
    const one = await ask(world, browser)
    clock.advance(1)
    const other = await ask(world, browser)
    const before = copyOf(world, browser)
    expectSignedIn(await browser.open(one.url))
    expect(ending(await guess(before, one.code))).toBe('again')
    expectSignedIn(await guess(before, other.code))
    expect(world.store.mails()).toEqual([])
  })
})

test('Five wrong codes invalidate the code of a mail, but not its link (ALT-04)', async () => {
  const world = open()
  const browser = world.app.openBrowser()
  const { code, url } = await ask(world, browser)
  const before = copyOf(world, browser)
  for (let count = 0; count < 7; count += 1) await guess(copyOf(world, before), wrongCode(code))
  expectSignedIn(await before.open(url))
  expect(world.store.mails()).toEqual([])
})

/** Everything that a client can see of the answer to a code, and the calls that take the time. */
async function observe(
  { watched }: World,
  browser: Browser,
  code: string,
): Promise<Readonly<Record<string, unknown>>> {
  const from = watched.calls.length
  const { status, headers, body } = await guess(browser, code)
  const cookies = headers.getSetCookie().map((line) => {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const kind = name.replace(/\.\w{9}[\w-]{8}$/, '')
    return [kind, name.length, value.length, ...attributes]
  })
  const location = headers.get('location')?.replace(/ref=\w{8}/, 'ref=…')
  const others = [...headers].filter(([name]) => name !== 'set-cookie' && name !== 'location')
  return { status, location, body, cookies, others, calls: watched.calls.slice(from) }
}

type Prepare = (world: World, browser: Browser) => Promise<readonly [LetterWithCode, Browser]>

async function spend(world: World, browser: Browser, code: string): Promise<Browser> {
  const before = copyOf(world, browser)
  for (let count = 0; count < 5; count += 1) await guess(copyOf(world, before), wrongCode(code))
  return before
}

const UNTRIED: readonly (readonly [string, Prepare])[] = [
  [
    'whose attempts are spent',
    async (world, browser) => {
      const letter = await ask(world, browser)
      return [letter, await spend(world, browser, letter.code)]
    },
  ],
  [
    'whose attempts are spent, beside one with attempts left',
    async (world, browser) => {
      const letter = await ask(world, browser)
      await spend(world, browser, letter.code)
      clock.advance(1)
      await ask(world, browser, 'grace@example.com')
      return [letter, browser]
    },
  ],
  [
    'whose link was used',
    async (world, browser) => {
      const letter = await ask(world, browser)
      const before = copyOf(world, browser)
      expectSignedIn(await browser.open(letter.url))
      return [letter, before]
    },
  ],
  [
    'that has expired',
    async (world, browser) => {
      const letter = await ask(world, browser)
      clock.advance(600)
      return [letter, browser]
    },
  ],
  [
    'that another browser asked for',
    async (world, browser) => {
      const letter = await ask(world, world.app.openBrowser())
      await ask(world, browser)
      return [letter, browser]
    },
  ],
]

describe.each(STRATEGIES)('A correct code, with the strategy %s,', (strategy) => {
  test.each(UNTRIED)(
    'of a mail %s gets the same response as a wrong one (ALT-04)',
    async (_, prepare) => {
      const seen: object[] = []
      for (const change of [wrongCode, (code: string) => code]) {
        clock = startClock()
        const world = open({ session: { strategy } })
        const [{ code }, browser] = await prepare(world, world.app.openBrowser())
        seen.push(await observe(world, browser, change(code)))
        expect(await readSession(browser)).toBeNull()
      }
      expect(seen[1]).toEqual(seen[0])
    },
  )
})

test.each(['records.get', 'records.change'] as const)(
  'A code is not compared while the store fails in %s, and the mail stays good (ALT-04)',
  async (verb) => {
    const world = open()
    const browser = world.app.openBrowser()
    const { code } = await ask(world, browser)
    world.watched.breakDown(verb)
    for (const typed of [wrongCode(code), code]) {
      const failed = await guess(copyOf(world, browser), typed)
      expect(failed.status).toBe(503)
    }
    world.watched.repair()
    expect(world.store.mails()).toMatchObject([{ tries: 0 }])
    expectSignedIn(await guess(browser, code))
  },
)

test('A right code that the store fails to use up costs a try, and signs in afterwards (ALT-04)', async () => {
  const world = open()
  const browser = world.app.openBrowser()
  const { code } = await ask(world, browser)
  world.watched.breakDown('records.drop')
  const failed = await guess(copyOf(world, browser), code)
  expect(failed.status).toBe(503)
  expect(await readSession(browser)).toBeNull()
  world.watched.repair()
  expect(world.store.mails()).toMatchObject([{ tries: 1 }])
  expectSignedIn(await guess(browser, code))
})

test.each(['code', 'link'] as const)(
  'A %s signs in while wrong codes of its mail are typed at the same time (ALT-04)',
  async (kind) => {
    for (let round = 0; round < 12; round += 1) {
      const world = open()
      const browser = world.app.openBrowser()
      const { code, url } = await ask(world, browser)
      const others = Array.from({ length: 4 }, () => copyOf(world, browser))
      const wrong = others.map((each) => guess(each, wrongCode(code)))
      const right = kind === 'code' ? guess(browser, code) : browser.open(url)
      expectSignedIn(await right)
      await Promise.all(wrong)
      expect(world.store.mails()).toEqual([])
      expect(world.store.sessions.size).toBe(1)
    }
  },
)

test('Of a link and codes that come at the same time one signs in (ALT-04, MAG-03)', async () => {
  for (let round = 0; round < 12; round += 1) {
    const world = open()
    const browser = world.app.openBrowser()
    const { code, url } = await ask(world, browser)
    const [one, other, third] = [0, 1, 2].map(() => copyOf(world, browser))
    await Promise.all([one && guess(one, code), other && guess(other, code), third?.open(url)])
    expect(world.store.sessions.size).toBe(1)
    expect(world.store.mails()).toEqual([])
  }
})

test('A code submitted to another provider costs no attempt (ALT-04)', async () => {
  const store = createMemoryStore()
  const [one, other] = [createLetterBox(), createLetterBox({ id: 'other' })]
  const providers = [one.provider, other.provider]
  const app = createApp({ providers, adapter: store.adapter, skipCSRFCheck }, { clock: clock.now })
  const browser = app.openBrowser()
  await askForMail(browser)
  for (let count = 0; count < 6; count += 1) {
    expect(ending(await guess(browser, one.last().code, 'other'))).toBe('over')
  }
  expectSignedIn(await guess(browser, one.last().code))
})

test('Attempts at a code are counted across a rotation of the secret (ALT-04, MAG-02)', async () => {
  const store = createMemoryStore()
  const box = createLetterBox()
  const config: AuthConfig = { providers: [box.provider], adapter: store.adapter, skipCSRFCheck }
  const before = createApp(config, { clock: clock.now })
  const browser = before.openBrowser()
  await askForMail(browser)
  const { code, url } = box.last()
  for (let count = 0; count < 3; count += 1) await guess(browser, wrongCode(code))
  const env = { ...ENV, AUTH_SECRET_1: SECRETS.newer }
  const after = createApp(config, { clock: clock.now, env })
  const late = copyCookies(browser, after.openBrowser())
  expect(ending(await guess(late, wrongCode(code)))).toBe('again')
  expect(ending(await guess(late, wrongCode(code)))).toBe('over')
  expect(ending(await guess(copyCookies(browser, after.openBrowser()), code))).toBe('over')
  const elsewhere = after.openBrowser()
  const page = await (await elsewhere.open(url)).text()
  expect(page).toContain(box.last().identifier)
})
