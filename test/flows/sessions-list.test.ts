import { openSqlAdapter } from '@latchstring/adapter-sql'
import { devices } from '@latchstring/core/adapters'
import { createAuth } from '@latchstring/core'
import type { Sessions } from '@latchstring/core/framework'
import type { SessionEnded } from '@latchstring/core/types'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type App, BASE, createApp, ENV, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { type ControlWorld, openControlWorlds } from '@latchstring/test-kit/control-app'
import { otherProcess } from '@latchstring/test-kit/control-store'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import {
  ADA,
  passwords,
  PEOPLE,
  signInWithPassword,
  updateSession,
} from '@latchstring/test-kit/people'
import { openStore } from '@latchstring/test-kit/sqlite-store'
import { readSession } from '@latchstring/test-kit/story'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const HOUR = 3600

const worlds = forAllTests(openControlWorlds)
const sqlite = forAllTests(openStore)
let world: ControlWorld

const signIn = async (app: App, who: keyof typeof PEOPLE = 'ada'): Promise<Browser> =>
  signInWithPassword(app.openBrowser(), who)

/** The sessions as the application sees them while it serves a request of a browser. */
function sessionsOf(app: App, browser: Browser, headers: Record<string, string> = {}): Sessions {
  const cookie = browser
    .stored()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
  return app.auth.sessions({ headers: new Headers({ cookie, ...headers }), url: `${BASE}/page` })
}

const alive = async (...browsers: readonly Browser[]): Promise<readonly boolean[]> =>
  Promise.all(browsers.map(async (browser) => (await readSession(browser)) !== null))

/** What is known of a session without a list of devices. */
const UNKNOWN = { label: null, place: null, provider: null, createdAt: null, lastSeenAt: null }

describe.each(STRATEGIES)('The list of sessions with the strategy %s', (strategy) => {
  beforeEach(async () => {
    world = await worlds.enter(strategy)
  })

  test('has the session used last first, whichever was opened first', async () => {
    const app = world.start()
    const browsers: Browser[] = []
    for (let index = 0; index < 3; index++) {
      browsers.push(await signIn(app))
      world.clock.advance(60)
    }
    const opened = [...world.control.devices.values()].map(({ createdAt }) => createdAt.getTime())
    world.clock.advance(2 * 24 * HOUR)
    const [, second] = browsers
    if (!second) throw new Error('There are three.')
    await readSession(second)
    const listed = await app.auth.sessions().list(ADA.id)
    expect(listed.map(({ createdAt }) => createdAt?.getTime())).toEqual([
      opened[1],
      opened[2],
      opened[0],
    ])
  })

  test('has no session from its expiry on', async () => {
    const app = world.start({ session: { strategy, maxAge: HOUR } })
    await signIn(app)
    const list = async (): Promise<number> => (await app.auth.sessions().list(ADA.id)).length
    world.clock.advance(HOUR - 1)
    expect(await list()).toBe(1)
    world.clock.advance(1)
    expect(await list()).toBe(0)
  })

  test('marks the session of the request only in the list of its own user, named or not', async () => {
    const app = world.start()
    const ada = await signIn(app)
    const grace = await signIn(app, 'grace')
    const marks = async (userId?: string): Promise<readonly boolean[]> =>
      (await sessionsOf(app, ada).list(userId)).map(({ current }) => current)
    expect(await marks()).toEqual([true])
    expect(await marks(ADA.id)).toEqual([true])
    expect(await marks(PEOPLE.grace.id)).toEqual([false])
    expect(await alive(grace)).toEqual([true])
  })

  test('spares the session that asks from an ending of its own user only', async () => {
    const app = world.start()
    const ada = await signIn(app)
    const grace = await signIn(app, 'grace')
    await sessionsOf(app, ada).end({ user: PEOPLE.grace.id, except: 'current' })
    expect(await alive(ada, grace)).toEqual([true, false])
    // In the same minute, so that both endings may have the same generation.
    await app.auth.sessions().end({ user: ADA.id })
    expect(await alive(ada)).toEqual([false])
  })

  test('refuses an ending that requires a recent sign-in in a request without a session', async () => {
    const app = world.start()
    const ada = await signIn(app)
    const ending = app.auth.sessions().end({ user: ADA.id, requireFresh: HOUR })
    await expect(ending).rejects.toMatchObject({ type: 'SessionRequired' })
    await expect(ending).rejects.toThrow('The request has no session')
    expect(await alive(ada)).toEqual([true])
  })

  test.each([
    ['passkey-added', 'others', [true, false]],
    ['account-linked', 'all', [false, false]],
    ['account-unlinked', 'all', [false, false]],
  ] as const)(
    'has the change %s as the reason where `session.endOn` ends %s for it',
    async (change, ends, left) => {
      const emitted: SessionEnded[] = []
      const app = world.start({
        session: { strategy, endOn: { [change]: ends } },
        events: { sessionEnded: (ended) => void emitted.push(ended) },
      })
      const [here, there] = [await signIn(app), await signIn(app)]
      await sessionsOf(app, here).changed(ADA.id, change)
      expect(emitted.map(({ reason }) => reason)).toEqual([change])
      expect(await alive(here, there)).toEqual(left)
    },
  )

  test('names the unknown change and the known ones when it refuses a change', async () => {
    const sessions = world.start().auth.sessions()
    // What a program without types may write.
    const changing = sessions.changed(ADA.id, 'renamed' as 'user-deleted')
    await expect(changing).rejects.toThrow(/"renamed".* password-reset, email-changed, /)
  })

  test('names the device when it refuses one that the user does not have', async () => {
    const ending = world
      .start()
      .auth.sessions()
      .end({ device: 'A'.repeat(22), user: ADA.id })
    await expect(ending).rejects.toThrow(/^The device /)
  })
})

describe('The list of sessions with the strategy jwt', () => {
  beforeEach(async () => {
    world = await worlds.enter('jwt')
  })

  test('has the session that asks before others where it was opened before devices were listed', async () => {
    const app = world.start({ session: { strategy: 'jwt', maxAge: HOUR } })
    const old = await signIn(app)
    const signedInAt = new Date(world.clock.now())
    world.control.devices.clear()
    world.clock.advance(60)
    await signIn(app)
    const sessions = sessionsOf(app, old, { 'user-agent': FIREFOX })
    const listed = await sessions.list()
    expect(await sessions.list(ADA.id)).toEqual(listed)
    const [first, second, ...others] = listed
    expect(first).toEqual({
      ...UNKNOWN,
      // It has no type of its own.
      id: expect.stringMatching(/^[\w-]{22}$/) as unknown,
      current: true,
      label: 'Firefox on Windows',
      createdAt: signedInAt,
      expires: new Date(world.clock.now() + HOUR * 1000),
    })
    expect(second).toMatchObject({ current: false, provider: 'credentials' })
    expect(others).toEqual([])
  })

  test('is refused without `session.devices`, whatever the adapter could list', async () => {
    const { adapter } = world.control
    const able = { ...adapter, listSessionsByUserId: async () => [] }
    for (const store of [adapter, able]) {
      const app = world.start({ adapter: store, session: { strategy: 'jwt', devices: false } })
      const listing = app.auth.sessions().list(ADA.id)
      await expect(listing).rejects.toMatchObject({ type: 'InvalidConfiguration' })
      await expect(listing).rejects.toThrow('`session.devices`')
    }
  })

  test('asks a configuration function for the request that asks, or for none', async () => {
    const asked: (Request | undefined)[] = []
    const auth = createAuth(
      (request) => {
        asked.push(request)
        return {
          providers: [passwords()],
          adapter: otherProcess(world.control),
          session: { strategy: 'jwt', devices: true, revocation: true },
        }
      },
      { env: ENV, clock: world.clock.now },
    )
    const request = new Request(`${BASE}/page`)
    const asking = auth.sessions({ request, headers: request.headers, url: request.url })
    expect(await asking.list(ADA.id)).toEqual([])
    expect(await auth.sessions().list(ADA.id)).toEqual([])
    expect(asked).toEqual([request, undefined])
  })

  test('REV-05 has a session that was opened and used after an ending of all, by a clock that is an hour behind', async () => {
    const app = world.start()
    const session = { strategy: 'jwt', revocation: true, devices: true } as const
    const adapter = otherProcess(world.control)
    const clock = (): number => world.clock.now() - HOUR * 1000
    const behind = createApp({ providers: [passwords()], adapter, session }, { env: ENV, clock })
    const listed = async (): Promise<number> => (await app.auth.sessions().list(ADA.id)).length
    const before = await signIn(behind)
    expect(await listed()).toBe(1)
    world.clock.advance(2 * HOUR)
    await app.auth.sessions().end({ all: true })
    expect(await listed()).toBe(0)
    const after = await signIn(behind)
    expect(await listed()).toBe(1)
    world.clock.advance(HOUR / 2)
    await signIn(app)
    await updateSession(after, {})
    expect(await listed()).toBe(2)
    expect(await alive(before, after)).toEqual([false, true])
  })

  test('REV-16 emits one event for the end of all sessions, of the kind all with the reason admin', async () => {
    const emitted: SessionEnded[] = []
    const app = world.start({ events: { sessionEnded: (ended) => void emitted.push(ended) } })
    await app.auth.sessions().end({ all: true })
    expect(emitted).toEqual([{ kind: 'all', reason: 'admin' }])
  })
})

describe('The list of sessions with the strategy database', () => {
  beforeEach(async () => {
    world = await worlds.enter('database')
  })

  test('has the expiry of each session, and nothing else, where devices are not listed', async () => {
    const app = world.start({ session: { strategy: 'database', devices: false, maxAge: HOUR } })
    await signIn(app)
    await signIn(app, 'grace')
    const expires = new Date(world.clock.now() + HOUR * 1000)
    const listed = await app.auth.sessions().list(ADA.id)
    expect(listed).toEqual([
      // It has no type of its own.
      { ...UNKNOWN, id: expect.any(String) as unknown, current: false, expires },
    ])
  })

  test('is refused without `session.devices` where the adapter cannot list sessions', async () => {
    const session = { strategy: 'database', devices: false } as const
    const able = world.start({ session })
    expect(await able.auth.sessions().list(ADA.id)).toEqual([])
    const { listSessionsByUserId: _, capabilities: __, ...adapter } = sqlite.adapter
    const app = world.start({ adapter, session })
    const listing = app.auth.sessions().list(ADA.id)
    await expect(listing).rejects.toMatchObject({ type: 'InvalidConfiguration' })
  })

  test('has the time of the sign-in of the session at hand from its token, without a row of its device', async () => {
    const app = world.start()
    const browser = await signIn(app)
    world.control.devices.clear()
    const present = await sessionsOf(app, browser).current()
    expect(present).toMatchObject({ userId: ADA.id })
    expect(present?.signedInAt).toBeInstanceOf(Date)
  })
})

test('A user of `authorize` whom the store does not have signs in, and is on no list of devices', async () => {
  const adapter = openSqlAdapter(':memory:', { sessionControl: true })
  onTestFinished(() => adapter.close())
  await adapter.migrate()
  const lines: string[] = []
  const logger = { warn: () => undefined, debug: (line: string) => void lines.push(line) }
  const app = createApp({
    providers: [passwords()],
    adapter,
    logger,
    session: { strategy: 'jwt', revocation: true, devices: true },
  })
  const browser = await signIn(app)
  expect((await readSession(browser))?.user?.name).toBe(ADA.name)
  const listed = async () =>
    adapter.records?.find(devices, { field: 'userId', value: ADA.id, limit: 10 })
  expect((await listed())?.rows).toEqual([])
  expect(lines.join('\n')).toContain('Store the users of `authorize`')
  await adapter.createUser({ ...ADA, emailVerified: null })
  await signIn(app)
  expect((await listed())?.rows).toHaveLength(1)
})
