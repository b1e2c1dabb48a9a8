import type { AnyFeature, HasContext } from '@latchstring/core/features'
import Passkey from '@latchstring/core/providers/passkey'
import { type App, BASE, createApp, ENV, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import {
  createAuthenticator,
  type FakeAuthenticator,
} from '@latchstring/test-kit/fake-authenticator'
import { readJson } from '@latchstring/test-kit/json'
import { ADA, passwords, signInWithPassword } from '@latchstring/test-kit/people'
import { expectRefused, expectSignedIn } from '@latchstring/test-kit/story'
import { beforeEach, describe, expect, test } from 'vitest'
import { type GateStore, openGateStore } from './src/gate-world.ts'
import { addKey, useKey } from './src/passkeys.ts'
import { untyped } from './src/untyped.ts'

type Has = (context: HasContext, userId: string) => boolean | Promise<boolean>

const PAGE = `${BASE}/account`
const JSON_ONLY = { accept: 'application/json' }

/** A feature with a form that signs in no user by itself. */
const formFeature = (has?: Has): AnyFeature => ({
  name: 'pass',
  texts: { name: 'Pass', email: 'Email', pass: 'Pass word' },
  provider: {
    id: 'pass',
    name: 'name',
    inputs: { email: { label: 'email', type: 'email' }, pass: { label: 'pass', type: 'password' } },
    load: async () => ({ verify: () => null, ...(has && { has }) }),
  },
})

let store: GateStore
let key: FakeAuthenticator

beforeEach(async () => {
  store = await openGateStore()
  key = createAuthenticator({ origin: ORIGIN })
})

async function remove(browser: Browser): Promise<Response> {
  const { ways } = await readJson(await browser.open(PAGE, JSON_ONLY))
  // Another test reads every member of the answer.
  const [way] = ways as readonly { readonly id: string }[]
  const csrfToken = await browser.csrf(BASE)
  return browser.submit(PAGE, { csrfToken, remove: way?.id ?? '' }, JSON_ONLY)
}

describe.each(STRATEGIES.flatMap((one) => [[one, 'once'] as const, [one, 'each time'] as const]))(
  'The last passkey of a user, with the strategy %s and a configuration that is made %s,',
  (strategy, made) => {
    /** An application in which Ada has signed in with her only passkey. */
    async function start(has?: Has): Promise<{ readonly app: App; readonly browser: Browser }> {
      const features = [formFeature(has)]
      const isOnce = made === 'once'
      const app = createApp(
        {
          providers: [passwords(), Passkey()],
          adapter: store.adapter,
          session: { strategy, absoluteMaxAge: 3600, revocation: false },
          account: { page: true },
          experimental: { enableWebAuthn: true },
          ...(isOnce && { features }),
        },
        { env: ENV, ...(!isOnce && { features }) },
        made,
      )
      const browser = await signInWithPassword(app.openBrowser(), 'ada')
      expectSignedIn(await addKey(browser, key))
      expectSignedIn(await useKey(browser, key))
      return { app, browser }
    }

    test('can be removed where a feature says that its form signs in the user', async () => {
      const asked: unknown[] = []
      const { app, browser } = await start(async ({ records, users }, userId) => {
        asked.push(userId, Object.keys(records).toSorted(), (await users.find(userId))?.email)
        return true
      })
      expect(await readJson(await browser.open(PAGE, JSON_ONLY))).toMatchObject({
        credentials: true,
        ways: [{ removable: true }],
      })
      expect(asked).toEqual([ADA.id, ['find', 'get'], ADA.email])
      expect((await remove(browser)).status).toBe(303)
      expectRefused(await useKey(app.openBrowser(), key), app, 'Signin')
    })

    test.each<readonly [string, Has | undefined]>([
      ['says that it does not', () => false],
      ['does not say', undefined],
    ])('stays where a feature %s, and the page says that it is the only way in', async (_, has) => {
      const { app, browser } = await start(has)
      expect(await readJson(await browser.open(PAGE, JSON_ONLY))).toMatchObject({
        credentials: false,
        ways: [{ removable: false }],
      })
      const html = await (await browser.open(PAGE)).text()
      expect(html).toContain('You can’t remove your only sign-in method.')
      expect((await remove(browser)).status).toBe(400)
      expectSignedIn(await useKey(app.openBrowser(), key))
    })

    test('is put back where the form has ceased to sign in the user meanwhile', async () => {
      const answers = [true, true, false]
      const { app, browser } = await start(() => answers.shift() ?? false)
      expect((await remove(browser)).status).toBe(400)
      expect(answers).toEqual([])
      expectSignedIn(await useKey(app.openBrowser(), key))
    })

    test.each<readonly [string, readonly unknown[]]>([
      ['fails before the removal', [true, new Error('down')]],
      ['fails after the removal', [true, true, new Error('down')]],
      ['has no answer', [true, true, 'yes']],
    ])('stays where the feature %s', async (_, given) => {
      const answers = [...given]
      const { app, browser } = await start(() => {
        const answer = answers.shift()
        if (answer instanceof Error) throw answer
        return untyped(answer)
      })
      expect((await remove(browser)).status).toBe(500)
      expect(answers).toEqual([])
      expectSignedIn(await useKey(app.openBrowser(), key))
    })
  },
)
