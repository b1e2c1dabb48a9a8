import type { AnyFeature, ChangeContext } from '@latchstring/core/features'
import { type App, BASE, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { readForms } from '@latchstring/test-kit/forms'
import { ADA, copyCookies, signInWithPassword } from '@latchstring/test-kit/people'
import { readLocation, readSession } from '@latchstring/test-kit/story'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  actFor,
  type ActingWorld,
  openActingWorld,
  post,
  sourceOf,
  USER,
} from './src/acting-world.ts'
import { CODE, factorFeature, type FactorOptions } from './src/factor-feature.ts'
import { untyped } from './src/untyped.ts'

const store = storeForEachTest()

const SCRIPT = { accept: 'application/json', 'x-auth-return-redirect': '1' }

const show = (
  browser: Browser,
  code: string = CODE,
  headers: Readonly<Record<string, string>> = {},
  action = 'check',
): Promise<Response> =>
  post(browser, `factor/${action}`, { code, callbackUrl: '/pay?to=bob' }, headers)

const factsOf = async ({ auth }: App, browser: Browser) =>
  (await auth.require(sourceOf(browser))).facts

const devicesOf = ({ auth }: App, browser: Browser) => auth.sessions(sourceOf(browser)).list()

describe.each(STRATEGIES)('A factor that is shown for a session, by %s,', (strategy) => {
  let world: ActingWorld
  let during: ((context: ChangeContext) => Promise<unknown>) | undefined

  const open = (options: FactorOptions = {}, more: Parameters<ActingWorld['start']>[0] = {}): App =>
    world.start({ features: [world.desk, factorFeature(options)], ...more })

  const openHeld = (): App => open({ before: async (context) => during?.(context) })

  beforeEach(async () => {
    during = undefined
    world = await openActingWorld(store, strategy)
  })

  test('makes it anew by its page, beside what the sign-in has shown, and leads back', async () => {
    const app = open()
    const browser = await signInWithPassword(app.openBrowser())
    const before = await factsOf(app, browser)
    expect(before).toMatchObject({ amr: ['pwd'], aal: 1 })
    const copy = copyCookies(browser, app.openBrowser())
    world.clock.advance(100)
    const page = await browser.open(`${BASE}/factor/show?callbackUrl=%2Fpay%3Fto%3Dbob`)
    const form = readForms(await page.text()).find(({ action }) => action.endsWith('/check'))
    expect(form?.fields).toMatchObject({ callbackUrl: `${ORIGIN}/pay?to=bob` })
    world.events.splice(0)
    const response = await show(browser)
    expect([response.status, readLocation(response).href]).toEqual([303, `${ORIGIN}/pay?to=bob`])
    expect(await factsOf(app, browser)).toEqual({
      auth_time: before.auth_time,
      amr: ['pwd', 'otp', 'mfa'],
      aal: 2,
    })
    expect(world.events.map(([name]) => name)).toEqual(['sessionEnded'])
    expect(world.events[0]?.[1]).toMatchObject({ reason: 'raised' })
    expect(await readSession(copy)).toBeNull()
    expect(await devicesOf(app, browser)).toMatchObject([{ current: true }])
  })

  test('answers a script with where it leads to, and a wrong one with a refusal that changes nothing', async () => {
    const app = open()
    const browser = await signInWithPassword(app.openBrowser())
    const wrong = await show(browser, '1', SCRIPT)
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      { error: 'factor/wrong', message: 'That is wrong.' },
    ])
    expect((await factsOf(app, browser)).aal).toBe(1)
    const right = await show(browser, CODE, SCRIPT, 'check-fresh')
    expect([right.status, await right.json()]).toEqual([200, { url: `${ORIGIN}/pay?to=bob` }])
    expect((await factsOf(app, browser)).aal).toBe(2)
    await show(browser)
    expect((await factsOf(app, browser)).amr).toEqual(['pwd', 'otp', 'mfa'])
  })

  test('of simultaneous requests makes one session, which none of the others loses', async () => {
    let arrived = 0
    let release = (): void => undefined
    const all = new Promise<void>((resolve) => void (release = resolve))
    during = async () => {
      arrived += 1
      if (arrived === 4) release()
      await all
    }
    const app = openHeld()
    const browser = await signInWithPassword(app.openBrowser())
    const csrfToken = await browser.csrf(BASE)
    const responses = await Promise.all(
      Array.from({ length: 4 }, async () =>
        browser.submit(`${BASE}/factor/check`, { csrfToken, code: CODE, callbackUrl: '/' }, SCRIPT),
      ),
    )
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 401, 401, 401,
    ])
    expect((await factsOf(app, browser)).aal).toBe(2)
    expect(await devicesOf(app, browser)).toMatchObject([{ current: true }])
  })

  test('brings no session back that ended meanwhile, by its user or in its own browser', async () => {
    const app = openHeld()
    const browser = await signInWithPassword(app.openBrowser())
    const other = await signInWithPassword(app.openBrowser())
    during = () => app.auth.sessions(sourceOf(other)).end({ user: ADA.id })
    const ended = await show(browser, CODE, SCRIPT)
    expect([ended.status, await readSession(browser), await readSession(other)]).toEqual([
      401,
      null,
      null,
    ])
    const again = await signInWithPassword(app.openBrowser())
    const copy = copyCookies(again, app.openBrowser())
    during = async () => app.auth.signOut(sourceOf(copy))
    expect((await show(again, CODE, SCRIPT)).status).toBe(401)
    expect(await readSession(again)).toBeNull()
    expect(await readSession(copy)).toBeNull()
  })

  test('brings no session back that ends once the action is done', async () => {
    let step: (() => Promise<unknown>) | undefined
    const between = async (): Promise<void> => {
      const run = step
      step = undefined
      await run?.()
    }
    const { adapter } = world
    const { records } = adapter
    if (!records) throw new Error('The store keeps no sessions.')
    const app = open(
      { before: async () => void (step = () => endings.end({ user: ADA.id })) },
      {
        adapter: {
          ...adapter,
          async createSession(session) {
            await between()
            return (await adapter.createSession?.(session)) ?? session
          },
          records: {
            ...records,
            async drop(table, ...given) {
              if (table.name === 'auth_sessions_devices') await between()
              return records.drop(table, ...given)
            },
          },
        },
      },
    )
    const browser = await signInWithPassword(app.openBrowser())
    const other = await signInWithPassword(app.openBrowser())
    const endings = app.auth.sessions(sourceOf(other))
    expect((await show(browser, CODE, SCRIPT)).status).toBe(401)
    expect(step).toBeUndefined()
    expect(await readSession(browser)).toBeNull()
  })

  test('goes on where its own action ends the other sessions of the user', async () => {
    during = ({ endSessions, user }) => endSessions(user?.id ?? '', 'password-changed')
    const app = openHeld()
    const browser = await signInWithPassword(app.openBrowser())
    const other = await signInWithPassword(app.openBrowser())
    expect((await show(browser)).status).toBe(303)
    expect((await factsOf(app, browser)).aal).toBe(2)
    expect(await readSession(other)).toBeNull()
  })

  test('leaves the cookie alone of a request that was sent before, and has none of the old session', async () => {
    const app = open()
    const browser = await signInWithPassword(app.openBrowser())
    const { headers } = sourceOf(browser)
    await show(browser)
    const late = await app.auth.session({ headers, url: `${ORIGIN}/` })
    expect([late.session, late.cookies]).toEqual([null, []])
  })

  test('is refused while an administrator acts for the user', async () => {
    const app = open()
    const browser = await signInWithPassword(app.openBrowser())
    await actFor(browser, USER.id)
    for (const action of ['check', 'check-acting']) {
      const response = await show(browser, CODE, SCRIPT, action)
      expect([response.status, await response.json()]).toMatchObject([
        403,
        { error: 'ActingRefused' },
      ])
    }
  })

  test('is an error of an action without a session', async () => {
    const app = open()
    const browser = await signInWithPassword(app.openBrowser())
    const response = await show(browser, CODE, SCRIPT, 'check-open')
    expect(response.status).toBe(500)
    expect(app.errors.at(-1)?.message).toContain('factor/check-open')
  })

  test('goes on with sessions that are in no list', async () => {
    const app = open({}, { session: { strategy, devices: false, revocation: false } })
    const browser = await signInWithPassword(app.openBrowser())
    expect((await show(browser)).status).toBe(303)
    expect((await factsOf(app, browser)).aal).toBe(2)
  })

  test('sixty renewals later is part of the session', async () => {
    const app = open({}, { session: { strategy, devices: true, absoluteMaxAge: 90 * 86_400 } })
    const browser = await signInWithPassword(app.openBrowser())
    const { auth_time } = await factsOf(app, browser)
    await show(browser)
    for (let day = 0; day < 60; day += 1) {
      world.clock.advance(86_400)
      await readSession(browser)
    }
    expect(await factsOf(app, browser)).toEqual({
      auth_time,
      amr: ['pwd', 'otp', 'mfa'],
      aal: 2,
    })
  })
})

test('Tokens of the application without a place for it are an error that says so', async () => {
  const world = await openActingWorld(store, 'database')
  let count = 0
  const generateSessionToken = (): string => `${crypto.randomUUID()}-${(count += 1)}`
  const app = world.start({
    features: [factorFeature()],
    session: { strategy: 'database', devices: true, generateSessionToken },
  })
  const browser = await signInWithPassword(app.openBrowser())
  const response = await show(browser, CODE, SCRIPT)
  expect(response.status).toBe(500)
  expect(app.errors.at(-1)).toMatchObject({ type: 'InvalidConfiguration' })
  expect(app.errors.at(-1)?.message).toContain('generateSessionToken')
  expect(await readSession(browser)).not.toBeNull()
})

describe('A gate that raises', () => {
  test.each([
    ['nothing', 'nothing', {}],
    ['a change', 'check', {}],
    ['a page without a session', 'show', { session: 'none' }],
    ['a page with a recent sign-in', 'show', { session: 'fresh' }],
  ])('by %s is refused at the start', async (_, raises, part) => {
    const world = await openActingWorld(store, 'jwt')
    const { gate, actions, ...feature } = factorFeature()
    const broken = untyped<AnyFeature>({
      ...feature,
      gate: { ...gate, raises },
      actions: { ...actions, show: { ...actions?.['show'], ...part } },
    })
    const app = world.start({ features: [broken] })
    expect((await app.openBrowser().open(`${BASE}/session`)).status).toBe(500)
    expect(app.errors.at(-1)?.message).toContain(`raises by "${raises}"`)
  })
})
