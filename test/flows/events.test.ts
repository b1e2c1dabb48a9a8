import type { AuthConfig } from '@latchstring/core'
import type { Events, JWTParams } from '@latchstring/core/types'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, createApp, ENV, ORIGIN } from '@latchstring/test-kit/app'
import { oidcProvider, plain, startIdp } from '@latchstring/test-kit/idp'
import { passwords, submitPassword } from '@latchstring/test-kit/people'
import { expectSignedIn, readLocation, readSession, signInWith } from '@latchstring/test-kit/story'

const idp = forAllTests(startIdp)
const store = storeForEachTest()

interface Happened {
  readonly name: string
  readonly message: Readonly<Record<string, unknown>>
}

/** Handlers that write down what happens. */
function notebook(): { readonly events: Events; readonly happened: Happened[] } {
  const happened: Happened[] = []
  const names = ['createUser', 'updateUser', 'linkAccount', 'signIn'] as const
  const events = Object.fromEntries(
    names.map((name) => [
      name,
      (message: object) => void happened.push({ name, message: { ...message } }),
    ]),
  )
  return { events, happened }
}

function open(config: Partial<AuthConfig> = {}): App {
  return createApp({
    providers: [oidcProvider(idp), plain(idp)],
    adapter: store.adapter,
    ...config,
  })
}

describe('Events', () => {
  test('of a first sign-in are emitted in order, each with the stored user', async () => {
    const { events, happened } = notebook()
    expectSignedIn(await signInWith(open({ events }).openBrowser(), 'harbour', 'ada'))
    expect(happened.map(({ name }) => name)).toEqual(['createUser', 'linkAccount', 'signIn'])
    const [user] = await store.query('SELECT id, email FROM users')
    for (const { message } of happened) expect(message['user']).toMatchObject({ ...user })
    const [created, linked, signedIn] = happened.map(({ message }) => message)
    expect(Object.keys(created ?? {})).toEqual(['user'])
    const account = {
      provider: 'harbour',
      type: 'oidc',
      providerAccountId: 'ada-1815',
      userId: user?.['id'],
    }
    expect(linked?.['account']).toMatchObject(account)
    expect(linked?.['profile']).toMatchObject({
      name: 'Ada Lovelace',
      email: 'ada@harbour.example',
    })
    expect(signedIn).toMatchObject({ account, isNewUser: true, profile: { sub: 'ada-1815' } })
  })

  test('of a second sign-in are only signIn', async () => {
    const { events, happened } = notebook()
    const app = open({ events })
    await signInWith(app.openBrowser(), 'harbour', 'ada')
    happened.splice(0)
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour', 'ada'))
    expect(happened.map(({ name }) => name)).toEqual(['signIn'])
    expect(happened[0]?.message).toMatchObject({ isNewUser: false })
  })

  test('of a link are linkAccount and signIn', async () => {
    const { events, happened } = notebook()
    const browser = open({ events }).openBrowser()
    await signInWith(browser, 'harbour', 'ada')
    happened.splice(0)
    expectSignedIn(await signInWith(browser, 'plain', 'grace'))
    expect(happened.map(({ name }) => name)).toEqual(['linkAccount', 'signIn'])
    expect(happened[0]?.message).toMatchObject({
      account: { provider: 'plain', type: 'oauth' },
      user: { email: 'ada@harbour.example' },
      profile: { email: 'grace@harbour.example' },
    })
  })

  test('of a refused sign-in are not emitted', async () => {
    const { events, happened } = notebook()
    const app = open({ events })
    await signInWith(app.openBrowser(), 'harbour', 'ada')
    happened.splice(0)
    await signInWith(app.openBrowser(), 'plain', 'ada')
    await signInWith(app.openBrowser(), 'harbour', { login: 'grace', deny: true })
    expect(happened).toEqual([])
  })

  test('LOG-05 whose handlers throw do not affect the sign-in', async () => {
    const fail = (): never => {
      throw new Error('the audit log is full')
    }
    const app = open({ events: { createUser: fail, linkAccount: fail, signIn: fail } })
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour', 'ada'))
    expect(await readSession(browser)).not.toBeNull()
    expect(app.errors.map(({ type }) => type)).toEqual(['EventError', 'EventError', 'EventError'])
  })
})

test('The jwt callback gets the trigger signUp or signIn', async () => {
  const seen: JWTParams[] = []
  const jwt = (params: JWTParams): JWTParams['token'] => {
    seen.push(params)
    return params.token
  }
  const app = open({ session: { strategy: 'jwt' }, callbacks: { jwt } })
  await signInWith(app.openBrowser(), 'harbour', 'ada')
  const browser = app.openBrowser()
  await signInWith(browser, 'harbour', 'ada')
  expect(seen.map(({ trigger, isNewUser }) => [trigger, isNewUser])).toEqual([
    ['signUp', true],
    ['signIn', false],
  ])
  for (const { account, profile, user, token } of seen) {
    expect(account).toMatchObject({ provider: 'harbour', token_type: 'bearer' })
    expect(profile).toMatchObject({ sub: 'ada-1815' })
    expect(token.sub).toBe(user?.id)
  }
  await readSession(browser)
  expect(seen.at(-1)?.trigger).toBeUndefined()
  expect(seen.at(-1)?.account).toBeUndefined()
})

test('pages.newUser is the target of a first sign-in only', async () => {
  const app = open({ pages: { newUser: '/welcome' } })
  const first = readLocation(await signInWith(app.openBrowser(), 'harbour', 'ada'))
  expect(first.origin + first.pathname).toBe(`${ORIGIN}/welcome`)
  expect(first.searchParams.get('callbackUrl')).toBe(`${ORIGIN}/inside`)
  expectSignedIn(await signInWith(app.openBrowser(), 'harbour', 'ada'))
})

describe('A sign-in without an email address', () => {
  const profile = ({ sub = '1' }): { readonly id: string } => ({ id: sub })
  const WAYS = {
    'OpenID Connect': () => ({ ...oidcProvider(idp), profile }),
    'OAuth 2.0': () => ({ ...plain(idp), profile }),
    'a password': () => passwords({ authorize: () => ({ id: '7' }) }),
    'OpenID Connect, and with an address': () => oidcProvider(idp),
  }

  test.each<[keyof typeof WAYS, string, readonly unknown[]]>([
    ['OpenID Connect', 'development', [expect.stringMatching(/^The provider "harbour" gave no /)]],
    ['OAuth 2.0', 'development', [expect.stringMatching(/^The provider "plain" gave no /)]],
    ['a password', 'development', []],
    ['OpenID Connect, and with an address', 'development', []],
    ['OpenID Connect', 'production', []],
  ])('by %s in %s tells the log so: %j', async (way, NODE_ENV, expected) => {
    const warned: string[] = []
    const logger = { warn: (_code: string, detail = '') => void warned.push(detail) }
    const provider = WAYS[way]()
    const env = { ...ENV, NODE_ENV, AUTH_INSECURE_LOOPBACK: 'true' }
    const browser = createApp({ providers: [provider], logger }, { env }).openBrowser()
    if (provider.type === 'credentials') await submitPassword(browser, 'ada')
    else await signInWith(browser, provider.id, 'ada')
    expect(await readSession(browser)).not.toBeNull()
    expect(warned.filter((line) => line.includes('email address'))).toEqual(expected)
  })
})
