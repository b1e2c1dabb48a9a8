import type { AuthConfig } from '@latchstring/core'
import { BASE, createApp, ENV, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { passwords, signInWithPassword, submitPassword } from '@latchstring/test-kit/people'
import { readSession, signOut } from '@latchstring/test-kit/story'
import { startClock } from '@latchstring/test-kit/test-clock'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  actFor,
  actingCookie,
  type ActingWorld,
  ADMIN,
  AS_ADMIN,
  AS_USER,
  openActingWorld,
  post,
  sourceOf,
  USER,
  whoIs,
} from './src/acting-world.ts'
import { createDesk } from './src/desk-feature.ts'
import { createNumberedStore } from './src/numbered-store.ts'
import { untyped } from './src/untyped.ts'

const store = storeForEachTest()

const JSON_ONLY = { accept: 'application/json' }

describe.each(STRATEGIES)('With %s sessions, where acting is over,', (strategy) => {
  let world: ActingWorld
  let browser: Browser

  beforeEach(async () => {
    world = await openActingWorld(store, strategy)
    browser = await world.acting()
  })

  test('a sign-out everywhere ends all sessions of the administrator, and none of the user', async () => {
    const [elsewhere, user] = [
      await world.admin(),
      await signInWithPassword(world.app.openBrowser(), 'grace'),
    ]
    world.clock.advance(3600)
    const response = await post(browser, 'signout', { everywhere: 'true' })
    expect(response.status).toBe(302)
    expect([...browser.cookies.keys()].filter((name) => name.includes('session-token'))).toEqual([])
    expect([await whoIs(browser), await whoIs(elsewhere)]).toEqual([null, null])
    expect(await whoIs(user)).toBe(USER.name)
  })

  test('a sign-out everywhere by a function of the server is a whole one', async () => {
    const elsewhere = await world.admin()
    world.clock.advance(3600)
    const { auth } = world.app
    const { cookies } = await auth.signOut(sourceOf(browser), { everywhere: true })
    expect(cookies.map(({ name }) => name).toSorted()).toEqual([
      '__Host-latchstring.session-token',
      '__Host-latchstring.session-token.acting',
    ])
    expect(await whoIs(elsewhere)).toBeNull()
  })

  test('the sign-in page is shown while the store is away, and the cookie stays', async () => {
    world.clock.advance(3600)
    const away = async (): Promise<never> => Promise.reject(new Error('away'))
    const failing = world.start({
      adapter: { ...store.adapter, getUser: away, getSessionAndUser: away },
      session: { strategy, devices: false, revocation: false },
    })
    const headers = { cookie: sourceOf(browser).headers.get('cookie') ?? '' }
    const response = await failing.auth.handle(new Request(`${BASE}/signin`, { headers }))
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('form')])
  })

  test('a sign-in takes its place whose request comes without cookies, from the form of a provider', async () => {
    world.clock.advance(3600)
    // Has no cookies of a session either.
    const response = await submitPassword(world.app.openBrowser(), 'grace')
    for (const header of response.headers.getSetCookie()) browser.receive(BASE, header)
    expect([await whoIs(browser), actingCookie(browser)]).toEqual([USER.name, undefined])
  })

  test('the first proof of the address of its user has ended it', async () => {
    const own = await world.admin()
    await store.adapter.updateUser?.({ id: USER.id, emailVerified: null })
    await actFor(own)
    expect(await whoIs(own)).toBe(AS_USER)
    await store.adapter.updateUser?.({ id: USER.id, emailVerified: new Date(world.clock.now()) })
    expect(await whoIs(own)).toBeNull()
  })

  test('no other one begins while the first proof of the address of the user is not complete', async () => {
    const own = await world.admin()
    await store.adapter.updateUser?.({ id: USER.id, emailVerified: new Date(Date.UTC(1970, 0, 2)) })
    const response = await post(own, 'desk/act', { user: USER.id }, JSON_ONLY)
    expect([response.status, actingCookie(own)]).toEqual([400, undefined])
    expect(await whoIs(own)).toBe(AS_ADMIN)
  })
})

describe('With sealed sessions, where the `jwt` callback wants none for the user any more,', () => {
  let world: ActingWorld
  let browser: Browser
  let declined: readonly string[]

  beforeEach(async () => {
    declined = []
    world = await openActingWorld(store, 'jwt', {
      callbacks: { jwt: ({ token }) => (declined.includes(token.sub ?? '') ? null : token) },
    })
    browser = await world.acting()
    expect(await whoIs(browser)).toBe(AS_USER)
    declined = [USER.id]
  })

  test('acting is over, and the sign-in page is that of the administrator', async () => {
    expect(await whoIs(browser)).toBeNull()
    await browser.open(`${BASE}/signin`)
    expect([await whoIs(browser), actingCookie(browser)]).toEqual([AS_ADMIN, undefined])
  })

  test('a sign-in takes the place of both sessions', async () => {
    expect((await submitPassword(browser, 'ada')).status).toBe(302)
    expect([await whoIs(browser), actingCookie(browser)]).toEqual([AS_ADMIN, undefined])
  })

  test('a sign-in begins by a function of the server', async () => {
    const { url } = await world.app.auth.signIn(sourceOf(browser), 'guild')
    expect(new URL(url).host).toBe('guild.example')
  })

  test.each([true, false])(
    'so it is where it wants none for the administrator, and the session was read: %s',
    async (isRead) => {
      declined = [ADMIN.id]
      if (isRead) expect(await whoIs(browser)).toBeNull()
      expect((await submitPassword(browser, 'grace')).status).toBe(302)
      expect([await whoIs(browser), actingCookie(browser)]).toEqual([USER.name, undefined])
    },
  )
})

/** A session whose members only it can read, and which says that another user acts. */
class Guarded {
  readonly #user: object
  readonly expires: string

  constructor({ user, expires }: { readonly user?: object; readonly expires: string }) {
    this.#user = user ?? {}
    this.expires = expires
  }

  get user(): object {
    return this.#user
  }

  toJSON(): object {
    return { user: this.#user, expires: this.expires, actor: { sub: 'another' } }
  }
}

/** A session that writes itself without who acts. */
const silent = <T extends { readonly user?: unknown }>(session: T): T =>
  Object.assign(session, { toJSON: () => ({ user: session.user }) })

describe.each(STRATEGIES)('With %s sessions, acting for a user', (strategy) => {
  test.each([
    ['the user', USER.name],
    ['the administrator', ADMIN.name],
  ])('is over where the `session` callback shows none for %s', async (_, name) => {
    let hidden = ''
    const world = await openActingWorld(store, strategy, {
      callbacks: {
        session: ({ session }) => (session.user?.name === hidden ? untyped(null) : session),
      },
    })
    const browser = await world.acting()
    expect(await whoIs(browser)).toBe(AS_USER)
    hidden = name
    expect(await whoIs(browser)).toBeNull()
    expect((await submitPassword(browser, 'ada')).status).toBe(302)
    hidden = ''
    expect([await whoIs(browser), actingCookie(browser)]).toEqual([AS_ADMIN, undefined])
  })

  test.each<[string, NonNullable<NonNullable<AuthConfig['callbacks']>['session']>]>([
    ['has private members', ({ session }) => untyped(new Guarded(session))],
    ['writes itself', ({ session }) => untyped(silent({ ...session }))],
  ])('is in a session that the callback makes and that %s', async (_, session) => {
    const world = await openActingWorld(store, strategy, { callbacks: { session } })
    const browser = await world.admin()
    expect(await whoIs(browser)).toContain(AS_ADMIN)
    await actFor(browser)
    expect(await whoIs(browser)).toBe(AS_USER)
    expect((await world.app.auth.session(sourceOf(browser))).session).toMatchObject({
      user: { name: USER.name },
      actor: { sub: ADMIN.id },
    })
  })

  test('has numbers for ids where the store has', async () => {
    const { adapter } = createNumberedStore()
    for (const { name, email } of [ADMIN, USER]) {
      await adapter.createUser?.({ id: '', name, email, emailVerified: null })
    }
    const { feature: desk } = createDesk('1')
    const app = createApp(
      {
        providers: [passwords({ authorize: () => adapter.getUserByEmail?.(ADMIN.email) ?? null })],
        adapter,
        features: [desk],
        session: { strategy },
      },
      { env: ENV, clock: startClock().now },
    )
    const browser = await signInWithPassword(app.openBrowser())
    await actFor(browser, '2')
    expect(await readSession(browser)).toMatchObject({
      user: { name: USER.name },
      actor: { sub: '1' },
    })
    await signOut(browser)
    expect(await whoIs(browser)).toBe(AS_ADMIN)
  })
})
