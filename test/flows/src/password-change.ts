import { BASE } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { readJson } from '@latchstring/test-kit/json'
import { ADA } from '@latchstring/test-kit/people'
import { expectSignedIn } from '@latchstring/test-kit/story'
import { describe, expect, test } from 'vitest'
import { createPasswordHasher } from '../../../packages/passwords/src/hashing.ts'
import {
  expectWrong,
  GRACE,
  hashOf,
  JSON_ALONE,
  type OpenScene,
  purposes,
  signedIn,
  userIn,
} from './password-steps.ts'
import { FIRST, formTo, NEXT, post, signIn } from './password-world.ts'

/** What a user does with a password in a session, and how an old hash is replaced. */
export function changeScenes(open: OpenScene): void {
  describe('A change', () => {
    test('needs the current password, ends the other sessions, and a mail says so', async () => {
      const world = await open()
      const [own, other] = [await signedIn(world), await signedIn(world)]
      world.clock.advance(60)
      const page = await (await own.open(`${BASE}/passwords/edit`)).text()
      const form = formTo(page, 'change')
      const send = (current: string, password: string) =>
        own.submit(form.action, { ...form.fields, current, password }, { origin: 'null' })
      const wrong = await send('not that one', NEXT)
      expect([wrong.status, await wrong.text()]).toEqual([
        403,
        expect.stringContaining('That’s not your current password.'),
      ])
      const done = await send(FIRST, NEXT)
      expect([done.status, await done.text()]).toEqual([
        200,
        expect.stringContaining('Password changed'),
      ])
      world.clock.advance(60)
      expect([await userIn(own), await userIn(other)]).toEqual([ADA.email, undefined])
      expect(purposes(world)).toEqual(['passwords/changed'])
      expectSignedIn(await signIn(world.openBrowser(), { password: NEXT }))
    })

    test('can be tried five times', async () => {
      const world = await open()
      const browser = await signedIn(world)
      const statuses = []
      for (let time = 0; time < 6; time += 1) {
        const fields = { current: `wrong ${time}`, password: NEXT }
        statuses.push((await post(browser, 'change', fields, JSON_ALONE)).status)
      }
      expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
    })

    test('stays done where the notice cannot be sent', async () => {
      const world = await open()
      const browser = await signedIn(world)
      world.fail(new Error('the mail server is away'))
      const done = await post(browser, 'change', { current: FIRST, password: NEXT }, JSON_ALONE)
      expect(done.status).toBe(200)
      expectSignedIn(await signIn(world.openBrowser(), { password: NEXT }))
    })

    test('is for who has a password, and setting the first one for who has none, with a recent sign-in', async () => {
      const world = await open()
      await post(world.openBrowser(), 'forgot', { email: GRACE.email })
      const browser = world.openBrowser()
      const csrfToken = await browser.csrf(BASE)
      await browser.submit(`${BASE}/signin/mail`, { csrfToken, email: GRACE.email })
      const typed = { csrfToken: await browser.csrf(BASE), code: world.last().code ?? '' }
      await browser.submit(`${BASE}/callback/mail`, typed)
      expect(await userIn(browser)).toBe(GRACE.email)
      const fields = { current: FIRST, password: NEXT }
      expect(await readJson(await post(browser, 'change', fields, JSON_ALONE))).toMatchObject({
        error: 'passwords/no-password',
      })
      world.clock.advance(3601)
      const late = await post(browser, 'set', { password: NEXT }, JSON_ALONE)
      expect([late.status, await hashOf(world, GRACE.id)]).toEqual([403, undefined])
      world.clock.advance(-3601)
      const page = await (await browser.open(`${BASE}/passwords/edit`)).text()
      const form = formTo(page, 'set')
      const done = await browser.submit(
        form.action,
        { ...form.fields, password: NEXT },
        { origin: 'null' },
      )
      expect([done.status, purposes(world).at(-1)]).toEqual([200, 'passwords/added'])
      expectSignedIn(await signIn(world.openBrowser(), { email: GRACE.email, password: NEXT }))
      expect(
        await readJson(await post(browser, 'set', { password: NEXT }, JSON_ALONE)),
      ).toMatchObject({
        error: 'passwords/has-password',
      })
    })

    test('is on the account page', async () => {
      const world = await open()
      const browser = await signedIn(world)
      const page = await (await browser.open(`${BASE}/account`)).text()
      expect(page).toContain('You can sign in with a password.')
      expect(page).toContain(`${BASE}/passwords/edit`)
    })

    test('counts as a way in on the account page, as long as there is one', async () => {
      const counts = async (browser: Browser): Promise<unknown> =>
        (await readJson(await browser.open(`${BASE}/account`, JSON_ALONE)))['credentials']
      const world = await open()
      expect(await counts(await signedIn(world))).toBe(true)
      const browser = world.openBrowser()
      const csrfToken = await browser.csrf(BASE)
      await browser.submit(`${BASE}/signin/mail`, { csrfToken, email: GRACE.email })
      const typed = { csrfToken: await browser.csrf(BASE), code: world.last().code ?? '' }
      await browser.submit(`${BASE}/callback/mail`, typed)
      expect(await counts(browser)).toBe(false)
    })
  })

  test('A hash of another system is replaced at the first success, and not before (PWD-02)', async () => {
    const world = await open({}, { hasher: await createPasswordHasher() })
    const { hash } = await import('bcryptjs')
    const old = await hash('an old password', 4)
    const { system } = world.auth
    expect(await system(world.pw).setHash(GRACE.id, old)).toBe('done')
    expectWrong(await signIn(world.openBrowser(), { email: GRACE.email, password: 'another one' }))
    expect(await hashOf(world, GRACE.id)).toBe(old)
    const right = { email: GRACE.email, password: 'an old password' }
    expectSignedIn(await signIn(world.openBrowser(), right))
    const renewed = await hashOf(world, GRACE.id)
    expect(renewed).toMatch(/^\$argon2id\$|^\$scrypt\$/)
    expect(await system(world.pw).setHash(GRACE.id, old)).toBe('kept')
    expectSignedIn(await signIn(world.openBrowser(), right))
    expect(await hashOf(world, GRACE.id)).toBe(renewed)
    await expect(system(world.pw).setHash(GRACE.id, 'no hash')).rejects.toThrow()
    expect(await system(world.pw).setHash('no-user', old)).toBe('no-user')
  })
}
