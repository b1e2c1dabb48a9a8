import type { AuthConfig } from '@latchstring/core'
import { createFrameworkAuth } from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { JWTParams, User } from '@latchstring/core/types'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { createApp, ENV } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { oidcProvider, plain, startIdp } from '@latchstring/test-kit/idp'
import { signInWithPassword, passwords, PEOPLE } from '@latchstring/test-kit/people'
import { expectSignedIn, signInWith } from '@latchstring/test-kit/story'

const idp = forAllTests(startIdp)
const store = storeForEachTest()

/** The profile that every provider here returns. */
const SAME = { id: '7', name: 'Seven', email: null }

const providers = (): AuthConfig['providers'] => [
  oidcProvider(idp, { profile: () => SAME }),
  oidcProvider(idp, { id: 'island', profile: () => SAME }),
  plain(idp, { profile: () => SAME }),
]

interface SignedIn {
  readonly token: JWT
  readonly params: JWTParams
  /** As `auth()` gives it. */
  readonly user: User | undefined
}

/** Signs in at a provider, and tells what the application learns. */
async function signedInBy(id: string, config: Partial<AuthConfig> = {}): Promise<SignedIn> {
  const seen: JWTParams[] = []
  const tokens: JWT[] = []
  const all: AuthConfig = {
    providers: providers(),
    ...config,
    callbacks: {
      jwt: (params) => (seen.push(params), params.token),
    },
    events: { session: ({ token }) => void (token && tokens.push(token)) },
  }
  const browser: Browser = createApp(all).openBrowser()
  if (id === 'credentials') await signInWithPassword(browser)
  else expectSignedIn(await signInWith(browser, id, 'ada'))
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { session } = await createFrameworkAuth(all, { env: ENV }).session({
    headers: new Headers({ cookie }),
  })
  const [params] = seen
  const [token] = tokens
  if (!params || !token) throw new Error('There was no sign-in.')
  return { params, token, user: session?.user }
}

describe('The id of a user without a store', () => {
  test('differs for the same account id at different providers (ALT-08)', async () => {
    const all = await Promise.all(['harbour', 'island', 'plain'].map((id) => signedInBy(id)))
    expect(new Set(all.map(({ token }) => token.sub)).size).toBe(3)
    for (const { token, user, params } of all) {
      expect(user?.id).toBe(token.sub)
      expect(params.token.sub).toBe(token.sub)
      expect(params.account?.providerAccountId).toBe('7')
    }
  })

  test('is the same at every sign-in, also after other providers are added (ALT-08)', async () => {
    const [only] = providers()
    const alone = await signedInBy('harbour', { providers: only ? [only] : [] })
    const beside = await signedInBy('harbour')
    expect(alone.token.sub).toMatch(/^[0-9a-f-]{36}$/)
    expect(beside.token.sub).toBe(alone.token.sub)
  })

  test('differs for two people at one provider (ALT-08)', async () => {
    const other = [oidcProvider(idp, { profile: () => ({ ...SAME, id: '07' }) })]
    const seven = await signedInBy('harbour')
    const padded = await signedInBy('harbour', { providers: other })
    expect(seven.token.sub).not.toBe(padded.token.sub)
  })

  test('is for credentials the id of the application, which differs from those at providers (ALT-08)', async () => {
    const given = passwords({ authorize: () => SAME })
    const own = await signedInBy('credentials', { providers: [given] })
    expect([own.token.sub, own.user?.id]).toEqual(['7', '7'])
    expect((await signedInBy('harbour')).token.sub).not.toBe('7')
  })

  test('is for credentials without an id made from the address and the provider (ALT-08)', async () => {
    const nameless = (email: string) =>
      signedInBy('credentials', { providers: [passwords({ authorize: () => ({ email }) })] })
    const [ada, again, grace] = await Promise.all([
      nameless('ada@example.com'),
      nameless('ada@example.com'),
      nameless('grace@example.com'),
    ])
    expect(ada.token.sub).toMatch(/^[0-9a-f-]{36}$/)
    expect(again.token.sub).toBe(ada.token.sub)
    expect(grace.token.sub).not.toBe(ada.token.sub)
  })
})

describe('The id of a user with a store and jwt sessions', () => {
  test('is that of the store for the same account id at different providers (ALT-08)', async () => {
    const config: Partial<AuthConfig> = { adapter: store.adapter, session: { strategy: 'jwt' } }
    const all = [
      await signedInBy('harbour', config),
      await signedInBy('island', config),
      await signedInBy('plain', config),
    ]
    const rows = await store.query('SELECT id FROM users')
    expect(new Set(all.map(({ token }) => token.sub))).toEqual(new Set(rows.map(({ id }) => id)))
    expect(rows).toHaveLength(3)
  })

  test('is for credentials the id of the application (ALT-08)', async () => {
    const config: Partial<AuthConfig> = { adapter: store.adapter, session: { strategy: 'jwt' } }
    const own = await signedInBy('credentials', { ...config, providers: [passwords()] })
    expect(own.token.sub).toBe(PEOPLE.ada.id)
  })
})
