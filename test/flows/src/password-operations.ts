import { BASE, type Strategy } from '@latchstring/test-kit/app'
import { ADA } from '@latchstring/test-kit/people'
import { expectSignedIn, readLocation, readSession } from '@latchstring/test-kit/story'
import { describe, expect, test } from 'vitest'
import { EVE, GRACE } from './password-steps.ts'
import {
  FIRST,
  NEXT,
  type OpenPasswordStore,
  openPasswordWorld,
  type PasswordWorld,
  post,
  signIn,
  useLink,
} from './password-world.ts'

/** What usernames are for, and what operations of the server do with passwords. */
export function operationScenes(openStore: OpenPasswordStore): void {
  const open = (
    options: Parameters<typeof openPasswordWorld>[1] = {},
    strategy: Strategy = 'database',
  ): Promise<PasswordWorld> => openPasswordWorld({ strategy, openStore }, options)

  describe('A username', () => {
    test('is chosen with the password, and signs in beside the address', async () => {
      const world = await open({ username: true }, 'jwt')
      await post(world.openBrowser(), 'register', { email: EVE })
      const { url } = world.last()
      const send = (username: string) =>
        useLink(world.openBrowser(), url, 'finish', { username, password: NEXT })
      await world.auth.system(world.pw).setUsername(ADA.id, 'countess')
      const taken = await send('Count.Ess')
      expect([taken.status, await taken.text()]).toEqual([
        409,
        expect.stringContaining('This username isn’t available.'),
      ])
      expect((await send('no spaces')).status).toBe(422)
      expectSignedIn(await send('Eve'))
      world.clock.advance(2)
      for (const username of ['eve', 'EVE', EVE]) {
        expectSignedIn(await signIn(world.openBrowser(), { username, password: NEXT }))
      }
    })

    test('is changed on a page, and free again then', async () => {
      const world = await open({ username: true })
      const browser = world.openBrowser()
      expectSignedIn(await signIn(browser, { username: ADA.email }))
      expect((await post(browser, 'username', { username: 'first-one' })).status).toBe(200)
      expect((await post(browser, 'username', { username: 'next.one' })).status).toBe(200)
      expect(await (await browser.open(`${BASE}/passwords/name`)).text()).toContain('next.one')
      expectSignedIn(await signIn(world.openBrowser(), { username: 'Next.One' }))
      // Tries are counted by what was typed: each spelling would have tries of its own.
      for (const username of ['nextone', 'n.ext.one', 'next..one']) {
        const answer = await signIn(world.openBrowser(), { username })
        expect(readLocation(answer).pathname).toBe('/auth/signin')
      }
      const { system } = world.auth
      expect(await system(world.pw).setUsername(GRACE.id, 'first-one')).toEqual({ done: true })
      expect(await system(world.pw).setUsername(GRACE.id, 'next-one')).toEqual({
        refused: 'username-taken',
      })
    })
  })

  test('Of two usernames that a user takes at a time, one or both sign in', async () => {
    const world = await open({ username: true })
    const { setUsername } = world.auth.system(world.pw)
    const names = ['first-one', 'second-two']
    await Promise.all(names.map(async (name) => setUsername(ADA.id, name)))
    const answers = []
    for (const username of names) {
      answers.push(readLocation(await signIn(world.openBrowser(), { username })).pathname)
    }
    expect(answers).toContain('/inside')
  })

  describe('An operation', () => {
    test('changes the password of the user of a request', async () => {
      const world = await open()
      const browser = world.openBrowser()
      expectSignedIn(await signIn(browser))
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const pw = world.auth.feature(world.pw, { headers: new Headers({ cookie }) })
      expect(await pw.has()).toBe(true)
      expect(await pw.change({ from: NEXT, to: NEXT })).toEqual({ refused: 'wrong' })
      expect(await pw.change({ from: FIRST, to: 'short' })).toEqual({ refused: 'too-short' })
      expect(await pw.set(NEXT)).toEqual({ refused: 'has-password' })
      expect(await pw.change({ from: FIRST, to: NEXT })).toEqual({ done: true })
      expectSignedIn(await signIn(world.openBrowser(), { password: NEXT }))
      await expect(pw.setUsername('countess')).rejects.toThrow('There are no usernames')
    })

    test('registers, gives another password, and removes it', async () => {
      const world = await open({ username: true })
      const system = world.auth.system(world.pw)
      const eve = { email: EVE, password: NEXT, username: 'eve' }
      const registered = await system.register(eve)
      const userId = 'userId' in registered ? registered.userId : ''
      expect(await world.store.getUser?.(userId)).toMatchObject({ email: EVE, emailVerified: null })
      expect(await system.register({ ...eve, username: 'adam' })).toEqual({ refused: 'exists' })
      expect(await system.register({ ...eve, email: 'x@example.com' })).toEqual({
        refused: 'username-taken',
      })
      expect(await system.register({ ...eve, username: 'adam', password: 'short' })).toEqual({
        refused: 'too-short',
      })
      const browser = world.openBrowser()
      expectSignedIn(await signIn(browser, { username: 'eve', password: NEXT }))
      world.clock.advance(1)
      expect(await system.setPassword(userId, FIRST)).toBe('done')
      expect(await readSession(browser)).toBeNull()
      world.clock.advance(1)
      expectSignedIn(await signIn(browser, { username: EVE, password: FIRST }))
      world.clock.advance(1)
      expect([await system.remove(userId), await system.remove(userId)]).toEqual([true, false])
      expect([await readSession(browser), await system.has(userId)]).toEqual([null, false])
      expect(await system.setPassword('no-user', FIRST)).toBe('no-user')
    })
  })
}
