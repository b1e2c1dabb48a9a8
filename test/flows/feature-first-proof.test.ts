import { openSqlAdapter } from '@latchstring/adapter-sql'
import type { AuthConfig } from '@latchstring/core'
import { type Adapter, recordTables } from '@latchstring/core/adapters'
import { type App, BASE, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { idpForEachTest } from '@latchstring/test-kit/for-each-test'
import {
  ADA,
  copyCookies,
  signInWithPassword,
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
import {
  enterByCode,
  enterByGuild,
  enterByLink,
  type GateWorld,
  openGateWorld,
  say,
} from './src/gate-world.ts'
import { type LockerOptions, lockerFeature, lockerThings } from './src/locker-feature.ts'

const idp = idpForEachTest()

const STEP = `${BASE}/locker/knock`

/** A stop that a request reaches, and goes on from. */
function createStop() {
  let reach = (): void => undefined
  let go = (): void => undefined
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const gone = new Promise<void>((resolve) => (go = resolve))
  const stop = async (): Promise<void> => {
    reach()
    await gone
  }
  return { reached, go: (): void => go(), stop }
}

/** A store that cuts off the times at which addresses were proven. */
const inSeconds = (adapter: Adapter): Adapter => ({
  ...adapter,
  updateUser: async ({ emailVerified, ...rest }) => {
    const seconds = Math.floor((emailVerified?.getTime() ?? 0) / 1000)
    const cut = emailVerified ? { emailVerified: new Date(seconds * 1000) } : {}
    if (!adapter.updateUser) throw new Error('The store changes no users.')
    return adapter.updateUser({ ...rest, ...cut })
  },
})

describe.each(STRATEGIES)('What a feature keeps, with sessions by %s,', (strategy) => {
  let world: GateWorld

  const things = (): readonly unknown[] => [
    ...(world.store.records.get(lockerThings.name)?.values() ?? []),
  ]

  const open = (options: LockerOptions = {}, config: Partial<AuthConfig> = {}): App =>
    world.open([lockerFeature(options)], config)

  const put = async (browser: Browser, id = 'hat'): Promise<Response> =>
    browser.submit(`${BASE}/locker/put`, { csrfToken: await browser.csrf(BASE), id })

  const isProven = (): boolean => Boolean(world.store.rows.users[0]?.emailVerified)

  /** A browser of the person who made the user, and whose address it is not. */
  const openStranger = async (app: App): Promise<Browser> => signInWithPassword(app.openBrowser())

  beforeEach(async () => {
    world = await openGateWorld(strategy, idp)
    const [ada] = world.store.rows.users
    if (ada) ada.emailVerified = null
  })

  test.each([
    ['a link', enterByLink],
    ['a code', enterByCode],
  ])('goes with the first proof by %s, and is asked for nothing', async (_, enter) => {
    const app = open()
    const stranger = await openStranger(app)
    expect((await put(stranger)).status).toBe(200)
    expect(things()).toHaveLength(1)
    const owner = app.openBrowser()
    expectSignedIn(await enter(world, owner))
    expect([things(), isProven()]).toEqual([[], true])
    expect(await readSession(stranger)).toBeNull()
    // What the owner keeps from here on stays, and is asked for.
    await put(owner)
    const again = app.openBrowser()
    expect(readLocation(await enter(world, again)).href).toBe(STEP)
    expectSignedIn(await say(again, undefined, 'locker/say'))
    expect(things()).toHaveLength(1)
  })

  test('lets the owner wait for what every user is asked for, and go on once', async () => {
    const app = open({ asks: 'every' })
    const owner = app.openBrowser()
    expect((await enterByLink(world, owner)).headers.get('location')).toBe(STEP)
    expect([isProven(), sessionCookies(owner), world.store.waiting().length]).toEqual([true, [], 1])
    expectSignedIn(await say(owner, undefined, 'locker/say'))
    expect((await readSession(owner))?.user).toMatchObject({ email: ADA.email })
    expect(world.store.waiting()).toEqual([])
  })

  test('goes in a database where endings are kept in a feed, and the owner goes on', async () => {
    const adapter = openSqlAdapter(':memory:', {
      records: [...recordTables, lockerThings],
      sessionControl: true,
    })
    await adapter.migrate()
    onTestFinished(async () => adapter.close())
    await storePeople(adapter)
    const feature = lockerFeature({ asks: 'every' })
    const revocation = strategy === 'jwt' ? { revocation: true } : {}
    const app = world.open([feature], {
      adapter,
      session: { strategy, devices: true, ...revocation },
    })
    const system = app.auth.system(feature)
    await system.put(ADA.id, 'hat')
    const stranger = app.openBrowser()
    await submitPassword(stranger, 'ada')
    expectSignedIn(await say(stranger, undefined, 'locker/say'))
    world.clock.advance(5)
    const owner = app.openBrowser()
    expect((await enterByLink(world, owner)).headers.get('location')).toBe(STEP)
    expect(await system.count(ADA.id)).toBe(0)
    expect(await readSession(stranger)).toBeNull()
    world.clock.advance(5)
    expectSignedIn(await say(owner, undefined, 'locker/say'))
    expect((await readSession(owner))?.user).toMatchObject({ email: ADA.email })
  })

  describe('stays', () => {
    test('where a person who is signed in as the user proves the address, who is asked for it', async () => {
      const app = open()
      const browser = await openStranger(app)
      await put(browser)
      expect(readLocation(await enterByLink(world, browser)).href).toBe(STEP)
      expectSignedIn(await say(browser, undefined, 'locker/say'))
      expect([things().length, isProven()]).toEqual([1, true])
    })

    test('where an account is linked to the user', async () => {
      const browser = await openStranger(open())
      await put(browser)
      expectSignedIn(await enterByGuild(browser))
      expect(world.store.rows.accounts).toHaveLength(1)
      expect(things()).toHaveLength(1)
    })

    test('where the user signs in with a password or an account, and is asked for', async () => {
      const app = open()
      const browser = await openStranger(app)
      expectSignedIn(await enterByGuild(browser))
      await put(browser)
      for (const enter of [
        (by: Browser) => submitPassword(by, 'ada'),
        (by: Browser) => enterByGuild(by),
      ]) {
        const again = app.openBrowser()
        expect(readLocation(await enter(again)).href).toBe(STEP)
        expectSignedIn(await say(again, undefined, 'locker/say'))
      }
      expect(things()).toHaveLength(1)
    })

    test('where the address was proven before', async () => {
      const app = open()
      const owner = app.openBrowser()
      expectSignedIn(await enterByLink(world, owner))
      await put(owner)
      const again = app.openBrowser()
      expect(readLocation(await enterByLink(world, again)).href).toBe(STEP)
      expect(things()).toHaveLength(1)
    })

    test('of other users', async () => {
      const app = open()
      await put(await signInWithPassword(app.openBrowser(), 'grace'))
      expectSignedIn(await enterByLink(world, app.openBrowser()))
      expect(things()).toHaveLength(1)
    })
  })

  describe('of a request that is under way while the address is proven', () => {
    const other = (): App => open()

    /** Proves the address while a request stands still, and lets it go on. */
    async function proveDuring(
      { reached, go }: ReturnType<typeof createStop>,
      request: Promise<Response>,
    ): Promise<{ owner: Browser; response: Response }> {
      await reached
      const owner = other().openBrowser()
      expectSignedIn(await enterByLink(world, owner))
      go()
      return { owner, response: await request }
    }

    test.each(['before', 'after'] as const)('is gone, stopped %s it is stored', async (when) => {
      const stop = createStop()
      const app = open({ [when]: stop.stop })
      const stranger = await openStranger(app)
      const { owner, response } = await proveDuring(stop, put(stranger))
      expect([response.status, things()]).toEqual([when === 'before' ? 401 : 200, []])
      expect((await readSession(owner))?.user).toMatchObject({ email: ADA.email })
    })

    test.each([1, 0])(
      'is gone where the application stores it for the user, who is proven %i seconds later',
      async (later) => {
        const stop = createStop()
        const feature = lockerFeature({ before: stop.stop })
        const app = world.open([feature])
        world.clock.advance(0.4)
        const stored = app.auth.system(feature).put(ADA.id, 'hat')
        const failed = expect(stored).rejects.toMatchObject({ type: 'InvalidCheck' })
        await stop.reached
        world.clock.advance(later)
        const owner = open({}, { adapter: inSeconds(world.store.adapter) }).openBrowser()
        expectSignedIn(await enterByLink(world, owner))
        stop.go()
        await failed
        expect(things()).toEqual([])
      },
    )

    test('is no principal where the user is handed over while it is read', async () => {
      const stranger = await openStranger(open())
      let proves = false
      const { adapter } = world.store
      const getUser = async (id: string) => {
        if (proves) {
          proves = false
          expectSignedIn(await enterByLink(world, other().openBrowser()))
        }
        return (await adapter.getUser?.(id)) ?? null
      }
      const { auth } = open({}, { adapter: { ...adapter, getUser } })
      const ask = async () => {
        const cookies = stranger.stored().map(({ name, value }) => `${name}=${value}`)
        const headers = { cookie: cookies.join('; ') }
        const { principal } = await auth.principal(new Request(BASE, { headers }), {
          accepts: ['session'],
        })
        return principal?.user.id
      }
      expect(await ask()).toBe(ADA.id)
      proves = true
      expect(await ask()).toBeUndefined()
      expect(proves).toBe(false)
    })

    test('is gone at each moment of the proof', async () => {
      // One request stores before each write of the proof.
      for (let at = 1; at < 40; at += 1) {
        await reset()
        const stranger = await openStranger(open())
        let calls = 0
        let stored: Promise<Response> | undefined
        const adapter = watched(world.store.adapter, async () => {
          calls += 1
          if (calls === at) {
            stored = put(stranger)
            await stored
          }
        })
        const owner = open({}, { adapter }).openBrowser()
        const response = await enterByLink(world, owner)
        expect([at, readLocation(response).pathname, things()]).toEqual([at, '/inside', []])
        if (stored === undefined) return expect(at).toBeGreaterThan(6)
      }
      return expect.unreachable()
    })

    test('is gone where the same person proves the address, which replaces the session', async () => {
      const stop = createStop()
      const browser = await openStranger(open({ before: stop.stop }))
      const second = copyCookies(browser, other().openBrowser())
      const request = put(browser)
      await stop.reached
      expectSignedIn(await enterByLink(world, second))
      stop.go()
      const { status } = await request
      expect([status, things()]).toEqual([401, []])
    })
  })

  async function reset(): Promise<void> {
    const { rows, records } = world.store
    rows.sessions.splice(0)
    rows.accounts.splice(0)
    rows.tokens.splice(0)
    records.clear()
    const [ada] = rows.users
    if (ada) ada.emailVerified = null
    // Proofs of before are forgotten.
    world.clock.advance(7200)
  }

  /** The store, with something to be done before each write of a proof. */
  function watched(adapter: Adapter, before: () => Promise<void>): Adapter {
    const after =
      <Given extends readonly unknown[], Result>(method: (...given: Given) => Result) =>
      async (...given: Given): Promise<Awaited<Result>> => {
        await before()
        return await method(...given)
      }
    // oxlint-disable-next-line typescript/unbound-method -- they are called with their adapter
    const { updateUser, deleteSessionsByUserId, createSession } = adapter
    const { records } = adapter
    return {
      ...adapter,
      ...(updateUser && { updateUser: after(updateUser.bind(adapter)) }),
      ...(deleteSessionsByUserId && {
        deleteSessionsByUserId: after(deleteSessionsByUserId.bind(adapter)),
      }),
      ...(createSession && { createSession: after(createSession.bind(adapter)) }),
      ...(records && { records: { ...records, clear: after(records.clear) } }),
    }
  }

  describe('with a sign-in of the stranger that waits', () => {
    const enrol = async (browser: Browser): Promise<Response> =>
      browser.submit(`${BASE}/locker/enrol`, { csrfToken: await browser.csrf(BASE), id: 'hat' })

    test('is gone with it', async () => {
      const app = open({ asks: 'every' })
      const stranger = app.openBrowser()
      await submitPassword(stranger, 'ada')
      await enrol(stranger)
      expect([things().length, world.store.waiting().length]).toEqual([1, 1])
      await enterByLink(world, app.openBrowser())
      // That of the owner is there.
      expect([things(), world.store.waiting().length]).toEqual([[], 1])
      for (const response of [
        await say(stranger, undefined, 'locker/say'),
        await enrol(stranger),
      ]) {
        expect(readLocation(response).searchParams.get('error')).toBe('SessionRequired')
      }
      expect([sessionCookies(stranger), things()]).toEqual([[], []])
    })

    test('is gone where its form is under way', async () => {
      const stop = createStop()
      const stranger = open({ asks: 'every', before: stop.stop }).openBrowser()
      await submitPassword(stranger, 'ada')
      const request = enrol(stranger)
      await stop.reached
      await enterByLink(world, open().openBrowser())
      stop.go()
      expect((await request).status).not.toBe(200)
      expect(things()).toEqual([])
    })

    test('does not begin to wait where the address is proven meanwhile', async () => {
      const stop = createStop()
      const { records } = world.store.adapter
      const adapter: Adapter = {
        ...world.store.adapter,
        ...(records && {
          records: {
            ...records,
            async insert(...given: Parameters<typeof records.insert>) {
              await stop.stop()
              return records.insert(...given)
            },
          },
        }),
      }
      const stranger = open({ asks: 'every' }, { adapter }).openBrowser()
      const request = submitPassword(stranger, 'ada')
      await stop.reached
      expectSignedIn(await enterByLink(world, open().openBrowser()))
      stop.go()
      expect(readLocation(await request).searchParams.get('error')).toBeTruthy()
      expect([world.store.waiting(), sessionCookies(stranger)]).toEqual([[], []])
    })
  })

  test('goes with the next proof where one broke off while it was cleared', async () => {
    const stranger = await openStranger(open())
    await put(stranger)
    const { records } = world.store.adapter
    const adapter: Adapter = {
      ...world.store.adapter,
      ...(records && {
        records: {
          ...records,
          clear(table, field, value) {
            if (table.name === lockerThings.name) throw new Error('the disk is full')
            return records.clear(table, field, value)
          },
        },
      }),
    }
    const broken = open({}, { adapter }).openBrowser()
    await enterByLink(world, broken)
    expect([sessionCookies(broken), things().length]).toEqual([[], 1])
    // Neither what was there nor what is stored meanwhile is of the owner.
    expect((await put(stranger, 'cap')).status).not.toBe(200)
    const owner = open().openBrowser()
    expectSignedIn(await enterByLink(world, owner))
    expect(things()).toEqual([])
    await put(owner)
    expect(things()).toHaveLength(1)
  })

  test('goes where two mails prove the address at once', async () => {
    const app = open()
    await put(await openStranger(app))
    const browsers = [app.openBrowser(), open().openBrowser()]
    const letters: { url: string }[] = []
    for (const browser of browsers) {
      const csrfToken = await browser.csrf(BASE)
      const email = ADA.email
      await browser.submit(`${BASE}/signin/mail`, { csrfToken, callbackUrl: '/inside', email })
      letters.push(world.box.last())
    }
    const responses = await Promise.all(
      browsers.map((browser, index) => browser.open(letters[index]?.url ?? '')),
    )
    for (const { status } of responses) expect(status).toBeLessThan(500)
    expect([things(), isProven()]).toEqual([[], true])
  })

  test('goes also where the store cannot list accounts', async () => {
    // oxlint-disable-next-line typescript/unbound-method -- it is left out
    const { listAccountsByUserId: _, ...rest } = world.store.adapter
    const capabilities = { ...rest.capabilities, accountUpdates: false }
    const adapter: Adapter = { ...rest, capabilities }
    const stop = createStop()
    const stranger = await openStranger(open({ before: stop.stop }, { adapter }))
    const request = put(stranger)
    await stop.reached
    expectSignedIn(await enterByLink(world, open({}, { adapter }).openBrowser()))
    stop.go()
    await request
    expect([things(), isProven()]).toEqual([[], true])
  })
})
