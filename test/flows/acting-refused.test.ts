import { BASE, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { containing } from '@latchstring/test-kit/matchers'
import { submitPassword, updateSession } from '@latchstring/test-kit/people'
import { beforeEach, describe, expect, test } from 'vitest'
import { ACTIONS } from '../../packages/core/src/lib/actions/actions.ts'
import { de } from '../../packages/core/src/lib/pages/texts/de.ts'
import {
  actFor,
  type ActingWorld,
  ADMIN,
  AS_USER,
  openActingWorld,
  post,
  sourceOf,
  USER,
  whoIs,
} from './src/acting-world.ts'
import { createDoor } from './src/door-feature.ts'
import { untyped } from './src/untyped.ts'

const store = storeForEachTest()

const JSON_ONLY = { accept: 'application/json' }

/** What an administrator may ask for while acting. Every other route of the table is the user's own. */
const ALLOWED = [
  'GET csrf',
  'GET error',
  'GET frontchannel-logout',
  'GET providers',
  'GET session',
  'GET signed-out',
  'GET signin',
  'GET signout',
  'GET verify-request',
  'POST backchannel-logout',
  'POST signout',
]

/** Every route of the table of actions. */
const ROUTES = Object.entries(ACTIONS).flatMap(([name, { GET, POST, provider }]) =>
  [GET && 'GET', POST && 'POST'].flatMap((method) =>
    method === undefined
      ? []
      : [
          {
            route: `${method} ${name}`,
            method,
            path: provider === 'required' ? `${name}/guild` : name,
          },
        ],
  ),
)

const errorOf = async (response: Response): Promise<unknown> => {
  const body: unknown = await response.json().catch(() => undefined)
  return Reflect.get(Object(body), 'error')
}

describe.each(STRATEGIES)('With %s sessions, acting for a user', (strategy) => {
  let world: ActingWorld
  let browser: Browser

  beforeEach(async () => {
    world = await openActingWorld(store, strategy)
    browser = await world.acting()
  })

  test('opens what the table allows, and nothing else', async () => {
    const refused: string[] = []
    for (const { route, method, path } of ROUTES) {
      if (ALLOWED.includes(route)) continue
      const response =
        method === 'GET'
          ? await browser.open(`${BASE}/${path}`, JSON_ONLY)
          : await post(browser, path, {}, JSON_ONLY)
      if ((await errorOf(response)) === 'ActingRefused' && response.status === 403) {
        refused.push(route)
      }
    }
    const all = ROUTES.map(({ route }) => route)
    expect(refused).toEqual(all.filter((route) => !ALLOWED.includes(route)))
    expect(all).toEqual(expect.arrayContaining(ALLOWED))
    expect(await whoIs(browser)).toBe(AS_USER)
  })

  test.each([
    ['the start of a sign-in', 'signin/guild', {}],
    ['a sign-in with a password', 'callback/credentials', { username: 'ada' }],
    ['a passkey', 'callback/passkey', { action: 'register' }],
    ['ending other sessions', 'devices', { end: 'others' }],
    ['removing an account', 'account', { remove: 'any' }],
    ['a name of a passkey', 'account', { rename: 'any', label: 'x' }],
    ['another act', 'desk/act', { user: USER.id }],
    ['a change of a feature', 'desk/change', {}],
    ['a change without a session', 'desk/open', {}],
  ])('does not do this: %s', async (_, path, fields) => {
    const before = await store.rows()
    const response = await post(browser, path, fields, JSON_ONLY)
    expect([response.status, await errorOf(response)]).toEqual([403, 'ActingRefused'])
    expect(await store.rows()).toEqual(before)
    expect(world.deeds).toEqual([])
    expect(await whoIs(browser)).toBe(AS_USER)
  })

  test('does not register a passkey for the user', async () => {
    const url = `${BASE}/webauthn-options/passkey?action=register`
    const response = await browser.open(url, JSON_ONLY)
    expect(await errorOf(response)).toBe('ActingRefused')
  })

  test('shows a person why, in their language', async () => {
    const headers = { 'accept-language': 'de' }
    const response = await post(browser, 'desk/change', {}, headers)
    expect(response.status).toBe(403)
    const text = await response.text()
    expect(text).toContain(de.problem.acting.title)
    expect(text).toContain(de.problem.acting.message)
  })

  test('is refused a sign-in that was started before', async () => {
    const own = await world.admin()
    const started = await post(own, 'signin/guild', { callbackUrl: '/inside' })
    const request = new URL(started.headers.get('location') ?? '')
    await actFor(own)
    const state = request.searchParams.get('state') ?? ''
    const back = await own.follow({ url: `${BASE}/callback/guild?code=x&state=${state}` })
    expect(back.status).toBe(403)
    expect(await whoIs(own)).toBe(AS_USER)
    expect((await store.rows()).accounts).toBe(0)
  })

  test('does what a feature allows, which is given who acts', async () => {
    const response = await post(browser, 'desk/help', {}, JSON_ONLY)
    expect(await response.json()).toEqual({ word: 'help' })
    expect(world.deeds).toEqual([{ word: 'help', user: USER.id, actor: ADMIN.id }])
    const page = await browser.open(`${BASE}/desk/show`, JSON_ONLY)
    expect(await page.json()).toMatchObject({ lead: `${USER.id} ${ADMIN.id}` })
  })

  test('ends no sessions by a change that a feature allows', async () => {
    const response = await post(browser, 'desk/lock', {}, JSON_ONLY)
    expect([response.status, await errorOf(response)]).toEqual([403, 'ActingRefused'])
    expect(await whoIs(browser)).toBe(AS_USER)
  })

  test.each([undefined, false] as const)(
    'is shown no page that needs a recent sign-in, with `requireFresh` %s',
    async (requireFresh) => {
      const app = world.start({
        account: { page: true, ...(requireFresh === false && { requireFresh }) },
      })
      const headers = { ...JSON_ONLY, cookie: sourceOf(browser).headers.get('cookie') ?? '' }
      const response = await app.auth.handle(new Request(`${BASE}/desk/secret`, { headers }))
      expect(await errorOf(response)).toBe('ActingRefused')
    },
  )

  test('calls the operations that the feature names, and no others', async () => {
    const operations = world.app.auth.feature(world.desk, sourceOf(browser))
    await expect(operations.look()).resolves.toBe(`${USER.id} ${ADMIN.id}`)
    await expect(operations.change()).rejects.toMatchObject({ type: 'ActingRefused' })
  })

  test('is refused by functions of the server that are the user’s own', async () => {
    const { auth } = world.app
    const source = sourceOf(browser)
    const sessions = auth.sessions(source)
    const refused = { type: 'ActingRefused' }
    await expect(auth.signIn(source, 'guild')).rejects.toMatchObject(refused)
    await expect(sessions.list()).rejects.toMatchObject(refused)
    await expect(sessions.end({ device: 'any' })).rejects.toMatchObject(refused)
    await expect(sessions.end({ user: USER.id, except: 'current' })).rejects.toMatchObject(refused)
    await expect(sessions.end({ user: USER.id, requireFresh: 60 })).rejects.toMatchObject(refused)
    await expect(auth.signOut(source, { everywhere: true })).rejects.toMatchObject(refused)
    expect(await whoIs(browser)).toBe(AS_USER)
  })

  test('does not change the session, by a script or by a function of the server', async () => {
    const response = await updateSession(browser, { name: 'Mallory', actor: null })
    expect(response.status).toBe(403)
    const { auth } = world.app
    const changed = await auth.update(sourceOf(browser), { name: 'Mallory' })
    expect(changed).toEqual({ session: null, cookies: [] })
    expect(await whoIs(browser)).toBe(AS_USER)
  })

  test('ends nothing else with `everywhere`', async () => {
    const user = await submitAs(world, 'grace')
    const response = await post(browser, 'signout', { everywhere: 'true' }, JSON_ONLY)
    expect(await errorOf(response)).toBe('ActingRefused')
    expect(await whoIs(user)).toBe(USER.name)
  })

  test('is refused a step of a sign-in', async () => {
    const door = createDoor().feature
    const app = world.start({ features: [world.desk, door] })
    const headers = new Headers(sourceOf(browser).headers)
    const { token, cookies } = await app.auth.csrfToken({ headers })
    const more = cookies.map(({ name, value }) => `; ${name}=${value}`).join('')
    headers.set('cookie', `${headers.get('cookie')}${more}`)
    headers.set('origin', new URL(BASE).origin)
    headers.set('accept', 'application/json')
    const body = new URLSearchParams({ csrfToken: token, word: 'sesame' })
    const request = new Request(`${BASE}/door/say`, { method: 'POST', headers, body })
    expect(await errorOf(await app.auth.handle(request))).toBe('ActingRefused')
  })
})

async function submitAs({ app }: ActingWorld, name: 'grace'): Promise<Browser> {
  const browser = app.openBrowser()
  await submitPassword(browser, name)
  return browser
}

describe('A feature is refused at the start', () => {
  const action = (more: object): object => ({
    kind: 'change',
    ...more,
    load: async () => ({ run: () => ({ to: 'back' }) }),
  })

  test.each([
    ['that begins acting without a recent sign-in', action({ begins: 'acting' }), 'begins'],
    [
      'that begins acting in a page',
      { ...action({ begins: 'acting', session: 'fresh' }), kind: 'page' },
      'begins',
    ],
    ['that begins something else', action({ begins: 'all', session: 'fresh' }), 'begins'],
    ['that opens a page to acting', { ...action({ actor: 'allowed' }), kind: 'page' }, 'actor'],
    ['with another word for it', action({ actor: 'maybe' }), 'actor'],
    [
      'that opens what needs a recent sign-in',
      action({ actor: 'allowed', session: 'fresh' }),
      'exclude each other',
    ],
    [
      'that opens what needs a proof of the user',
      action({ actor: 'allowed', session: 'proof', proof: 'letter' }),
      'exclude each other',
    ],
  ])('%s', async (_, act, says) => {
    const world = await openActingWorld(store, 'database')
    const feature = untyped<never>({ name: 'odd', actions: { act } })
    const app = world.start({ features: [feature] })
    await app.openBrowser().open(`${BASE}/session`)
    expect(app.errors.at(-1)).toMatchObject({
      type: 'InvalidConfiguration',
      message: containing(says),
    })
  })

  test('that names an operation which it does not have', async () => {
    const world = await openActingWorld(store, 'database')
    const feature = untyped<never>({ name: 'odd', actor: { other: 'allowed' } })
    const app = world.start({ features: [feature] })
    await app.openBrowser().open(`${BASE}/session`)
    expect(app.errors.at(-1)?.message).toContain('is no operation')
  })

  test('that begins acting where there is no store of users', async () => {
    const world = await openActingWorld(store, 'jwt')
    const app = world.start({
      adapter: untyped<never>(undefined),
      account: {},
      providers: [],
      session: { strategy: 'jwt', revocation: false, devices: false },
    })
    await app.openBrowser().open(`${BASE}/session`)
    expect(app.errors.at(-1)?.message).toContain('getUser')
  })

  test('and one whose action answers with `actAs` without saying so is named when it does', async () => {
    const world = await openActingWorld(store, 'database')
    const act = action({ session: 'fresh' })
    const feature = untyped<never>({
      name: 'odd',
      actions: { act: { ...act, load: async () => ({ run: () => ({ actAs: USER.id }) }) } },
    })
    const app = world.start({ features: [feature] })
    const browser = app.openBrowser()
    await submitPassword(browser, 'ada')
    const response = await post(browser, 'odd/act', {}, JSON_ONLY)
    expect(response.status).toBe(500)
    expect(app.errors.at(-1)?.message).toContain("no `begins: 'acting'`")
    expect(await whoIs(browser)).toBe(ADMIN.name)
  })
})
