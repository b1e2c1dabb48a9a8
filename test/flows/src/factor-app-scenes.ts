import { BASE } from '@latchstring/test-kit/app'
import { readForms } from '@latchstring/test-kit/forms'
import { ADA, copyCookies, submitPassword } from '@latchstring/test-kit/people'
import {
  expectSignedIn,
  readLocation,
  readSession,
  sessionCookies,
} from '@latchstring/test-kit/story'
import { URI } from 'otpauth'
import { enterByGuild } from './gate-world.ts'
import {
  codeOf,
  codesIn,
  formOf,
  giveApp,
  keyIn,
  send,
  setUp,
  signInWithCode,
  wrongCode,
} from './factors-world.ts'
import { readQr } from './qr-camera.ts'
import { expect, test } from 'vitest'
import type { FactorScene } from './factor-scene.ts'

const TEN_MINUTES = 600

/** What is done with an app for codes: to set it up, to come in with it, and to try to. */
export function appScenes(scene: FactorScene): void {
  test('is set up by a page whose drawing and key apps can read, and raises the session', async () => {
    const browser = await scene.signedIn()
    const [other, guest] = [await scene.signedIn(), scene.open()]
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
    const wrong = await send(browser, 'turn-on', { ...fields, code: wrongCode(scene.world.clock) })
    expect([wrong.status, keyIn(await wrong.text())]).toEqual([400, secret])
    const code = codeOf(scene.world.clock, { secret })
    scene.world.clock.advance(0.001)
    const shown = await send(browser, 'turn-on', { ...fields, code })
    const codes = codesIn(await shown.clone().text())
    expect([shown.status, codes.length, new Set(codes).size]).toEqual([200, 5, 5])
    expect((await scene.facts(browser)).aal).toBe(1)
    // Those of the user that were begun without it.
    expect([await readSession(other), await readSession(guest)]).toEqual([null, expect.anything()])

    const kept = await send(browser, 'keep', (await formOf(shown, 'keep')).fields)
    expect([kept.status, readLocation(kept).pathname]).toEqual([303, '/inside'])
    expect(await scene.facts(browser)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'], aal: 2 })
    // The code of the page is spent.
    const next = await scene.waiting()
    expect((await send(next, 'check', { code })).status).toBe(400)
    expectSignedIn(
      await send(next, 'check', { code: codeOf(scene.world.clock, { secret, steps: 1 }) }),
    )
  })

  test('shows its key to no one else, and to no other request of its user', async () => {
    const browser = await scene.signedIn()
    const begun = await send(browser, 'begin')
    const secret = keyIn(await begun.clone().text())
    const { fields } = await formOf(begun, 'turn-on')
    const page = `${BASE}/factors/set-up?enrolment=${fields['enrolment']}`
    expect(keyIn(await (await browser.open(page)).text())).toBe(secret)
    for (const address of [`${BASE}/factors/set-up`, `${page}x`]) {
      expect(await (await browser.open(address)).text()).not.toContain(secret.slice(0, 4))
    }
    const grace = scene.open()
    await submitPassword(grace, 'grace')
    expect(keyIn(await (await grace.open(page)).text())).toBe('')
    const stolen = await send(grace, 'turn-on', {
      ...fields,
      code: codeOf(scene.world.clock, { secret }),
    })
    expect(stolen.status).toBe(410)
    // It ends after a quarter of an hour.
    scene.world.clock.advance(1.5 * TEN_MINUTES)
    const late = await send(browser, 'turn-on', {
      ...fields,
      code: codeOf(scene.world.clock, { secret }),
    })
    expect(late.status).toBe(410)
    expect(await scene.started.system().has(ADA.id)).toBe(false)
  })

  test('takes a code once, of 32 requests at the same time', async () => {
    scene.restart({}, { limits: false })
    await giveApp(scene.started, scene.world.clock)
    const browsers = await Promise.all(Array.from({ length: 32 }, scene.waiting))
    const code = codeOf(scene.world.clock)
    const responses = await Promise.all(browsers.map((browser) => send(browser, 'check', { code })))
    expect(browsers.filter((browser) => sessionCookies(browser).length > 0)).toHaveLength(1)
    const others = responses.filter(({ status }) => [400, 429].includes(status))
    expect(others).toHaveLength(31)
  })

  test('takes no code that is older than one it has taken, also where the clock goes back', async () => {
    await giveApp(scene.started, scene.world.clock)
    const older = codeOf(scene.world.clock)
    scene.world.clock.advance(30)
    await signInWithCode(scene.started.app, scene.world.clock)
    const browser = await scene.waiting()
    for (const code of [older, codeOf(scene.world.clock)]) {
      expect((await send(browser, 'check', { code })).status).toBe(400)
    }
    scene.world.clock.advance(-60)
    expect((await send(browser, 'check', { code: codeOf(scene.world.clock) })).status).toBe(400)
    expect(sessionCookies(browser)).toEqual([])
  })

  test('lets a sign-in that waits open nothing but its own pages, once, for ten minutes', async () => {
    await giveApp(scene.started, scene.world.clock)
    const browser = await scene.waiting()
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
      const fields = {
        id: '1',
        sure: 'on',
        code: codeOf(scene.world.clock),
        enrolment: 'x',
        label: 'x',
      }
      const response = await send(browser, word, fields)
      expect([word, readLocation(response).pathname]).toEqual([word, '/auth/signin'])
    }
    expect(await readSession(browser)).toBeNull()
    const copy = copyCookies(browser, scene.open())
    expectSignedIn(await send(browser, 'check', { code: codeOf(scene.world.clock) }))
    scene.world.clock.advance(60)
    expect(
      readLocation(await send(copy, 'check', { code: codeOf(scene.world.clock) })).pathname,
    ).toBe('/auth/signin')

    const late = await scene.waiting()
    scene.world.clock.advance(TEN_MINUTES + 1)
    await send(late, 'check', { code: codeOf(scene.world.clock) })
    expect(sessionCookies(late)).toEqual([])
  })

  test('is enrolled by one sign-in of two that wait for it, and the other one is asked for it', async () => {
    scene.restart({ require: 'always' })
    const words = { begin: 'enrol-begin', confirm: 'enrol-confirm' }
    const [one, other] = [await scene.waiting(), await scene.waiting()]
    const begun = await send(other, 'enrol-begin')
    const secret = keyIn(await begun.clone().text())
    const { fields } = await formOf(begun, 'enrol-confirm')
    const { page, fields: theirs } = await setUp(one, scene.world.clock, words)
    const late = await send(other, 'enrol-confirm', {
      ...fields,
      code: codeOf(scene.world.clock, { secret }),
    })
    expect(late.status).toBe(409)
    expect((await send(other, 'enrol-begin')).status).toBe(409)
    // Neither with its own form nor with that of the other one.
    for (const form of [fields, theirs]) {
      await send(copyCookies(other, scene.open()), 'enrol-done', {
        enrolment: form['enrolment'] ?? '',
      })
    }
    expect(sessionCookies(other)).toEqual([])
    expect(await readSession(other)).toBeNull()
    expect(
      (await send(one, 'enrol-done', (await formOf(page, 'enrol-done')).fields)).status,
    ).toBeLessThan(500)
  })

  test('is taken over in base32 and as bytes of a text, with backup codes as they were', async () => {
    const raw = 'x9Kq2-Lm8Rt4Vb7Nc1Zd'
    const system = scene.started.system()
    expect(await system.importTotp(ADA.id, { secret: { raw }, label: 'Old phone' })).toBe('stored')
    const { base32 } = await import('../../../packages/factors/src/lib/base32.ts')
    const secret = base32(new TextEncoder().encode(raw))
    expect(await system.importTotp(ADA.id, { secret: { base32: secret } })).toBe('there')
    const old = ['aB3dE-fG7hJ', 'Zz9yX-wV8uT']
    expect(await system.importCodes(ADA.id, old)).toBe(2)
    expect(await system.importCodes(ADA.id, old)).toBe(2)
    scene.world.clock.advance(60)
    expectSignedIn(
      await send(await scene.waiting(), 'check', { code: codeOf(scene.world.clock, { secret }) }),
    )
    expect((await send(await scene.waiting(), 'recover', { code: 'ab3de-fg7hj' })).status).toBe(400)
    expectSignedIn(await send(await scene.waiting(), 'recover', { code: ` ${old[0]} ` }))
    expect((await send(await scene.waiting(), 'recover', { code: old[0] ?? '' })).status).toBe(400)
    for (const wrong of [{ base32: 'ABC' }, { base32: '!' }, { raw: 'short' }]) {
      await expect(system.importTotp(ADA.id, { secret: wrong })).rejects.toThrow('10 to 128')
    }
    await expect(system.importCodes(ADA.id, ['1'])).rejects.toThrow('8 to 64')
    await system.removeAll(ADA.id)
    expectSignedIn(await submitPassword(scene.open(), 'ada'))
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
    scene.restart({ require })
    const browser = scene.open()
    await submitPassword(browser, 'ada')
    expect([sessionCookies(browser), await readSession(browser)]).toEqual([[], null])
  })
}
