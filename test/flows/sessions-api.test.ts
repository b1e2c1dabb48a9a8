import type { AuthConfig } from '@latchstring/core'
import type { Sessions } from '@latchstring/core/framework'
import type { SessionEnded } from '@latchstring/core/types'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, BASE, STRATEGIES, type Strategy } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { startControlApp } from '@latchstring/test-kit/control-app'
import { type ControlStore, createControlStore } from '@latchstring/test-kit/control-store'
import {
  ADA,
  copyCookies,
  PEOPLE,
  plantCookie,
  signInWithPassword,
} from '@latchstring/test-kit/people'
import { openStore, type Store } from '@latchstring/test-kit/sqlite-store'
import { readSession } from '@latchstring/test-kit/story'
import { DAY, startClock, type TestClock } from '@latchstring/test-kit/test-clock'

const WINDOW = 30
const HOUR = 3600

let clock: TestClock
let control: ControlStore
let sqlite: Store

beforeAll(async () => {
  sqlite = await openStore()
})
afterAll(async () => sqlite.close())

beforeEach(async () => {
  clock = startClock()
  control = createControlStore()
  await sqlite.clear()
  for (const user of Object.values(PEOPLE)) {
    await sqlite.adapter.createUser({ ...user, emailVerified: new Date(0) })
  }
})

/** One process of the application. */
const start = (strategy: Strategy, config: Partial<AuthConfig> = {}): App =>
  startControlApp({ strategy, sqlite, control, clock }, config)

/** The sessions as the application sees them while it serves a request of a browser. */
function sessionsOf(app: App, browser: Browser): Sessions {
  const cookie = browser
    .stored()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
  return app.auth.sessions({ headers: new Headers({ cookie }), url: `${BASE}/page` })
}

const signIn = async (app: App, who: keyof typeof PEOPLE = 'ada'): Promise<Browser> =>
  signInWithPassword(app.openBrowser(), who)

const alive = async (browsers: readonly Browser[]): Promise<readonly boolean[]> =>
  Promise.all(browsers.map(async (browser) => (await readSession(browser)) !== null))

describe.each(STRATEGIES)('The sessions object with the strategy %s', (strategy) => {
  test('REV-04 ends all sessions of one user, in other processes within the window, and no session of another user', async () => {
    const [here, there] = [start(strategy), start(strategy)]
    const ada = [await signIn(here), await signIn(there), await signIn(here)]
    const grace = await signIn(there, 'grace')
    await here.auth.sessions().end({ user: ADA.id })
    clock.advance(WINDOW)
    expect(await alive([...ada, grace])).toEqual([false, false, false, true])
    expect(await alive([await signIn(here), await signIn(there)])).toEqual([true, true])
  })

  test('REV-04 REV-05 ends all sessions but the current one, also when all were opened in the same millisecond', async () => {
    const app = start(strategy)
    const browsers: Browser[] = []
    for (let index = 0; index < 5; index++) browsers.push(await signIn(app))
    const [present, ...others] = browsers
    if (!present) throw new Error('There is no session.')
    const before = copyCookies(present, app.openBrowser())
    await sessionsOf(app, present).end({ user: ADA.id, except: 'current' })
    const after = await signIn(app)
    expect(await alive([present, before, after])).toEqual([true, true, true])
    expect(await alive(others)).toEqual([false, false, false, false])
    await app.auth.sessions().end({ user: ADA.id })
    expect(await alive([present, before, after])).toEqual([false, false, false])
  })

  test('REV-04 keeps the current session valid in every process, with its present cookie', async () => {
    const [here, there] = [start(strategy), start(strategy)]
    const [present, other] = [await signIn(here), await signIn(here)]
    const [same, old] = [present, other].map((browser) => copyCookies(browser, there.openBrowser()))
    if (!same || !old) throw new Error('There are two.')
    await sessionsOf(here, present).end({ user: ADA.id, except: 'current' })
    clock.advance(WINDOW)
    expect(await alive([same, old])).toEqual([true, false])
    clock.advance(2 * DAY)
    expect(await alive([same])).toEqual([true])
  })

  test('REV-04 leaves a sign-in during the call signed in or signed out, in every process and in the list alike', async () => {
    const after = async <T>(ticks: number, work: () => Promise<T>): Promise<T> => {
      for (let tick = 0; tick < ticks; tick++) await new Promise(setImmediate)
      return work()
    }
    for (let lead = -8; lead < 8; lead++) {
      const [here, there] = [start(strategy), start(strategy)]
      const [present, other] = [await signIn(here), await signIn(there)]
      const [late] = await Promise.all([
        after(-lead, async () => signIn(there)),
        after(lead, async () => sessionsOf(here, present).end({ user: ADA.id, except: 'current' })),
      ])
      clock.advance(WINDOW)
      const copies = [here, there].map((app) => copyCookies(late, app.openBrowser()))
      const [isAlive, ...elsewhere] = await alive([late, ...copies])
      expect(elsewhere).toEqual([isAlive, isAlive])
      expect(await alive([present, other])).toEqual([true, false])
      const list = await sessionsOf(there, present).list()
      expect(list).toHaveLength(isAlive === true ? 2 : 1)
      await here.auth.sessions().end({ user: ADA.id })
      clock.advance(WINDOW)
      expect(await alive([late, present])).toEqual([false, false])
    }
  })

  test('REV-13 lists sessions without any value that could be used as a session', async () => {
    const app = start(strategy)
    const browser = await signIn(app)
    clock.advance(5)
    await signIn(app)
    const list = await sessionsOf(app, browser).list()
    expect(list.map(({ current }) => current)).toEqual([false, true])
    expect(list).toEqual(
      await sessionsOf(app, browser)
        .list(ADA.id)
        .then((all) => [...all]),
    )
    const cookies = browser.stored().filter(({ name }) => name.includes('session-token'))
    const rows = [...control.devices.keys()]
    for (const device of list) {
      for (const value of Object.values(device)) {
        const text = String(value)
        expect(rows).not.toContain(text)
        for (const { name } of cookies) {
          const stranger = app.openBrowser()
          plantCookie(stranger, name, text)
          expect(await readSession(stranger)).toBeNull()
        }
      }
    }
  })

  test('REV-13 lists no session that another process has ended, also where nothing has read a session', async () => {
    const [here, there] = [start(strategy), start(strategy)]
    await signIn(here)
    await signIn(here)
    const listed = async (app: App): Promise<number> =>
      (await app.auth.sessions().list(ADA.id)).length
    expect([await listed(here), await listed(there)]).toEqual([2, 2])
    const rows = control.devices.values()
    await here.auth
      .sessions()
      .end({ device: (await here.auth.sessions().list(ADA.id))[0]?.id ?? '', user: ADA.id })
    // The row may be left, where deleting it failed.
    for (const row of rows) control.devices.set(row)
    expect([await listed(here), await listed(there), await listed(start(strategy))]).toEqual([
      1, 1, 1,
    ])
  })

  test('REV-13 lists nothing for a session that another process has ended', async () => {
    const [here, there] = [start(strategy), start(strategy)]
    const [present, other] = [await signIn(here), await signIn(here)]
    const copy = copyCookies(present, there.openBrowser())
    expect(await sessionsOf(there, copy).list()).toHaveLength(2)
    await sessionsOf(here, other).end({ user: ADA.id, except: 'current' })
    await expect(sessionsOf(there, copy).list()).rejects.toThrow('the request has no')
    expect(await sessionsOf(there, copy).list(ADA.id)).toMatchObject([{ current: false }])
  })

  test('REV-12 ends nothing for a session that another process has ended, and spares it by no ending of the others', async () => {
    const [here, there] = [start(strategy), start(strategy)]
    const [present, other] = [await signIn(here), await signIn(here)]
    const copy = copyCookies(present, there.openBrowser())
    const [device] = await sessionsOf(here, present).list()
    expect(await alive([copy])).toEqual([true])
    await sessionsOf(here, other).end({ user: ADA.id, except: 'current' })
    const stale = sessionsOf(there, copy)
    await expect(stale.end({ device: device?.id ?? '' })).rejects.toThrow('the request has no')
    await expect(stale.end({ user: ADA.id, except: 'current' })).rejects.toThrow(
      'the request has none',
    )
    expect(await alive([other])).toEqual([true])
  })

  test('REV-12 ends a session that another process has ended for good when the account changes', async () => {
    const [here, there] = [start(strategy), start(strategy)]
    const [present, other] = [await signIn(here), await signIn(here)]
    const copy = copyCookies(present, there.openBrowser())
    expect(await alive([copy])).toEqual([true])
    await sessionsOf(here, other).end({ user: ADA.id, except: 'current' })
    await sessionsOf(there, copy).changed(ADA.id, 'password-changed')
    clock.advance(WINDOW)
    expect(await alive([present, copy, other])).toEqual([false, false, false])
  })

  test('ends one session by its id from the list, and only for the user it belongs to', async () => {
    const app = start(strategy)
    const [present, other] = [await signIn(app), await signIn(app)]
    const stranger = await signIn(app, 'grace')
    const sessions = sessionsOf(app, present)
    const [device] = (await sessions.list()).filter(({ current }) => !current)
    const id = device?.id ?? ''
    await expect(sessionsOf(app, stranger).end({ device: id })).rejects.toMatchObject({
      type: 'InvalidRequest',
    })
    expect(await alive([other])).toEqual([true])
    await sessions.end({ device: id })
    expect(await alive([present, other, stranger])).toEqual([true, false, true])
    expect(await sessions.list()).toHaveLength(1)
    await expect(sessions.end({ device: id })).rejects.toMatchObject({ type: 'InvalidRequest' })
  })

  test('REV-12 refuses to end sessions after an old sign-in if a recent one is required, however often the session was used', async () => {
    const app = start(strategy, { session: { updateAge: 0 } })
    const browser = await signIn(app)
    const other = await signIn(app)
    for (let hour = 0; hour < 2; hour++) {
      clock.advance(HOUR)
      await readSession(browser)
    }
    const sessions = sessionsOf(app, browser)
    const ending = sessions.end({ user: ADA.id, except: 'current', requireFresh: HOUR })
    await expect(ending).rejects.toMatchObject({ type: 'StepUpRequired' })
    expect(await alive([other])).toEqual([true])
    const fresh = sessionsOf(app, await signInWithPassword(browser))
    await fresh.end({ user: ADA.id, except: 'current', requireFresh: HOUR })
    expect(await alive([browser, other])).toEqual([true, false])
  })

  test.each<readonly [string, (sessions: Sessions) => Promise<void>]>([
    ['end', async (sessions) => sessions.end({ user: PEOPLE.grace.id, except: 'current' })],
    ['changed', async (sessions) => sessions.changed(PEOPLE.grace.id, 'password-changed')],
  ])(
    'REV-04 spares no session of the caller where %s() is about another user: its own user can end it, also by a clock that is behind',
    async (_, endFor) => {
      const app = start(strategy)
      const [present, other, grace] = [
        await signIn(app),
        await signIn(app),
        await signIn(app, 'grace'),
      ]
      // Further than endings are apart that are counted by the same clock.
      clock.advance(120)
      await endFor(sessionsOf(app, other))
      expect(await alive([present, other, grace])).toEqual([true, true, false])
      clock.advance(-100)
      await sessionsOf(app, present).end({ user: ADA.id, except: 'current' })
      expect(await alive([present, other])).toEqual([true, false])
    },
  )

  test('REV-17 emits one event per ending, with the reason and the user', async () => {
    const emitted: SessionEnded[] = []
    const app = start(strategy, { events: { sessionEnded: (ended) => void emitted.push(ended) } })
    const browser = await signIn(app)
    await signIn(app)
    await sessionsOf(app, browser).end({
      user: ADA.id,
      except: 'current',
      reason: 'password-changed',
    })
    const csrfToken = await browser.csrf(BASE)
    await browser.submit(`${BASE}/signout`, { csrfToken })
    expect(emitted).toEqual([
      { kind: 'user', userId: ADA.id, by: ADA.id, reason: 'password-changed' },
      {
        kind: 'session',
        userId: ADA.id,
        by: ADA.id,
        reason: 'sign-out',
        // It has no type of its own.
        device: expect.stringMatching(/^[\w-]{22}$/) as unknown,
      },
    ])
  })

  test('REV-14 accepts a single word as the reason of an ending, and nothing else', async () => {
    const app = start(strategy)
    const browser = await signIn(app)
    for (const reason of ['', '<b>', 'two words', 'x'.repeat(65)]) {
      const ending = app.auth.sessions().end({ user: ADA.id, reason })
      await expect(ending).rejects.toMatchObject({ type: 'InvalidConfiguration' })
    }
    expect(await alive([browser])).toEqual([true])
  })

  test('refuses to list or end sessions for a visitor who is signed out', async () => {
    const app = start(strategy)
    const sessions = sessionsOf(app, app.openBrowser())
    await expect(sessions.list()).rejects.toMatchObject({ type: 'SessionRequired' })
    await expect(sessions.end({ user: ADA.id, except: 'current' })).rejects.toMatchObject({
      type: 'SessionRequired',
    })
    expect(await sessions.current()).toBeNull()
  })

  test('writes a device at sign-in and when its session is extended, and at no other read', async () => {
    const app = start(strategy)
    const browser = await signIn(app)
    const isWrite = (name: string): boolean => /^records\.(?:insert|change|drop)$/.test(name)
    const writes = (): number => control.calls.filter(isWrite).length
    const [row] = [...control.devices.values()]
    expect(row).toMatchObject({ userId: ADA.id, provider: 'credentials' })
    for (let read = 0; read < 5; read++) {
      clock.advance(HOUR)
      await readSession(browser)
    }
    expect(writes()).toBe(1)
    clock.advance(DAY)
    await readSession(browser)
    await readSession(browser)
    expect(writes()).toBe(2)
    const [later] = [...control.devices.values()]
    expect(later?.createdAt).toEqual(row?.createdAt)
    expect(later?.lastSeenAt.getTime()).toBe(clock.now())
  })
})

describe('The session of a request', () => {
  test('is exact with maxStale 0, so that a session just ended by another process is null', async () => {
    const [here, there] = [start('jwt'), start('jwt')]
    const browser = await signIn(here)
    const same = sessionsOf(there, browser)
    expect(await same.current()).toMatchObject({ userId: ADA.id })
    await here.auth.sessions().end({ user: ADA.id })
    expect(await same.current()).not.toBeNull()
    expect(await same.current({ maxStale: 0 })).toBeNull()
  })

  test('contains the time of the sign-in, which using the session does not change', async () => {
    const app = start('jwt', { session: { updateAge: 0 } })
    const browser = await signIn(app)
    const signedInAt = new Date(clock.now())
    clock.advance(DAY)
    await readSession(browser)
    expect(await sessionsOf(app, browser).current()).toMatchObject({ signedInAt })
  })
})

describe.each(STRATEGIES)('Ending the sessions of all users with the strategy %s', (strategy) => {
  test('REV-16 ends existing sessions, and no later one, and leaves the accounts', async () => {
    const [here, there] = [start(strategy), start(strategy)]
    const browsers = [await signIn(here), await signIn(there, 'grace')]
    await here.auth.sessions().end({ all: true, reason: 'secret-leak' })
    clock.advance(WINDOW)
    expect(await alive(browsers)).toEqual([false, false])
    expect(await here.auth.sessions().list(ADA.id)).toEqual([])
    expect(await alive([await signIn(here), await signIn(there)])).toEqual([true, true])
  })
})

describe('Ending the sessions of all users with the strategy database', () => {
  test('REV-16 ends them in every process at once', async () => {
    const [here, there] = [start('database'), start('database')]
    const browsers = [await signIn(here), await signIn(there, 'grace')]
    await here.auth.sessions().end({ all: true })
    expect(await alive(browsers)).toEqual([false, false])
  })

  test('REV-16 fails, and emits no sessionEnded event, when the store fails', async () => {
    const emitted: SessionEnded[] = []
    const adapter = {
      ...sqlite.adapter,
      deleteAllSessions: () => Promise.reject(new Error('ECONNREFUSED')),
    }
    const app = start('database', {
      adapter,
      session: { strategy: 'database', devices: false },
      events: { sessionEnded: (ended) => void emitted.push(ended) },
    })
    const browser = await signIn(app)
    await expect(app.auth.sessions().end({ all: true })).rejects.toMatchObject({
      type: 'AdapterError',
      message: 'The adapter failed in deleteAllSessions().',
    })
    expect(await alive([browser])).toEqual([true])
    expect(emitted).toEqual([])
  })
})
