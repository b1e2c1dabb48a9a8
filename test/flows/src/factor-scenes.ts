import { createRequire } from 'node:module'
import { BASE, type Strategy, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { idpForEachTest } from '@latchstring/test-kit/for-each-test'
import { readForms } from '@latchstring/test-kit/forms'
import { ADA, copyCookies, PEOPLE, submitPassword } from '@latchstring/test-kit/people'
import {
  expectSignedIn,
  readLocation,
  readSession,
  sessionCookies,
} from '@latchstring/test-kit/story'
import { URI } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { backupCodes, totp } from '@latchstring/factors'
import { sourceOf } from './acting-world.ts'
import { enterByGuild } from './gate-world.ts'
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
  wrongCode,
} from './factors-world.ts'

/** It is CommonJS whose types name another kind of module. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
const jsQr = createRequire(import.meta.url)('jsqr') as (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
) => { readonly data: string } | null

const TEN_MINUTES = 600

/** Reads the drawing of a page as a camera does. */
function readQr(html: string): string | undefined {
  const [, size = '0', path = ''] =
    /viewBox="0 0 (\d+) \d+"[\s\S]*?<path d="([^"]+)"/.exec(html) ?? []
  const scale = 4
  const width = Number(size) * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let dy = 0; dy < scale; dy += 1) {
      for (let dx = 0; dx < scale; dx += 1) {
        const at = ((Number(y) * scale + dy) * width + Number(x) * scale + dx) * 4
        pixels.fill(0, at, at + 3)
      }
    }
  }
  return jsQr(pixels, width, width)?.data
}

/** What people do with apps for codes and with backup codes, over a store. */
export function factorScenes(name: string, openStore: OpenFactorStore): void {
  describe.each(STRATEGIES)(`An app for codes, over ${name}, with sessions by %s,`, (strategy) =>
    scenes(strategy, openStore),
  )
}

function scenes(strategy: Strategy, openStore: OpenFactorStore): void {
  const idp = idpForEachTest()
  let world: FactorsWorld
  let started: Started

  beforeEach(async () => {
    world = await openFactorsWorld(strategy, idp, openStore)
    started = world.start()
  })

  const open = (): Browser => started.app.openBrowser()
  const facts = (browser: Browser) => factsOf(started.app, browser)

  async function waiting(): Promise<Browser> {
    const browser = open()
    await submitPassword(browser, 'ada')
    expect(sessionCookies(browser)).toEqual([])
    return browser
  }

  async function signedIn(): Promise<Browser> {
    const browser = open()
    expectSignedIn(await submitPassword(browser, 'ada'))
    return browser
  }

  test('is set up by a page whose drawing and key apps can read, and raises the session', async () => {
    const browser = await signedIn()
    const [other, guest] = [await signedIn(), open()]
    const page = await browser.open(`${BASE}/factors/set-up?callbackUrl=%2Finside`)
    expectSignedIn(await enterByGuild(guest, 'mona'))
    const begun = await send(browser, 'begin', (await formOf(page, 'begin')).fields)
    const html = await begun.text()
    const read = URI.parse(readQr(html) ?? '')
    expect(read).toMatchObject({
      issuer: 'app.example',
      label: ADA.email,
      algorithm: 'SHA1',
      digits: 6,
      period: 30,
    })
    const secret = keyIn(html)
    expect(read.secret.base32).toBe(secret)

    const { fields } = readForms(html).find(({ action }) => action.endsWith('/turn-on')) ?? {
      fields: {},
    }
    const wrong = await send(browser, 'turn-on', { ...fields, code: wrongCode(world.clock) })
    expect([wrong.status, keyIn(await wrong.text())]).toEqual([400, secret])
    const code = codeOf(world.clock, { secret })
    world.clock.advance(0.001)
    const shown = await send(browser, 'turn-on', { ...fields, code })
    const codes = codesIn(await shown.clone().text())
    expect([shown.status, codes.length, new Set(codes).size]).toEqual([200, 5, 5])
    expect((await facts(browser)).aal).toBe(1)
    // Those of the user that were begun without it.
    expect([await readSession(other), await readSession(guest)]).toEqual([null, expect.anything()])

    const kept = await send(browser, 'keep', (await formOf(shown, 'keep')).fields)
    expect([kept.status, readLocation(kept).pathname]).toEqual([303, '/inside'])
    expect(await facts(browser)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'], aal: 2 })
    // The code of the page is spent.
    const next = await waiting()
    expect((await send(next, 'check', { code })).status).toBe(400)
    expectSignedIn(await send(next, 'check', { code: codeOf(world.clock, { secret, steps: 1 }) }))
  })

  test('shows its key to no one else, and to no other request of its user', async () => {
    const browser = await signedIn()
    const begun = await send(browser, 'begin')
    const secret = keyIn(await begun.clone().text())
    const { fields } = await formOf(begun, 'turn-on')
    const page = `${BASE}/factors/set-up?enrolment=${fields['enrolment']}`
    expect(keyIn(await (await browser.open(page)).text())).toBe(secret)
    for (const address of [`${BASE}/factors/set-up`, `${page}x`]) {
      expect(await (await browser.open(address)).text()).not.toContain(secret.slice(0, 4))
    }
    const grace = open()
    await submitPassword(grace, 'grace')
    expect(keyIn(await (await grace.open(page)).text())).toBe('')
    const stolen = await send(grace, 'turn-on', {
      ...fields,
      code: codeOf(world.clock, { secret }),
    })
    expect(stolen.status).toBe(410)
    // It ends after a quarter of an hour.
    world.clock.advance(1.5 * TEN_MINUTES)
    const late = await send(browser, 'turn-on', {
      ...fields,
      code: codeOf(world.clock, { secret }),
    })
    expect(late.status).toBe(410)
    expect(await started.system().has(ADA.id)).toBe(false)
  })

  test('takes a code once, of 32 requests at the same time', async () => {
    started = world.start({}, { limits: false })
    await giveApp(started, world.clock)
    const browsers = await Promise.all(Array.from({ length: 32 }, waiting))
    const code = codeOf(world.clock)
    const responses = await Promise.all(browsers.map((browser) => send(browser, 'check', { code })))
    expect(browsers.filter((browser) => sessionCookies(browser).length > 0)).toHaveLength(1)
    const others = responses.filter(({ status }) => [400, 429].includes(status))
    expect(others).toHaveLength(31)
  })

  test('takes no code that is older than one it has taken, also where the clock goes back', async () => {
    await giveApp(started, world.clock)
    const older = codeOf(world.clock)
    world.clock.advance(30)
    await signInWithCode(started.app, world.clock)
    const browser = await waiting()
    for (const code of [older, codeOf(world.clock)]) {
      expect((await send(browser, 'check', { code })).status).toBe(400)
    }
    world.clock.advance(-60)
    expect((await send(browser, 'check', { code: codeOf(world.clock) })).status).toBe(400)
    expect(sessionCookies(browser)).toEqual([])
  })

  test('lets a sign-in that waits open nothing but its own pages, once, for ten minutes', async () => {
    await giveApp(started, world.clock)
    const browser = await waiting()
    for (const path of [
      'account',
      'devices',
      'factors/raise',
      'factors/set-up',
      'factors/codes',
      'factors/names',
    ]) {
      const response = await browser.open(`${BASE}/${path}`)
      expect([path, response.status === 200]).toEqual([path, false])
    }
    for (const word of [
      'begin',
      'turn-on',
      'keep',
      'remove',
      'regenerate',
      'rename',
      'confirm',
      'enrol-begin',
      'enrol-confirm',
      'enrol-done',
    ]) {
      const fields = { id: '1', sure: 'on', code: codeOf(world.clock), enrolment: 'x', label: 'x' }
      const response = await send(browser, word, fields)
      expect([word, readLocation(response).pathname]).toEqual([word, '/auth/signin'])
    }
    expect(await readSession(browser)).toBeNull()
    const copy = copyCookies(browser, open())
    expectSignedIn(await send(browser, 'check', { code: codeOf(world.clock) }))
    world.clock.advance(60)
    expect(readLocation(await send(copy, 'check', { code: codeOf(world.clock) })).pathname).toBe(
      '/auth/signin',
    )

    const late = await waiting()
    world.clock.advance(TEN_MINUTES + 1)
    await send(late, 'check', { code: codeOf(world.clock) })
    expect(sessionCookies(late)).toEqual([])
  })

  test('is enrolled by one sign-in of two that wait for it, and the other one is asked for it', async () => {
    started = world.start({ require: 'always' })
    const words = { begin: 'enrol-begin', confirm: 'enrol-confirm' }
    const [one, other] = [await waiting(), await waiting()]
    const begun = await send(other, 'enrol-begin')
    const secret = keyIn(await begun.clone().text())
    const { fields } = await formOf(begun, 'enrol-confirm')
    const { page, fields: theirs } = await setUp(one, world.clock, words)
    const late = await send(other, 'enrol-confirm', {
      ...fields,
      code: codeOf(world.clock, { secret }),
    })
    expect(late.status).toBe(409)
    expect((await send(other, 'enrol-begin')).status).toBe(409)
    // Neither with its own form nor with that of the other one.
    for (const form of [fields, theirs]) {
      await send(copyCookies(other, open()), 'enrol-done', { enrolment: form['enrolment'] ?? '' })
    }
    expect(sessionCookies(other)).toEqual([])
    expect(await readSession(other)).toBeNull()
    expect(
      (await send(one, 'enrol-done', (await formOf(page, 'enrol-done')).fields)).status,
    ).toBeLessThan(500)
  })

  describe('and its user', () => {
    let browser: Browser
    let codes: readonly string[]
    let secret: string

    beforeEach(async () => {
      browser = await signedIn()
      const done = await setUp(browser, world.clock)
      ;({ codes, secret } = done)
      world.clock.advance(60)
      await send(browser, 'keep', { enrolment: done.fields['enrolment'] ?? '' })
      expect((await facts(browser)).aal).toBe(2)
    })

    const recover = (from: Browser, code: string) => send(from, 'recover', { code })

    test('comes in with a backup code, once, which ends the other sessions', async () => {
      const one = await waiting()
      expect(await (await one.open(`${BASE}/factors/challenge`)).text()).toContain(
        `${BASE}/factors/backup`,
      )
      world.clock.advance(1)
      expectSignedIn(await recover(one, codes[0]?.toLowerCase().replaceAll('-', ' ') ?? ''))
      expect(await facts(one)).toMatchObject({ aal: 2 })
      expect(await readSession(browser)).toBeNull()
      const again = await waiting()
      expect((await recover(again, codes[0] ?? '')).status).toBe(400)
      expect(await (await one.open(`${BASE}/account`)).text()).toContain('Backup codes left: 4')
      // The session is recent and has shown both: the lost app can be replaced.
      const added = await setUp(one, world.clock)
      expect(added.page.status).toBe(303)
      expect((await send(one, 'remove', { id: '1', sure: 'on' })).status).toBe(303)
      world.clock.advance(60)
      const later = await waiting()
      expectSignedIn(
        await send(later, 'check', { code: codeOf(world.clock, { secret: added.secret }) }),
      )
    })

    test('takes a backup code once, of 16 requests at the same time', async () => {
      started = world.start({}, { limits: false })
      const browsers = await Promise.all(Array.from({ length: 16 }, waiting))
      await Promise.all(browsers.map((one) => recover(one, codes[1] ?? '')))
      expect(browsers.filter((one) => sessionCookies(one).length > 0)).toHaveLength(1)
    })

    test('keeps codes as hashes and keys sealed, each of use in its own row alone', async () => {
      const { adapter } = world.store
      const find = { field: 'userId', value: ADA.id, limit: 100 }
      const kept = await adapter.records?.find(backupCodes, find)
      const apps = await adapter.records?.find(totp, find)
      const text = JSON.stringify([kept, apps])
      for (const one of [...codes, secret]) {
        expect(text).not.toContain(one)
        expect(text).not.toContain(one.replaceAll('-', '').slice(1))
      }
      const [row] = apps?.rows ?? []
      if (!row) throw new Error('There is an app.')
      const grace = PEOPLE.grace.id
      await adapter.records?.insert(
        totp,
        { ...row, values: { ...row.values, userId: grace } },
        world.clock.now(),
      )
      const stolen = open()
      await submitPassword(stolen, 'grace')
      await send(stolen, 'check', { code: codeOf(world.clock, { secret }) })
      expect(sessionCookies(stolen)).toEqual([])
    })

    test('gets new codes in place of all old ones', async () => {
      const page = await send(browser, 'regenerate')
      const renewed = codesIn(await page.text())
      expect(renewed).toHaveLength(5)
      const one = await waiting()
      for (const code of codes) expect((await recover(one, code)).status).toBe(400)
      expectSignedIn(await recover(await waiting(), renewed[4] ?? ''))
    })

    test('changes factors in a session that is recent and has shown both', async () => {
      const weak = copyCookies(browser, open())
      world.clock.advance(2 * 3600)
      for (const word of ['begin', 'remove', 'regenerate', 'turn-on', 'keep']) {
        const fields = {
          id: '1',
          sure: 'on',
          code: codeOf(world.clock, { secret }),
          enrolment: 'x',
        }
        const response = await send(weak, word, fields)
        expect([word, readLocation(response).searchParams.get('reason')]).toEqual([word, 'step-up'])
      }
      expect(await started.system().has(ADA.id)).toBe(true)
    })

    test('removes it after a question, and other sessions end with it', async () => {
      const other = await signInWithCodeOf(secret)
      const question = await send(browser, 'remove', { id: '1' })
      const html = await question.clone().text()
      expect(html).toContain('Turn off two-step verification')
      expect(await started.system().has(ADA.id)).toBe(true)
      world.clock.advance(1)
      const { fields } = await formOf(question, 'remove')
      expect((await send(browser, 'remove', fields)).status).toBe(303)
      expect(await started.system().has(ADA.id)).toBe(false)
      expect(await readSession(other)).toBeNull()
      expect(await readSession(browser)).not.toBeNull()
      expectSignedIn(await submitPassword(open(), 'ada'))
    })

    test('cannot remove the last one where the policy asks for it', async () => {
      started = world.start({ require: ({ id }) => id === ADA.id })
      const strong = await signInWithCodeOf(secret)
      expect((await send(strong, 'remove', { id: '1', sure: 'on' })).status).toBe(409)
      expect(await started.system().has(ADA.id)).toBe(true)
    })

    test('lists, renews and removes by operations, and not in a weaker session', async () => {
      const own = () => started.app.auth.feature(started.feature, sourceOf(browser))
      expect(await own().list()).toMatchObject({
        apps: [{ id: '1', label: 'Authenticator app' }],
        backupCodes: 5,
      })
      expect(await own().regenerate()).toHaveLength(5)
      await own().remove('1')
      expect(await own().list()).toEqual({ apps: [], backupCodes: 0 })
    })

    test('is told of in a mail, also where an operation changes it', async () => {
      const { app, feature, system } = world.start({ notices: true })
      const own = () => app.auth.feature(feature, sourceOf(browser))
      await own().regenerate()
      await own().remove('1')
      await giveApp({ app, feature, system }, world.clock)
      await system().removeAll(ADA.id)
      await system().removeAll(ADA.id)
      expect(world.box.letters.map(({ identifier }) => identifier)).toEqual(
        Array.from({ length: 3 }, () => ADA.email),
      )
    })

    async function signInWithCodeOf(key: string): Promise<Browser> {
      const one = await waiting()
      expectSignedIn(await send(one, 'check', { code: codeOf(world.clock, { secret: key }) }))
      world.clock.advance(60)
      return one
    }
  })

  describe('that came to be there while its user was signed in', () => {
    let browser: Browser

    beforeEach(async () => {
      browser = await signedIn()
      await giveApp(started, world.clock)
    })

    test('is asked for before factors are changed, by every page and form', async () => {
      for (const page of ['set-up', 'codes']) {
        const location = readLocation(await browser.open(`${BASE}/factors/${page}`))
        expect([location.pathname, location.searchParams.get('callbackUrl')]).toEqual([
          '/auth/factors/raise',
          `${BASE}/factors/${page}`,
        ])
      }
      for (const word of ['begin', 'remove', 'regenerate']) {
        const response = await send(browser, word, { id: '1', sure: 'on' })
        expect([word, response.status]).toEqual([word, 403])
        expect(await response.text()).toContain('Confirm it’s you')
      }
      const own = started.app.auth.feature(started.feature, sourceOf(browser))
      await expect(own.regenerate()).rejects.toMatchObject({ type: 'StepUpRequired' })
      await expect(own.remove('1')).rejects.toMatchObject({ type: 'StepUpRequired' })
      expect(await started.system().has(ADA.id)).toBe(true)
    })

    test('raises the session by its code, and leads back', async () => {
      const wrong = await send(browser, 'confirm', { code: wrongCode(world.clock) })
      expect([wrong.status, (await facts(browser)).aal]).toEqual([400, 1])
      const back = { callbackUrl: `${BASE}/factors/codes` }
      const right = await send(browser, 'confirm', { code: codeOf(world.clock), ...back })
      expect(right.headers.get('location')).toBe(back.callbackUrl)
      expect((await facts(browser)).aal).toBe(2)
      expect(await (await browser.open(back.callbackUrl)).text()).toContain('Backup codes left: 0')
    })
  })

  test('is taken over in base32 and as bytes of a text, with backup codes as they were', async () => {
    const raw = 'x9Kq2-Lm8Rt4Vb7Nc1Zd'
    const system = started.system()
    expect(await system.importTotp(ADA.id, { secret: { raw }, label: 'Old phone' })).toBe('stored')
    const { base32 } = await import('../../../packages/factors/src/lib/base32.ts')
    const secret = base32(new TextEncoder().encode(raw))
    expect(await system.importTotp(ADA.id, { secret: { base32: secret } })).toBe('there')
    const old = ['aB3dE-fG7hJ', 'Zz9yX-wV8uT']
    expect(await system.importCodes(ADA.id, old)).toBe(2)
    expect(await system.importCodes(ADA.id, old)).toBe(2)
    world.clock.advance(60)
    expectSignedIn(await send(await waiting(), 'check', { code: codeOf(world.clock, { secret }) }))
    expect((await send(await waiting(), 'recover', { code: 'ab3de-fg7hj' })).status).toBe(400)
    expectSignedIn(await send(await waiting(), 'recover', { code: ` ${old[0]} ` }))
    expect((await send(await waiting(), 'recover', { code: old[0] ?? '' })).status).toBe(400)
    for (const wrong of [{ base32: 'ABC' }, { base32: '!' }, { raw: 'short' }]) {
      await expect(system.importTotp(ADA.id, { secret: wrong })).rejects.toThrow('10 to 128')
    }
    await expect(system.importCodes(ADA.id, ['1'])).rejects.toThrow('8 to 64')
    await system.removeAll(ADA.id)
    expectSignedIn(await submitPassword(open(), 'ada'))
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('away')
      },
    ],
    // Without types.
    ['answers what is neither', () => Reflect.get({}, 'nothing') as boolean],
  ])('lets no one in where its policy %s', async (_, require) => {
    started = world.start({ require })
    const browser = open()
    await submitPassword(browser, 'ada')
    expect([sessionCookies(browser), await readSession(browser)]).toEqual([[], null])
  })
}
