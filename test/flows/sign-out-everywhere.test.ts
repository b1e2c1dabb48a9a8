import type { Adapter } from '@latchstring/core/adapters'
import type { SessionEnded } from '@latchstring/core/types'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type App, BASE, createApp, ENV, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { type ControlWorld, openControlWorlds } from '@latchstring/test-kit/control-app'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import {
  copyCookies,
  passwords,
  signInWithPassword,
  storePeople,
} from '@latchstring/test-kit/people'
import { readLocation, readSession, sessionCookies } from '@latchstring/test-kit/story'
import { createMemoryStore } from './src/memory-store.ts'

const worlds = forAllTests(openControlWorlds)
let world: ControlWorld
let app: App

const signIn = async (who: 'ada' | 'grace' = 'ada', at = app): Promise<Browser> =>
  signInWithPassword(at.openBrowser(), who)

const signOut = async (
  browser: Browser,
  fields: Readonly<Record<string, string>>,
  headers = {},
): Promise<Response> =>
  browser.submit(`${BASE}/signout`, { csrfToken: await browser.csrf(BASE), ...fields }, headers)

const alive = async (...browsers: readonly Browser[]): Promise<readonly boolean[]> =>
  Promise.all(browsers.map(async (browser) => (await readSession(browser)) !== null))

describe.each(STRATEGIES)('A sign-out everywhere with the strategy %s', (strategy) => {
  beforeEach(async () => {
    world = await worlds.enter(strategy)
    app = world.start()
  })

  test.each([
    [{ everywhere: 'true' }, false],
    [{ everywhere: 'on' }, false],
    [{ everywhere: 'false' }, true],
    [{ everywhere: '' }, true],
    [{}, true],
  ])('SES-13 with the fields %j leaves the other browser signed in: %s', async (fields, stays) => {
    const [here, there, grace] = [await signIn(), await signIn(), await signIn('grace')]
    const response = await signOut(here, { callbackUrl: '/bye', ...fields })
    expect(readLocation(response).href).toBe(`${ORIGIN}/bye`)
    expect(sessionCookies(here)).toEqual([])
    expect(await alive(here, there, grace)).toEqual([false, stays, true])
  })

  test('SES-13 ends copies of the cookie, and no session that is opened afterwards', async () => {
    const here = await signIn()
    const copy = copyCookies(here, app.openBrowser())
    await signOut(here, { everywhere: 'true' })
    const later = await signIn()
    expect(await alive(copy, later)).toEqual([false, true])
  })

  test('SES-13 answers a script with the URL to go to', async () => {
    const [here, there] = [await signIn(), await signIn()]
    const script = { 'x-auth-return-redirect': '1' }
    const response = await signOut(here, { everywhere: 'true', callbackUrl: '/bye' }, script)
    expect(await response.json()).toEqual({ url: `${ORIGIN}/bye` })
    expect(await alive(here, there)).toEqual([false, false])
  })

  test('CSR-01 ends nothing without a CSRF token, or for another site', async () => {
    const [here, there] = [await signIn(), await signIn()]
    vi.spyOn(console, 'error').mockReturnValue()
    await here.submit(`${BASE}/signout`, { everywhere: 'true' })
    await signOut(here, { everywhere: 'true' }, { origin: 'https://evil.example' })
    expect(await alive(here, there)).toEqual([true, true])
  })

  test('emits both endings, with the user who asked for them', async () => {
    const emitted: SessionEnded[] = []
    app = world.start({ events: { sessionEnded: (message) => void emitted.push(message) } })
    await signOut(await signIn(), { everywhere: 'true' })
    expect(emitted).toMatchObject([
      { kind: 'user', reason: 'signed-out-everywhere' },
      { kind: 'session', reason: 'sign-out' },
    ])
    expect(emitted[0]?.userId).toMatch(/./)
    expect(emitted[0]?.by).toBe(emitted[0]?.userId)
  })

  test('REV-01 does nothing to the other sessions for a session that another process has ended', async () => {
    const here = await signIn()
    const stale = copyCookies(here, world.start().openBrowser())
    await signOut(here, {})
    const there = await signIn()
    await signOut(stale, { everywhere: 'true' })
    expect(await alive(there)).toEqual([true])
  })
})

const cookiesOf = (browser: Browser): string =>
  browser
    .stored()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')

/** What cannot end the sessions of a user. */
const unable = {
  jwt: {
    config: { session: { strategy: 'jwt' } },
    type: 'InvalidConfiguration',
    names: '`session.revocation`',
  },
  database: {
    config: { session: { strategy: 'database', devices: false } },
    type: 'MissingAdapterMethods',
    names: 'deleteSessionsByUserId',
  },
} as const

describe.each(STRATEGIES)('signOut on the server with the strategy %s', (strategy) => {
  test.each([true, false])('SES-13 with `everywhere: %s`', async (everywhere) => {
    world = await worlds.enter(strategy)
    app = world.start()
    const [here, there] = [await signIn(), await signIn()]
    const headers = new Headers({ cookie: cookiesOf(here) })
    const { url } = await app.auth.signOut({ headers }, { everywhere, redirectTo: '/bye' })
    expect(url).toBe(`${ORIGIN}/bye`)
    expect(await alive(here, there)).toEqual([false, !everywhere])
  })

  test('names the missing option, and ends nothing, where the sessions of a user cannot be ended', async () => {
    world = await worlds.enter(strategy)
    const { config, type, names } = unable[strategy]
    const { adapter } = createMemoryStore()
    const methods = Object.entries(adapter).filter(([name]) => name !== 'deleteSessionsByUserId')
    const capabilities = { ...adapter.capabilities, revocation: false }
    const poor: Adapter = { ...Object.fromEntries(methods), capabilities }
    await storePeople(poor, new Date(0))
    app = createApp({ providers: [passwords()], adapter: poor, ...config }, { env: ENV })
    const here = await signIn()
    const headers = new Headers({ cookie: cookiesOf(here) })
    const message: unknown = expect.stringContaining(names)
    const error = { type, message }
    await expect(app.auth.signOut({ headers }, { everywhere: true })).rejects.toMatchObject(error)
    const response = await signOut(here, { everywhere: 'true' })
    expect(readLocation(response).pathname).toBe('/auth/error')
    expect(app.errors).toEqual([expect.objectContaining(error), expect.objectContaining(error)])
    expect(await alive(here)).toEqual([true])
  })
})
