import type { AccountChange, Feature, UserExport } from '@latchstring/core/features'
import type { FactorsOptions } from '@latchstring/factors'
import { factors, trustedBrowsers } from '@latchstring/factors'
import { BASE, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { idpForEachTest } from '@latchstring/test-kit/for-each-test'
import { readForms } from '@latchstring/test-kit/forms'
import { ADA, PEOPLE, type Person, plantCookie, submitPassword } from '@latchstring/test-kit/people'
import {
  expectSignedIn,
  readLocation,
  sessionCookies,
  signOut,
  submitForm,
} from '@latchstring/test-kit/story'
import { beforeEach, describe, expect, test } from 'vitest'
import { sourceOf } from './src/acting-world.ts'
import {
  codeOf,
  factsOf,
  type FactorsWorld,
  formOf,
  giveApp,
  openFactorsWorld,
  openFactorStore,
  send,
  type Started,
  wrongCode,
} from './src/factors-world.ts'
import { addKey } from './src/passkeys.ts'

const COOKIE = '__Host-latchstring.browser.factors'
const CHALLENGE = `${BASE}/factors/challenge`
const DAY = 86_400
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Firefox/140.0' }

describe.each(STRATEGIES)('A browser that is not asked again, with sessions by %s,', (strategy) => {
  const idp = idpForEachTest()
  let world: FactorsWorld
  let started: Started

  const start = (options: FactorsOptions = {}, config = {}): Started => {
    started = world.start({ trustDevice: 30, ...options }, config)
    return started
  }

  beforeEach(async () => {
    world = await openFactorsWorld(strategy, idp, openFactorStore)
    start()
    await giveApp(started, world.clock)
  })

  const open = (): Browser => started.app.openBrowser()
  /** The browser before the application as it is by now, signed out. */
  const moved = (from: Browser): Browser => {
    const browser = open()
    plantCookie(browser, COOKIE, cookieIn(from))
    return browser
  }
  const cookieIn = (browser: Browser): string => browser.cookies.get(COOKIE) ?? ''

  /** Signs in with password and code, with a tick in the box, and out again. */
  async function trust(browser: Browser = open(), who: Person = 'ada'): Promise<Browser> {
    await submitPassword(browser, who)
    world.clock.advance(60)
    const fields = { code: codeOf(world.clock), remember: 'on' }
    expectSignedIn(await send(browser, 'check', fields, FIREFOX))
    await signOut(browser)
    return browser
  }

  async function isAsked(browser: Browser, who: Person = 'ada'): Promise<boolean> {
    if (sessionCookies(browser).length > 0) await signOut(browser)
    const location = readLocation(await submitPassword(browser, who)).href
    if (location === CHALLENGE) {
      expect(sessionCookies(browser)).toEqual([])
      return true
    }
    expect(location).toBe(new URL('/inside', BASE).href)
    return false
  }

  const operations = (browser: Browser) =>
    started.app.auth.feature(started.feature, sourceOf(browser))
  const rowsOf = async (user: string = ADA.id) => {
    const found = await world.store.adapter.records?.find(trustedBrowsers, {
      field: 'userId',
      value: user,
      limit: 50,
    })
    return found?.rows ?? []
  }

  test('is offered below the code, and remembered by a cookie that no script sees', async () => {
    const browser = open()
    await submitPassword(browser, 'ada')
    const html = await (await browser.open(CHALLENGE)).text()
    expect(html).toContain('Don’t ask again in this browser for 30 days')
    expect(html).toMatch(
      /<input[^>]*name="remember"[^>]*type="checkbox"|type="checkbox"[^>]*name="remember"/,
    )
    const german = await browser.open(CHALLENGE, { 'accept-language': 'de' })
    expect(await german.text()).toContain('In diesem Browser nicht erneut fragen: 30 Tage')
    const response = await send(browser, 'check', { code: codeOf(world.clock), remember: 'on' })
    const [header = ''] = response.headers.getSetCookie().filter((one) => one.startsWith(COOKIE))
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/', 'Max-Age=2592000']) {
      expect(header).toContain(part)
    }
    expect(header).not.toContain('Domain')
  })

  test('is remembered by what a script sends as well', async () => {
    const browser = open()
    await submitPassword(browser, 'ada')
    const csrfToken = await browser.csrf(BASE)
    const body = { code: codeOf(world.clock), remember: true, csrfToken }
    await browser.submitJson(`${BASE}/factors/check`, body)
    await signOut(browser)
    expect(await isAsked(browser)).toBe(false)
  })

  test('is one in which the box was ticked beside a right code, with the option', async () => {
    const browser = open()
    await submitPassword(browser, 'ada')
    await send(browser, 'check', { code: wrongCode(world.clock), remember: 'on' })
    expect([cookieIn(browser), await rowsOf()]).toEqual(['', []])
    expectSignedIn(await send(browser, 'check', { code: codeOf(world.clock) }))
    await signOut(browser)
    expect(await isAsked(browser)).toBe(true)

    started = world.start()
    world.clock.advance(60)
    const without = open()
    await submitPassword(without, 'ada')
    expect(await (await without.open(CHALLENGE)).text()).not.toContain('checkbox')
    expectSignedIn(await send(without, 'check', { code: codeOf(world.clock), remember: 'on' }))
    await signOut(without)
    expect(await isAsked(without)).toBe(true)
  })

  test('has sessions of one factor, which are raised by a code and change no factor before', async () => {
    const browser = await trust()
    expect(await isAsked(browser)).toBe(false)
    expect(await factsOf(started.app, browser)).toMatchObject({ amr: ['pwd'], aal: 1 })
    await expect(started.app.auth.require(sourceOf(browser), { aal: 2 })).rejects.toMatchObject({
      type: 'StepUpRequired',
    })
    expect((await send(browser, 'regenerate')).status).toBe(403)
    const refused = await addKey(browser, world.key)
    expect(refused.headers.get('location')).toContain('reason=step-up')
    world.clock.advance(60)
    await send(browser, 'confirm', { code: codeOf(world.clock) })
    expect(await factsOf(started.app, browser)).toMatchObject({ aal: 2 })
  })

  const ENDS: readonly AccountChange[] = [
    'password-changed',
    'password-reset',
    'passkey-removed',
    'factor-removed',
    'recovery-used',
    'user-disabled',
    'user-deleted',
  ]
  const KEEPS: readonly AccountChange[] = [
    'email-changed',
    'factor-added',
    'passkey-added',
    'account-linked',
    'account-unlinked',
  ]

  test('is asked again after each change that takes away what was shown, and after no other', async () => {
    for (const change of [...ENDS, ...KEEPS]) {
      const browser = await trust()
      world.clock.advance(1)
      await started.app.auth.sessions().changed(ADA.id, change)
      expect([change, await isAsked(browser)]).toEqual([change, ENDS.includes(change)])
      expect([change, await rowsOf()]).toEqual([
        change,
        ENDS.includes(change) ? [] : [expect.anything()],
      ])
      await started.app.auth.sessions().end({ user: ADA.id })
    }
  })

  test('is asked again also where the application keeps the sessions', async () => {
    start(
      {},
      {
        session: {
          strategy,
          revocation: strategy === 'jwt',
          endOn: { 'password-changed': 'none' },
        },
      },
    )
    const browser = await trust()
    await started.app.auth.sessions().changed(ADA.id, 'password-changed')
    expect(await isAsked(browser)).toBe(true)
  })

  test('is asked again once all sessions of the user were ended, or those of everyone', async () => {
    const browser = await trust()
    await started.app.auth.sessions().end({ user: ADA.id })
    expect(await isAsked(browser)).toBe(true)

    const other = await trust()
    world.clock.advance(1)
    await started.app.auth.sessions().end({ all: true })
    expect(await isAsked(other)).toBe(true)
    // Remembered anew, it is for the user who was asked alone.
    await trust(other)
    expect(await isAsked(other)).toBe(false)
  })

  test('is asked again after a sign-out everywhere from another browser, and not after one that is its own', async () => {
    const browser = await trust()
    await isAsked(browser)
    await signOut(browser)
    expect(await isAsked(browser)).toBe(false)
    const other = open()
    await submitPassword(other, 'ada')
    world.clock.advance(60)
    await send(other, 'check', { code: codeOf(world.clock) })
    const csrfToken = await other.csrf(BASE)
    await other.submit(`${BASE}/signout`, { csrfToken, everywhere: 'true' })
    await signOut(browser)
    expect(await isAsked(browser)).toBe(true)
  })

  test('is asked again after a backup code, and for an app where the user has none any more', async () => {
    const browser = await trust()
    await started.system().importCodes(ADA.id, ['backup-code-1'])
    const other = open()
    await submitPassword(other, 'ada')
    expectSignedIn(await send(other, 'recover', { code: 'backup-code-1' }))
    expect(await isAsked(browser)).toBe(true)

    const second = await trust()
    start({ require: 'always' })
    await started.system().removeAll(ADA.id)
    const response = await submitPassword(moved(second), 'ada')
    expect(response.headers.get('location')).toBe(`${BASE}/factors/enrol`)
  })

  test('is asked again after its days, and sooner where the application allows fewer by now', async () => {
    const browser = await trust()
    world.clock.advance(6 * DAY)
    expect(await isAsked(browser)).toBe(false)
    start({ trustDevice: 7 })
    const fewer = moved(browser)
    expect(await isAsked(fewer)).toBe(false)
    world.clock.advance(DAY)
    expect(await isAsked(moved(fewer))).toBe(true)
    start({ trustDevice: 30 })
    const more = moved(browser)
    expect(await isAsked(more)).toBe(false)
    world.clock.advance(23 * DAY)
    expect(await isAsked(moved(browser))).toBe(true)
  })

  test('is that of each user who ticked the box in it, and of no other', async () => {
    const browser = await trust()
    await giveApp(started, world.clock, PEOPLE.grace.id)
    expect(await isAsked(browser, 'grace')).toBe(true)
    await trust(browser, 'grace')
    expect([await isAsked(browser), await isAsked(browser, 'grace')]).toEqual([false, false])
    await started.app.auth.sessions().changed(PEOPLE.grace.id, 'password-changed')
    expect([await isAsked(browser), await isAsked(browser, 'grace')]).toEqual([false, true])
  })

  test('spares whoever has its cookie the code, and nothing else', async () => {
    const browser = await trust()
    const thief = open()
    plantCookie(thief, COOKIE, cookieIn(browser))
    const wrong = await submitPassword(thief, 'ada', { password: 'wrong' })
    expect([wrong.headers.get('location') === CHALLENGE, sessionCookies(thief)]).toEqual([
      false,
      [],
    ])
    expect(await isAsked(thief)).toBe(false)
    expect(await factsOf(started.app, thief)).toMatchObject({ aal: 1 })
    await signOut(thief)
    await isAsked(browser)
    const [listed] = (await operations(browser).list()).browsers ?? []
    expect(await operations(browser).askAgain(listed?.id ?? '')).toBe(true)
    expect(await isAsked(thief)).toBe(true)
  })

  test('is not that of a person who has planted a cookie in it beforehand', async () => {
    await giveApp(started, world.clock, PEOPLE.grace.id)
    const own = await trust(open(), 'grace')
    const browser = open()
    plantCookie(browser, COOKIE, cookieIn(own))
    await trust(browser)
    expect([await isAsked(browser), await isAsked(own)]).toEqual([false, true])
  })

  test('is found by no cookie that was changed, made up, too long or of another kind', async () => {
    const browser = await trust()
    const value = cookieIn(browser)
    const session = open()
    await isAsked(session)
    const [waiting = ''] = [...session.cookies].flatMap(([name, one]) =>
      name.includes('waiting') ? [one] : [],
    )
    const [row] = await rowsOf()
    const forged = [
      `${value.slice(0, -3)}abc`,
      `${value}x`,
      waiting,
      JSON.stringify(row?.values['id']).slice(1, -1),
      JSON.stringify([row?.values['id']]),
      'x'.repeat(4000),
      '',
    ]
    for (const one of forged) {
      const thief = open()
      plantCookie(thief, COOKIE, one)
      expect([one, await isAsked(thief)]).toEqual([one, true])
    }
  })

  test('is found by the right one of two cookies', async () => {
    const browser = await trust()
    const fields = {
      csrfToken: await browser.csrf(BASE),
      username: 'ada',
      password: 'correct horse battery staple',
    }
    const cookies = [...browser.cookies].map(([name, value]) => `${name}=${value}`)
    const cookie = [`${COOKIE}=made-up`, ...cookies].join('; ')
    const response = await browser.submit(`${BASE}/callback/credentials`, fields, { cookie })
    expect(response.headers.get('location')).not.toBe(CHALLENGE)
    expect(response.headers.getSetCookie().some((one) => one.includes('session-token'))).toBe(true)
  })

  test('is asked again once its row is gone', async () => {
    const browser = await trust()
    await world.store.adapter.records?.clear(trustedBrowsers, 'userId', ADA.id)
    expect(await isAsked(browser)).toBe(true)
  })

  test('is on the account page of its user, who ends it there, and no one else does', async () => {
    const browser = await trust()
    await isAsked(browser)
    const page = await browser.open(`${BASE}/account`)
    const html = await page.clone().text()
    expect(html).toContain('Browsers that don’t need a code')
    expect(html).toContain('Firefox on Windows')
    expect(html).toContain('This browser · No code needed until')
    const { action, fields } = await formOf(page, 'ask-again')

    const grace = open()
    await submitPassword(grace, 'grace')
    await send(grace, 'ask-again', { id: fields['id'] ?? '' })
    expect(await operations(grace).askAgain(fields['id'] ?? '')).toBe(false)
    await send(open(), 'ask-again', { id: fields['id'] ?? '' })
    expect(await rowsOf()).toHaveLength(1)

    await submitForm(browser, { action, fields })
    expect(await rowsOf()).toEqual([])
    await signOut(browser)
    expect(await isAsked(browser)).toBe(true)
  })

  test('says in a session that a backup code is asked for once it is ended', async () => {
    const browser = await trust()
    await isAsked(browser)
    const page = await browser.open(`${BASE}/factors/raise`)
    expect(await page.clone().text()).toContain(
      'This browser doesn’t need a code when you sign in.',
    )
    await submitForm(browser, await formOf(page, 'ask-again'))
    await signOut(browser)
    expect(await isAsked(browser)).toBe(true)
    const other = open()
    await submitPassword(other, 'ada')
    world.clock.advance(60)
    await send(other, 'check', { code: codeOf(world.clock) })
    const there = readForms(await (await other.open(`${BASE}/factors/raise`)).text())
    expect(there.some(({ action }) => action.endsWith('ask-again'))).toBe(false)
  })

  test('is one of ten at most: the oldest goes, and one that is remembered again counts once', async () => {
    const before = await trust()
    start({ trustDevice: 1 })
    world.clock.advance(2 * DAY)
    await trust(moved(before))
    expect(await rowsOf()).toHaveLength(1)

    start()
    const first = await trust()
    for (let more = 0; more < 10; more += 1) await trust()
    expect(await rowsOf()).toHaveLength(10)
    expect(await isAsked(first)).toBe(true)
  })

  test('is listed and exported with its times, and goes with the user', async () => {
    const browser = await trust()
    await isAsked(browser)
    const { browsers = [] } = await operations(browser).list()
    expect(browsers).toMatchObject([{ label: 'Firefox on Windows' }])
    const [one] = browsers
    expect((one?.expires.getTime() ?? 0) - (one?.createdAt.getTime() ?? 0)).toBe(30 * DAY * 1000)
    const { record } = await exportOf()
    expect(record).toEqual([
      {
        label: 'Firefox on Windows',
        createdAt: one?.createdAt.toISOString(),
        expires: one?.expires.toISOString(),
      },
    ])
    await world.store.adapter.deleteUser?.(ADA.id)
    expect(await rowsOf()).toEqual([])
  })

  /** Calls what a feature can export. */
  async function exportOf() {
    const exporter: Feature<object, { whole(id: string): Promise<UserExport | null> }> = {
      name: 'exporter',
      system: { whole: async ({ exportUser }, id) => exportUser(id) },
    }
    const app = world.open([exporter, factors({ trustDevice: 30 })])
    const exported = await app.auth.system(exporter).whole(ADA.id)
    return { record: exported?.records['auth_factors_browsers'] }
  }
})

test.each([0, 91, 1.5, '30', true, Number.NaN])('`trustDevice` cannot be %s', (trustDevice) => {
  // What no type has checked.
  expect(() => factors({ trustDevice: trustDevice as number })).toThrow(
    '`trustDevice` of `factors` has to be a whole number of days from 1 to 90.',
  )
})
