import { BASE } from '@latchstring/test-kit/app'
import { readJson } from '@latchstring/test-kit/json'
import { ADA } from '@latchstring/test-kit/people'
import { expectSignedIn, readLocation, signOut } from '@latchstring/test-kit/story'
import { describe, expect, test } from 'vitest'
import {
  EVE,
  expectDead,
  expectWrong,
  GRACE,
  hashOf,
  type OpenScene,
  purposes,
  userIn,
} from './password-steps.ts'
import { FIRST, formTo, NEXT, post, signIn, useLink, useProof } from './password-world.ts'

/** What a person does who registers. */
export function registrationScenes(open: OpenScene): void {
  describe('A person who registers', () => {
    test('goes from the sign-in page to a session, without a script', async () => {
      const registered: unknown[] = []
      const world = await open({ on: { registered: ({ email }) => registered.push(email) } })
      const browser = world.openBrowser()
      const page = await (await browser.open(`${BASE}/signin?callbackUrl=/inside`)).text()
      const [, link = ''] = /href="([^"]+sign-up[^"]*)"/.exec(page) ?? []
      const first = formTo(await (await browser.open(link)).text(), 'register')
      const typed = { ...first.fields, email: ` ${EVE.toUpperCase()} ` }
      const asked = await browser.submit(first.action, typed, { origin: 'null' })
      expect(readLocation(asked).pathname).toBe('/auth/passwords/join')
      expect(await (await browser.open(readLocation(asked).href)).text()).toContain(
        'Check your email',
      )
      expect(await world.store.getUserByEmail?.(EVE)).toBeNull()

      expectSignedIn(await useLink(browser, world.last().url, 'finish'))
      expect([await userIn(browser), registered]).toEqual([EVE, [EVE]])
      const user = await world.store.getUserByEmail?.(EVE)
      expect(user?.emailVerified).toBeInstanceOf(Date)
      expectDead(await useLink(world.openBrowser(), world.last().url, 'finish'))

      await signOut(browser)
      // A store of whole seconds does not know which of the two came first.
      world.clock.advance(1)
      expectWrong(await signIn(browser, { email: EVE, password: FIRST }))
      expectSignedIn(await signIn(browser, { email: EVE, password: NEXT }))
    })

    test('types the code of the mail, in the browser that asked', async () => {
      const world = await open()
      const browser = world.openBrowser()
      const asked = await post(browser, 'register', { email: EVE, name: 'Eve' })
      const form = formTo(await (await browser.open(readLocation(asked).href)).text(), 'finish')
      const typed = { ...form.fields, code: world.last().code ?? '', password: NEXT }
      expectSignedIn(await browser.submit(form.action, typed, { origin: 'null' }))
      expect(await world.store.getUserByEmail?.(EVE)).toMatchObject({ name: 'Eve' })
    })

    test('is answered alike for a known address and an unknown one, and a mail says which it is', async () => {
      const world = await open()
      const answers = []
      for (const email of [EVE, ADA.email, GRACE.email]) {
        const answer = await post(world.openBrowser(), 'register', { email })
        answers.push([answer.status, answer.headers.get('location')])
      }
      expect(answers[1]).toEqual(answers[0])
      expect(answers[2]).toEqual(answers[0])
      expect(purposes(world)).toEqual(['passwords/register', 'passwords/known', 'passwords/known'])
      expect(world.last().url).toMatch(/\/auth\/signin/)
    })

    test('keeps the link where the password is refused, and the page says why', async () => {
      const world = await open()
      const browser = world.openBrowser()
      await post(browser, 'register', { email: EVE })
      const { url } = world.last()
      const sentences = {
        short: 'Use at least 8 characters.',
        password1: 'This password is too common.',
        'eve@example.com': 'too close to your name',
      }
      for (const [password, sentence] of Object.entries(sentences)) {
        const refused = await useLink(browser, url, 'finish', { password })
        expect([refused.status, await refused.text()]).toEqual([
          422,
          expect.stringContaining(sentence),
        ])
      }
      expectSignedIn(await useLink(browser, url, 'finish'))
    })

    test('gets no account that was made with the address meanwhile', async () => {
      const world = await open()
      await post(world.openBrowser(), 'register', { email: EVE })
      const { url } = world.last()
      await world.store.createUser?.({ id: 'other', email: EVE, emailVerified: null })
      const refused = await useProof(world.openBrowser(), url, 'finish')
      expect([refused.status, await readJson(refused)]).toEqual([
        409,
        { error: 'passwords/exists', message: 'You already have an account. Sign in.' },
      ])
      expect(await hashOf(world, 'other')).toBeUndefined()
    })

    test('cannot where the application does not want it', async () => {
      const world = await open({ signUp: false })
      const page = await (await world.openBrowser().open(`${BASE}/signin`)).text()
      expect(page).not.toContain('sign-up')
      expect((await world.openBrowser().open(`${BASE}/passwords/sign-up`)).status).toBe(404)
    })
  })
}
