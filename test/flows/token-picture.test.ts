import type { AuthConfig } from '@latchstring/core'
import { getToken, type JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import { describe, expect, test } from 'vitest'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { BASE, createApp, SECRETS } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { including } from '@latchstring/test-kit/matchers'
import { signInWithPassword, passwords, PEOPLE, updateSession } from '@latchstring/test-kit/people'
import { readSession } from '@latchstring/test-kit/story'

const GIVEN = 'https://pictures.example/given.png'
const OWN = 'https://pictures.example/own.png'
const BOTH = { picture: 'https://pictures.example/other.png', image: OWN }

const store = storeForEachTest()

type Callback = NonNullable<NonNullable<AuthConfig['callbacks']>['jwt']>

/** A user with a picture, and an application with a `jwt` callback; tokens of the `session` callback go to `seen`. */
async function signedIn(jwt: Callback, seen: JWT[] = [], stored = false): Promise<Browser> {
  const person = { ...PEOPLE.ada, image: GIVEN }
  if (stored) await store.adapter.createUser({ ...person, emailVerified: null })
  const app = createApp({
    providers: [passwords({ authorize: () => person })],
    ...(stored ? { adapter: store.adapter, session: { strategy: 'jwt' as const } } : {}),
    callbacks: {
      jwt,
      session: ({ session, token }) => {
        seen.push({ ...token })
        return session
      },
    },
  })
  return signInWithPassword(app.openBrowser())
}

async function pictureOf(browser: Browser): Promise<Session['user']> {
  return (await readSession(browser))?.user
}

describe.each([false, true])('The picture of a token (with a store: %s)', (stored) => {
  test('that the jwt callback does not change is that of the user, under both names', async () => {
    const seen: JWT[] = []
    const browser = await signedIn(({ token }) => token, seen, stored)
    expect(await pictureOf(browser)).toMatchObject({ image: GIVEN })
    expect(seen).toEqual([including({ picture: GIVEN, image: GIVEN })])
  })

  test.each<readonly [string, Callback]>([
    ['image', ({ token, user }) => (user ? { ...token, image: OWN } : token)],
    ['picture', ({ token, user }) => (user ? { ...token, picture: OWN } : token)],
    ['image and not picture', ({ token, user }) => (user ? { ...token, ...BOTH } : token)],
    ['image alone', ({ token, user }) => (user ? { sub: '1', image: OWN } : token)],
    ['picture alone', ({ token, user }) => (user ? { sub: '1', picture: OWN } : token)],
  ])('that the jwt callback sets at sign-in is in the session by %s', async (_, jwt) => {
    const seen: JWT[] = []
    const browser = await signedIn(jwt, seen, stored)
    for (let reads = 0; reads < 2; reads += 1) {
      expect(await pictureOf(browser)).toMatchObject({ image: OWN })
      expect(seen.at(-1)).toMatchObject({ picture: OWN, image: OWN })
    }
  })

  test.each(['image', 'picture'])(
    'that the jwt callback sets on update is in the session by %s, now and later',
    async (name) => {
      const seen: JWT[] = []
      const jwt: Callback = ({ token, trigger, session }) =>
        trigger === 'update' ? { ...token, [name]: session?.image ?? null } : token
      const browser = await signedIn(jwt, seen, stored)
      const answer = await updateSession(browser, { image: OWN })
      expect(await answer.json()).toMatchObject({ user: { image: OWN } })
      expect(await pictureOf(browser)).toMatchObject({ image: OWN })
      expect(seen.at(-1)).toMatchObject({ picture: OWN, image: OWN })
      // Once more, since both names are there now.
      await updateSession(browser, { image: GIVEN })
      expect(await pictureOf(browser)).toMatchObject({ image: GIVEN })
      await updateSession(browser, { image: null })
      expect(await pictureOf(browser)).toMatchObject({ image: null })
    },
  )

  test('that the jwt callback returns only as image is in the session', async () => {
    const jwt: Callback = ({ token, user }) =>
      user ? { sub: '1', image: user.image ?? null } : token
    const browser = await signedIn(jwt, [], stored)
    expect(await pictureOf(browser)).toMatchObject({ image: GIVEN })
  })

  test('that the jwt callback removes under both names is null', async () => {
    const jwt: Callback = ({ token }) => {
      const { picture: _, image: _same, ...kept } = token
      return kept
    }
    const browser = await signedIn(jwt, [], stored)
    expect(await pictureOf(browser)).toMatchObject({ name: PEOPLE.ada.name, image: null })
  })

  test('is stored once in the cookie, and a read that sets it again writes no cookie', async () => {
    const browser = await signedIn(({ token }) => ({ ...token, image: OWN }), [], stored)
    const response = await browser.open(`${BASE}/session`)
    expect(response.headers.getSetCookie()).toEqual([])
    const pairs = [...browser.cookies].map(([name, value]) => `${name}=${value}`)
    const headers = { cookie: pairs.join('; ') }
    const token = await getToken({ req: { headers }, secret: SECRETS.older, secureCookie: true })
    expect(JSON.stringify(token).split(OWN)).toHaveLength(2)
  })
})
