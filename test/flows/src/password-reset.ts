import { BASE } from '@latchstring/test-kit/app'
import { ADA, copyCookies } from '@latchstring/test-kit/people'
import { expectEnded, expectSignedIn, readLocation } from '@latchstring/test-kit/story'
import { describe, expect, test } from 'vitest'
import { createDoor, WORD } from './door-feature.ts'
import {
  EVE,
  expectDead,
  expectWrong,
  forget,
  GRACE,
  hashOf,
  JSON_ALONE,
  type OpenScene,
  purposes,
  signedIn,
  userIn,
} from './password-steps.ts'
import { FIRST, NEXT, post, signIn, useLink } from './password-world.ts'

/** What a person does who has forgotten the password. */
export function resetScenes(open: OpenScene): void {
  describe('A reset', () => {
    test('ends every session before the new one, and the old password (PWD-07)', async () => {
      const reset: unknown[] = []
      const world = await open({ on: { reset: ({ id }) => reset.push(id) } })
      const [own, other] = [await signedIn(world), await signedIn(world)]
      const thief = copyCookies(own, world.openBrowser())
      world.clock.advance(60)
      const url = await forget(world)
      expectSignedIn(await useLink(own, url, 'reset'))
      world.clock.advance(60)
      expect([await userIn(own), await userIn(other), await userIn(thief)]).toEqual([
        ADA.email,
        undefined,
        undefined,
      ])
      expectWrong(await signIn(world.openBrowser()))
      expectSignedIn(await signIn(world.openBrowser(), { password: NEXT }))
      expect(purposes(world)).toEqual(['passwords/reset', 'passwords/changed'])
      expect(reset).toEqual([ADA.id])
    })

    test('is done once by 32 posts of one link at a time (PWD-06)', async () => {
      const world = await open()
      const url = new URL(await forget(world))
      const browser = world.openBrowser()
      const csrfToken = await browser.csrf(BASE)
      const proof = url.searchParams.get('proof') ?? ''
      const answers = await Promise.all(
        Array.from({ length: 32 }, (_, index) =>
          browser.submit(
            `${BASE}/passwords/reset`,
            { csrfToken, proof, password: `${NEXT} ${index}` },
            JSON_ALONE,
          ),
        ),
      )
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status < 400)).toHaveLength(1)
      expect(new Set(statuses)).toHaveProperty('size', 2)
      const won = statuses.findIndex((status) => status < 400)
      expectSignedIn(await signIn(world.openBrowser(), { password: `${NEXT} ${won}` }))
    })

    test('has a link that dies with the next one, after half an hour, and with password and address (PWD-06)', async () => {
      const world = await open()
      const first = await forget(world)
      world.clock.advance(1)
      const second = await forget(world)
      expectDead(await world.openBrowser().open(first))
      expect((await world.openBrowser().open(second)).status).toBe(200)
      expect((await world.openBrowser().open(second)).status).toBe(200)

      const user = await signedIn(world)
      await post(user, 'change', { current: FIRST, password: NEXT })
      expectDead(await world.openBrowser().open(second))

      const third = await forget(world)
      await world.store.updateUser?.({ id: ADA.id, email: 'ada@elsewhere.example' })
      expectDead(await world.openBrowser().open(third))
      const fourth = await forget(world, 'ada@elsewhere.example')
      world.clock.advance(30 * 60 - 1)
      expect((await world.openBrowser().open(fourth)).status).toBe(200)
      world.clock.advance(1)
      expectDead(await world.openBrowser().open(fourth))
    })

    test('does not end an earlier link where its own mail could not be sent', async () => {
      const world = await open()
      const first = await forget(world)
      world.fail(new Error('the mail server is away'))
      await post(world.openBrowser(), 'forgot', { email: ADA.email })
      world.fail(null)
      expect((await world.openBrowser().open(first)).status).toBe(200)
    })

    test('gives a user without a password none, and says how to sign in (PWD-16)', async () => {
      const world = await open()
      const answers = []
      for (const email of [ADA.email, GRACE.email, 'nobody@example.com']) {
        const answer = await post(world.openBrowser(), 'forgot', { email })
        answers.push([answer.status, answer.headers.get('location')])
      }
      expect(new Set(answers.map(String)).size).toBe(1)
      expect(purposes(world)).toEqual(['passwords/reset', 'passwords/without', 'passwords/unknown'])
      expect(world.mails.slice(1).map(({ url }) => new URL(url).pathname)).toEqual([
        '/auth/signin',
        '/auth/signin',
      ])
      expect(await hashOf(world, GRACE.id)).toBeUndefined()
    })

    test('hands over a user whose address was never proven', async () => {
      const world = await open()
      const stranger = await signedIn(world)
      await world.store.updateUser?.({ id: ADA.id, emailVerified: null })
      world.clock.advance(1)
      const owner = world.openBrowser()
      expectSignedIn(await useLink(owner, await forget(world), 'reset'))
      world.clock.advance(60)
      await expectEnded(stranger)
      expect(await userIn(owner)).toBe(ADA.email)
      expectWrong(await signIn(world.openBrowser()))
      expectSignedIn(await signIn(world.openBrowser(), { password: NEXT }))
    })

    test('and a registration pass no gate by (PWD-15)', async () => {
      const world = await open({}, { others: [createDoor().feature] })
      const browser = world.openBrowser()
      const answer = await useLink(browser, await forget(world), 'reset')
      expect(readLocation(answer).pathname).toBe('/auth/door/knock')
      expect(await userIn(browser)).toBeUndefined()
      const csrfToken = await browser.csrf(BASE)
      expectSignedIn(await browser.submit(`${BASE}/door/say`, { csrfToken, word: WORD }))
      expect(await userIn(browser)).toBe(ADA.email)

      const newcomer = world.openBrowser()
      await post(newcomer, 'register', { email: EVE })
      const finished = await useLink(newcomer, world.last().url, 'finish')
      expect(readLocation(finished).pathname).toBe('/auth/door/knock')
      expect(await userIn(newcomer)).toBeUndefined()
    })
  })
}
