import type { AuthConfig } from '@latchstring/core'
import { type Adapter, passkeyNames } from '@latchstring/core/adapters'
import Passkey from '@latchstring/core/providers/passkey'
import { type App, BASE, createApp, ENV, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import {
  createAuthenticator,
  FLAGS,
  type FakeAuthenticatorOptions,
} from '@latchstring/test-kit/fake-authenticator'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { readJson } from '@latchstring/test-kit/json'
import { openLookAlikeStore } from '@latchstring/test-kit/look-alike-store'
import { ADA, passwords, signInWithPassword, storePeople } from '@latchstring/test-kit/people'
import { openStore } from '@latchstring/test-kit/sqlite-store'
import { expectSignedIn, readLocation } from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { beforeEach, describe, expect, test } from 'vitest'
import { addKey, creationOptions, useKey } from './src/passkeys.ts'
import { texts } from '@latchstring/test-kit/texts'

const PAGE = `${BASE}/account`
const JSON_ONLY = { accept: 'application/json' }
const GOOGLE = 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4'
const UNKNOWN = '01020304-0506-0708-090a-0b0c0d0e0f10'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/133.0'

const plain = forAllTests(() => openStore({ records: false }))
const sql = forAllTests(() => openStore({ records: [passkeyNames] }))
let adapter: Adapter
let clock: TestClock

/** A store in memory that keeps names. */
function naming(): Adapter {
  const { adapter: own } = openLookAlikeStore()
  const capabilities = {
    accountUpdates: true,
    tokenReads: true,
    revocation: true,
    authenticatorDeletion: true,
    records: true,
  }
  return { ...own, capabilities }
}

interface Listed {
  readonly id: string
  readonly label: string | null
  readonly renamable: boolean
}

async function list(browser: Browser): Promise<readonly Listed[]> {
  const { ways } = await readJson(await browser.open(PAGE, JSON_ONLY))
  // A test among these reads every member of the answer.
  return ways as readonly Listed[]
}

const idOf = async (browser: Browser): Promise<string> => (await list(browser))[0]?.id ?? ''

const rename = async (
  browser: Browser,
  id: string,
  label: string,
  headers: Readonly<Record<string, string>> = JSON_ONLY,
): Promise<Response> =>
  browser.submit(PAGE, { csrfToken: await browser.csrf(BASE), rename: id, label }, headers)

const start = (config: Partial<AuthConfig> = {}, made: 'once' | 'each time' = 'once'): App =>
  createApp(
    {
      providers: [passwords(), Passkey()],
      adapter,
      session: { strategy: 'database', absoluteMaxAge: 36_000 },
      account: { page: true },
      experimental: { enableWebAuthn: true },
      ...config,
    },
    { env: ENV, clock: clock.now },
    made,
  )

/** A browser in which Ada is signed in and has added a passkey. */
async function withKey(
  app: App,
  options: Partial<FakeAuthenticatorOptions> = { aaguid: GOOGLE },
): Promise<Browser> {
  const browser = await signInWithPassword(app.openBrowser(), 'ada')
  expectSignedIn(await addKey(browser, createAuthenticator({ origin: ORIGIN, ...options })))
  return browser
}

beforeEach(async () => {
  clock = startClock()
  adapter = naming()
  await storePeople(adapter, new Date(0))
})

describe('A new passkey', () => {
  test.each([
    ['its provider, by its AAGUID', { aaguid: GOOGLE }, 'Google Password Manager'],
    ['the browser that keeps it', {}, 'Firefox on Windows'],
    ['the browser, where its AAGUID is not known', { aaguid: UNKNOWN }, 'Firefox on Windows'],
    ['nothing, as a security key', { transports: ['usb', 'nfc'] }, null],
  ])('is called by %s', async (_, options, label) => {
    const app = start()
    const browser = await signInWithPassword(app.openBrowser(), 'ada')
    const key = createAuthenticator({ origin: ORIGIN, ...options })
    const data = JSON.stringify(key.create(await creationOptions(browser)))
    const fields = { csrfToken: await browser.csrf(BASE), action: 'register', data }
    await browser.submit(`${BASE}/callback/passkey`, fields, { 'user-agent': FIREFOX })
    expect(await list(browser)).toMatchObject([{ label, renamable: true }])
  })

  test('is not called by the browser where a phone beside it keeps it', async () => {
    const browser = await signInWithPassword(start().openBrowser(), 'ada')
    const key = createAuthenticator({ origin: ORIGIN, transports: ['hybrid', 'internal'] })
    const credential = key.create(await creationOptions(browser))
    const data = JSON.stringify({ ...credential, authenticatorAttachment: 'cross-platform' })
    const fields = { csrfToken: await browser.csrf(BASE), action: 'register', data }
    await browser.submit(`${BASE}/callback/passkey`, fields, { 'user-agent': FIREFOX })
    expect(await list(browser)).toMatchObject([{ label: null, renamable: true }])
  })

  test('without a name has no row of names', async () => {
    await withKey(start(), { transports: ['usb'] })
    const query = { field: 'userId', value: ADA.id, limit: 10 }
    expect(await adapter.records?.find(passkeyNames, query)).toEqual({ rows: [], next: null })
  })

  test('is added where the store fails to keep its name, which is logged', async () => {
    const { records: sound } = adapter
    if (!sound) throw new TypeError('The store has no records.')
    const insert = (): never => {
      throw new Error('the disk is full')
    }
    adapter = { ...adapter, records: { ...sound, insert } }
    const app = start()
    const browser = await withKey(app)
    expect(await list(browser)).toMatchObject([{ label: null, renamable: true }])
    expect(app.errors.map(({ message }) => message)).toEqual([
      'The adapter failed in records.insert().',
    ])
  })
})

describe.each(STRATEGIES.flatMap((one) => [[one, 'once'] as const, [one, 'each time'] as const]))(
  'The name of a passkey, with the strategy %s and a configuration that is made %s,',
  (strategy, made) => {
    const open = (config: Partial<AuthConfig> = {}): App =>
      start({ session: { strategy, absoluteMaxAge: 36_000 }, ...config }, made)

    test('SES-13 is in the JSON, and changed by its `id`, whatever else the store has of the passkey', async () => {
      const browser = await withKey(open(), { aaguid: GOOGLE, backup: FLAGS.BE | FLAGS.BS })
      const id = await idOf(browser)
      expect(await list(browser)).toEqual([
        {
          id,
          type: 'passkey',
          provider: 'passkey',
          name: 'Passkey',
          synced: true,
          label: 'Google Password Manager',
          removable: false,
          renamable: true,
          unused: true,
        },
      ])
      const before = await adapter.listAuthenticatorsByUserId?.(ADA.id)
      expect((await rename(browser, id, '  Ada’s phone ')).status).toBe(303)
      expect(await adapter.listAuthenticatorsByUserId?.(ADA.id)).toEqual(before)
      expect(await list(browser)).toMatchObject([{ id, label: 'Ada’s phone' }])
      expect((await rename(browser, id, ' ')).status).toBe(303)
      expect(await list(browser)).toMatchObject([{ id, label: null }])
    })

    test('is changed by the form of the page, which leads back to the page', async () => {
      const app = open()
      const browser = await withKey(app)
      const page = await (await browser.open(`${PAGE}?callbackUrl=/home`)).text()
      expect(page).toMatch(/<summary[^>]* aria-label="Rename: Google Password Manager/)
      const id = await idOf(browser)
      const fields = { csrfToken: await browser.csrf(BASE), rename: id, callbackUrl: '/home' }
      const response = await browser.submit(PAGE, { ...fields, label: 'Phone' })
      expect([response.status, readLocation(response).pathname]).toEqual([303, '/auth/account'])
      expect(readLocation(response).searchParams.get('callbackUrl')).toBe(`${ORIGIN}/home`)
      expect(await (await browser.open(PAGE)).text()).toContain('<bdi>Phone</bdi>')
      expect(app.errors).toEqual([])
    })

    test('stays when the secret becomes another one', async () => {
      const browser = await withKey(open())
      expect((await rename(browser, await idOf(browser), 'Phone')).status).toBe(303)
      const secret = 'another secret, as long as secrets have to be'
      const later = await signInWithPassword(open({ secret }).openBrowser(), 'ada')
      expect(await list(later)).toMatchObject([{ label: 'Phone', renamable: true }])
      expect((await rename(later, await idOf(later), 'Tablet')).status).toBe(303)
      expect(await list(later)).toMatchObject([{ label: 'Tablet' }])
    })

    test('does not matter when the passkey signs in', async () => {
      const app = open()
      const key = createAuthenticator({ origin: ORIGIN, aaguid: GOOGLE, counter: 3 })
      const browser = await signInWithPassword(app.openBrowser(), 'ada')
      expectSignedIn(await addKey(browser, key))
      const id = await idOf(browser)
      await rename(browser, id, 'Phone')
      const other = app.openBrowser()
      expectSignedIn(await useKey(other, key))
      expect(await list(other)).toMatchObject([{ label: 'Phone' }])
    })

    test('CSR-01 is not changed without a CSRF token, or for another site', async () => {
      const browser = await withKey(open())
      const id = await idOf(browser)
      await browser.submit(PAGE, { rename: id, label: 'Phone' })
      await rename(browser, id, 'Phone', { origin: 'https://evil.example' })
      expect(await list(browser)).toMatchObject([{ label: 'Google Password Manager' }])
    })

    test('SES-13 WAN-12 is changed by its owner alone', async () => {
      const app = open()
      const ada = await withKey(app)
      const grace = await signInWithPassword(app.openBrowser(), 'grace')
      const id = await idOf(ada)
      expect((await rename(grace, id, 'Mine')).status).toBe(400)
      expect(app.errors.at(-1)?.message).toContain('does not belong to the user')
      expect((await rename(grace, id, 'Mine', {})).status).toBe(303)
      expect((await rename(app.openBrowser(), id, 'Mine')).status).toBe(401)
      expect(await list(ada)).toMatchObject([{ label: 'Google Password Manager' }])
    })

    test.each([
      [true, 3600, true],
      [true, 3601, false],
      [{ requireFresh: 60 }, 61, false],
      [{ requireFresh: false }, 18_000, true],
    ] as const)(
      'REV-12 WAN-12 with page: %j is changed %d s after the sign-in: %s',
      async (...row) => {
        const [page, age, isChanged] = row
        const app = open({ account: { page } })
        const browser = await withKey(app)
        const id = await idOf(browser)
        clock.advance(age)
        expect((await rename(browser, id, 'Phone')).status).toBe(isChanged ? 303 : 403)
        expect(await list(browser)).toMatchObject([
          { label: isChanged ? 'Phone' : 'Google Password Manager' },
        ])
      },
    )
  },
)

describe('The page of an account', () => {
  test('PAG-06 shows a name as text, written in either direction', async () => {
    const browser = await withKey(start())
    const id = await idOf(browser)
    const label = `<script>"'&ا`
    await rename(browser, id, label)
    const page = await (await browser.open(PAGE)).text()
    expect(page).not.toContain('<script>"')
    expect(page).toContain('<bdi>&lt;script&gt;&quot;&#39;&amp;ا</bdi>')
    expect(page).toContain('value="&lt;script&gt;&quot;&#39;&amp;ا"')
  })

  test.each(['\u202Eevil', 'a'.repeat(65), 'a\u0007b'])('refuses the name %j', async (label) => {
    const app = start()
    const browser = await withKey(app)
    const id = await idOf(browser)
    for (const headers of [JSON_ONLY, {}]) {
      expect((await rename(browser, id, label, headers)).status).toBe(400)
    }
    expect(app.errors.at(-1)?.message).toContain('The name of the passkey cannot be used.')
    expect(await list(browser)).toMatchObject([{ label: 'Google Password Manager' }])
  })

  test.each<[string, Readonly<Record<string, string>>]>([
    ['no name', { rename: 'x' }],
    ['no passkey', { rename: '', label: 'Phone' }],
    ['a removal as well', { rename: 'x', label: 'Phone', remove: 'x' }],
  ])('refuses a script that asks to rename with %s, with the reason', async (_, fields) => {
    const app = start()
    const browser = await withKey(app)
    const csrfToken = await browser.csrf(BASE)
    expect((await browser.submit(PAGE, { csrfToken, ...fields }, JSON_ONLY)).status).toBe(400)
    expect(app.errors.at(-1)?.message).toMatch(/Send `(?:label|remove)`/)
  })

  test.each(['rename', 'label'])(
    'refuses a script that sends `%s` twice, with the reason',
    async (twice) => {
      const app = start()
      const browser = await withKey(app)
      const id = await idOf(browser)
      const csrfToken = await browser.csrf(BASE)
      const fields = new URLSearchParams({ csrfToken, rename: id, label: 'Phone' })
      fields.append(twice, twice === 'rename' ? id : 'Tablet')
      expect((await browser.submit(PAGE, fields, JSON_ONLY)).status).toBe(400)
      expect(await list(browser)).toMatchObject([{ label: 'Google Password Manager' }])
    },
  )

  test('goes with its passkey, and with its user', async () => {
    const app = start()
    const browser = await withKey(app)
    const query = { field: 'userId', value: ADA.id, limit: 10 }
    const names = async () => (await adapter.records?.find(passkeyNames, query))?.rows.length
    expect(await names()).toBe(1)
    expectSignedIn(await addKey(browser, createAuthenticator({ origin: ORIGIN, aaguid: GOOGLE })))
    const [first] = await list(browser)
    const fields = { csrfToken: await browser.csrf(BASE), remove: first?.id ?? '' }
    expect((await browser.submit(PAGE, fields, JSON_ONLY)).status).toBe(303)
    expect(await names()).toBe(1)
    await adapter.deleteUser?.(ADA.id)
    expect(await names()).toBe(0)
  })

  test('shows and changes no names after the adapter lost the capability', async () => {
    const browser = await withKey(start())
    const { records: _, ...capabilities } = adapter.capabilities ?? {}
    adapter = { ...adapter, capabilities }
    const app = start()
    const later = await signInWithPassword(app.openBrowser(), 'ada')
    const id = await idOf(browser)
    expect(await list(later)).toMatchObject([{ label: null, renamable: false }])
    expect(await (await later.open(PAGE)).text()).not.toContain('name="label"')
    expect((await rename(later, id, 'Phone')).status).toBe(400)
    expect(app.errors.at(-1)?.message).toContain('migrate --apply --records all')
    expect((await rename(later, id, 'Phone', {})).status).toBe(303)
    expect(await list(browser)).toMatchObject([{ label: 'Google Password Manager' }])
  })

  test('has the names that a database keeps, in place of none where it fails', async () => {
    await sql.clear()
    ;({ adapter } = sql)
    await storePeople(adapter, new Date(0))
    const app = start()
    const browser = await withKey(app)
    const id = await idOf(browser)
    expect(await list(browser)).toMatchObject([{ label: 'Google Password Manager' }])
    expect((await rename(browser, id, 'Phone')).status).toBe(303)
    expect(await list(browser)).toMatchObject([{ label: 'Phone' }])
    expect(app.errors).toEqual([])
    await sql.execute('ALTER TABLE auth_passkeys_names RENAME TO gone')
    try {
      expect(await list(browser)).toMatchObject([{ label: null }])
      expect(app.errors.at(-1)?.message).toBe('The adapter failed in records.find().')
    } finally {
      await sql.execute('ALTER TABLE gone RENAME TO auth_passkeys_names')
    }
  })

  test('stores and shows no names with an adapter without them', async () => {
    await plain.clear()
    ;({ adapter } = plain)
    await storePeople(adapter, new Date(0))
    const app = start()
    const browser = await withKey(app)
    expect(await list(browser)).toMatchObject([{ label: null, renamable: false }])
    const page = await (await browser.open(PAGE)).text()
    expect(page).toContain(texts.account.oneDevice)
    expect(page).not.toContain('<details>')
    const [row] = await plain.query('SELECT * FROM authenticators')
    expect(Object.keys(row ?? {})).not.toContain('name')
  })

  test('names the missing capability where the application requires names', async () => {
    await plain.clear()
    adapter = { ...plain.adapter }
    const app = start({ adapterRequires: ['records'] })
    expect((await app.openBrowser().open(PAGE)).status).toBe(500)
    expect(app.errors[0]?.message).toMatch(
      /^`adapterRequires` needs the capability "records" .*, which the adapter does not declare.*adapter-sql with `records: true`; or leave "records" out of `adapterRequires`/,
    )
  })
})
