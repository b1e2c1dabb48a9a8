import { BASE } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { ADA, copyCookies, PEOPLE, submitPassword } from '@latchstring/test-kit/people'
import {
  expectSignedIn,
  readLocation,
  readSession,
  sessionCookies,
} from '@latchstring/test-kit/story'
import { backupCodes, totp } from '@latchstring/factors'
import { sourceOf } from './acting-world.ts'
import { codeOf, codesIn, formOf, giveApp, send, setUp, wrongCode } from './factors-world.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FactorScene } from './factor-scene.ts'

/** What users do who have an app for codes: with its backup codes, and to change or remove it. */
export function ownerScenes(scene: FactorScene): void {
  describe('and its user', () => {
    let browser: Browser
    let codes: readonly string[]
    let secret: string

    beforeEach(async () => {
      browser = await scene.signedIn()
      const done = await setUp(browser, scene.world.clock)
      ;({ codes, secret } = done)
      scene.world.clock.advance(60)
      await send(browser, 'keep', { enrolment: done.fields['enrolment'] ?? '' })
      expect((await scene.facts(browser)).aal).toBe(2)
    })

    const recover = (from: Browser, code: string) => send(from, 'recover', { code })

    test('comes in with a backup code, once, which ends the other sessions', async () => {
      const one = await scene.waiting()
      expect(await (await one.open(`${BASE}/factors/challenge`)).text()).toContain(
        `${BASE}/factors/backup`,
      )
      scene.world.clock.advance(1)
      expectSignedIn(await recover(one, codes[0]?.toLowerCase().replaceAll('-', ' ') ?? ''))
      expect(await scene.facts(one)).toMatchObject({ aal: 2 })
      expect(await readSession(browser)).toBeNull()
      const again = await scene.waiting()
      expect((await recover(again, codes[0] ?? '')).status).toBe(400)
      expect(await (await one.open(`${BASE}/account`)).text()).toContain('Backup codes left: 4')
      // The session is recent and has shown both: the lost app can be replaced.
      const added = await setUp(one, scene.world.clock)
      expect(added.page.status).toBe(303)
      expect((await send(one, 'remove', { id: '1', sure: 'on' })).status).toBe(303)
      scene.world.clock.advance(60)
      const later = await scene.waiting()
      expectSignedIn(
        await send(later, 'check', { code: codeOf(scene.world.clock, { secret: added.secret }) }),
      )
    })

    test('takes a backup code once, of 16 requests at the same time', async () => {
      scene.restart({}, { limits: false })
      const browsers = await Promise.all(Array.from({ length: 16 }, scene.waiting))
      await Promise.all(browsers.map((one) => recover(one, codes[1] ?? '')))
      expect(browsers.filter((one) => sessionCookies(one).length > 0)).toHaveLength(1)
    })

    test('keeps codes as hashes and keys sealed, each of use in its own row alone', async () => {
      const { adapter } = scene.world.store
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
        scene.world.clock.now(),
      )
      const stolen = scene.open()
      await submitPassword(stolen, 'grace')
      await send(stolen, 'check', { code: codeOf(scene.world.clock, { secret }) })
      expect(sessionCookies(stolen)).toEqual([])
    })

    test('gets new codes in place of all old ones', async () => {
      const page = await send(browser, 'regenerate')
      const renewed = codesIn(await page.text())
      expect(renewed).toHaveLength(5)
      const one = await scene.waiting()
      for (const code of codes) expect((await recover(one, code)).status).toBe(400)
      expectSignedIn(await recover(await scene.waiting(), renewed[4] ?? ''))
    })

    test('changes factors in a session that is recent and has shown both', async () => {
      const weak = copyCookies(browser, scene.open())
      scene.world.clock.advance(2 * 3600)
      for (const word of ['begin', 'remove', 'regenerate', 'turn-on', 'keep']) {
        const fields = {
          id: '1',
          sure: 'on',
          code: codeOf(scene.world.clock, { secret }),
          enrolment: 'x',
        }
        const response = await send(weak, word, fields)
        expect([word, readLocation(response).searchParams.get('reason')]).toEqual([word, 'step-up'])
      }
      expect(await scene.started.system().has(ADA.id)).toBe(true)
    })

    test('removes it after a question, and other sessions end with it', async () => {
      const other = await signInWithCodeOf(secret)
      const question = await send(browser, 'remove', { id: '1' })
      const html = await question.clone().text()
      expect(html).toContain('Turn off two-step verification')
      expect(await scene.started.system().has(ADA.id)).toBe(true)
      scene.world.clock.advance(1)
      const { fields } = await formOf(question, 'remove')
      expect((await send(browser, 'remove', fields)).status).toBe(303)
      expect(await scene.started.system().has(ADA.id)).toBe(false)
      expect(await readSession(other)).toBeNull()
      expect(await readSession(browser)).not.toBeNull()
      expectSignedIn(await submitPassword(scene.open(), 'ada'))
    })

    test('cannot remove the last one where the policy asks for it', async () => {
      scene.restart({ require: ({ id }) => id === ADA.id })
      const strong = await signInWithCodeOf(secret)
      expect((await send(strong, 'remove', { id: '1', sure: 'on' })).status).toBe(409)
      expect(await scene.started.system().has(ADA.id)).toBe(true)
    })

    test('lists, renews and removes by operations, and not in a weaker session', async () => {
      const own = () => scene.started.app.auth.feature(scene.started.feature, sourceOf(browser))
      expect(await own().list()).toMatchObject({
        apps: [{ id: '1', label: 'Authenticator app' }],
        backupCodes: 5,
      })
      expect(await own().regenerate()).toHaveLength(5)
      await own().remove('1')
      expect(await own().list()).toEqual({ apps: [], backupCodes: 0 })
    })

    test('gets a mail about each change, also by an operation', async () => {
      const { app, feature, system } = scene.world.start({ notices: true })
      const own = () => app.auth.feature(feature, sourceOf(browser))
      await own().regenerate()
      await own().remove('1')
      await giveApp({ app, feature, system }, scene.world.clock)
      await system().removeAll(ADA.id)
      await system().removeAll(ADA.id)
      expect(scene.world.box.letters.map(({ identifier }) => identifier)).toEqual(
        Array.from({ length: 3 }, () => ADA.email),
      )
    })

    async function signInWithCodeOf(key: string): Promise<Browser> {
      const one = await scene.waiting()
      expectSignedIn(await send(one, 'check', { code: codeOf(scene.world.clock, { secret: key }) }))
      scene.world.clock.advance(60)
      return one
    }
  })

  describe('that came to be there while its user was signed in', () => {
    let browser: Browser

    beforeEach(async () => {
      browser = await scene.signedIn()
      await giveApp(scene.started, scene.world.clock)
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
      const own = scene.started.app.auth.feature(scene.started.feature, sourceOf(browser))
      await expect(own.regenerate()).rejects.toMatchObject({ type: 'StepUpRequired' })
      await expect(own.remove('1')).rejects.toMatchObject({ type: 'StepUpRequired' })
      expect(await scene.started.system().has(ADA.id)).toBe(true)
    })

    test('raises the session by its code, and leads back', async () => {
      const wrong = await send(browser, 'confirm', { code: wrongCode(scene.world.clock) })
      expect([wrong.status, (await scene.facts(browser)).aal]).toEqual([400, 1])
      const back = { callbackUrl: `${BASE}/factors/codes` }
      const right = await send(browser, 'confirm', { code: codeOf(scene.world.clock), ...back })
      expect(right.headers.get('location')).toBe(back.callbackUrl)
      expect((await scene.facts(browser)).aal).toBe(2)
      expect(await (await browser.open(back.callbackUrl)).text()).toContain('Backup codes left: 0')
    })
  })
}
