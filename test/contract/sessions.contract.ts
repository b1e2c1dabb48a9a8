import { openSqlAdapter } from '@latchstring/adapter-sql'
import type { Device } from '@latchstring/core/framework'
import type { SessionEnded } from '@latchstring/core/types'
import { ORIGIN, STRATEGIES, type Strategy } from '@latchstring/test-kit/app'
import { passwords } from '@latchstring/test-kit/people'
import { readLocation } from '@latchstring/test-kit/story'
import type { Visitor } from '@latchstring/test-kit/visitor'
import { expect, onTestFinished } from 'vitest'
import type { App } from './src/app.ts'
import type { Suite } from './src/suite.ts'
import type { PlainConfig } from './src/target.ts'
import { texts } from '@latchstring/test-kit/texts'

const JSON_TYPE = { accept: 'application/json' }
const HTML = { accept: 'text/html' }
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'
const EDITH = 'edith'

/** What the sign-in page says of the reasons below. */
const SENTENCES = {
  'ended-by-user': texts.ended['ended-by-user'],
  'signed-out-everywhere': texts.ended['signed-out-everywhere'],
  admin: texts.ended.admin,
  'password-changed': texts.ended['password-changed'],
  'own-word': texts.ended.other,
} as const

/** An application in which two people can sign in, and the endings that it emitted. */
interface Seated {
  readonly app: App
  readonly heard: readonly SessionEnded[]
  readonly signIn: (who?: 'any' | typeof EDITH) => Promise<Visitor>
}

const isAlive = async (visitor: Visitor): Promise<boolean> => (await visitor.session()) !== null

const alive = async (...visitors: readonly Visitor[]): Promise<readonly boolean[]> =>
  Promise.all(visitors.map(isAlive))

const listed = async (visitor: Visitor): Promise<readonly Device[]> => {
  // The action answers a script with that.
  const body = (await (await visitor.open('devices', JSON_TYPE)).json()) as {
    readonly devices: readonly Device[]
  }
  return body.devices
}

const otherOf = (devices: readonly Device[]): string =>
  devices.find(({ current }) => !current)?.id ?? ''

/** The list of sessions, their endings and the notices of these; with both strategies. */
export function sessionsOnDevices(suite: Suite): void {
  const { proves, open } = suite

  async function seat(strategy: Strategy, more: Partial<PlainConfig> = {}): Promise<Seated> {
    const adapter = openSqlAdapter(':memory:', { sessionControl: true })
    await adapter.migrate()
    onTestFinished(() => adapter.close())
    for (const id of ['any', EDITH]) {
      await adapter.createUser({ id, email: `${id}@example.com`, emailVerified: null })
    }
    const heard: SessionEnded[] = []
    const authorize = ({ username }: Partial<Record<string, unknown>>) =>
      adapter.getUserByEmail(`${String(username)}@example.com`)
    const app = open({
      adapter,
      providers: [passwords({ authorize })],
      session: { strategy, devices: true, revocation: strategy === 'jwt' },
      events: { sessionEnded: (ended) => void heard.push(ended) },
      ...more,
    })
    async function signIn(who: 'any' | typeof EDITH = 'any'): Promise<Visitor> {
      const visitor = app.visit()
      await visitor.submitPassword(who)
      expect(await isAlive(visitor), `${who}, ${strategy}`).toBe(true)
      return visitor
    }
    return { app, heard, signIn }
  }

  /** Runs something with each kind of sessions. */
  const each = async (
    run: (seated: Seated, strategy: Strategy) => Promise<void>,
  ): Promise<void> => {
    for (const strategy of STRATEGIES) await run(await seat(strategy), strategy)
  }

  proves(
    ['DEVICES-GET', 'DEVICES-GET-json'],
    'GET devices lists where a person is signed in, as a page and as JSON',
    () =>
      each(async ({ app, signIn }) => {
        const [here] = [await signIn(), await signIn(), await signIn(EDITH)]
        const page = await here.open('devices', HTML)
        expect(page.headers.get('content-type')).toContain('text/html')
        const text = await page.text()
        expect(text.match(/<li\b/g)).toHaveLength(2)
        expect(text.match(/class="here"/g)).toHaveLength(1)
        const devices = await listed(here)
        expect(devices.filter(({ current }) => current)).toHaveLength(1)
        expect(devices).toHaveLength(2)
        const stranger = app.visit()
        expect((await stranger.open('devices', JSON_TYPE)).status).toBe(401)
        const { pathname } = readLocation(await stranger.open('devices', HTML))
        expect(pathname).toBe(`${suite.target.basePath}/signin`)
      }),
  )

  proves(
    ['DEVICES-POST-device', 'DEVICES-POST-csrf'],
    'POST devices ends the named session of the person who asks, with the CSRF token',
    () =>
      each(async ({ signIn }) => {
        const [here, there, stranger] = [await signIn(), await signIn(), await signIn(EDITH)]
        const device = otherOf(await listed(here))
        const forged = await here.submit('devices', { device, csrfToken: 'forged' }, JSON_TYPE)
        expect(forged.status).toBe(403)
        expect((await stranger.submit('devices', { device }, JSON_TYPE)).status).toBe(400)
        expect(await alive(here, there, stranger)).toEqual([true, true, true])
        expect((await here.submit('devices', { device }, HTML)).status).toBe(303)
        expect(await alive(here, there, stranger)).toEqual([true, false, true])
      }),
  )

  proves(
    ['DEVICES-POST-others', 'DEVICES-POST-all'],
    'POST devices ends all other sessions, or all, of the person who asks',
    () =>
      each(async ({ signIn }) => {
        const [here, there, stranger] = [await signIn(), await signIn(), await signIn(EDITH)]
        await here.submit('devices', { end: 'others' }, HTML)
        expect(await alive(here, there, stranger)).toEqual([true, false, true])
        const again = await signIn()
        await here.submit('devices', { end: 'all' }, HTML)
        expect(await alive(here, again, stranger)).toEqual([false, false, true])
      }),
  )

  proves(['DEVICES-off'], 'without the option there is no action devices', async () => {
    for (const strategy of STRATEGIES) {
      const { app } = await seat(strategy, { session: { strategy } })
      expect((await app.visit().open('devices', HTML)).status).toBe(404)
    }
  })

  proves(
    ['SESSIONS-list', 'SESSIONS-current'],
    'sessions.list gives the devices of a person, and sessions.current the session of the request',
    () =>
      each(async ({ app, signIn }) => {
        const here = await signIn()
        await signIn()
        const headers = here.headers({ 'user-agent': FIREFOX })
        const devices = await app.withSessions(headers, (sessions) => sessions.list())
        expect(devices).toHaveLength(2)
        const current = await app.withSessions(headers, (sessions) =>
          sessions.current({ maxStale: 0 }),
        )
        expect(current).toMatchObject({ userId: 'any', id: devices.find((one) => one.current)?.id })
        const ofEdith = await app.withSessions(headers, (sessions) => sessions.list(EDITH))
        expect(ofEdith).toEqual([])
      }),
  )

  proves(
    ['SESSIONS-end-device', 'SESSIONS-end-except', 'SESSIONS-end-user'],
    'sessions.end ends one device, all others, or all of a user, and no session of another user',
    () =>
      each(async ({ app, signIn }) => {
        const [here, there, third, edith] = [
          await signIn(),
          await signIn(),
          await signIn(),
          await signIn(EDITH),
        ]
        const device = (await listed(there)).find(({ current }) => current)?.id ?? ''
        await app.withSessions(here.headers(), (sessions) => sessions.end({ device }))
        expect(await alive(here, there, third, edith)).toEqual([true, false, true, true])
        await app.withSessions(here.headers(), (sessions) =>
          sessions.end({ user: 'any', except: 'current' }),
        )
        expect(await alive(here, third, edith)).toEqual([true, false, true])
        await app.withSessions(edith.headers(), (sessions) => sessions.end({ user: 'any' }))
        expect(await alive(here, edith)).toEqual([false, true])
      }),
  )

  proves(['SESSIONS-end-all'], 'sessions.end ends the sessions of all users', () =>
    each(async ({ app, signIn }) => {
      const [any, edith] = [await signIn(), await signIn(EDITH)]
      await app.withSessions(any.headers(), (sessions) => sessions.end({ all: true }))
      expect(await alive(any, edith)).toEqual([false, false])
      expect(await alive(await signIn())).toEqual([true])
    }),
  )

  proves(
    ['SESSIONS-changed'],
    'sessions.changed ends what is not to outlive a change of an account',
    () =>
      each(async ({ app, signIn }) => {
        const [here, there] = [await signIn(), await signIn()]
        await app.withSessions(here.headers(), (sessions) =>
          sessions.changed('any', 'passkey-added'),
        )
        expect(await alive(here, there)).toEqual([true, true])
        await app.withSessions(here.headers(), (sessions) =>
          sessions.changed('any', 'password-changed'),
        )
        expect(await alive(here, there)).toEqual([true, false])
      }),
  )

  proves(
    ['ENDED-page', 'ENDED-words'],
    'the sign-in page says once why a session was ended elsewhere',
    () =>
      each(async ({ app, signIn }) => {
        for (const [reason, sentence] of Object.entries(SENTENCES)) {
          const visitor = await signIn()
          await app.withSessions(visitor.headers(), (sessions) =>
            sessions.end({ user: 'any', reason }),
          )
          expect(await isAlive(visitor)).toBe(false)
          expect(await (await visitor.open('signin', HTML)).text(), reason).toContain(sentence)
          expect(await (await visitor.open('signin', HTML)).text()).not.toContain(sentence)
        }
      }),
  )

  proves(['ENDED-sign-out'], 'the sign-in page shows no reason after a sign-out', () =>
    each(async ({ app, signIn }) => {
      const visitor = await signIn()
      const copy = visitor.headers()
      await visitor.submit('signout', {}, HTML)
      const page = await (await visitor.open('signin', HTML)).text()
      expect(page).not.toMatch(/You were signed out|session has ended/)
      // Nor does it in a browser with a copy of the cookie.
      copy.set('accept', HTML.accept)
      expect(copy.get('cookie')).toContain('session-token')
      const copied = await app.fetch(new Request(`${app.base}/signin`, { headers: copy }))
      expect(await copied.text()).not.toMatch(/You were signed out|session has ended/)
    }),
  )

  proves(
    ['ENDED-parameter'],
    "the application's own sign-in page is given the word in the parameter ended",
    async () => {
      for (const strategy of STRATEGIES) {
        const { app, signIn } = await seat(strategy, { pages: { signIn: '/login' } })
        const visitor = await signIn()
        await app.withSessions(visitor.headers(), (sessions) =>
          sessions.end({ user: 'any', reason: 'admin' }),
        )
        expect(await isAlive(visitor)).toBe(false)
        const to = readLocation(await visitor.open('signin', HTML))
        expect([to.origin, to.pathname]).toEqual([ORIGIN, '/login'])
        expect(to.searchParams.get('ended')).toBe('admin')
      }
    },
  )

  proves(
    ['EVENT-sessionEnded'],
    'sessionEnded is emitted once for each ending, with what ended, whose it was, why and by whom',
    () =>
      each(async ({ app, heard, signIn }) => {
        const here = await signIn()
        await signIn()
        const device = otherOf(await listed(here))
        await here.submit('devices', { device }, HTML)
        await app.withSessions(here.headers(), (sessions) =>
          sessions.end({ user: EDITH, reason: 'own-word' }),
        )
        await here.submit('signout', {}, HTML)
        expect(heard).toMatchObject([
          { kind: 'session', userId: 'any', device, reason: 'ended-by-user', by: 'any' },
          { kind: 'user', userId: EDITH, reason: 'own-word', by: 'any' },
          { kind: 'session', userId: 'any', reason: 'sign-out', by: 'any' },
        ])
        expect(heard).toHaveLength(3)
      }),
  )
}
