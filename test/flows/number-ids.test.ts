import { describe, expect, test } from 'vitest'
import type { Browser } from '@latchstring/test-kit/browser'
import { createNumberedStore } from './src/numbered-store.ts'
import {
  askForMail,
  byLink,
  CONTESTED,
  signInWithGuild,
  isSignedIn,
  openPlace,
  OTHERS,
  type Place,
} from '@latchstring/test-kit/ownership'
import { passwords, submitPassword } from '@latchstring/test-kit/people'
import { expectRefused, expectSignedIn, readSession } from '@latchstring/test-kit/story'
import { DAY, startClock, type TestClock } from '@latchstring/test-kit/test-clock'

interface Setup extends Place {
  readonly clock: TestClock
  readonly usersOf: (...browsers: readonly Browser[]) => Promise<readonly unknown[]>
}

function open(strategy: 'database' | 'jwt'): Setup {
  const clock = startClock()
  const { adapter } = createNumberedStore()
  // The user with the password is the stored user of the address.
  const own = passwords({ authorize: () => adapter.getUserByEmail?.(CONTESTED) ?? null })
  const place = openPlace(adapter, clock, {
    others: [...OTHERS.filter(({ type }) => type !== 'credentials'), own],
    session: { strategy },
    callbacks: {
      session: ({ session, user, token }) => ({ ...session, id: String(user?.id ?? token?.sub) }),
    },
  })
  return {
    ...place,
    clock,
    async usersOf(...browsers) {
      const sessions = await Promise.all(browsers.map((browser) => readSession(browser)))
      return sessions.map((session) => session && 'id' in session && session.id)
    },
  }
}

async function enter({ app }: Setup, id: string, member?: string): Promise<Browser> {
  const browser = app.openBrowser()
  expectSignedIn(await signInWithGuild(browser, id, member))
  return browser
}

async function prove({ mailbox }: Setup, browser: Browser): Promise<void> {
  await askForMail(browser)
  expectSignedIn(await byLink(browser, mailbox.letter()))
}

describe.each(['database', 'jwt'] as const)(
  'Numeric ids of users, with sessions by %s,',
  (strategy) => {
    test('sign the same user in a second time while the address is unproven', async () => {
      const setup = open(strategy)
      const browsers = [await enter(setup, 'guild'), await enter(setup, 'guild')]
      expect(await setup.usersOf(...browsers)).toEqual(['1', '1'])
      setup.clock.advance(120)
      expect(await setup.usersOf(...browsers)).toEqual(['1', '1'])
    })

    test('allow linking an account to the signed-in user, and not to another', async () => {
      const setup = open(strategy)
      const browser = await enter(setup, 'guild')
      expectSignedIn(await signInWithGuild(browser, 'lodge', 'ada'))
      expect(await setup.usersOf(browser, await enter(setup, 'lodge', 'ada'))).toEqual(['1', '1'])
      const other = await enter(setup, 'lodge', 'bob')
      expectRefused(
        await signInWithGuild(other, 'lodge', 'ada'),
        setup.app,
        'OAuthAccountNotLinked',
      )
    })

    test('keep sessions and accounts when the signed-in user proves the address (ALT-05)', async () => {
      const setup = open(strategy)
      const browser = await enter(setup, 'guild')
      await prove(setup, browser)
      setup.clock.advance(DAY)
      expect(await isSignedIn(browser)).toBe(true)
      expect(await setup.usersOf(browser, await enter(setup, 'guild'))).toEqual(['1', '1'])
    })

    test('keep sessions and accounts when a user signed in with a password proves the address (ALT-05)', async () => {
      const setup = open(strategy)
      await enter(setup, 'guild')
      const browser = setup.app.openBrowser()
      expectSignedIn(await submitPassword(browser, 'ada'))
      await prove(setup, browser)
      setup.clock.advance(DAY)
      expect(await setup.usersOf(browser, await enter(setup, 'guild'))).toEqual(['1', '1'])
    })

    test('end sessions and accounts from before the owner of the address (ALT-05)', async () => {
      const setup = open(strategy)
      const squatter = await enter(setup, 'guild')
      const owner = setup.app.openBrowser()
      await prove(setup, owner)
      expect(await setup.usersOf(owner)).toEqual(['1'])
      for (const later of [0, 120, DAY]) {
        setup.clock.advance(later)
        expect([await isSignedIn(squatter), await isSignedIn(owner)]).toEqual([false, true])
      }
      const again = setup.app.openBrowser()
      expectRefused(await signInWithGuild(again, 'guild'), setup.app, 'OAuthAccountNotLinked')
    })
  },
)
