import { checkSession } from '@latchstring/core/check'
import { decode, encode, getToken } from '@latchstring/core/jwt'
import { BASE, ENV, SECRETS, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { readForms } from '@latchstring/test-kit/forms'
import { plantCookie, signInWithPassword, submitPassword } from '@latchstring/test-kit/people'
import { readSession, signOut } from '@latchstring/test-kit/story'
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

const store = storeForEachTest()

const OWN = '__Host-latchstring.session-token'
const ACTING = `${OWN}.acting`

const copyOf = ({ app }: ActingWorld, cookies: ReadonlyMap<string, string>): Browser => {
  const browser = app.openBrowser()
  for (const [name, value] of cookies) plantCookie(browser, name, value)
  return browser
}

describe.each(STRATEGIES)('With %s sessions, an acting session', (strategy) => {
  let world: ActingWorld
  let browser: Browser

  beforeEach(async () => {
    world = await openActingWorld(store, strategy)
    browser = await world.acting()
  })

  const valueOf = (name: string): string => browser.cookies.get(name) ?? ''

  test('is of no use without the session of the administrator', async () => {
    expect(await whoIs(copyOf(world, new Map([[ACTING, valueOf(ACTING)]])))).toBeNull()
  })

  test('is of no use beside another session, also of the same administrator', async () => {
    for (const person of ['grace', 'ada'] as const) {
      const other = await signInWithPassword(world.app.openBrowser(), person)
      plantCookie(other, ACTING, valueOf(ACTING))
      expect(await whoIs(other)).toBeNull()
    }
  })

  test('is no session in the place of one, and a session is none in its place', async () => {
    const moved = copyOf(world, new Map([[OWN, valueOf(ACTING)]]))
    expect(await whoIs(moved)).toBeNull()
    const twice = copyOf(
      world,
      new Map([
        [OWN, valueOf(OWN)],
        [ACTING, valueOf(OWN)],
      ]),
    )
    expect(await whoIs(twice)).toBeNull()
  })

  test('that is made up leaves no session, until the person signs out of it', async () => {
    const own = await world.admin()
    plantCookie(own, ACTING, 'made-up')
    expect(await whoIs(own)).toBeNull()
    await signOut(own)
    expect(await whoIs(own)).toBe(AS_ADMIN)
  })

  test('lasts an hour, however it is used', async () => {
    for (let minute = 0; minute < 59; minute += 1) {
      world.clock.advance(60)
      expect(await whoIs(browser)).toBe(AS_USER)
    }
    world.clock.advance(59)
    const last = await readSession(browser)
    expect(Date.parse(last?.expires ?? '')).toBe(world.clock.now() + 1000)
    world.clock.advance(1)
    expect(await whoIs(browser)).toBeNull()
  })

  test('that is over is not that of the administrator, who comes back by the sign-in page', async () => {
    world.clock.advance(3600)
    expect([await whoIs(browser), await whoIs(browser)]).toEqual([null, null])
    const page = await browser.open(`${BASE}/signin`)
    expect(actingCookie(browser)).toBeUndefined()
    expect(await whoIs(browser)).toBe(AS_ADMIN)
    const html = await page.text()
    expect(html).toContain(ADMIN.name)
    // The forms of that page are those of the administrator.
    const form = readForms(html).find(({ action }) => action.endsWith('/signout'))
    expect((await browser.submit(form?.action ?? '', form?.fields ?? {})).status).toBe(302)
    expect(await whoIs(browser)).toBeNull()
  })

  test('that is over ends with the session of the administrator at the next sign-in', async () => {
    const copy = copyOf(world, browser.cookies)
    world.clock.advance(3600)
    expect((await submitPassword(browser, 'grace')).status).toBe(302)
    expect([await whoIs(browser), actingCookie(browser)]).toEqual([USER.name, undefined])
    copy.clear(ACTING)
    expect(await whoIs(copy)).toBeNull()
  })

  test.each<[string, (of: ActingWorld) => Promise<unknown>]>([
    ['is ended everywhere', ({ app }) => app.auth.sessions().end({ user: ADMIN.id })],
    ['is disabled', ({ app }) => app.auth.sessions().changed(ADMIN.id, 'user-disabled')],
    [
      'is ended as a device',
      async ({ app }) => {
        const sessions = app.auth.sessions()
        for (const { id } of await sessions.list(ADMIN.id)) {
          await sessions.end({ user: ADMIN.id, device: id })
        }
      },
    ],
    ['ends with all', ({ app }) => app.auth.sessions().end({ all: true })],
    [
      'is ended by another process',
      async (of) => {
        await of.start().auth.sessions().end({ user: ADMIN.id })
        of.clock.advance(60)
      },
    ],
  ])('ends when that of the administrator %s, which does not come back', async (_, end) => {
    const copy = copyOf(world, browser.cookies)
    await end(world)
    expect(await whoIs(browser)).toBeNull()
    await signOut(browser)
    expect(await whoIs(browser)).toBeNull()
    copy.clear(ACTING)
    expect(await whoIs(copy)).toBeNull()
  })

  test.each<[string, (of: ActingWorld) => Promise<unknown>]>([
    ['ends all sessions', ({ app }) => app.auth.sessions().end({ user: USER.id })],
    ['has a new password', ({ app }) => app.auth.sessions().changed(USER.id, 'password-changed')],
    ['is disabled', ({ app }) => app.auth.sessions().changed(USER.id, 'user-disabled')],
    ['is deleted', () => store.adapter.deleteUser?.(USER.id) ?? Promise.resolve()],
    [
      'ends the others on the page',
      async ({ app }) => {
        const user = await signInWithPassword(app.openBrowser(), 'grace')
        await post(user, 'devices', { end: 'others' })
        expect(await whoIs(user)).toBe(USER.name)
      },
    ],
    [
      'signs out everywhere',
      async ({ app }) => {
        const user = await signInWithPassword(app.openBrowser(), 'grace')
        await post(user, 'signout', { everywhere: 'true' })
      },
    ],
  ])('ends when its user %s', async (_, end) => {
    await end(world)
    expect(await whoIs(browser)).toBeNull()
    await signOut(browser)
    expect(await whoIs(browser)).toBe(AS_ADMIN)
  })

  test('is not exempt from an ending that it asks for itself', async () => {
    await world.app.auth.sessions(sourceOf(browser)).changed(USER.id, 'password-changed')
    expect(await whoIs(browser)).toBeNull()
    expect(world.events).toContainEqual([
      'sessionEnded',
      expect.objectContaining({ kind: 'user', userId: USER.id, by: ADMIN.id }),
    ])
  })

  test('that was ended does not begin again with its cookie', async () => {
    const copy = copyOf(world, browser.cookies)
    await signOut(browser)
    expect(await whoIs(copy)).toBeNull()
  })

  test('has forms of its own: those of the other session are refused', async () => {
    const own = await world.admin()
    const before = await own.csrf(BASE)
    const kept = new Map(own.cookies)
    await actFor(own)
    const after = await own.csrf(BASE)
    // A page that was open before.
    for (const [name, value] of kept) if (name.includes('csrf')) plantCookie(own, name, value)
    const stale = await own.submit(
      `${BASE}/desk/help`,
      { csrfToken: before },
      { accept: 'application/json' },
    )
    expect([stale.status, world.deeds.length]).toEqual([403, 0])
    expect(after).not.toBe(before)
  })

  test('begins once of two simultaneous requests, whichever comes last', async () => {
    const own = await world.admin()
    const fields = { csrfToken: await own.csrf(BASE), user: USER.id }
    const [one, other] = await Promise.all([
      own.submit(`${BASE}/desk/act`, fields),
      own.submit(`${BASE}/desk/act`, fields),
    ])
    expect([one.status, other.status]).toEqual([303, 303])
    expect(await whoIs(own)).toBe(AS_USER)
    await signOut(own)
    expect(await whoIs(own)).toBe(AS_ADMIN)
  })

  test('is read with an older secret, and with an unknown one there is no session', async () => {
    const open = (secret: string | string[]): Promise<{ session: object | null }> =>
      world
        .start({ secret }, { env: { ...ENV, AUTH_SECRET: undefined } })
        .auth.session(sourceOf(browser))
    const newer = await open([SECRETS.newer, SECRETS.older])
    expect(newer.session).toMatchObject({ actor: { sub: ADMIN.id } })
    expect((await open(SECRETS.newer)).session).toBeNull()
  })

  test('is not in what an administrator changes by `update`', async () => {
    const own = await world.admin()
    const forged = { act: { sub: USER.id }, actor: { sub: USER.id }, latchstring_acting: {} }
    const { session } = await world.app.auth.update(sourceOf(own), forged)
    expect(session).not.toHaveProperty('actor')
    const { facts } = await world.app.auth.require(sourceOf(own))
    expect(facts).not.toHaveProperty('actor')
  })

  test('ends in this browser where the store fails', async () => {
    const failing = world.start({
      adapter: {
        ...store.adapter,
        deleteSession: async () => Promise.reject(new Error('away')),
        appendRevocations: async () => Promise.reject(new Error('away')),
        listRevocations: async () => [],
        getRevocation: async () => null,
        capabilities: { ...store.adapter.capabilities, revocationFeed: true },
      },
    })
    const left = await failing.auth.signOut(sourceOf(browser)).catch((error: unknown) => error)
    expect(left).toMatchObject({ type: 'SignOutError' })
    expect(Reflect.get(Object(left), 'cookies')).toEqual([
      expect.objectContaining({ name: ACTING, value: '' }),
    ])
  })

  test('ends where the callbacks of the application want no session of the administrator', async () => {
    if (strategy === 'database') return
    let banned = false
    const app = world.start({
      callbacks: { jwt: ({ token }) => (banned && token.sub === ADMIN.id ? null : token) },
    })
    const own = await signInWithPassword(app.openBrowser())
    await actFor(own)
    expect(await whoIs(own)).toBe(AS_USER)
    banned = true
    expect(await whoIs(own)).toBeNull()
  })
})

describe('With sealed sessions', () => {
  let world: ActingWorld

  beforeEach(async () => {
    world = await openActingWorld(store, 'jwt')
  })

  const config = { secret: SECRETS.older, url: BASE, acceptUnproven: true }

  test('`checkSession` and `getToken` see who acts for whom', async () => {
    // Both have the clock of the machine.
    const app = world.start({}, { clock: Date.now })
    const browser = await signInWithPassword(app.openBrowser())
    await actFor(browser)
    const req = sourceOf(browser)
    const [token, checked] = [
      await getToken({ req, secret: SECRETS.older }),
      await checkSession(req, config),
    ]
    expect(checked).toMatchObject({ user: { id: USER.id }, token: { act: { sub: ADMIN.id } } })
    expect(token).toMatchObject({ sub: USER.id, act: { sub: ADMIN.id } })
  })

  test('`checkSession` and `getToken` see no user beside a cookie that does not belong', async () => {
    const app = world.start({}, { clock: Date.now })
    const browser = await signInWithPassword(app.openBrowser())
    expect(await checkSession(sourceOf(browser), config)).not.toBeNull()
    plantCookie(browser, ACTING, 'made-up')
    const source = sourceOf(browser)
    expect(await getToken({ req: source, secret: SECRETS.older })).toBeNull()
    expect(await checkSession(source, config)).toBeNull()
    expect(await getToken({ req: source, secret: SECRETS.older, raw: true })).toBeNull()
  })

  test('a token that the application seals with the claims of an acting session is none', async () => {
    const browser = await world.acting()
    const own = await decode({
      token: browser.cookies.get(OWN) ?? '',
      secret: SECRETS.older,
      salt: OWN,
    })
    const claims = {
      ...own,
      act: { sub: ADMIN.id },
      latchstring_acting: { s: own?.jti, u: USER.id },
    }
    // Only who has the secret can make one, and then not by the function for sessions.
    const sealed = await encode({ token: claims, secret: SECRETS.older, salt: ACTING })
    plantCookie(browser, ACTING, sealed)
    expect(await whoIs(browser)).toBeNull()
  })

  test('a session without a feed of endings ends with its user all the same', async () => {
    const app = world.start({ session: { strategy: 'jwt', revocation: false, devices: false } })
    const browser = await signInWithPassword(app.openBrowser())
    await actFor(browser)
    expect(await whoIs(browser)).toBe(AS_USER)
    await store.adapter.deleteUser?.(USER.id)
    expect(await whoIs(browser)).toBeNull()
  })

  test.each([
    ['is proven by another person ends with that', false, null],
    ['was proven just now goes on', true, AS_USER],
  ])('a session of a user whose address %s', async (_, before, expected) => {
    const proven = new Date(world.clock.now())
    await store.adapter.updateUser?.({ id: USER.id, emailVerified: before ? proven : null })
    const browser = await world.acting()
    expect(await whoIs(browser)).toBe(AS_USER)
    await store.adapter.updateUser?.({ id: USER.id, emailVerified: proven })
    expect(await whoIs(browser)).toBe(expected)
  })

  test('what a `jwt` callback keeps in the token stays, and the hour with it', async () => {
    let count = 0
    const app = world.start({
      callbacks: {
        jwt: ({ token }) => ({ ...token, count: (count += 1) }),
        session: ({ session, token }) => ({ ...session, count: token['count'] }),
      },
    })
    const browser = await signInWithPassword(app.openBrowser())
    await actFor(browser)
    world.clock.advance(1800)
    expect(await whoIs(browser)).toBe(AS_USER)
    expect(await whoIs(browser)).toBe(AS_USER)
    world.clock.advance(1800)
    expect(await whoIs(browser)).toBeNull()
  })

  test('an acting session does not begin that does not fit beside that of the administrator', async () => {
    const app = world.start({
      callbacks: { jwt: ({ token }) => ({ ...token, much: 'x'.repeat(5_000) }) },
    })
    const browser = await signInWithPassword(app.openBrowser())
    const response = await actFor(browser)
    expect(response.status).not.toBe(303)
    expect(app.errors.at(-1)?.type).toBe('SessionTooLarge')
    expect(await whoIs(browser)).toBe(AS_ADMIN)
  })

  test('no acting session begins where the `jwt` callback wants none for the user', async () => {
    const app = world.start({
      callbacks: { jwt: ({ token }) => (token.sub === USER.id ? null : token) },
    })
    const browser = await signInWithPassword(app.openBrowser())
    await actFor(browser)
    expect(app.errors.at(-1)?.type).toBe('AccessDenied')
    expect(await whoIs(browser)).toBe(AS_ADMIN)
  })
})
