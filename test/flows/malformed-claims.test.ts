import { customFetch } from '@latchstring/core'
import { inPart } from '@latchstring/test-kit/in-part'
import type { Fetch, Provider } from '@latchstring/core/providers'
import type { User } from '@latchstring/core/types'
import { beforeEach, describe, expect, test } from 'vitest'
import { idpAndStoreForEachTest } from '@latchstring/test-kit/for-each-test'
import { createApp } from '@latchstring/test-kit/app'
import { guild, guildAnswer } from '@latchstring/test-kit/guild'
import { oidcProvider, plain } from '@latchstring/test-kit/idp'
import {
  expectSignedIn,
  readSession,
  requestAuthorization,
  signInWith,
} from '@latchstring/test-kit/story'

const { idp, store } = idpAndStoreForEachTest()

beforeEach(async () => {
  // A user who must not be found by a value that is not an address.
  await store.adapter.createUser({
    id: 'of-the-victim',
    email: 'ada@harbour.example',
    emailVerified: new Date(),
  })
})

const ADDRESS = 'ada@harbour.example'

/** Nothing of this is text. */
const ODD: readonly (readonly [string, unknown])[] = [
  ['a list of one address', [ADDRESS]],
  ['a list of objects', [{ value: ADDRESS, primary: true }]],
  ['an object', { value: ADDRESS, toString: ADDRESS }],
  ['an empty object', {}],
  ['a number', 7],
  ['true', true],
  ['an empty text', ''],
]

type Claims = Readonly<Record<string, unknown>>

const allOf = (value: unknown): Claims => ({
  name: value,
  nickname: value,
  preferred_username: value,
  email: value,
  picture: value,
  email_verified: true,
})

/** A profile function that passes on what it is given, as in an application without types. */
const passOn = (id: string, { name, email, picture }: Claims): User =>
  ({ id, name, email, image: picture }) as User // The test is about what does not have these types.

/** The signed-in user, by each source of a profile. */
const PLACES: Readonly<Record<string, (claims: Claims) => Provider>> = {
  'an ID token': (claims) => {
    idp.tamper({ idToken: (own) => ({ claims: { ...own, ...claims } }) })
    return oidcProvider(idp)
  },
  userinfo: (claims) => {
    idp.tamper({ userinfo: ({ body }) => ({ body: { ...body, ...claims } }) })
    return oidcProvider(idp, { idToken: false })
  },
  'userinfo.request': (claims) =>
    oidcProvider(idp, { userinfo: { request: async () => ({ sub: 'ada', ...claims }) } }),
  'a profile function': (claims) => oidcProvider(idp, { profile: () => passOn('ada', claims) }),
  'the profile of a service without OpenID': (claims) => {
    idp.tamper({ oauthProfile: ({ body }) => ({ body: { ...body, ...claims } }) })
    const { profile: _, ...rest } = plain(idp)
    return rest
  },
}

const NAMES = Object.keys(PLACES)

describe.each(Object.entries(PLACES))('Claims of the wrong type from %s', (place, make) => {
  // In the normal run each value comes from one of the places.
  const at = NAMES.indexOf(place)
  test.each(inPart(ODD, (_, index) => index % NAMES.length === at))(
    'do not fail the sign-in and are not used: %s (OID-15)',
    async (__, value) => {
      const provider = make(allOf(value))
      const id = 'id' in provider ? provider.id : ''
      for (const adapter of [undefined, store.adapter]) {
        const app = createApp({ providers: [provider], ...(adapter ? { adapter } : {}) })
        const browser = app.openBrowser()
        expectSignedIn(await signInWith(browser, id))
        expect((await readSession(browser))?.user).toMatchObject({
          name: null,
          email: null,
          image: null,
        })
      }
      const owners = await store.query('SELECT user_id FROM accounts')
      expect(owners).toHaveLength(1)
      expect(owners[0]?.['user_id']).not.toBe('of-the-victim')
    },
  )
})

test.each(ODD)(
  'Claims of the wrong type from a custom protocol are not used: %s (OID-15)',
  async (_, value) => {
    const app = createApp({ providers: [guild({ profile: () => passOn('ada', allOf(value)) })] })
    const browser = app.openBrowser()
    expectSignedIn(
      await browser.follow({ url: guildAnswer(await requestAuthorization(browser, 'guild')).href }),
    )
    expect((await readSession(browser))?.user).toMatchObject({
      name: null,
      email: null,
      image: null,
    })
  },
)

test('The picture of a user is a URL that the server never requests (SRF-04)', async () => {
  const picture = 'https://169.254.169.254/latest/meta-data'
  const asked: string[] = []
  const recorded: Fetch = (url, init) => {
    asked.push(url)
    return fetch(url, init)
  }
  idp.tamper({ idToken: (claims) => ({ claims: { ...claims, picture } }) })
  const app = createApp({ providers: [oidcProvider(idp, { [customFetch]: recorded })] })
  const browser = app.openBrowser()
  expectSignedIn(await signInWith(browser, 'harbour'))
  expect((await readSession(browser))?.user?.image).toBe(picture)
  await browser.open('https://app.example/auth/signin')
  expect(asked.filter((url) => !url.startsWith(idp.issuer))).toEqual([])
})
