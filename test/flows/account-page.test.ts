import type { Adapter, AdapterAccount } from '@latchstring/core/adapters'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type App,
  BASE,
  createApp,
  ENV,
  ORIGIN,
  SECRETS,
  STRATEGIES,
  UNREACHED_PROVIDER,
} from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { createControlStore } from '@latchstring/test-kit/control-store'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { readJson } from '@latchstring/test-kit/json'
import {
  ADA,
  passwords,
  PEOPLE,
  signInWithPassword,
  storePeople,
} from '@latchstring/test-kit/people'
import { openStore } from '@latchstring/test-kit/sqlite-store'
import { readLocation, readSession } from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import type { AuthConfig } from '@latchstring/core'
import { accountTexts, texts } from '@latchstring/test-kit/texts'

const PAGE = `${BASE}/account`
const JSON_ONLY = { accept: 'application/json' }
const HOUR = 3600

const store = forAllTests(openStore)
let app: App
let clock: TestClock
let adapter: Adapter

const QUAY = { ...UNREACHED_PROVIDER, id: 'quay', name: 'Quay' }
const mail = {
  id: 'mail',
  name: 'Mail',
  type: 'email' as const,
  sendVerificationRequest: () => undefined,
}

const link = async (userId: string, ...providers: readonly string[]): Promise<void> => {
  for (const provider of providers) {
    const key = { provider, providerAccountId: `${provider} of ${userId}` }
    await store.adapter.linkAccount({ ...key, type: 'oauth', userId, access_token: 'token' })
  }
}

const linked = async (userId: string = ADA.id): Promise<readonly string[]> =>
  (await store.adapter.listAccountsByUserId(userId)).map(({ provider }) => provider).toSorted()

interface Listed {
  readonly id: string
  readonly provider: string
  readonly removable: boolean
}

async function list(browser: Browser): Promise<readonly Listed[]> {
  const { ways } = await readJson(await browser.open(PAGE, JSON_ONLY))
  // The test that reads every member of the answer is among these.
  return ways as readonly Listed[]
}

const idOf = async (browser: Browser, provider: string): Promise<string> =>
  (await list(browser)).find((way) => way.provider === provider)?.id ?? ''

const remove = async (
  browser: Browser,
  id: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  browser.submit(PAGE, { csrfToken: await browser.csrf(BASE), remove: id }, headers)

const signIn = async (who: 'ada' | 'grace' = 'ada'): Promise<Browser> =>
  signInWithPassword(app.openBrowser(), who)

describe.each(STRATEGIES)('The action account with the strategy %s', (strategy) => {
  const start = (config: Partial<AuthConfig> = {}): App =>
    createApp(
      {
        providers: [passwords(), UNREACHED_PROVIDER, QUAY],
        adapter,
        session: { strategy, devices: true, ...(strategy === 'jwt' ? { revocation: true } : {}) },
        account: { page: true },
        ...config,
      },
      { env: ENV, clock: clock.now },
    )

  beforeEach(async () => {
    clock = startClock()
    await store.clear()
    await storePeople(store.adapter, new Date(0))
    const control = createControlStore().adapter
    const capabilities = { ...store.adapter.capabilities, ...control.capabilities }
    adapter = { ...store.adapter, ...control, capabilities }
    app = start()
    await link(ADA.id, 'harbour', 'quay')
  })

  test('SES-13 lists the accounts of the user as JSON, without a token or an id of the provider', async () => {
    await link(PEOPLE.grace.id, 'harbour')
    const response = await (await signIn()).open(PAGE, JSON_ONLY)
    const body = await readJson(response)
    const id: unknown = expect.stringMatching(/^[\w-]{22}$/)
    const way = { id, type: 'account', removable: true }
    expect(body).toEqual({
      ways: [
        { ...way, provider: 'harbour', name: 'Harbour' },
        { ...way, provider: 'quay', name: 'Quay' },
      ],
      email: null,
      credentials: false,
      longestLabel: 64,
      devices: [expect.objectContaining({ current: true })],
      passkeys: [],
      sections: [],
      texts: accountTexts(texts),
    })
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  test('has texts for components in the language of the browser, with a session and without', async () => {
    const headers = { ...JSON_ONLY, 'accept-language': 'de' }
    const german = { lang: 'de', remove: 'Entfernen' }
    expect(await readJson(await (await signIn()).open(PAGE, headers))).toMatchObject({
      texts: german,
    })
    expect(await readJson(await app.openBrowser().open(PAGE, headers))).toMatchObject({
      error: 'SessionRequired',
      texts: german,
    })
  })

  test('shows a page in the language of the browser, with a button for each account', async () => {
    const browser = await signIn()
    const response = await browser.open(`${PAGE}?callbackUrl=/home`, { 'accept-language': 'de' })
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page).toContain('aria-label="Entfernen: Harbour"')
    expect(page).toContain('aria-label="Entfernen: Quay"')
    expect(page).toContain(`href="${ORIGIN}/home"`)
    expect(page).not.toContain('harbour of')
  })

  test('removes an account by the form of the page, emits unlinkAccount, and keeps the session', async () => {
    const emitted: unknown[] = []
    app = start({ events: { unlinkAccount: (message) => void emitted.push(message) } })
    const [here, there] = [await signIn(), await signIn()]
    const response = await remove(here, await idOf(here, 'quay'))
    expect([response.status, readLocation(response).href]).toEqual([303, PAGE])
    expect(await linked()).toEqual(['harbour'])
    expect(emitted).toMatchObject([{ user: { id: ADA.id }, account: { provider: 'quay' } }])
    expect(await readSession(here)).not.toBeNull()
    expect(await readSession(there)).not.toBeNull()
  })

  test('ALT-05 LNK-06 never removes the last sign-in method: the page has no button for it, and a script gets the reason', async () => {
    const browser = await signIn()
    const last = await idOf(browser, 'harbour')
    await remove(browser, await idOf(browser, 'quay'))
    expect(await list(browser)).toMatchObject([{ provider: 'harbour', removable: false }])
    expect(await (await browser.open(PAGE)).text()).not.toContain('name="remove"')
    expect((await remove(browser, last)).status).toBe(303)
    const response = await remove(browser, last, JSON_ONLY)
    expect(response.status).toBe(400)
    expect(app.errors.at(-1)?.message).toContain('only way')
    expect(await linked()).toEqual(['harbour'])
  })

  test('ALT-05 LNK-06 leaves one sign-in method when all are removed at the same time', async () => {
    let calls = 0
    let release = (): void => undefined
    const both = new Promise<void>((resolve) => {
      release = resolve
    })
    const unlinkAccount: Adapter['unlinkAccount'] = async (key) => {
      calls += 1
      if (calls === 2) release()
      await both
      await store.adapter.unlinkAccount(key)
    }
    adapter = { ...adapter, unlinkAccount }
    app = start()
    const browser = await signIn()
    const ids = [await idOf(browser, 'harbour'), await idOf(browser, 'quay')]
    const csrfToken = await browser.csrf(BASE)
    await Promise.all(ids.map(async (id) => browser.submit(PAGE, { csrfToken, remove: id })))
    expect(calls).toBe(2)
    expect(await linked()).not.toEqual([])
  })

  test('restores an account with its tokens when another request has removed the others in the meantime', async () => {
    const unlinkAccount: Adapter['unlinkAccount'] = async (key) => {
      for (const account of await store.adapter.listAccountsByUserId(ADA.id)) {
        await store.adapter.unlinkAccount(account)
      }
      await store.adapter.unlinkAccount(key)
    }
    adapter = { ...adapter, unlinkAccount }
    app = start()
    const browser = await signIn()
    expect((await remove(browser, await idOf(browser, 'quay'), JSON_ONLY)).status).toBe(400)
    const accounts: readonly AdapterAccount[] = await store.adapter.listAccountsByUserId(ADA.id)
    expect(accounts).toMatchObject([{ provider: 'quay', access_token: 'token' }])
  })

  test('ALT-05 restores an account when the store failed after removing it, and the others were removed in the meantime', async () => {
    const unlinkAccount: Adapter['unlinkAccount'] = async () => {
      for (const account of await store.adapter.listAccountsByUserId(ADA.id)) {
        await store.adapter.unlinkAccount(account)
      }
      throw new Error('read ECONNRESET')
    }
    adapter = { ...adapter, unlinkAccount }
    app = start()
    const browser = await signIn()
    expect((await remove(browser, await idOf(browser, 'quay'), JSON_ONLY)).status).toBe(503)
    const accounts: readonly AdapterAccount[] = await store.adapter.listAccountsByUserId(ADA.id)
    expect(accounts).toMatchObject([{ provider: 'quay', access_token: 'token' }])
    expect(app.errors.at(-1)?.message).toBe('The adapter failed in unlinkAccount().')
  })

  test('ALT-05 logs that an account was removed and cannot be restored', async () => {
    let fails = false
    const away = (): never => {
      throw new Error('connect ECONNREFUSED')
    }
    adapter = {
      ...adapter,
      async unlinkAccount(key) {
        await store.adapter.unlinkAccount(key)
        fails = true
      },
      listAccountsByUserId: (id) => (fails ? away() : store.adapter.listAccountsByUserId(id)),
      linkAccount: away,
    }
    app = start()
    const browser = await signIn()
    expect((await remove(browser, await idOf(browser, 'quay'), JSON_ONLY)).status).toBe(503)
    expect(app.errors.at(-1)?.type).toBe('AdapterError')
    expect(app.errors.at(-1)?.message).toContain('"quay" was removed and could not be put back')
  })

  test.each([
    [
      'a mail provider and a proven address',
      { providers: [passwords(), UNREACHED_PROVIDER, QUAY, mail] },
      new Date(),
      true,
    ],
    [
      'a mail provider and an unproven address',
      { providers: [passwords(), UNREACHED_PROVIDER, QUAY, mail] },
      null,
      false,
    ],
    ['a proven address without a mail provider', {}, new Date(), false],
    [
      'credentials, by the word of the application',
      { account: { page: { hasCredentials: (): boolean => true } } },
      null,
      true,
    ],
    [
      'no credentials, by the word of the application',
      { account: { page: { hasCredentials: (): boolean => false } } },
      null,
      false,
    ],
    ['credentials, without a provider of them to say', { account: { page: {} } }, null, false],
  ] as const)('ALT-05 keeps the last account: %s', async (_, config, emailVerified, goes) => {
    await store.adapter.updateUser({ id: ADA.id, emailVerified })
    app = start(config)
    const browser = await signIn()
    for (const provider of ['quay', 'harbour']) {
      const id = await idOf(browser, provider)
      if (id !== '') await remove(browser, id)
    }
    expect(await linked()).toEqual(goes ? [] : ['harbour'])
  })

  test('ALT-05 LNK-06 does not count the account of a provider that is not configured any more', async () => {
    app = start({ providers: [passwords(), UNREACHED_PROVIDER] })
    const browser = await signIn()
    expect(await list(browser)).toMatchObject([
      { provider: 'harbour', removable: false },
      { provider: 'quay', name: 'quay', removable: true },
    ])
    await remove(browser, await idOf(browser, 'harbour'))
    await remove(browser, await idOf(browser, 'quay'))
    expect(await linked()).toEqual(['harbour'])
  })

  test.each([{}, JSON_ONLY])(
    'SES-13 has the same response for the account of another user as for an unknown one (%j)',
    async (headers) => {
      await link(PEOPLE.grace.id, 'harbour', 'quay')
      const [ada, grace] = [await signIn(), await signIn('grace')]
      const foreign = await idOf(grace, 'quay')
      const answers = []
      for (const id of [foreign, 'A'.repeat(22), 'not an id']) {
        const response = await remove(ada, id, headers)
        const text = (await response.text()).replace(/"ref":"\w+"/, '')
        answers.push([response.status, response.headers.get('location'), text])
      }
      expect(answers[0]?.[0]).toBe('accept' in headers ? 400 : 303)
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(await linked(PEOPLE.grace.id)).toEqual(['harbour', 'quay'])
      expect(await linked()).toEqual(['harbour', 'quay'])
    },
  )

  test.each([
    [true, HOUR, true],
    [true, HOUR + 1, false],
    [{ requireFresh: 60 }, 61, false],
    [{ requireFresh: false }, 5 * HOUR, true],
  ] as const)(
    'REV-12 with page: %j removes an account %d s after the sign-in: %s',
    async (page, age, removes) => {
      app = start({ account: { page } })
      const browser = await signIn()
      const id = await idOf(browser, 'quay')
      clock.advance(age)
      const response = await remove(browser, id)
      expect(readLocation(response).pathname).toBe(removes ? '/auth/account' : '/auth/signin')
      expect((await remove(browser, id, JSON_ONLY)).status).toBe(removes ? 400 : 403)
      expect(await linked()).toEqual(removes ? ['harbour'] : ['harbour', 'quay'])
    },
  )

  test('CSR-01 removes nothing without a CSRF token, or for another site', async () => {
    const browser = await signIn()
    const id = await idOf(browser, 'quay')
    await browser.submit(PAGE, { remove: id })
    await remove(browser, id, { origin: 'https://evil.example' })
    expect(await linked()).toEqual(['harbour', 'quay'])
  })

  test('CSR-01 answers an expired form with a page that says so, not with the page of a failed sign-in', async () => {
    const browser = await signIn()
    const page = await browser.submit(PAGE, { csrfToken: 'old', remove: 'one' })
    expect([page.status, page.headers.get('location')]).toEqual([403, null])
    expect(await page.text()).toContain(texts.problem[403].title)
  })

  test('redirects a visitor without a session to the sign-in page, and shows nothing', async () => {
    const browser = app.openBrowser()
    const response = await browser.open(PAGE)
    expect(readLocation(response).pathname).toBe('/auth/signin')
    expect(readLocation(response).searchParams.get('callbackUrl')).toBe(PAGE)
    expect(await readJson(await browser.open(PAGE, JSON_ONLY))).toMatchObject({
      error: 'SessionRequired',
    })
    expect((await remove(browser, 'x', JSON_ONLY)).status).toBe(401)
  })

  test('gets 404 without the option', async () => {
    app = start({ account: {} })
    const browser = await signIn()
    expect((await browser.open(PAGE)).status).toBe(404)
    expect((await remove(browser, 'x')).status).toBe(404)
    expect(app.errors.at(-1)?.message).toContain('Set `account.page`')
  })

  test.each<[string, readonly string[]]>([
    ['nothing', []],
    ['an empty text', ['']],
    ['two of them', ['a', 'b']],
  ])('refuses a script that asks to remove %s, with the reason', async (_, ids) => {
    const browser = await signIn()
    const fields = new URLSearchParams({ csrfToken: await browser.csrf(BASE) })
    for (const id of ids) fields.append('remove', id)
    expect((await browser.submit(PAGE, fields, JSON_ONLY)).status).toBe(400)
    expect(app.errors.at(-1)?.message).toContain('Send `remove`')
    expect(await linked()).toEqual(['harbour', 'quay'])
  })

  test('refuses a script that asks to remove a value that is not text, with the reason', async () => {
    const browser = await signIn()
    const body = { csrfToken: await browser.csrf(BASE), remove: { id: 'a' } }
    expect((await browser.submitJson(PAGE, body, JSON_ONLY)).status).toBe(400)
    expect(app.errors.at(-1)?.message).toContain('Send `remove`')
  })

  test('answers a script that the account to remove does not exist', async () => {
    const response = await remove(await signIn(), 'x'.repeat(22), JSON_ONLY)
    expect(response.status).toBe(400)
    expect(app.errors.at(-1)?.message).toContain('does not belong to the user')
  })

  test('redirects to the page with its callback URL after forms that name no other', async () => {
    const browser = await signIn()
    const page = await (await browser.open(`${PAGE}?callbackUrl=/home`)).text()
    expect(page).toContain(`action="${PAGE}"`)
    const id = await idOf(browser, 'quay')
    const fields = { csrfToken: await browser.csrf(BASE), remove: id, callbackUrl: '/home' }
    const { searchParams } = readLocation(await browser.submit(PAGE, fields))
    expect(searchParams.get('callbackUrl')).toBe(`${ORIGIN}/home`)
  })

  test('finds the account of a page that was made with the previous secret', async () => {
    let current = app
    const browser = createBrowser((request) => current.auth.handle(request))
    await signInWithPassword(browser, 'ada')
    const id = await idOf(browser, 'quay')
    current = start({ secret: [SECRETS.newer, SECRETS.older] })
    expect((await remove(browser, id, JSON_ONLY)).status).toBe(303)
    expect(await linked()).toEqual(['harbour'])
  })

  test('CFG-05 refuses invalid seconds in `account.page.requireFresh`', async () => {
    app = start({ account: { page: { requireFresh: 0 } } })
    expect(readLocation(await (await signIn()).open(PAGE)).pathname).toBe('/auth/error')
    expect(app.errors.at(-1)?.message).toContain('`account.page.requireFresh`')
  })

  test('links to the devices where they are listed, and to nothing without them', async () => {
    const hasLink = async (): Promise<boolean> =>
      (await (await (await signIn()).open(PAGE)).text()).includes(`href="${BASE}/devices?`)
    expect(await hasLink()).toBe(true)
    const revocation = strategy === 'jwt' ? { revocation: true } : {}
    app = start({
      session: { strategy, ...revocation },
      account: { page: { requireFresh: false } },
    })
    expect(await hasLink()).toBe(false)
    expect(await readJson(await (await signIn()).open(PAGE, JSON_ONLY))).toMatchObject({
      devices: null,
    })
  })

  const addPasskey = async (): Promise<string> => {
    const providerAccountId = 'a2V5'
    const key = { provider: 'passkey', providerAccountId, userId: ADA.id }
    await store.adapter.linkAccount({ ...key, type: 'webauthn' })
    await store.adapter.createAuthenticator({
      credentialID: providerAccountId,
      providerAccountId,
      credentialPublicKey: 'a2V5',
      counter: 0,
      credentialDeviceType: 'multiDevice',
      credentialBackedUp: true,
      userId: ADA.id,
    })
    return providerAccountId
  }

  test('removes a passkey, which signs in no longer, and ends the other sessions', async () => {
    const providerAccountId = await addPasskey()
    const [here, there] = [await signIn(), await signIn()]
    const ways = await list(here)
    expect(ways.find(({ provider }) => provider === 'passkey')).toMatchObject({
      type: 'passkey',
      synced: true,
    })
    expect(await (await here.open(PAGE)).text()).toContain('Synced passkey')
    await remove(here, await idOf(here, 'passkey'))
    expect(await store.adapter.getAccount(providerAccountId, 'passkey')).toBeNull()
    expect(await readSession(here)).not.toBeNull()
    expect(await readSession(there)).toBeNull()
  })

  test('removes a passkey where nothing can end the sessions of a user', async () => {
    const providerAccountId = await addPasskey()
    const less = { ...adapter, capabilities: { ...adapter.capabilities, revocation: false } }
    delete less.deleteSessionsByUserId
    const session = { strategy, absoluteMaxAge: HOUR }
    app = start({ session, adapter: strategy === 'jwt' ? adapter : less })
    const [here, there] = [await signIn(), await signIn()]
    expect((await remove(here, await idOf(here, 'passkey'))).status).toBe(303)
    expect(await store.adapter.getAccount(providerAccountId, 'passkey')).toBeNull()
    expect(app.errors).toEqual([])
    expect(await readSession(there)).not.toBeNull()
  })
})

describe('`account.page`', () => {
  test.each([
    [{}, 'there is no adapter'],
    [{ adapter: {} }, 'the adapter does not declare'],
  ])('names the missing requirement in %j', async (config, message) => {
    const bare = createApp({
      providers: [passwords()],
      account: { page: true },
      session: { strategy: 'jwt' },
      ...config,
    })
    expect((await bare.openBrowser().open(PAGE)).status).toBe(500)
    expect(bare.errors[0]?.message).toMatch(
      /^`account\.page` needs the capability "accountUpdates"/,
    )
    expect(bare.errors[0]?.message).toContain(message)
  })

  test('is refused with tokens that have no time of a sign-in, with the option that adds one', async () => {
    const { adapter: own } = store
    const bare = createApp({
      providers: [passwords()],
      account: { page: true },
      session: { strategy: 'database', generateSessionToken: () => crypto.randomUUID() },
      adapter: own,
    })
    expect(readLocation(await bare.openBrowser().open(PAGE)).pathname).toBe('/auth/error')
    expect(bare.errors[0]?.message).toContain(
      'Set `session.devices` or `session.absoluteMaxAge`, or `account.page.requireFresh` to false',
    )
  })
})
