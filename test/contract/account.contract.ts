import type {
  Account,
  AuthorizationDetails,
  Events,
  JsonValue,
  ProviderType,
  TokenEndpointResponse,
  TokenSet,
} from '@latchstring/core/types'
import { expect, expectTypeOf, vi } from 'vitest'
import { readJson } from '@latchstring/test-kit/json'
import { ANY_TEXT, including, matching } from '@latchstring/test-kit/matchers'
import { ADA, passwords } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'
import type { PlainConfig } from './src/target.ts'

type Callbacks = NonNullable<PlainConfig['callbacks']>

/** Accounts and token sets. */
export function account(suite: Suite): void {
  const { proves, open } = suite

  /** The account that a sign-in with a provider leads to. */
  async function accountOf(config: PlainConfig, provider: string): Promise<Account> {
    const link = vi.fn<NonNullable<Callbacks['signIn']>>(() => true)
    const visitor = open({ ...config, callbacks: { signIn: link } }).visit()
    await visitor.signInWith(provider)
    const given = link.mock.calls[0]?.[0].account
    if (!given) throw new Error('There was no account.')
    return given
  }

  proves(
    [
      'RES-ACCOUNT-extends-token-response',
      'RES-ACCOUNT-provider',
      'RES-ACCOUNT-providerAccountId',
      'RES-ACCOUNT-providerAccountId-oauth',
      'RES-ACCOUNT-type',
      'RES-ACCOUNT-access_token',
      'RES-ACCOUNT-expires_at',
      'RES-ACCOUNT-expires_in',
      'RES-ACCOUNT-id_token',
      'RES-ACCOUNT-scope',
      'RES-ACCOUNT-token_type',
      'RES-TOKENSET',
      'RES-TOKENSET-expires_at',
    ],
    'an OpenID Connect account has the members of the token response and its user',
    async () => {
      const seen: TokenSet[] = []
      const provider = suite.world.oidc({
        profile: (claims, tokens) => {
          seen.push(tokens)
          return { id: `as-mapped-${claims.sub}` }
        },
      })
      const before = Math.floor(Date.now() / 1000)
      const given = await accountOf({ providers: [provider] }, 'harbour')
      expect(given).toMatchObject({
        provider: 'harbour',
        providerAccountId: 'as-mapped-ada-1815',
        type: 'oidc',
        access_token: ANY_TEXT,
        id_token: matching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        expires_in: 3600,
        scope: 'openid profile email',
        token_type: 'bearer',
      })
      expect(given.expires_at).toBeGreaterThanOrEqual(before + 3600)
      expect(given.expires_at).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 3600)
      expect(seen).toEqual([including({ expires_in: 3600, expires_at: given.expires_at })])
      expectTypeOf<Account>().toExtend<Partial<TokenEndpointResponse>>()
      expectTypeOf<Pick<Account, 'provider' | 'providerAccountId' | 'type'>>().toEqualTypeOf<{
        provider: string
        providerAccountId: string
        type: ProviderType
      }>()
      expectTypeOf<Pick<Account, 'access_token' | 'id_token' | 'scope'>>().toEqualTypeOf<{
        readonly access_token?: string
        readonly id_token?: string
        readonly scope?: string
      }>()
      expectTypeOf<Pick<Account, 'expires_in'>>().toEqualTypeOf<{ readonly expires_in?: number }>()
      expectTypeOf<Pick<Account, 'expires_at'>>().toEqualTypeOf<{ expires_at?: number }>()
      expectTypeOf<Account['token_type']>().toEqualTypeOf<Lowercase<string> | undefined>()
      expectTypeOf<TokenSet>().toExtend<Partial<TokenEndpointResponse>>()
      expectTypeOf<TokenSet['expires_at']>().toEqualTypeOf<number | undefined>()
    },
  )

  proves(
    [
      'RES-ACCOUNT-additional',
      'RES-ACCOUNT-authorization_details',
      'RES-ACCOUNT-refresh_token',
      'RES-ACCOUNT-token_type-lowercased',
    ],
    'additional members of a token response are stored, and token_type in lower case',
    async () => {
      const { token } = suite.world.idp.oauth
      const details = [{ type: 'account_information', actions: ['read'] }]
      const fetchWithExtras = async (url: string, init?: RequestInit): Promise<Response> => {
        const response = await fetch(url, init)
        if (url !== token) return response
        const body = await readJson(response)
        return Response.json({
          ...body,
          token_type: 'BEARER',
          refresh_token: 'to-refresh',
          authorization_details: details,
          tenant: { id: 7 },
        })
      }
      const { customFetch } = await import('@latchstring/core')
      const provider = suite.world.oauth({ [customFetch]: fetchWithExtras })
      const given = await accountOf({ providers: [provider] }, 'plain')
      expect(given).toMatchObject({
        type: 'oauth',
        token_type: 'bearer',
        refresh_token: 'to-refresh',
        authorization_details: details,
        tenant: { id: 7 },
      })
      expectTypeOf<Account[string]>().toEqualTypeOf<JsonValue | undefined>()
      expectTypeOf<Pick<Account, 'refresh_token'>>().toEqualTypeOf<{
        readonly refresh_token?: string
      }>()
      expectTypeOf<Pick<Account, 'authorization_details'>>().toEqualTypeOf<{
        readonly authorization_details?: readonly AuthorizationDetails[]
      }>()
    },
  )

  proves(['RES-ACCOUNT-userId'], 'a stored account names its user', async () => {
    const linkAccount = vi.fn<NonNullable<Events['linkAccount']>>()
    const adapter = await suite.world.store()
    const visitor = open({
      adapter,
      providers: [suite.world.oidc()],
      events: { linkAccount },
    }).visit()
    await visitor.signInWith('harbour')
    const user = await adapter.getUserByAccount({
      provider: 'harbour',
      providerAccountId: 'ada-1815',
    })
    expect(linkAccount.mock.calls[0]?.[0].account.userId).toBe(user?.id)
    expect(user?.id).toMatch(/./)
    expectTypeOf<Pick<Account, 'userId'>>().toEqualTypeOf<{ userId?: string }>()
  })

  proves(['RES-ACCOUNT-providerAccountId-email'], 'an e-mail account has the address', async () => {
    const signIn = vi.fn<NonNullable<Callbacks['signIn']>>(() => true)
    const adapter = await suite.world.store()
    const config = { adapter, providers: [suite.world.mail()], callbacks: { signIn } }
    const visitor = open(config).visit()
    await visitor.submit('signin/nodemailer', { email: 'account@example.org' })
    expect(signIn.mock.calls[0]?.[0].account).toMatchObject({
      provider: 'nodemailer',
      type: 'email',
      providerAccountId: 'account@example.org',
    })
  })

  proves(
    ['RES-ACCOUNT-providerAccountId-credentials'],
    'the account of a credentials sign-in has the id of the user',
    async () => {
      const signIn = vi.fn<NonNullable<Callbacks['signIn']>>(() => true)
      await open({ providers: [passwords()], callbacks: { signIn } })
        .visit()
        .submitPassword()
      expect(signIn.mock.calls[0]?.[0].account).toMatchObject({
        provider: 'credentials',
        type: 'credentials',
        providerAccountId: ADA.id,
      })
    },
  )
}
