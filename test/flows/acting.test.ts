import { STRATEGIES, BASE, ORIGIN } from '@latchstring/test-kit/app'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { readJson } from '@latchstring/test-kit/json'
import { containing } from '@latchstring/test-kit/matchers'
import { signInWithPassword } from '@latchstring/test-kit/people'
import { readLocation, readSession, signOut } from '@latchstring/test-kit/story'
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

const JSON_ONLY = { accept: 'application/json' }

describe.each(STRATEGIES)('With %s sessions, an administrator who acts for a user', (strategy) => {
  let world: ActingWorld

  beforeEach(async () => {
    world = await openActingWorld(store, strategy)
  })

  test('is led to where the form says, and the session is that of the user with who acts', async () => {
    const browser = await world.admin()
    const response = await actFor(browser)
    expect([response.status, readLocation(response).href]).toEqual([303, `${ORIGIN}/inside`])
    expect(await readSession(browser)).toMatchObject({
      user: { name: USER.name, email: USER.email },
      actor: { sub: ADMIN.id },
    })
    const { session } = await world.app.auth.session(sourceOf(browser))
    expect(session).toMatchObject({ user: { id: USER.id }, actor: { sub: ADMIN.id } })
  })

  test('is the administrator again after one sign-out, and signed out after two', async () => {
    const browser = await world.acting()
    const response = await signOut(browser)
    expect(response.status).toBeLessThan(400)
    expect([await whoIs(browser), actingCookie(browser)]).toEqual([AS_ADMIN, undefined])
    await signOut(browser)
    expect(await whoIs(browser)).toBeNull()
  })

  test('signs out of nothing else by a function of the server', async () => {
    const browser = await world.acting()
    const { cookies } = await world.app.auth.signOut(sourceOf(browser), { provider: true })
    expect(cookies.map(({ name }) => name)).toEqual([actingCookie(browser)])
  })

  test('is in the events with both ids, and no one has signed in or out', async () => {
    const browser = await world.admin()
    world.events.splice(0)
    await actFor(browser)
    await signOut(browser)
    const both = { userId: USER.id, actor: { sub: ADMIN.id } }
    const expires = new Date(world.clock.now() + 3_600_000)
    expect(world.events.filter(([name]) => name !== 'sessionEnded')).toEqual([
      ['actingBegan', { ...both, feature: 'desk', expires }],
      ['actingEnded', both],
    ])
    expect(world.events.filter(([name]) => name === 'sessionEnded')).toEqual([
      [
        'sessionEnded',
        expect.objectContaining({ userId: USER.id, by: ADMIN.id, reason: 'acting-ended' }),
      ],
    ])
  })

  test('is in the log with both ids', async () => {
    const lines: string[] = []
    const logger = {
      error: () => undefined,
      warn: () => undefined,
      info: (code: string, detail: string) => void lines.push(`${code} ${detail}`),
    }
    const browser = await signInWithPassword(world.start({ logger }).openBrowser())
    await actFor(browser)
    await signOut(browser)
    const about = lines.filter((line) => line.startsWith('acting '))
    expect(about).toEqual([
      containing(`${ADMIN.id} acts for ${USER.id}`),
      containing(`${ADMIN.id} stopped acting for ${USER.id}`),
    ])
  })

  test('keeps the cookie beside that of the session, with its attributes', async () => {
    const browser = await world.acting()
    const [own, acting] = ['session-token', 'session-token.acting'].map((end) =>
      browser.stored().find(({ name }) => name.endsWith(end)),
    )
    expect(acting?.name).toBe(`${own?.name}.acting`)
    expect(acting?.name).toMatch(/^__Host-/)
    const { name: _, value: __, ...attributes } = { ...acting }
    expect(attributes).toMatchObject({ httpOnly: true, secure: true, path: '/' })
  })

  test.each([
    ['another administrator would be', 'nosuch', 400],
    ['it is the administrator', ADMIN.id, 400],
    ['the id is empty', '', 400],
  ])('is not, where %s', async (_, id, status) => {
    const browser = await world.admin()
    const response = await post(browser, 'desk/act', { user: id }, JSON_ONLY)
    expect([response.status >= status, actingCookie(browser)]).toEqual([true, undefined])
    expect(await whoIs(browser)).toBe(AS_ADMIN)
  })

  test('has to be one for the feature', async () => {
    const browser = await signInWithPassword(world.app.openBrowser(), 'grace')
    const response = await post(browser, 'desk/act', { user: ADMIN.id }, JSON_ONLY)
    expect([response.status, actingCookie(browser)]).toEqual([403, undefined])
    expect((await readJson(response))['error']).toBe('desk/forbidden')
  })

  test('needs a recent sign-in', async () => {
    const browser = await world.admin()
    world.clock.advance(3601)
    const response = await post(browser, 'desk/act', { user: USER.id }, JSON_ONLY)
    expect((await readJson(response))['error']).toBe('StepUpRequired')
    expect(actingCookie(browser)).toBeUndefined()
  })

  test('needs the CSRF token and the own origin', async () => {
    const browser = await world.admin()
    const without = await browser.submit(`${BASE}/desk/act`, { user: USER.id }, JSON_ONLY)
    const foreign = await post(
      browser,
      'desk/act',
      { user: USER.id },
      { ...JSON_ONLY, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    )
    expect([without.status, foreign.status]).toEqual([403, 403])
    expect(await whoIs(browser)).toBe(AS_ADMIN)
  })

  test('is among the sessions of the user, who can end it, without browser and place', async () => {
    const browser = await world.acting()
    const sessions = world.app.auth.sessions()
    const [listed, ...others] = await sessions.list(USER.id)
    expect(others).toEqual([])
    expect(listed).toMatchObject({ label: null, place: null, provider: null, current: false })
    await sessions.end({ device: listed?.id ?? '', user: USER.id })
    expect(await whoIs(browser)).toBeNull()
  })

  test('leaves alone what the browser remembers of sign-ins', async () => {
    const browser = await world.admin()
    const before = [...browser.cookies].filter(([name]) => !/csrf|session/.test(name))
    await actFor(browser)
    expect([...browser.cookies].filter(([name]) => !/csrf|session/.test(name))).toEqual(before)
  })

  test('is seen by callbacks, which cannot say otherwise', async () => {
    const seen: unknown[] = []
    const app = world.start({
      callbacks: {
        ...(strategy === 'jwt' && {
          jwt({ token }) {
            seen.push(token['act'])
            return { sub: token.sub ?? '', name: token.name ?? '', act: { sub: 'other' } }
          },
        }),
        session: ({ session }) => ({
          user: { name: session.user.name ?? null },
          expires: session.expires,
        }),
      },
    })
    const browser = await signInWithPassword(app.openBrowser())
    expect(await whoIs(browser)).toBe(AS_ADMIN)
    await actFor(browser)
    expect([await whoIs(browser), await whoIs(browser)]).toEqual([AS_USER, AS_USER])
    if (strategy === 'jwt') expect(seen).toContainEqual({ sub: ADMIN.id })
  })

  test('has two apps in two processes say the same', async () => {
    const browser = await world.acting()
    const other = world.start()
    const { session } = await other.auth.session(sourceOf(browser))
    expect(session).toMatchObject({ user: { id: USER.id }, actor: { sub: ADMIN.id } })
  })

  test('has facts that say who acts, and nothing of a sign-in', async () => {
    const browser = await world.acting()
    const { facts } = await world.app.auth.require(sourceOf(browser))
    expect(facts).toEqual({ auth_time: null, amr: [], aal: 1, actor: { sub: ADMIN.id } })
    const current = await world.app.auth.sessions(sourceOf(browser)).current()
    expect(current).toMatchObject({ userId: USER.id, signedInAt: null, actor: { sub: ADMIN.id } })
  })

  test('is refused what asks for a recent sign-in, unless that of the administrator may stand in', async () => {
    const source = sourceOf(await world.acting())
    const { auth } = world.app
    const refused = { type: 'ActingRefused', status: 403 }
    await expect(auth.require(source, { maxAge: 300 })).rejects.toMatchObject(refused)
    await expect(auth.require(source, { aal: 1 })).rejects.toMatchObject(refused)
    const { facts } = await auth.require(source, { maxAge: 300, actor: 'allowed' })
    expect(facts.actor).toEqual({ sub: ADMIN.id })
    world.clock.advance(301)
    await expect(auth.require(source, { maxAge: 300, actor: 'allowed' })).rejects.toMatchObject({
      type: 'StepUpRequired',
    })
  })
})
