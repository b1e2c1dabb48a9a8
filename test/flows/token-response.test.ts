import type { OAuth2Config, OIDCConfig, Provider } from '@latchstring/core/providers'
import type { Account, Profile, TokenSet } from '@latchstring/core/types'
import { describe, expect, test } from 'vitest'
import { idpAndStoreForEachTest } from '@latchstring/test-kit/for-each-test'
import { createApp } from '@latchstring/test-kit/app'
import { oidcProvider, plain, type PlainProfile } from '@latchstring/test-kit/idp'
import { readJson } from '@latchstring/test-kit/json'
import {
  expectRefused,
  expectSignedIn,
  reachCallback,
  signInWith,
} from '@latchstring/test-kit/story'

const { idp, store } = idpAndStoreForEachTest()

/** What a service has no say in, and what is of a type that nothing expects. */
const FOREIGN = {
  userId: 'the-administrator',
  provider: 'another',
  providerAccountId: 'another-one',
  type: 'credentials',
  expires_at: '2099-01-01',
  session_state: { of: 'another-user' },
  authorization_details: 'all',
}

const MORE = { team: 'north' }

type Overrides = Partial<Pick<OAuth2Config<PlainProfile>, 'token' | 'account'>> &
  Partial<Pick<OIDCConfig<Profile>, 'token' | 'account'>>

const KINDS: readonly (readonly [string, (overrides: Overrides) => Provider])[] = [
  [
    'plain',
    (overrides) =>
      plain(idp, { ...overrides, token: { url: idp.oauth.token, ...tokenOf(overrides) } }),
  ],
  ['harbour', (overrides) => oidcProvider(idp, overrides)],
]

function tokenOf({ token }: Overrides): object {
  return typeof token === 'object' ? token : {}
}

const WAYS: readonly (readonly [string, Overrides])[] = [
  ['as they come', {}],
  [
    'made by token.conform',
    {
      token: {
        conform: async (response) => Response.json({ ...(await readJson(response)), ...FOREIGN }),
      },
    },
  ],
  ['kept by an account function', { account: (tokens) => tokens }],
]

describe.each(KINDS)(
  'Members of a token response of "%s" with names of the library',
  (id, make) => {
    const endpoint = id === 'plain' ? 'oauthToken' : 'token'

    describe.each([false, true])('with a store: %s', (stored) => {
      test.each(WAYS)('are passed to no callback, %s (OAU-14)', async (_, overrides) => {
        idp.tamper({
          [endpoint]: ({ body }: { body: object }) => ({ body: { ...body, ...FOREIGN, ...MORE } }),
        })
        const accounts: (Account | null | undefined)[] = []
        const app = createApp({
          providers: [make(overrides)],
          ...(stored ? { adapter: store.adapter } : {}),
          session: { strategy: 'jwt' },
          callbacks: {
            signIn: ({ account }) => accounts.push(account) > 0,
            jwt({ token, account }) {
              if (account) accounts.push(account)
              return token
            },
          },
          events: {
            signIn: ({ account }) => void accounts.push(account),
            linkAccount: ({ account }) => void accounts.push(account),
          },
        })
        expectSignedIn(await signInWith(app.openBrowser(), id))
        const users = await store.query('SELECT id FROM users')
        expect(accounts).toHaveLength(stored ? 4 : 3)
        const type = id === 'plain' ? 'oauth' : 'oidc'
        for (const account of accounts) {
          const { userId, ...others } = { ...account }
          expect(others).toMatchObject({ provider: id, type, ...MORE })
          expect([undefined, users[0]?.['id']]).toContain(userId)
          const own = new Set<unknown>([id, type])
          const foreign = Object.entries(FOREIGN).filter(([, value]) => !own.has(value))
          for (const entry of foreign) expect(Object.entries(others)).not.toContainEqual(entry)
        }
        const rows = await store.query(
          'SELECT provider, type, provider_account_id AS id, user_id FROM accounts',
        )
        expect(rows).toHaveLength(stored ? 1 : 0)
        for (const row of rows) {
          expect(row).toMatchObject({ provider: id, user_id: users[0]?.['id'] })
          expect(row['id']).not.toBe(FOREIGN.providerAccountId)
        }
      })
    })

    test('are not passed to the profile function (OAU-14)', async () => {
      idp.tamper({
        [endpoint]: ({ body }: { body: object }) => ({ body: { ...body, ...FOREIGN, ...MORE } }),
      })
      const seen: TokenSet[] = []
      const profile = (_: unknown, tokens: TokenSet): { id: string } => {
        seen.push(tokens)
        return { id: '1' }
      }
      const provider = id === 'plain' ? plain(idp, { profile }) : oidcProvider(idp, { profile })
      expectSignedIn(await signInWith(createApp({ providers: [provider] }).openBrowser(), id))
      expect(seen[0]).toMatchObject(MORE)
      for (const name of ['userId', 'provider', 'providerAccountId', 'type'])
        expect(seen[0]).not.toHaveProperty(name)
    })

    test.each([
      [
        'a time in seconds, where there is no lifetime',
        { expires_in: undefined, expires_at: 1_800_003_600 },
        1_800_003_600,
      ],
      [
        'the lifetime, where there are both',
        { expires_in: 60, expires_at: 1_800_003_600 },
        1_800_000_060,
      ],
      [
        'no expiry for milliseconds',
        { expires_in: undefined, expires_at: 1_800_003_600_000 },
        undefined,
      ],
      ['no expiry for text', { expires_in: undefined, expires_at: '1800003600' }, undefined],
      ['no expiry for a negative time', { expires_in: undefined, expires_at: -1 }, undefined],
      ['no expiry for a negative lifetime', { expires_in: -1 }, undefined],
      ['no expiry for a lifetime that is not a number', { expires_in: 'soon' }, undefined],
      [
        'no expiry for a lifetime that begins like a number',
        { expires_in: '3600 seconds' },
        undefined,
      ],
      ['no expiry for a list', { expires_in: [3600] }, undefined],
      ['no expiry for a lifetime of over ten years', { expires_in: 315_360_000 }, undefined],
    ])('do not change the expiry: %s (OAU-26)', async (_, members, expected) => {
      // One clock for all parties: that of the application.
      const now = 1_800_000_000
      idp.tamper({
        idToken: (claims) => ({ claims: { ...claims, iat: now, exp: now + 3600 } }),
        [endpoint]: ({ body }: { body: object }) => ({ body: { ...body, ...members } }),
      })
      const seen: (number | undefined)[] = []
      const app = createApp(
        {
          providers: [make({})],
          events: { signIn: ({ account }) => void seen.push(account?.expires_at) },
        },
        { clock: () => now * 1000 },
      )
      expectSignedIn(await signInWith(app.openBrowser(), id))
      expect(seen).toEqual([expected])
    })

    test.each(['DPoP', 'dpop', 'mac', 'N_A', ''])(
      'An unrequested token type, %j, is refused (OAU-14)',
      async (type) => {
        idp.tamper({
          [endpoint]: ({ body }: { body: object }) => ({ body: { ...body, token_type: type } }),
        })
        const app = createApp({ providers: [make({})], adapter: store.adapter })
        const browser = app.openBrowser()
        expectRefused(await browser.follow(await reachCallback(browser, id)), app)
        expect((await store.rows()).accounts).toBe(0)
      },
    )
  },
)
