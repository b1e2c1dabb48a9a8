import { BASE, type Strategy, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { ADA, copyCookies } from '@latchstring/test-kit/people'
import { expectSignedIn, readSession, sessionCookies } from '@latchstring/test-kit/story'
import type { Adapter } from '@latchstring/core/adapters'
import { beforeEach, describe, expect, test } from 'vitest'
import { sourceOf } from './acting-world.ts'
import {
  addApp,
  askForMails,
  type EndsWorld,
  expectGrant,
  expectNoLongerWaiting,
  keptOf,
  openEndsWorld,
  opensReset,
  opensSignIn,
  WINDOW,
} from './ends-world.ts'
import { codeOf, codesIn, factsOf, send, setUp } from './factors-world.ts'
import { FIRST, formTo, NEXT, useLink } from './password-world.ts'

/** What ends what, over a store and two processes. */
export function whatEndsWhat(
  name: string,
  openStore: () => Promise<Adapter>,
  strategies: readonly Strategy[] = STRATEGIES,
): void {
  describe.each(strategies)(`REV-15 over ${name}, with sessions by %s:`, (strategy) =>
    rows(strategy, openStore),
  )
}

const isIn = async (browser: Browser): Promise<boolean> => (await readSession(browser)) !== null

function rows(strategy: Strategy, openStore: () => Promise<Adapter>): void {
  let world: EndsWorld

  beforeEach(async () => {
    world = await openEndsWorld(strategy, openStore)
  })

  /** What the notices were about that Ada was sent since a count. */
  const noticesSince = (count: number): readonly (string | undefined)[] =>
    world.mails.slice(count).map(({ purpose }) => purpose)

  /** The sessions of Ada, in the other process as well once the window is over. */
  async function areIn(...browsers: readonly Browser[]): Promise<readonly boolean[]> {
    world.clock.advance(WINDOW)
    return Promise.all(browsers.map(isIn))
  }

  /** Sessions of both processes, one of them copied; a sign-in that waits; and mails that were not used. */
  async function everything() {
    await addApp(world)
    const [own, other] = [await world.strong(), await world.strong(world.there)]
    const copy = copyCookies(other, world.there.openBrowser())
    const waiting = await world.begin()
    const mails = await askForMails(world)
    expect(await areIn(own, other, copy, waiting)).toEqual([true, true, true, false])
    return { own, other, copy, waiting, mails, count: world.mails.length }
  }

  test('a changed password', async () => {
    const { own, other, copy, waiting, mails, count } = await everything()
    const page = await (await own.open(`${BASE}/passwords/edit`)).text()
    const { action, fields } = formTo(page, 'change')
    const typed = { ...fields, current: FIRST, password: NEXT }
    expect((await own.submit(action, typed, { origin: 'null' })).status).toBe(200)
    expect(await areIn(own, other, copy)).toEqual([true, false, false])
    expect(await opensReset(world.there, mails)).toBe(false)
    await expectNoLongerWaiting(waiting, world.clock)
    expect(noticesSince(count)).toEqual(['passwords/changed'])
    await expectGrant(world)
  })

  test('a password that was reset by mail, after which the factor is asked for', async () => {
    const { own, other, copy, waiting, mails, count } = await everything()
    const browser = world.here.openBrowser()
    const reset = await useLink(browser, mails.reset.url, 'reset')
    expect(reset.headers.get('location')).toBe(`${BASE}/factors/challenge`)
    expect(sessionCookies(browser)).toEqual([])
    expect(await areIn(own, other, copy)).toEqual([false, false, false])
    await expectNoLongerWaiting(waiting, world.clock)
    expect(await opensReset(world.there, mails)).toBe(false)
    // It proves the address, as what reset the password did.
    expect(await opensSignIn(mails)).toBe(true)
    expect(noticesSince(count)).toEqual(['passwords/changed'])
    world.clock.advance(WINDOW)
    expectSignedIn(await send(browser, 'check', { code: codeOf(world.clock) }))
    await expectGrant(world)
  })

  test('a changed address', async () => {
    const { own, other, copy, waiting, mails } = await everything()
    await world.here.auth.sessions(sourceOf(own)).changed(ADA.id, 'email-changed')
    expect(await areIn(own, other, copy)).toEqual([true, false, false])
    expect(await opensReset(world.there, mails)).toBe(false)
    await expectNoLongerWaiting(waiting, world.clock)
    await expectGrant(world)
  })

  test('a first factor (FAC-11)', async () => {
    const [own, other] = [await world.begin(), await world.begin(world.there)]
    const before = [...own.cookies.values()]
    const count = world.mails.length
    expect(await areIn(own, other)).toEqual([true, true])
    const { fields } = await setUp(own, world.clock)
    expect(await areIn(own, other)).toEqual([true, false])
    expect(noticesSince(count)).toHaveLength(1)
    const old = copyCookies(own, world.here.openBrowser())
    await send(own, 'keep', { enrolment: fields['enrolment'] ?? '' })
    expect(await factsOf(world.here, own)).toMatchObject({ aal: 2 })
    // The session is another one, and the cookie from before it is of no use.
    expect([...own.cookies.values()]).not.toEqual(before)
    expect(await areIn(own, old)).toEqual([true, false])
    await expectGrant(world)
  })

  test('a further factor ends nothing', async () => {
    const { own, other } = await everything()
    expect((await setUp(own, world.clock)).page.status).toBeLessThan(400)
    expect(await areIn(own, other)).toEqual([true, true])
  })

  test('a factor that is removed (FAC-07)', async () => {
    const { own, other, copy, waiting, mails, count } = await everything()
    expect((await send(own, 'remove', { id: '1', sure: 'on' })).status).toBe(303)
    expect(await areIn(own, other, copy)).toEqual([true, false, false])
    expect(noticesSince(count)).toHaveLength(1)
    await expectNoLongerWaiting(waiting, world.clock)
    expect(await opensReset(world.there, mails)).toBe(false)
    expectSignedInNow(await world.begin(world.there))
    await expectGrant(world)
  })

  test('a backup code that is used', async () => {
    const { own, other, copy, waiting, mails, count } = await everything()
    const [code = ''] = codesIn(await (await send(own, 'regenerate')).text())
    const browser = await world.begin()
    world.clock.advance(1)
    expectSignedIn(await send(browser, 'recover', { code }))
    expect(await areIn(browser, own, other, copy)).toEqual([true, false, false, false])
    await expectNoLongerWaiting(waiting, world.clock)
    expect(await opensReset(world.there, mails)).toBe(false)
    // New codes, and one of them used.
    expect(noticesSince(count)).toHaveLength(2)
    await expectGrant(world)
  })

  test('an account of a service that is unlinked ends nothing', async () => {
    const { own, other, waiting, mails } = await everything()
    const listed = await own.open(`${BASE}/account`, { accept: 'application/json' })
    // The answer is a list of ways in.
    const { ways } = (await listed.json()) as {
      readonly ways: readonly { readonly id: string; readonly provider: string }[]
    }
    const remove = ways.find(({ provider }) => provider === 'guild')?.id ?? ''
    await own.submit(`${BASE}/account`, { csrfToken: await own.csrf(BASE), remove })
    const account = { provider: 'guild', providerAccountId: 'ada' }
    expect(await world.store.getUserByAccount?.(account)).toBeNull()
    expect(await areIn(own, other)).toEqual([true, true])
    expectSignedIn(await send(waiting, 'check', { code: codeOf(world.clock) }))
    expect(await opensSignIn(mails)).toBe(true)
    expect(await opensReset(world.there, mails)).toBe(true)
  })

  test('a user who is disabled', async () => {
    const { own, other, copy, waiting, mails } = await everything()
    await world.there.auth.sessions().changed(ADA.id, 'user-disabled')
    expect(await areIn(own, other, copy)).toEqual([false, false, false])
    expect(await opensReset(world.there, mails)).toBe(false)
    await expectNoLongerWaiting(waiting, world.clock)
  })

  test('a user who is deleted, with what was kept about factors', async () => {
    const { own, other, copy, waiting, mails } = await everything()
    await send(await world.begin(), 'check', { code: '000000' })
    expect(await keptOf(world)).toBeGreaterThan(1)
    await world.there.auth.sessions().changed(ADA.id, 'user-deleted')
    await world.store.deleteUser?.(ADA.id)
    expect(await areIn(own, other, copy)).toEqual([false, false, false])
    expect(await opensReset(world.there, mails)).toBe(false)
    await expectNoLongerWaiting(waiting, world.clock)
    expect(await keptOf(world)).toBe(0)
  })

  function expectSignedInNow(browser: Browser): void {
    expect(sessionCookies(browser)).not.toEqual([])
  }
}
