import type { AuthConfig } from '@latchstring/core'
import { type Adapter, waitingSignIns } from '@latchstring/core/adapters'
import { type App, BASE, createApp, ENV, SECRETS, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { copyCookies, PASSWORD, passwords, submitPassword } from '@latchstring/test-kit/people'
import {
  expectSignedIn,
  readLocation,
  readSession,
  sessionCookies,
} from '@latchstring/test-kit/story'
import { inPart } from '@latchstring/test-kit/in-part'
import { startClock } from '@latchstring/test-kit/test-clock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyOfUser } from '../../packages/core/src/lib/crypto/key-of.ts'
import { createDoor, WORD } from '../flows/src/door-feature.ts'
import { SHARED_STORES, type SharedStore } from './src/stores/shared.ts'

type Three = readonly [App, App, App]

/** The sign-in is not there any more. */
async function expectGone(response: Response, browser: Browser): Promise<void> {
  expect(readLocation(response).searchParams.get('error')).toBe('SessionRequired')
  expect(sessionCookies(browser)).toEqual([])
  expect(await readSession(browser)).toBeNull()
}

async function say(browser: Browser, word: string = WORD): Promise<Response> {
  return browser.submit(`${BASE}/door/say`, { csrfToken: await browser.csrf(BASE), word })
}

// One store of rows and one of keys; the others at night.
describe.each(inPart(SHARED_STORES, ([name]) => /PostgreSQL|Redis/.test(name)))(
  'Over %s',
  (_name, start) => {
    const clock = startClock(Date.now())
    const begun: string[] = []
    let store: SharedStore
    let outside: Adapter

    beforeAll(async () => {
      store = await start()
      outside = await store.open()
    })
    afterAll(async () => store.close())

    /** A process of the application, over connections of its own. */
    async function startProcess(config: Partial<AuthConfig>): Promise<App> {
      const findByName = async (name: unknown) =>
        outside.getUserByEmail?.(`${String(name)}@example.com`)
      return createApp(
        {
          providers: [
            passwords({
              // The store may give ids of its own.
              authorize: async ({ username, password }) =>
                password === PASSWORD ? ((await findByName(username)) ?? null) : null,
            }),
          ],
          adapter: await store.open(),
          features: [createDoor().feature],
          limits: false,
          events: { signIn: ({ user }) => void begun.push(String(user.email)) },
          ...config,
        },
        { env: ENV, clock: clock.now },
      )
    }

    describe.each(STRATEGIES)('with sessions by %s, a sign-in that waits', (strategy) => {
      const session = {
        strategy,
        absoluteMaxAge: 36_000,
        ...(strategy === 'jwt' && { revocation: { window: 30 } }),
      }
      let apps: Three

      beforeAll(async () => {
        const one = (): Promise<App> => startProcess({ session })
        apps = [await one(), await one(), await one()]
      })

      /** A new user, whose sign-in waits at the first process; the browser is put before another one. */
      async function begin() {
        const name = crypto.randomUUID()
        const email = `${name}@example.com`
        const stored = await outside.createUser?.({ id: name, email, emailVerified: new Date(0) })
        const userId = String(stored?.id)
        const browser = apps[0].openBrowser()
        await submitPassword(browser, name)
        const value = await keyOfUser(userId)
        return {
          userId,
          email,
          before: (app: App) => copyCookies(browser, app.openBrowser()),
          countRows: async (): Promise<number | undefined> => {
            const query = { field: 'user', value, limit: 100 }
            return (await outside.records?.find(waitingSignIns, query))?.rows.length
          },
          countBegun: () => begun.filter((one) => one === email).length,
        }
      }

      test('goes on at the third process after a wrong step at the second, and counts at each', async () => {
        const { before, email, countRows, countBegun } = await begin()
        expect(await countRows()).toBe(1)
        expect((await say(before(apps[1]), 'open')).status).toBe(400)
        const browser = before(apps[2])
        expectSignedIn(await say(browser))
        for (const app of apps) {
          const read = await readSession(copyCookies(browser, app.openBrowser()))
          expect(read?.user).toMatchObject({ email })
        }
        expect([await countRows(), countBegun()]).toEqual([0, 1])
        const again = before(apps[1])
        await expectGone(await say(again), again)
      })

      test('gives one session for two right steps at once at two processes', async () => {
        for (let round = 0; round < 5; round += 1) {
          const { before, countRows, countBegun } = await begin()
          const browsers = [before(apps[1]), before(apps[2])]
          const responses = await Promise.all(browsers.map((one) => say(one)))
          expect(browsers.filter((one) => sessionCookies(one).length > 0)).toHaveLength(1)
          expect(responses.filter(({ status }) => status >= 500)).toEqual([])
          expect([await countRows(), countBegun()]).toEqual([0, 1])
        }
      })

      test('takes ten words, however many are sent at once to three processes', async () => {
        const { before } = await begin()
        const browsers = Array.from({ length: 12 }, (_, index) =>
          before(apps[index % 3] ?? apps[0]),
        )
        const responses = await Promise.all(browsers.map((one) => say(one, 'open')))
        expect(responses.filter(({ status }) => status === 400)).toHaveLength(10)
        const late = before(apps[1])
        await expectGone(await say(late), late)
      })

      test.each([
        ['ended', (userId: string) => apps[2].auth.sessions().end({ user: userId })],
        [
          'ended by a changed password',
          (userId: string) => apps[2].auth.sessions().changed(userId, 'password-changed'),
        ],
      ])('is over where the sessions of its user are %s at another process', async (_, end) => {
        const { before, userId, countRows, countBegun } = await begin()
        await end(userId)
        expect(await countRows()).toBe(0)
        const browser = before(apps[1])
        await expectGone(await say(browser), browser)
        expect(countBegun()).toBe(0)
      })

      test('opens no session where all sessions are ended at another process', async () => {
        const { before } = await begin()
        clock.advance(1)
        await apps[2].auth.sessions().end({ all: true })
        const browser = before(apps[1])
        expect((await say(browser)).status).toBe(400)
        expect(await readSession(browser)).toBeNull()
        clock.advance(1)
      })

      test('is over where its user is deleted', async () => {
        const { before, userId } = await begin()
        await outside.deleteUser?.(userId)
        const browser = before(apps[1])
        await expectGone(await say(browser), browser)
      })

      test.each([
        [599, true],
        [600, false],
      ])('can be answered at another process after %i s: %s', async (seconds, good) => {
        const { before } = await begin()
        clock.advance(seconds)
        const browser = before(apps[1])
        const response = await say(browser)
        if (good) expectSignedIn(response)
        else await expectGone(response, browser)
      })

      test.each([
        ['and the one before', true, [SECRETS.newer, SECRETS.older]],
        ['alone', false, [SECRETS.newer]],
      ])('goes on at a process with the next secret %s: %s', async (_, good, secret) => {
        const { before } = await begin()
        const browser = before(await startProcess({ session, secret: [...secret] }))
        const response = await say(browser)
        if (good) expectSignedIn(response)
        else await expectGone(response, browser)
      })
    })
  },
)
