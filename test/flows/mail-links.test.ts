import { type AuthConfig, skipCSRFCheck } from '@latchstring/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { BASE, createApp, ENV, SECRETS, STRATEGIES } from '@latchstring/test-kit/app'
import { withoutRecords } from '@latchstring/test-kit/faulty-adapter'
import { inboxAndStoreForEachTest } from '@latchstring/test-kit/for-each-test'
import { readForms } from '@latchstring/test-kit/forms'
import { ADDRESS, askForMail, createMailApp } from '@latchstring/test-kit/mail-app'
import { copyCookies } from '@latchstring/test-kit/people'
import { expectSignedIn, readLocation, readSession } from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { createLetterBox } from './src/letters.ts'
import { createMemoryStore, type MemoryStoreOptions } from './src/memory-store.ts'

const { inbox, store } = inboxAndStoreForEachTest()
let clock: TestClock

beforeEach(() => {
  clock = startClock()
})

describe('The mail over a store that has verification tokens alone', () => {
  test('has a link and no code, also in what it says', async () => {
    const app = createMailApp({ inbox, store }, { adapter: withoutRecords(store.adapter) })
    await askForMail(app.openBrowser())
    const { text, html, code, link = '' } = await inbox.waitFor(ADDRESS)
    expect(code).toBeUndefined()
    for (const shown of [text, html]) {
      expect(shown).not.toMatch(/this code|or code|class="code"/)
      expect(shown).toContain('The link expires in 10 minutes and works only once.')
    }
    expect(link).toContain(`${BASE}/callback/mail?`)
    expect((await store.rows()).tokens).toBe(1)
  })

  test('is announced by a page that has the address, and no input for a code', async () => {
    const app = createMailApp({ inbox, store }, { adapter: withoutRecords(store.adapter) })
    const browser = app.openBrowser()
    const asked = await askForMail(browser)
    const page = await (await browser.open(asked.headers.get('location') ?? '')).text()
    expect(page).toMatch(
      /We sent an email to .*ada@example\.com.*Open the link in it to sign in\./s,
    )
    expect(page).not.toContain('name="code"')
    expect(readForms(page)).toEqual([])
  })

  test('has one token, whose identifier is not the address', async () => {
    const app = createMailApp({ inbox, store }, { adapter: withoutRecords(store.adapter) })
    await askForMail(app.openBrowser())
    const { link = '' } = await inbox.waitFor(ADDRESS)
    const rows = await store.query('SELECT * FROM verification_tokens')
    expect(rows).toHaveLength(1)
    const token = new URL(link).searchParams.get('token') ?? ''
    for (const secret of [ADDRESS, token]) expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

const STORES: readonly (readonly [string, MemoryStoreOptions])[] = [
  ['refuses a second token of a key', {}],
  ['replaces a token of the same key', { duplicates: 'replace' }],
  ['keeps two tokens of one key', { duplicates: 'keep' }],
  ['knows whole seconds', { precision: 1000 }],
  ['deletes all tokens of an identifier on each look-up', { greedy: true }],
  ['can read a token', { reads: true }],
]

function open(options: MemoryStoreOptions, config: Partial<AuthConfig> = {}) {
  const tokens = createMemoryStore({ ...options, records: false })
  const box = createLetterBox()
  const { adapter } = tokens
  const all: AuthConfig = { providers: [box.provider], adapter, skipCSRFCheck, ...config }
  return { app: createApp(all, { clock: clock.now }), box, tokens, config: all }
}

type World = ReturnType<typeof open>

/** Opens a link in a browser that did not ask for it, and presses the button. */
async function follow({ app }: Pick<World, 'app'>, url: string): Promise<boolean> {
  const browser = app.openBrowser()
  const opened = await browser.open(url)
  const [form] = opened.status === 200 ? readForms(await opened.text()) : []
  const answer = form ? await browser.submit(form.action, form.fields) : opened
  const { pathname, searchParams } = readLocation(answer)
  if (pathname === '/inside') return true
  expect([pathname, searchParams.get('error')]).toEqual(['/auth/error', 'Verification'])
  return false
}

describe.each(STORES)('A link over a store that %s', (_, options) => {
  test.each(STRATEGIES)('signs in once, with the strategy %s (MAG-03)', async (strategy) => {
    const world = open(options, { session: { strategy } })
    const browser = world.app.openBrowser()
    await askForMail(browser)
    const { url } = world.box.lastLink()
    const late = copyCookies(browser, world.app.openBrowser())
    expectSignedIn(await browser.open(url))
    expect(readLocation(await late.open(url)).searchParams.get('error')).toBe('Verification')
    expect(await follow(world, url)).toBe(false)
    expect(world.tokens.tokens).toEqual([])
  })

  test('is opened by 16 at once, of whom one is signed in (MAG-03)', async () => {
    const world = open(options)
    const browser = world.app.openBrowser()
    await askForMail(browser)
    const crowd = Array.from({ length: 16 }, () => copyCookies(browser, world.app.openBrowser()))
    await Promise.all(crowd.map((each) => each.open(world.box.lastLink().url)))
    expect(world.tokens.sessions.size).toBe(1)
  })

  test('works beside others of its address, also after one was forged (MAG-04, MAG-08)', async () => {
    const world = open(options)
    for (let count = 0; count < 4; count += 1) await askForMail(world.app.openBrowser())
    const { url, token } = world.box.lastLink()
    const forged = new URL(url.replace(token, 'V1StGXR8_Z5jdHi6B-myTQ'))
    forged.searchParams.delete('expires')
    expect(await follow(world, forged.href)).toBe(false)
    for (const letter of world.box.letters) expect(await follow(world, letter.url)).toBe(true)
    expect(world.tokens.tokens).toEqual([])
  })

  test('ends with its time, and its token is deleted when it is opened (MAG-12)', async () => {
    const world = open(options)
    await askForMail(world.app.openBrowser())
    clock.advance(600)
    expect(await follow(world, world.box.lastLink().url)).toBe(false)
    expect(world.tokens.tokens).toEqual([])
  })
})

test('A code that is typed where mails have none is refused, whatever it is (ALT-04)', async () => {
  const world = open({})
  const browser = world.app.openBrowser()
  await askForMail(browser)
  for (const code of ['', 'AAAA-AAAA', world.box.lastLink().token]) {
    const answer = await browser.submit(`${BASE}/callback/mail`, { code })
    expect(readLocation(answer).searchParams.get('error')).toBe('Verification')
  }
  expect(world.app.errors.at(-1)?.message).toContain('requested no code')
  expectSignedIn(await browser.open(world.box.lastLink().url))
})

test('A link signs in across a rotation of the secret (MAG-02)', async () => {
  const world = open({})
  const browser = world.app.openBrowser()
  await askForMail(browser)
  const env = { ...ENV, AUTH_SECRET_1: SECRETS.newer }
  const after = createApp(world.config, { clock: clock.now, env })
  expectSignedIn(await copyCookies(browser, after.openBrowser()).open(world.box.lastLink().url))
})

test('A mail from before the store had a table for mails has to be requested again', async () => {
  const records = createMemoryStore()
  const box = createLetterBox()
  const config: AuthConfig = { providers: [box.provider], skipCSRFCheck }
  const before = createApp({ ...config, adapter: withoutRecords(records.adapter) })
  const browser = before.openBrowser()
  await askForMail(browser)
  const after = createApp({ ...config, adapter: records.adapter })
  const late = copyCookies(browser, after.openBrowser())
  expect(readLocation(await late.open(box.lastLink().url)).searchParams.get('error')).toBe(
    'Verification',
  )
  await askForMail(late)
  expectSignedIn(await late.submit(`${BASE}/callback/mail`, { code: box.last().code }))
})

test('A code is not good any more once the store has no table for mails (ALT-04)', async () => {
  const records = createMemoryStore()
  const box = createLetterBox()
  const config: AuthConfig = { providers: [box.provider], skipCSRFCheck }
  const before = createApp({ ...config, adapter: records.adapter })
  const browser = before.openBrowser()
  await askForMail(browser)
  const { code } = box.last()
  const after = createApp({ ...config, adapter: withoutRecords(records.adapter) })
  const late = copyCookies(browser, after.openBrowser())
  const answer = await late.submit(`${BASE}/callback/mail`, { code })
  expect(readLocation(answer).searchParams.get('error')).toBe('Verification')
  expect(await readSession(late)).toBeNull()
})
