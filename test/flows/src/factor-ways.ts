import type { Evidence } from '../../../packages/core/src/lib/sign-in/proof.ts'
import { BASE, type Strategy, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { idpForEachTest } from '@latchstring/test-kit/for-each-test'
import { oidcProvider } from '@latchstring/test-kit/idp'
import { ADA, plantCookie, submitPassword, updateSession } from '@latchstring/test-kit/people'
import {
  expectSignedIn,
  readSession,
  sessionCookies,
  signInWith,
  signOut,
} from '@latchstring/test-kit/story'
import { beforeEach, describe, expect, test } from 'vitest'
import { enterByGuild, enterByLink, WAYS, type Way } from './gate-world.ts'
import {
  codeOf,
  factsOf,
  type FactorsWorld,
  formOf,
  giveApp,
  type OpenFactorStore,
  openFactorsWorld,
  send,
  setUp,
  type Started,
  wrongCode,
} from './factors-world.ts'
import { addKey, useKey } from './passkeys.ts'

/** What each kind of evidence has shown. A kind of the library without a row here does not compile. */
const SHOWN: Readonly<
  Record<Evidence['kind'], { readonly methods: readonly string[]; readonly both: boolean }>
> = {
  oauth: { methods: [], both: false },
  email: { methods: ['otp'], both: false },
  credentials: { methods: ['pwd'], both: false },
  webauthn: { methods: ['user'], both: true },
}

const shownBy = ({ kind }: Way) => SHOWN[kind === 'oidc' ? 'oauth' : kind]

const isRow = (kind: string): kind is Evidence['kind'] => Object.hasOwn(SHOWN, kind)

const CHALLENGE = `${BASE}/factors/challenge`

function expectAsked(response: Response, browser: Browser, to = CHALLENGE): void {
  expect(response.headers.get('location')).toBe(to)
  expect(sessionCookies(browser)).toEqual([])
}

/** Kinds of evidence that no way in has. */
export function kindsWithoutWay(): readonly string[] {
  const kinds = WAYS.map(([, { kind }]) => (kind === 'oidc' ? 'oauth' : kind)).filter(isRow)
  return Object.keys(SHOWN).filter((kind) => !kinds.some((one) => one === kind))
}

/** A second factor and every way in, over a store. */
export function factorWays(name: string, openStore: OpenFactorStore): void {
  describe.each(STRATEGIES)(`A second factor, over ${name}, with sessions by %s,`, (strategy) =>
    scenes(strategy, openStore),
  )
}

function scenes(strategy: Strategy, openStore: OpenFactorStore): void {
  const idp = idpForEachTest()
  let world: FactorsWorld
  let started: Started

  beforeEach(async () => {
    world = await openFactorsWorld(strategy, idp, openStore)
  })

  async function begin(way?: Way, ...options: Parameters<FactorsWorld['start']>): Promise<Browser> {
    await way?.before?.(world)
    started = world.start(...options)
    return started.app.openBrowser()
  }

  const facts = (browser: Browser) => factsOf(started.app, browser)

  describe.each(WAYS)('and a sign-in with %s', (_, way) => {
    const { methods, both } = shownBy(way)

    test('is not asked for where there is none', async () => {
      const browser = await begin(way)
      expectSignedIn(await way.enter(world, browser))
      const { amr, aal } = await facts(browser)
      expect(amr).toEqual(expect.arrayContaining([...methods]))
      expect(aal).toBe(both ? 2 : 1)
    })

    test('is asked for where there is one, and passed by its code alone', async () => {
      const browser = await begin(way)
      await giveApp(started, world.clock)
      const first = await way.enter(world, browser)
      if (both) {
        expectSignedIn(first)
        expect((await facts(browser)).aal).toBe(2)
        return
      }
      expectAsked(first, browser)
      const wrong = await send(browser, 'check', { code: wrongCode(world.clock) })
      expect(wrong.status).toBe(400)
      expect(await wrong.text()).toContain('That code is incorrect.')
      // A page of the enrolment is none of its step.
      await send(browser, 'enrol-begin')
      await send(browser, 'enrol-done', { enrolment: 'x'.repeat(43) })
      expect([sessionCookies(browser), await readSession(browser)]).toEqual([[], null])

      expectSignedIn(await send(browser, 'check', { code: codeOf(world.clock) }))
      expect(await facts(browser)).toMatchObject({
        amr: [...methods, 'otp', 'mfa'].filter((one, at, all) => all.indexOf(one) === at),
        aal: 2,
      })
    })

    test('is set up before the first session where the policy asks for one', async () => {
      const browser = await begin(way, { require: 'always' })
      const first = await way.enter(world, browser)
      if (both) {
        expectSignedIn(first)
        return
      }
      expectAsked(first, browser, `${BASE}/factors/enrol`)
      const { page, codes } = await setUp(browser, world.clock, {
        begin: 'enrol-begin',
        confirm: 'enrol-confirm',
      })
      expect(codes).toHaveLength(5)
      expect(sessionCookies(browser)).toEqual([])
      const { fields } = await formOf(page, 'enrol-done')
      expectSignedIn(await send(browser, 'enrol-done', fields))
      expect(await facts(browser)).toMatchObject({ aal: 2 })
    })

    test('is not asked for again in the browser that is remembered, for sessions of one factor', async () => {
      const browser = await begin(way, { trustDevice: 30 })
      await giveApp(started, world.clock)
      const first = await way.enter(world, browser)
      if (both) {
        expectSignedIn(first)
        return
      }
      expectAsked(first, browser)
      const passed = await send(browser, 'check', { code: codeOf(world.clock), remember: 'on' })
      expectSignedIn(passed)
      expect(await facts(browser)).toMatchObject({ aal: 2 })
      await signOut(browser)

      expectSignedIn(await way.enter(world, browser))
      expect(await facts(browser)).toMatchObject({ amr: [...methods], aal: 1 })
      const other = started.app.openBrowser()
      expectAsked(await way.enter(world, other), other)
    })

    test('is not raised by an update of the session', async () => {
      const browser = await begin(way)
      expectSignedIn(await way.enter(world, browser))
      const before = await facts(browser)
      await updateSession(browser, { amr: ['mfa'], aal: 2, methods: 'mfa', user: { amr: ['mfa'] } })
      expect(await facts(browser)).toEqual(before)
    })
  })

  test('is asked for after a passkey whose authenticator did not verify its user', async () => {
    const browser = await begin()
    await submitPassword(browser, 'ada')
    await addKey(browser, world.key)
    await giveApp(started, world.clock)
    const other = started.app.openBrowser()
    // Flags UP alone.
    const response = await useKey(other, world.key, { flags: 1 })
    expect(sessionCookies(other)).toEqual([])
    if (response.headers.get('location') !== CHALLENGE) return
    expectSignedIn(await send(other, 'check', { code: codeOf(world.clock) }))
  })

  test('is asked for before a passkey is added, which would sign in without it', async () => {
    const browser = await begin()
    await submitPassword(browser, 'ada')
    await giveApp(started, world.clock)
    const refused = await addKey(browser, world.key)
    expect(refused.headers.get('location')).toContain('reason=step-up')
    expect(await world.store.adapter.listAuthenticatorsByUserId?.(ADA.id)).toEqual([])
  })

  test('keeps a sign-in from linking an account by its address before it is shown', async () => {
    const there = 'ada@harbour.example'
    await world.store.adapter.updateUser?.({ id: ADA.id, email: there, emailVerified: new Date(0) })
    const provider = oidcProvider(idp, { allowDangerousEmailAccountLinking: true })
    const browser = await begin(undefined, {}, { providers: [provider] })
    await giveApp(started, world.clock)
    expectAsked(await signInWith(browser, 'harbour'), browser)
    expect(
      await world.store.adapter.getUserByAccount?.({
        provider: 'harbour',
        providerAccountId: 'ada-1815',
      }),
    ).toBeNull()
    expectSignedIn(await send(browser, 'check', { code: codeOf(world.clock) }))
    expect(await facts(browser)).toMatchObject({ aal: 2 })
  })

  test('is asked for once more by each way that is linked to the account', async () => {
    const browser = await begin()
    await submitPassword(browser, 'ada')
    expectSignedIn(await enterByGuild(browser))
    await giveApp(started, world.clock)
    for (const enter of [
      (one: Browser) => enterByGuild(one),
      (one: Browser) => submitPassword(one, 'ada'),
      (one: Browser) => enterByLink(world, one),
    ]) {
      const one = started.app.openBrowser()
      expectAsked(await enter(one), one)
    }
  })

  test('that a stranger has set up for an address goes with the first proof of it', async () => {
    const browser = await begin()
    await world.store.adapter.updateUser?.({ id: ADA.id, emailVerified: null })
    await giveApp(started, world.clock)
    expectSignedIn(await enterByLink(world, browser))
    expect(await started.system().has(ADA.id)).toBe(false)
  })

  test.runIf(strategy === 'database')(
    'is not counted for a session from before a migration',
    async () => {
      const migrate = { from: 'next-auth', until: '2100-01-01' } as const
      const browser = await begin(undefined, {}, { migrate, session: { strategy } })
      const sessionToken = 'b6e1f4f0-5a8b-4f0c-9f63-0a3d1f1f8c11'
      const expires = new Date(world.clock.now() + 1_000_000)
      await world.store.adapter.createSession?.({ sessionToken, userId: ADA.id, expires })
      await giveApp(started, world.clock)
      plantCookie(browser, '__Host-latchstring.session-token', sessionToken)
      expect(await facts(browser)).toMatchObject({ aal: 1 })
      const response = await browser.open(`${BASE}/factors/codes`)
      expect(response.status).toBe(303)
      expect(await response.text()).not.toContain('Create new codes')
    },
  )
}
