import type { AuthConfig } from '@latchstring/core'
import Passkey from '@latchstring/core/providers/passkey'
import type { FactorsOptions } from '@latchstring/factors'
import { BASE, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { createAuthenticator } from '@latchstring/test-kit/fake-authenticator'
import { idpForEachTest } from '@latchstring/test-kit/for-each-test'
import { passwords, submitPassword } from '@latchstring/test-kit/people'
import { expectSignedIn, readSession, sessionCookies } from '@latchstring/test-kit/story'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  codeOf,
  factsOf,
  type FactorsWorld,
  giveApp,
  openFactorsWorld,
  openFactorStore,
  send,
  type Started,
} from './src/factors-world.ts'
import { addKey, askOptions, requestOptions, sendAnswer, useKey } from './src/passkeys.ts'

const CHALLENGE = `${BASE}/factors/challenge`
const WAITING = { waiting: 'on' }

/** Flags of an authenticator that did not verify its user: UP alone. */
const UNVERIFIED = { flags: 1 }

describe.each(STRATEGIES)('A passkey as the second factor, with sessions by %s,', (strategy) => {
  const idp = idpForEachTest()
  let world: FactorsWorld
  let started: Started

  beforeEach(async () => {
    world = await openFactorsWorld(strategy, idp, openFactorStore)
    started = world.start()
  })

  const open = (): Browser => started.app.openBrowser()

  /** Ada has a passkey, and from then on an app. */
  async function prepare(
    options: FactorsOptions = {},
    config: Partial<AuthConfig> = {},
  ): Promise<void> {
    started = world.start(options, config)
    const browser = open()
    await submitPassword(browser, 'ada')
    await addKey(browser, world.key)
    await giveApp(started, world.clock)
  }

  /** A browser in which the sign-in of Ada waits. */
  async function waiting(): Promise<Browser> {
    const browser = open()
    const response = await submitPassword(browser, 'ada')
    expect(response.headers.get('location')).toBe(CHALLENGE)
    return browser
  }

  const answer = async (browser: Browser, key = world.key, bend = {}): Promise<Response> => {
    const options = await requestOptions(browser, WAITING)
    return sendAnswer(browser, 'authenticate', key.get(options, bend))
  }

  async function expectNothing(response: Response, browser: Browser): Promise<void> {
    expect(response.headers.get('location')).toContain(`${BASE}/signin?`)
    expect([sessionCookies(browser), await readSession(browser)]).toEqual([[], null])
  }

  test('is offered on the page for the code to a user who has one', async () => {
    const before = open()
    await giveApp(started, world.clock)
    await submitPassword(before, 'ada')
    expect(await (await before.open(CHALLENGE)).text()).not.toContain('data-webauthn="')
    expect((await askOptions(before, { action: 'authenticate', ...WAITING })).status).toBe(401)

    world = await openFactorsWorld(strategy, idp, openFactorStore)
    await prepare()
    const browser = await waiting()
    const page = await browser.open(CHALLENGE)
    const html = await page.text()
    expect(html).toContain(`data-webauthn="${BASE}/webauthn-options/passkey?waiting=on"`)
    expect(html).toContain('Sign in with a passkey')
    expect(html).toContain('navigator.credentials.get')
    expect(page.headers.get('content-security-policy')).toMatch(
      /script-src 'sha256-.*connect-src 'self'/,
    )
    const refused = await send(browser, 'check', { code: 'x' })
    expect(await refused.text()).toContain('data-webauthn="')
    expect(await (await browser.open(`${BASE}/factors/backup`)).text()).not.toContain(
      'data-webauthn="',
    )
  })

  test('completes the sign-in that waits, with what both have shown', async () => {
    await prepare()
    const browser = await waiting()
    const options = await requestOptions(browser, WAITING)
    expect(options.allowCredentials).toHaveLength(1)
    const given = world.key.get(options)
    expectSignedIn(await sendAnswer(browser, 'authenticate', given))
    const { amr, aal } = await factsOf(started.app, browser)
    expect([amr[0], amr.includes('mfa'), aal]).toEqual(['pwd', true, 2])

    // Once: neither the answer nor the sign-in is there any more.
    const other = await waiting()
    await expectNothing(await sendAnswer(other, 'authenticate', given), other)
  })

  test('of another user is refused, and the sign-in goes on waiting', async () => {
    await prepare()
    const grace = createAuthenticator({ origin: ORIGIN })
    const own = open()
    await submitPassword(own, 'grace')
    await addKey(own, grace)
    const browser = await waiting()
    await expectNothing(await answer(browser, grace), browser)
    expectSignedIn(await send(browser, 'check', { code: codeOf(world.clock) }))
    expect((await readSession(browser))?.user?.name).toBe('Ada Lovelace')
  })

  test('is bound to the sign-in that it was asked for', async () => {
    await prepare()
    const browser = await waiting()
    const options = await requestOptions(browser, WAITING)
    // Another sign-in takes the place of the one that waited.
    await submitPassword(browser, 'ada')
    await expectNothing(await sendAnswer(browser, 'authenticate', world.key.get(options)), browser)

    const ended = await waiting()
    const late = await requestOptions(ended, WAITING)
    await started.app.auth.sessions().end({ user: 'id-of-ada' })
    await expectNothing(await sendAnswer(ended, 'authenticate', world.key.get(late)), ended)

    const stranger = open()
    expect((await askOptions(stranger, { action: 'authenticate', ...WAITING })).status).toBe(401)
  })

  test('is none of the step in which an app is set up', async () => {
    const browser = open()
    await submitPassword(browser, 'ada')
    await addKey(browser, world.key)
    started = world.start({ require: 'always' })
    const there = open()
    const response = await submitPassword(there, 'ada')
    expect(response.headers.get('location')).toBe(`${BASE}/factors/enrol`)
    expect(await (await there.open(`${BASE}/factors/enrol`)).text()).not.toContain(
      'data-webauthn="',
    )
    expect((await askOptions(there, { action: 'authenticate', ...WAITING })).status).toBe(401)
  })

  test('whose authenticator did not verify the user counts beside a password, and not beside itself', async () => {
    const authenticationOptions = { userVerification: 'preferred' } as const
    await prepare({}, { providers: [passwords(), Passkey({ authenticationOptions })] })
    const browser = await waiting()
    expectSignedIn(await answer(browser, world.key, UNVERIFIED))
    expect(await factsOf(started.app, browser)).toMatchObject({ aal: 2 })

    const alone = open()
    const first = await useKey(alone, world.key, UNVERIFIED)
    expect(first.headers.get('location')).toBe(CHALLENGE)
    await expectNothing(await answer(alone, world.key, UNVERIFIED), alone)
    expectSignedIn(await answer(alone))
    expect(await factsOf(started.app, alone)).toMatchObject({ aal: 2 })
  })

  test('that was removed meanwhile completes nothing', async () => {
    await prepare()
    const browser = await waiting()
    const options = await requestOptions(browser, WAITING)
    const { adapter } = world.store
    const [passkey] = (await adapter.listAuthenticatorsByUserId?.('id-of-ada')) ?? []
    const providerAccountId = passkey?.providerAccountId ?? ''
    await adapter.unlinkAccount?.({ provider: 'passkey', providerAccountId })
    await expectNothing(await sendAnswer(browser, 'authenticate', world.key.get(options)), browser)
  })
})
