import { beforeEach, describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, BASE, createApp, STRATEGIES } from '@latchstring/test-kit/app'
import { oidcProvider, startIdp } from '@latchstring/test-kit/idp'
import {
  expectRefused,
  expectSignedIn,
  readLocation,
  requestAuthorization,
  signInWith,
} from '@latchstring/test-kit/story'

const idp = forAllTests(startIdp)
const store = storeForEachTest()

beforeEach(async () => {
  const email = 'ada@harbour.example'
  await store.adapter.createUser({
    id: 'known',
    name: 'Ada',
    email,
    emailVerified: new Date(0),
    image: null,
  })
})

describe.each(STRATEGIES)(
  'The existence of a user with an address, with %s sessions,',
  (strategy) => {
    const open = (): App =>
      createApp({ providers: [oidcProvider(idp)], adapter: store.adapter, session: { strategy } })

    test('is revealed to a person who signs in at a provider with that address (ENU-03)', async () => {
      const app = open()
      expectRefused(
        await signInWith(app.openBrowser(), 'harbour', 'ada'),
        app,
        'OAuthAccountNotLinked',
      )
    })

    test('is not revealed to a person who signs in there with another address (ENU-03)', async () => {
      const app = open()
      expectSignedIn(await signInWith(app.openBrowser(), 'harbour', 'grace'))
      expect(app.errors).toEqual([])
    })

    test('is not revealed by the start of a sign-in with that address (ENU-03)', async () => {
      const shown = async (login_hint: string): Promise<readonly string[]> => {
        const request = await requestAuthorization(open().openBrowser(), 'harbour', {
          query: { login_hint },
        })
        return [request.origin, request.pathname, ...request.searchParams.keys()]
      }
      expect(await shown('ada@harbour.example')).toEqual(await shown('unknown@harbour.example'))
    })

    test('is not revealed to a person who forges a response (ENU-03)', async () => {
      const shown = async (email: string): Promise<string> => {
        const browser = open().openBrowser()
        const { searchParams } = await requestAuthorization(browser, 'harbour')
        const state = searchParams.get('state') ?? ''
        const query = new URLSearchParams({ code: 'made-up', state, email, iss: idp.issuer })
        const end = readLocation(await browser.follow({ url: `${BASE}/callback/harbour?${query}` }))
        end.searchParams.delete('ref')
        return end.href
      }
      const known = await shown('ada@harbour.example')
      expect(known).toContain('error=OAuthCallbackError')
      expect(await shown('unknown@harbour.example')).toBe(known)
    })
  },
)
