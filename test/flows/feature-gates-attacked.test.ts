import { openSqlAdapter } from '@latchstring/adapter-sql'
import type { AuthConfig } from '@latchstring/core'
import { type Adapter, waitingSignIns } from '@latchstring/core/adapters'
import type { AnyFeature } from '@latchstring/core/features'
import { type App, BASE, SECRETS, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { createFaultyAdapter } from '@latchstring/test-kit/faulty-adapter'
import { idpForEachTest } from '@latchstring/test-kit/for-each-test'
import { readJson } from '@latchstring/test-kit/json'
import { guild } from '@latchstring/test-kit/guild'
import { containing } from '@latchstring/test-kit/matchers'
import {
  ADA,
  copyCookies,
  PASSWORD,
  passwords,
  PEOPLE,
  storePeople,
  submitPassword,
} from '@latchstring/test-kit/people'
import {
  expectSignedIn,
  readLocation,
  readSession,
  sessionCookies,
} from '@latchstring/test-kit/story'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createSealedBox } from '../../packages/core/src/lib/crypto/sealed-box.ts'
import { createDoor, WORD } from './src/door-feature.ts'
import { enterByGuild, enterByLink, type GateWorld, openGateWorld, say } from './src/gate-world.ts'
import { untyped } from './src/untyped.ts'

const idp = idpForEachTest()

let world: GateWorld
let app: App
let browser: Browser

/** The sign-in is not there any more: the browser is led to the sign-in page, and has no session. */
async function expectGone(response: Response, from: Browser = browser): Promise<void> {
  const location = readLocation(response)
  expect([location.pathname, location.searchParams.get('error')]).toEqual([
    '/auth/signin',
    'SessionRequired',
  ])
  expect(sessionCookies(from)).toEqual([])
  expect(await readSession(from)).toBeNull()
}

const waitingCookieNames = (from: Browser): readonly string[] =>
  [...from.cookies.keys()].filter((name) => name.includes('waiting'))

/** The same name for each kind of sealed value. */
const namesOf = (waiting: string) => ({
  session: waiting,
  acting: waiting,
  csrf: waiting,
  state: waiting,
  pkce: waiting,
  nonce: waiting,
  challenge: waiting,
  device: waiting,
  attempt: waiting,
  proxy: waiting,
  'mail-proof': waiting,
  form: waiting,
  browser: waiting,
  waiting,
})

/** Where a response leads, in its header or in JSON. */
async function addressOf(response: Response): Promise<unknown> {
  return response.headers.get('location') ?? (await readJson(response))['url']
}

describe.each(STRATEGIES)('A sign-in that waits, with sessions by %s,', (strategy) => {
  /** Another process of the application. */
  const restart = (
    config: Partial<AuthConfig> = {},
    features: readonly AnyFeature[] = [createDoor().feature],
  ): App => world.open(features, config)

  /** A browser whose sign-in waits in another process. */
  const moved = (to: App): Browser => copyCookies(browser, to.openBrowser())

  beforeEach(async () => {
    world = await openGateWorld(strategy, idp)
    app = world.open([createDoor().feature])
    browser = app.openBrowser()
    await submitPassword(browser, 'ada')
    expect(world.store.waiting()).toHaveLength(1)
  })

  test('goes on once, however many right answers come at the same time', async () => {
    const browsers = Array.from({ length: 5 }, () => moved(restart()))
    const responses = await Promise.all(browsers.map((one) => say(one)))
    const signedIn = browsers.filter((one) => sessionCookies(one).length > 0)
    expect(signedIn).toHaveLength(1)
    expect(world.events).toEqual(['signIn'])
    expect(world.store.waiting()).toEqual([])
    expect(responses.map(({ status }) => status)).not.toContain(500)
  })

  test('goes on once where another step follows, however many right answers come at the same time', async () => {
    const doors = (): readonly AnyFeature[] =>
      ['alpha', 'beta'].map((name) => createDoor({ name }).feature)
    const first = restart({}, doors()).openBrowser()
    await submitPassword(first, 'ada')
    const browsers = Array.from({ length: 5 }, () =>
      copyCookies(first, restart({}, doors()).openBrowser()),
    )
    await Promise.all(browsers.map((one) => say(one, WORD, 'alpha/say')))
    await Promise.all(browsers.map((one) => say(one, WORD, 'beta/say')))
    expect(browsers.filter((one) => sessionCookies(one).length > 0)).toHaveLength(1)
    expect(world.events).toEqual(['signIn'])
  })

  test('leads to the next step once, whichever of two right answers is slower', async () => {
    const turn = (): { readonly come: Promise<void>; readonly go: () => void } => {
      let go = (): void => undefined
      const come = new Promise<void>((resolve) => (go = resolve))
      return { come, go: () => go() }
    }
    const [first, second] = [turn(), turn()]
    let calls = 0
    const alpha = createDoor({ name: 'alpha' })
    // The first right answer stands at the next gate until the second has come as far.
    const beta = createDoor({
      name: 'beta',
      async answer({ done }) {
        calls += 1
        if (calls === 1) first.go()
        else second.go()
        if (calls === 1) await second.come
        return done ? 'pass' : { step: 'knock' }
      },
    })
    const both = restart({}, [alpha.feature, beta.feature])
    const one = both.openBrowser()
    await submitPassword(one, 'grace')
    const other = copyCookies(one, both.openBrowser())
    const known = world.store.waiting().length
    const slow = say(one, WORD, 'alpha/say')
    await first.come
    const responses = [await say(other, WORD, 'alpha/say'), await slow]
    const next = responses.filter(({ headers }) => headers.get('location')?.includes('/beta/'))
    expect(next).toHaveLength(1)
    expect(world.store.waiting()).toHaveLength(known)
  })

  test('does not go on again after it has', async () => {
    const copy = moved(app)
    expectSignedIn(await say(browser))
    await expectGone(await say(copy), copy)
  })

  test('can be answered ten times', async () => {
    for (let count = 1; count <= 10; count += 1) {
      expect((await say(browser, 'open')).status).toBe(400)
    }
    await expectGone(await say(browser))
  })

  test('counts every form that is sent at the same time', async () => {
    const browsers = Array.from({ length: 12 }, () => moved(app))
    const statuses = (await Promise.all(browsers.map((one) => say(one, 'open')))).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 400)).toHaveLength(10)
  })

  test.each([
    [599, true],
    [600, false],
  ])('for %i s can be answered: %s', async (seconds, good) => {
    world.clock.advance(seconds)
    const response = await say(browser)
    if (good) expectSignedIn(response)
    else await expectGone(response)
  })

  test.each([
    ['its form', 'twin/say'],
    ['its page', 'twin/knock'],
  ])('is of no use to another feature (%s)', async (_, path) => {
    const twin = createDoor({ name: 'twin', answer: () => 'pass' })
    const other = moved(restart({}, [createDoor().feature, twin.feature]))
    const response = path.endsWith('say')
      ? await say(other, WORD, path)
      : await other.open(`${BASE}/${path}`)
    await expectGone(response, other)
    expectSignedIn(await say(other))
  })

  test('ends with another sign-in in the same browser, also one that waits itself', async () => {
    const before = moved(app)
    await submitPassword(browser, 'grace')
    expect(world.store.waiting()).toHaveLength(1)
    await expectGone(await say(before), before)
    expectSignedIn(await say(browser))
    expect((await readSession(browser))?.user).toMatchObject({ email: PEOPLE.grace.email })
  })

  test('ends with another sign-in in the same browser that need not wait', async () => {
    const before = moved(app)
    const easy = createDoor({
      answer: ({ user, done }) => (user?.id === ADA.id && !done ? { step: 'knock' } : 'pass'),
    })
    const other = moved(restart({}, [easy.feature]))
    expectSignedIn(await submitPassword(other, 'grace'))
    expect(world.store.waiting()).toEqual([])
    await expectGone(await say(before), before)
  })

  test('ends with its user', async () => {
    await world.store.adapter.deleteUser?.(ADA.id)
    await expectGone(await say(browser))
  })

  test('is of no use where it belongs to another user by now', async () => {
    const mailed = app.openBrowser()
    await enterByLink(world, mailed)
    const [ada, grace] = world.store.rows.users
    if (!ada || !grace) throw new Error('There are two people.')
    ada.email = 'old@example.com'
    grace.email = ADA.email
    const response = await say(mailed)
    expect(readLocation(response).searchParams.get('error')).toBe('AccessDenied')
    expect(sessionCookies(mailed)).toEqual([])
  })

  test('stores no user anew who was deleted while the step was done', async () => {
    await world.store.adapter.linkAccount?.({
      provider: 'guild',
      type: 'oauth',
      providerAccountId: 'ada',
      userId: ADA.id,
    })
    const { adapter } = world.store
    let reads = 0
    // Deleted after the step has found its user.
    const racing: Adapter = {
      ...adapter,
      async getUser(id) {
        const user = await adapter.getUser?.(id)
        reads += 1
        if (reads === 1) await adapter.deleteUser?.(id)
        return user ?? null
      },
    }
    const before = app.openBrowser()
    await enterByGuild(before)
    const other = copyCookies(before, restart({ adapter: racing }).openBrowser())
    await say(other)
    expect(sessionCookies(other)).toEqual([])
    expect(world.store.rows.users).toHaveLength(1)
  })

  test.each([
    ['an older one', [SECRETS.newer, SECRETS.older], true],
    ['none any more', [SECRETS.newer], false],
  ])('survives a secret that is %s: %s', async (_, secret, good) => {
    const other = moved(restart({ secret: [...secret] }))
    const response = await say(other)
    if (good) expectSignedIn(response)
    else await expectGone(response, other)
  })

  test('says so where its provider is not there any more', async () => {
    const without = restart({ providers: [guild()] })
    const response = await say(moved(without))
    expect(response.status).toBe(404)
    expect(without.errors.at(-1)).toMatchObject({ type: 'InvalidProvider' })
  })

  test('is refused with its cause where what the provider said is too long', async () => {
    const large = guild({
      profile: ({ member }) => ({ id: member, name: 'x'.repeat(40_000), email: null }),
    })
    const small = restart({ providers: [large] })
    const one = small.openBrowser()
    const response = await enterByGuild(one, 'mona')
    expect([sessionCookies(one), response.status]).toEqual([[], 400])
    expect(small.errors.at(-1)).toMatchObject({
      type: 'ValueTooLong',
      message: containing('too long for a sign-in to wait'),
    })
  })

  test.each([
    ['JSON', { accept: 'application/json' }],
    ['the address in a header', { 'x-auth-return-redirect': '1' }],
  ])('answers a script with %s', async (_, headers) => {
    const one = app.openBrowser()
    const csrfToken = await one.csrf(BASE)
    const fields = { csrfToken, callbackUrl: '/inside', username: 'ada', password: PASSWORD }
    const started = await one.submit(`${BASE}/callback/credentials`, fields, headers)
    expect(await addressOf(started)).toBe(`${BASE}/door/knock`)
    const page = await one.open(`${BASE}/door/knock`, { accept: 'application/json' })
    expect(await page.json()).toMatchObject({ title: 'Knock', lead: ADA.id })
    const wrong = await say(one, 'open', 'door/say', headers)
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      { error: 'door/wrong', message: 'That is wrong.' },
    ])
    const right = await say(one, WORD, 'door/say', headers)
    expect(await addressOf(right)).toBe('https://app.example/inside')
    expect(sessionCookies(one)).not.toEqual([])
  })

  test('keeps no password, and nothing of its user in a form that can be read', async () => {
    const sealed = world.store.waiting().map(({ values }) => Object.entries(values))
    const text = JSON.stringify([...world.store.records.values()].map((rows) => [...rows.values()]))
    for (const secret of [PASSWORD, ADA.email, ADA.id, 'inside']) expect(text).not.toContain(secret)
    expect(sealed).toHaveLength(1)
    const names = waitingCookieNames(browser)
    const box = createSealedBox({
      secrets: [SECRETS.older],
      names: namesOf(names[0] ?? ''),
      clock: world.clock.now,
    })
    const [[, value] = []] = sealed[0]?.filter(([name]) => name === 'sealed') ?? []
    const opened = await box.open('waiting', typeof value === 'string' ? value : '')
    const kept = JSON.stringify(opened?.payload)
    expect(kept).toContain(ADA.email)
    expect(kept).not.toContain(PASSWORD)
    expect(text).not.toContain(browser.cookies.get(names[0] ?? ''))
  })

  test('is not shown the page of another step by a refusal', async () => {
    const { feature } = createDoor()
    const { actions = {} } = feature
    const { knock, say: form } = actions
    if (!knock || form?.kind !== 'change') throw new Error('A door has both.')
    const load = async () => ({ run: () => ({ refused: 'wrong', page: 'other' }) })
    const odd = { ...feature, actions: { knock, other: knock, say: { ...form, load } } }
    const other = restart({}, [odd])
    const response = await say(moved(other))
    expect(readLocation(response).searchParams.get('error')).toBe('Configuration')
    expect(other.errors.at(-1)).toMatchObject({
      message: containing('another session or step'),
    })
  })

  test('is what the operation `signIn` of the server leads to', async () => {
    const options = { username: 'ada', password: PASSWORD, redirectTo: '/deep' }
    const { url, cookies } = await app.auth.signIn(
      { headers: new Headers({ host: 'app.example' }) },
      'credentials',
      options,
    )
    expect(url).toBe(`${BASE}/door/knock`)
    const one = app.openBrowser()
    for (const { name, value } of cookies) one.receive(BASE, `${name}=${value}; Path=/; Secure`)
    expect(sessionCookies(one)).toEqual([])
    expectSignedIn(await say(one), '/deep')
  })

  test.each([
    [
      'dates and numbers',
      { at: new Date(5), count: 7n, list: [new Date(6)], no: new Date(Number.NaN) },
    ],
  ])('keeps %s of `authorize`', async (_, more) => {
    const seen: unknown[] = []
    const events = { signIn: ({ user }: { user: unknown }) => void seen.push(user) }
    const providers = [passwords({ authorize: () => ({ ...ADA, ...more }) })]
    const one = restart({ providers, events }).openBrowser()
    await submitPassword(one, 'ada')
    expectSignedIn(await say(one))
    expect(seen).toMatchObject([more])
  })

  test.runIf(strategy === 'jwt')('does not begin for a user whom no step could find', async () => {
    const stranger = { id: 'id-of-none', name: 'None', email: null }
    const odd = restart({ providers: [passwords({ authorize: () => stranger })] })
    const one = odd.openBrowser()
    const response = await submitPassword(one, 'ada')
    expect(readLocation(response).searchParams.get('error')).toBe('Configuration')
    expect(odd.errors.at(-1)?.message).toContain('not in the store')
  })

  test('keeps an id that is an object of a driver', async () => {
    class ObjectId {
      readonly bytes = [1, 2]
      toString(): string {
        return ADA.id
      }
    }
    const user = { ...ADA, id: untyped<string>(new ObjectId()) }
    const one = restart({ providers: [passwords({ authorize: () => user })] }).openBrowser()
    await submitPassword(one, 'ada')
    expectSignedIn(await say(one))
  })

  test('says what is wrong where the user of `authorize` has no end', async () => {
    const user: Record<string, unknown> = { ...ADA }
    user['self'] = user
    const odd = restart({
      providers: [passwords({ authorize: () => untyped<typeof ADA>(user) })],
    })
    const one = odd.openBrowser()
    const response = await submitPassword(one, 'ada')
    expect(readLocation(response).searchParams.get('error')).toBe('Callback')
    expect(odd.errors.at(-1)).toMatchObject({
      type: 'CallbackRouteError',
      message: containing('has itself as a member'),
    })
    expect(sessionCookies(one)).toEqual([])
    // That of the other browser.
    expect(world.store.waiting()).toHaveLength(1)
  })

  test.each(['before', 'after'] as const)(
    'opens a whole session or none where the store fails %s the effect of a call',
    async (when) => {
      const outcomes: string[] = []
      for (let call = 1; ; call += 1) {
        const { adapter, arm, disarm } = createFaultyAdapter(world.store.adapter)
        const failing = restart({ adapter })
        const one = failing.openBrowser()
        const csrfToken = await one.csrf(BASE)
        await submitPassword(one, 'ada')
        arm({ call, when })
        const response = await one.submit(`${BASE}/door/say`, { csrfToken, word: WORD })
        const calls = disarm()
        if (calls.length < call) break
        const opened = sessionCookies(one).length > 0
        if (opened) expectSignedIn(response)
        else expect([response.status, failing.errors.at(-1)?.type]).toEqual([503, 'AdapterError'])
        expect((await readSession(one)) !== null, calls.at(-1)).toBe(opened)
        outcomes.push(`${calls.at(-1)}: ${opened}`)
      }
      // Finding the row, counting, the user, noting, the user again and taking.
      expect(outcomes.slice(0, 6)).toEqual([
        'records.get: false',
        'records.change: false',
        'getUser: false',
        'records.change: false',
        'getUser: false',
        'records.drop: false',
      ])
    },
  )

  test.each(['before', 'after'] as const)(
    'begins whole or not at all where the store fails %s the effect of a call',
    async (when) => {
      for (let call = 1; ; call += 1) {
        const { adapter, arm, disarm } = createFaultyAdapter(world.store.adapter)
        const failing = restart({ adapter })
        const one = failing.openBrowser()
        const csrfToken = await one.csrf(BASE)
        arm({ call, when })
        const fields = { csrfToken, callbackUrl: '/inside', username: 'ada', password: PASSWORD }
        const response = await one.submit(`${BASE}/callback/credentials`, fields)
        const calls = disarm()
        if (calls.length < call) break
        expect([response.status, failing.errors.at(-1)?.type], calls.at(-1)).toEqual([
          503,
          'AdapterError',
        ])
        expect(
          [...one.cookies.keys()].filter((name) => /waiting|session-token/.test(name)),
        ).toEqual([])
      }
    },
  )

  describe('in a store with endings', () => {
    let sql: ReturnType<typeof openSqlAdapter>

    beforeEach(async () => {
      sql = openSqlAdapter(':memory:', { sessionControl: true, records: [waitingSignIns] })
      onTestFinished(() => sql.close())
      await sql.migrate()
      await storePeople(sql, new Date(0))
      app = restart({
        adapter: sql,
        session: { strategy, revocation: strategy === 'jwt', absoluteMaxAge: 36_000 },
      })
      browser = app.openBrowser()
      await submitPassword(browser, 'ada')
      world.clock.advance(1)
    })

    test.each([
      ['sessions.end', () => app.auth.sessions().end({ user: ADA.id })],
      ['sessions.changed', () => app.auth.sessions().changed(ADA.id, 'password-changed')],
    ])('ends with %s of its user', async (_, end) => {
      await end()
      await expectGone(await say(browser))
    })

    test('stays when the sessions of another user end', async () => {
      await app.auth.sessions().end({ user: PEOPLE.grace.id })
      expectSignedIn(await say(browser))
    })

    test('opens no session after all sessions were ended', async () => {
      await app.auth.sessions().end({ all: true })
      const response = await say(browser)
      expect([response.status, app.errors.at(-1)?.type]).toEqual([400, 'InvalidCheck'])
      expect(sessionCookies(browser)).toEqual([])
      expect(await readSession(browser)).toBeNull()
    })
  })
})
