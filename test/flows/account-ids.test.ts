import { customFetch } from '@latchstring/core'
import { accountId, type OAuth2Config, type ProfileUser } from '@latchstring/core/providers'
import type { User } from '@latchstring/core/types'
import { describe, expect, test } from 'vitest'
import { idpAndStoreForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, createApp } from '@latchstring/test-kit/app'
import { guild, guildAnswer, type GuildProfile } from '@latchstring/test-kit/guild'
import { oidcProvider, plain, type PlainProfile } from '@latchstring/test-kit/idp'
import { passwords, submitPassword } from '@latchstring/test-kit/people'
import { EMPTY } from '@latchstring/test-kit/sqlite-store'
import {
  expectRefused,
  expectSignedIn,
  readLocation,
  sessionCookies,
  readSession,
  requestAuthorization,
  signInWith,
} from '@latchstring/test-kit/story'

const { idp, store } = idpAndStoreForEachTest()

/** What is written where an id is missing, by an application or by a service. */
const NO_IDS: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['NaN', Number.NaN],
  ['a number that was rounded', 2 ** 53],
  ['String(undefined)', String(undefined)],
  ['String(null)', String(null)],
  ['String(NaN)', String(Number.NaN)],
  ['String({})', '[object Object]'],
  ['String of a symbol tag', '[object Map]'],
  ['an empty text', ''],
  ['spaces', ' \u00a0\t'],
  ['invisible characters', '\u200b\u2060'],
]

function idOf(id: unknown): ProfileUser {
  // What an application without types may return.
  return { id: id as string, name: 'Everybody', email: null }
}

const STORES = [
  ['without a store', () => ({})],
  ['with a store', () => ({ adapter: store.adapter })],
] as const

async function expectNobody(app: App, id: string): Promise<void> {
  const browser = app.openBrowser()
  expectRefused(await signInWith(browser, id), app)
  const [error] = app.errors.slice(-1)
  expect(error?.type).toBe('OAuthProfileParseError')
  expect(error?.message).toContain(`"${id}"`)
  expect(error?.message).toContain('accountId')
  expect(sessionCookies(browser)).toEqual([])
  expect(await store.rows()).toEqual(EMPTY)
}

describe.each(STORES)('An invalid account id, %s, creates no account', (_, more) => {
  test.each(NO_IDS)('from a profile function with OAuth: %s (OID-16 OID-18)', async (__, id) => {
    await expectNobody(
      createApp({ providers: [plain(idp, { profile: () => idOf(id) })], ...more() }),
      'plain',
    )
  })

  test.each(NO_IDS)(
    'from an asynchronous profile function with OpenID Connect: %s (OID-16)',
    async (__, id) => {
      const profile = async (): Promise<ProfileUser> => idOf(id)
      await expectNobody(
        createApp({ providers: [oidcProvider(idp, { profile })], ...more() }),
        'harbour',
      )
    },
  )

  test.each(NO_IDS)('from a custom protocol: %s (OID-16)', async (__, id) => {
    const app = createApp({ providers: [guild({ profile: () => idOf(id) })], ...more() })
    const browser = app.openBrowser()
    const answer = guildAnswer(await requestAuthorization(browser, 'guild'))
    expectRefused(await browser.follow({ url: answer.href }), app)
    expect(app.errors.at(-1)?.type).toBe('OAuthProfileParseError')
    expect(await store.rows()).toEqual(EMPTY)
  })
})

describe('The default profile function', () => {
  const byDefault = (): OAuth2Config<PlainProfile> => {
    const { profile: _, ...rest } = plain(idp)
    return rest
  }

  test.each(NO_IDS.filter(([, id]) => id !== undefined && !Number.isNaN(id)))(
    'creates no account for an id that the service sends as %s (OID-16 OID-18)',
    async (__, id) => {
      idp.tamper({ oauthProfile: ({ body }) => ({ body: { ...body, id } }) })
      await expectNobody(createApp({ providers: [byDefault()], adapter: store.adapter }), 'plain')
    },
  )

  test.each(['undefined', 'null', ' ', '[object Object]'])(
    'creates no account for an ID token whose sub is %j (OID-11 OID-16)',
    async (sub) => {
      idp.tamper({ idToken: (claims) => ({ claims: { ...claims, sub } }) })
      await expectNobody(
        createApp({ providers: [oidcProvider(idp)], adapter: store.adapter }),
        'harbour',
      )
    },
  )

  test('creates no account for userinfo with the sub "undefined" (OID-16 OID-17)', async () => {
    const sub = 'undefined'
    idp.tamper({
      idToken: (claims) => ({ claims: { ...claims, sub } }),
      userinfo: ({ body }) => ({ body: { ...body, sub } }),
    })
    const app = createApp({ providers: [oidcProvider(idp, { idToken: false })] })
    await expectNobody(app, 'harbour')
  })
})

test('A profile from userinfo.request is checked like any other (OID-16 OID-18)', async () => {
  const request = (): PlainProfile => ({
    id: Number.NaN,
    login: '',
    name: '',
    email: null,
    avatar_url: null,
  })
  const app = createApp({ providers: [plain(idp, { userinfo: { request } })] })
  await expectNobody(app, 'plain')
})

test.each([
  ['nothing', undefined],
  ['null', null],
  ['text', 'ada'],
])('A profile function that returns %s creates no account (OID-16)', async (__, user) => {
  // What an application without types may return.
  const profile = (): ProfileUser => user as unknown as ProfileUser
  await expectNobody(createApp({ providers: [plain(idp, { profile })] }), 'plain')
})

test('accountId distinguishes two people and recognizes one person with ids of any type (OID-16)', async () => {
  const profile = ({ id, login }: PlainProfile): ProfileUser => ({ ...accountId(id), name: login })
  const app = createApp({ providers: [plain(idp, { profile })], adapter: store.adapter })
  for (const who of ['ada', 'grace', 'ada']) {
    expectSignedIn(await signInWith(app.openBrowser(), 'plain', who))
  }
  expect(await store.rows()).toMatchObject({ users: 2, accounts: 2 })
})

test('accountId refuses the sign-in when the service sends no id (OID-16 OID-18)', async () => {
  idp.tamper({ oauthProfile: ({ body }) => ({ body: { ...body, id: undefined } }) })
  const profile = ({ id, login }: PlainProfile): ProfileUser => ({ ...accountId(id), name: login })
  await expectNobody(
    createApp({ providers: [plain(idp, { profile })], adapter: store.adapter }),
    'plain',
  )
})

test('A custom protocol with a valid id signs in (OID-16)', async () => {
  const profile = ({ member }: GuildProfile): ProfileUser => ({ ...accountId(member) })
  const fetched = async (): Promise<Response> => new Response('Ada')
  const app = createApp({ providers: [guild({ profile, [customFetch]: fetched })] })
  const browser = app.openBrowser()
  expectSignedIn(
    await browser.follow({ url: guildAnswer(await requestAuthorization(browser, 'guild')).href }),
  )
})

describe('The id that authorize returns', () => {
  const open = (user: unknown): App =>
    // What an application without types may return.
    createApp({ providers: [passwords({ authorize: () => user as User })] })

  test.each<readonly [string, unknown]>([
    ...NO_IDS.filter(([, id]) => id !== undefined && id !== null),
    ['an object without text of its own', {}],
    ['nothing, without an address', undefined],
  ])('is refused: %s (OID-16)', async (__, id) => {
    const app = open({ id, name: 'Everybody' })
    const browser = app.openBrowser()
    const location = readLocation(await submitPassword(browser, 'ada'))
    expect(location.searchParams.get('error')).toBe('Callback')
    expect(app.errors.at(-1)).toMatchObject({ type: 'CallbackRouteError' })
    expect(app.errors.at(-1)?.message).toContain('`authorize` of "credentials"')
    expect(sessionCookies(browser)).toEqual([])
  })

  test.each<readonly [string, unknown, string]>([
    ['text', 'id-of-ada', 'id-of-ada'],
    ['a number', 7, '7'],
    ['a bigint', 9_007_199_254_740_993n, '9007199254740993'],
    ['an object with text of its own', { toString: () => '65f1c0ffee' }, '65f1c0ffee'],
  ])('is used as text: %s', async (__, id, expected) => {
    const browser = open({ id, name: 'Ada' }).openBrowser()
    expectSignedIn(await submitPassword(browser, 'ada'))
    expect((await readSession(browser))?.user).toMatchObject({ name: 'Ada' })
    expect(expected).toBe(String(id))
  })

  test('may be missing where the address identifies the user', async () => {
    const browser = open({ email: 'ada@example.com' }).openBrowser()
    expectSignedIn(await submitPassword(browser, 'ada'))
  })
})
