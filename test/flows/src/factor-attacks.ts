import { totp } from '@latchstring/factors'
import {
  type App,
  BASE,
  createApp,
  ENV,
  type Strategy,
  STRATEGIES,
} from '@latchstring/test-kit/app'
import { type Browser, cookieHeader, createBrowser } from '@latchstring/test-kit/browser'
import { idpForEachTest } from '@latchstring/test-kit/for-each-test'
import { ADA, copyCookies, passwords, submitPassword } from '@latchstring/test-kit/people'
import {
  expectSignedIn,
  readSession,
  sessionCookies,
  signInWith,
  signOut,
} from '@latchstring/test-kit/story'
import { beforeEach, describe, expect, test } from 'vitest'
import { ACTIONS } from '../../../packages/core/src/lib/actions/actions.ts'
import {
  codeOf,
  codesIn,
  factsOf,
  type FactorsWorld,
  formOf,
  giveApp,
  keyIn,
  type OpenFactorStore,
  openFactorsWorld,
  send,
  setUp,
  signInWithCode,
  type Started,
} from './factors-world.ts'

/** Ways around a second factor that do not lead past it, over a store. */
export function factorAttacks(name: string, openStore: OpenFactorStore): void {
  describe.each(STRATEGIES)(
    `A sign-in that waits for a factor, over ${name}, with sessions by %s,`,
    (strategy) => scenes(strategy, openStore),
  )
}

function scenes(strategy: Strategy, openStore: OpenFactorStore): void {
  const idp = idpForEachTest()
  let world: FactorsWorld
  let started: Started

  beforeEach(async () => {
    world = await openFactorsWorld(strategy, idp, openStore)
    started = world.start()
    await giveApp(started, world.clock)
  })

  const open = (): Browser => started.app.openBrowser()
  const code = (steps = 0): string => codeOf(world.clock, { steps })

  async function waiting({ app }: Started = started): Promise<Browser> {
    const browser = app.openBrowser()
    const { headers } = await submitPassword(browser, 'ada')
    expect(headers.get('location')).toBe(`${BASE}/factors/challenge`)
    return browser
  }

  async function expectNotIn(browser: Browser): Promise<void> {
    expect([sessionCookies(browser), await readSession(browser)]).toEqual([[], null])
  }

  test('takes codes of the present step and those beside it, and of no other (FAC-10)', async () => {
    for (const steps of [-3, -2, 2, 3]) {
      const browser = await waiting()
      expect([steps, (await send(browser, 'check', { code: code(steps) })).status]).toEqual([
        steps,
        400,
      ])
      await expectNotIn(browser)
    }
    for (const steps of [-1, 0, 1]) {
      expectSignedIn(await send(await waiting(), 'check', { code: code(steps) }))
    }
  })

  test('takes no code again where the clock went back by ten minutes (FAC-02)', async () => {
    const codes: string[] = []
    for (let at = 0; at < 3; at += 1) {
      world.clock.advance(30)
      codes.push(code())
      await signInWithCode(started.app, world.clock)
    }
    world.clock.advance(-600)
    const browser = await waiting()
    for (const one of [...codes, code(-1), code(), code(1)]) {
      expect((await send(browser, 'check', { code: one })).status).toBe(400)
    }
    await expectNotIn(browser)
    world.clock.advance(630)
    await signInWithCode(started.app, world.clock)
  })

  test('takes no code of yesterday where the store was restored', async () => {
    const { records } = world.store.adapter
    const find = { field: 'userId', value: ADA.id, limit: 10 }
    const lastStep = async () => (await records?.find(totp, find))?.rows[0]
    const before = await lastStep()
    world.clock.advance(3600)
    const used = code()
    await signInWithCode(started.app, world.clock)
    const now = await lastStep()
    if (!records || !before || !now) throw new Error('There is an app.')
    const restored = { values: before.values, version: now.version + 1 }
    expect(await records.change(totp, restored, now.version)).toBe(true)
    world.clock.advance(90)
    const browser = await waiting()
    expect((await send(browser, 'check', { code: used })).status).toBe(400)
    await expectNotIn(browser)
  })

  test('goes on where the secret is changed meanwhile, and ends where the old one is gone', async () => {
    const [kept, lost] = [await waiting(), await waiting()]
    const next = 'another secret of the application, of 32 bytes and more'
    const old = String(ENV['AUTH_SECRET'])
    const at = (secret: string | readonly string[], from: Browser): Browser => {
      const { app } = world.start({}, { secret: [secret].flat() })
      return copyCookies(from, createBrowser(app.auth.handle))
    }
    const goesOn = at([next, old], kept)
    expectSignedIn(await send(goesOn, 'check', { code: code() }))
    const ends = at(next, lost)
    world.clock.advance(60)
    await send(ends, 'check', { code: code() })
    await expectNotIn(ends)
  })

  test('ends where the factor is removed meanwhile', async () => {
    const browser = await waiting()
    await started.system().removeAll(ADA.id)
    world.clock.advance(1)
    await send(browser, 'check', { code: code() })
    await expectNotIn(browser)
    expectSignedIn(await submitPassword(browser, 'ada'))
  })

  test('ends with a second sign-in of its browser, of this user or of another one (FAC-06)', async () => {
    const [one, other] = [await waiting(), await waiting()]
    const copies = [copyCookies(one, open()), copyCookies(other, open())]
    await submitPassword(one, 'ada')
    expectSignedIn(await submitPassword(other, 'grace'))
    for (const copy of copies) {
      await send(copy, 'check', { code: code() })
      await expectNotIn(copy)
    }
    await send(other, 'check', { code: code() })
    expect((await readSession(other))?.user?.name).toBe('Grace Hopper')
    expectSignedIn(await send(one, 'check', { code: code() }))
  })

  test('ends with signing out, which cancels it (FAC-06)', async () => {
    const browser = await waiting()
    const copy = copyCookies(browser, open())
    await signOut(browser)
    for (const one of [browser, copy]) {
      await send(one, 'check', { code: code() })
      await expectNotIn(one)
    }
  })

  test('opens no action but those of its step, by any method (FAC-06)', async () => {
    const browser = await waiting()
    const stranger = open()
    await stranger.csrf(BASE)
    const own = Object.entries(started.feature.actions ?? {}).filter(([word, action]) => {
      const step = 'step' in action ? action.step : word
      return action.session === 'pending' && step === 'challenge'
    })
    expect(own.map(([word]) => word)).toEqual(['challenge', 'check', 'backup', 'recover'])
    const others = Object.keys(started.feature.actions ?? {}).filter(
      (word) => !own.some(([one]) => one === word),
    )
    // What ends it is a test of its own; a new action of the library is one of these.
    const words = Object.keys(ACTIONS).filter((word) => word !== 'signout')
    for (const path of [...words, ...others.map((word) => `factors/${word}`)]) {
      for (const method of ['GET', 'HEAD', 'POST']) {
        const answers = await Promise.all(
          [browser, stranger].map(async (from) => ask(copyCookies(from, open()), path, method)),
        )
        expect([path, method, answers[0]]).toEqual([path, method, answers[1]])
      }
    }
    await expectNotIn(browser)
    expectSignedIn(await send(browser, 'check', { code: code() }))
  })

  /** What can be told of an answer without its texts; and whether a session has come of it. */
  async function ask(from: Browser, path: string, method: string) {
    const fields = { id: '1', sure: 'on', code: code(), enrolment: 'x'.repeat(43), label: 'x' }
    const url = `${BASE}/${path}`
    const response =
      method === 'POST'
        ? await from.submit(url, { ...fields, csrfToken: await from.csrf(BASE) })
        : await started.app.auth.handle(new Request(url, { method, headers: cookieHeader(from) }))
    const location = response.headers.get('location')
    return {
      status: response.status,
      to: location === null ? null : new URL(location, BASE).pathname,
      session: sessionCookies(from),
    }
  }

  test('is not raised by what a service says of its own sign-in (FAC-09)', async () => {
    const account = { provider: 'harbour', type: 'oidc', providerAccountId: 'ada-1815' } as const
    await world.store.adapter.linkAccount?.({ ...account, userId: ADA.id })
    const says = { amr: ['pwd', 'otp', 'mfa', 'hwk'], acr: 'urn:mace:incommon:iap:silver', aal: 2 }
    idp.tamper({ idToken: (claims) => ({ claims: { ...claims, ...says } }) })
    const browser = open()
    const { headers } = await signInWith(browser, 'harbour')
    expect(headers.get('location')).toBe(`${BASE}/factors/challenge`)
    await expectNotIn(browser)
    await started.system().removeAll(ADA.id)
    world.clock.advance(1)
    const other = open()
    expectSignedIn(await signInWith(other, 'harbour'))
    expect(await factsOf(started.app, other)).toMatchObject({ amr: [], aal: 1 })
  })

  test('shows nothing and spends nothing by HEAD', async () => {
    const browser = await waiting()
    for (const word of ['challenge', 'check', 'backup', 'recover']) {
      const url = `${BASE}/factors/${word}?code=${code()}`
      const headers = cookieHeader(browser)
      const response = await started.app.auth.handle(new Request(url, { method: 'HEAD', headers }))
      expect([word, await response.text()]).toEqual([word, ''])
      expect(response.headers.getSetCookie().join()).not.toContain('session-token')
    }
    expectSignedIn(await send(browser, 'check', { code: code() }))
  })

  test('is the same where a function makes the configuration for each request', async () => {
    const app = fromFunction()
    const browser = await waiting({ ...started, app })
    expect((await send(browser, 'check', { code: code(3) })).status).toBe(400)
    await expectNotIn(browser)
    expectSignedIn(await send(browser, 'check', { code: code() }))
    expect(await factsOf(app, browser)).toMatchObject({ aal: 2 })
  })

  /** The same application, whose configuration is made for each request. */
  function fromFunction(): App {
    const { adapter } = world.store
    const session = { strategy, revocation: strategy === 'jwt', absoluteMaxAge: 360_000 }
    return createApp(
      { providers: [passwords()], adapter, session },
      { env: ENV, clock: world.clock.now, features: [started.feature] },
      'each time',
    )
  }

  test('ends other sessions where no time passes between requests, and keeps the new one', async () => {
    const strong = await signInWithCode(started.app, world.clock)
    const page = await send(strong, 'regenerate')
    const [backup = ''] = codesIn(await page.text())
    const browser = await waiting()
    expectSignedIn(await send(browser, 'recover', { code: backup }))
    expect([await readSession(strong), (await readSession(browser))?.user?.name]).toEqual([
      null,
      ADA.name,
    ])
    expect((await send(browser, 'remove', { id: '1', sure: 'on' })).status).toBe(303)
    const { page: shown, fields } = await setUp(browser, world.clock)
    expect(shown.status).toBe(200)
    await send(browser, 'keep', { enrolment: fields['enrolment'] ?? '' })
    expect(await factsOf(started.app, browser)).toMatchObject({ aal: 2 })
  })

  test('takes the code that has confirmed an app no more (FAC-01)', async () => {
    await started.system().removeAll(ADA.id)
    started = world.start({ require: 'always' }, { limits: false })
    world.clock.advance(1)
    const browsers = [open(), open(), open(), open()]
    for (const browser of browsers) await submitPassword(browser, 'ada')
    const [first] = browsers
    if (!first) throw new Error('There are four.')
    const begun = await send(first, 'enrol-begin')
    const secret = keyIn(await begun.clone().text())
    const { fields } = await formOf(begun, 'enrol-confirm')
    const typed = { ...fields, code: codeOf(world.clock, { secret }) }
    const pages = await Promise.all(
      Array.from({ length: 8 }, () => send(copyCookies(first, open()), 'enrol-confirm', typed)),
    )
    const shown = await Promise.all(pages.map(async (page) => codesIn(await page.text())))
    expect(shown.filter((codes) => codes.length > 0)).toHaveLength(1)
    const next = await waiting()
    expect((await send(next, 'check', { code: typed.code })).status).toBe(400)
    await expectNotIn(next)
  })
}
