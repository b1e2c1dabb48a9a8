import type { JWT } from '@latchstring/core/jwt'
import type {
  Account,
  Callbacks,
  JWTParams,
  Profile,
  UpdateData,
  User,
} from '@latchstring/core/types'
import { expect, expectTypeOf, vi } from 'vitest'
import { including } from '@latchstring/test-kit/matchers'
import { ADA, passwords } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'

type JWTCallback = (params: JWTParams) => JWT

const spy = (): ReturnType<typeof vi.fn<JWTCallback>> => vi.fn<JWTCallback>(({ token }) => token)

/** The callback jwt. */
export function tokenCallback(suite: Suite): void {
  const { proves, open } = suite

  proves(
    ['CB-jwt', 'CB-jwt-user', 'CB-jwt-account', 'CB-jwt-trigger-signIn', 'CB-jwt-isNewUser'],
    'the jwt callback gets user and account at sign-in, with trigger signIn',
    async () => {
      const jwt = spy()
      await open({ providers: [passwords()], callbacks: { jwt } })
        .visit()
        .submitPassword()
      expect(jwt).toHaveBeenCalledTimes(1)
      expect(jwt.mock.calls[0]?.[0]).toMatchObject({
        token: { sub: ADA.id },
        user: ADA,
        account: { provider: 'credentials', providerAccountId: ADA.id },
        trigger: 'signIn',
        isNewUser: false,
      })
      expectTypeOf<JWTParams['user']>().toExtend<User | undefined>()
      expectTypeOf<JWTParams['account']>().toEqualTypeOf<Account | null | undefined>()
      expectTypeOf<JWTParams['trigger']>().toEqualTypeOf<
        'signIn' | 'signUp' | 'update' | undefined
      >()
      expectTypeOf<JWTParams['isNewUser']>().toEqualTypeOf<boolean | undefined>()
      type Returned = Awaited<ReturnType<NonNullable<Callbacks['jwt']>>>
      expectTypeOf<Returned>().toEqualTypeOf<JWT | null>()
    },
  )

  proves(
    ['CB-jwt-profile', 'CB-jwt-account'],
    'the jwt callback gets the profile and the tokens with OAuth',
    async () => {
      const jwt = spy()
      const visitor = open({ providers: [suite.world.oidc()], callbacks: { jwt } }).visit()
      await visitor.signInWith('harbour')
      expect(jwt.mock.calls[0]?.[0]).toMatchObject({
        trigger: 'signIn',
        profile: { sub: 'ada-1815', email: 'ada@harbour.example' },
        account: { provider: 'harbour', token_type: 'bearer' },
      })
      expectTypeOf<JWTParams['profile']>().toEqualTypeOf<Profile | undefined>()
    },
  )

  proves(
    ['CB-jwt-trigger-signUp', 'CB-signUp-database', 'CB-jwt-account', 'CB-jwt-isNewUser'],
    'trigger is signUp when the user is stored for the first time, and signIn afterwards',
    async () => {
      const jwt = spy()
      const adapter = await suite.world.store()
      const app = open({
        adapter,
        providers: [suite.world.oidc()],
        session: { strategy: 'jwt' },
        callbacks: { jwt },
      })
      await app.visit().signInWith('harbour')
      await app.visit().signInWith('harbour')
      const stored = await adapter.getUserByEmail('ada@harbour.example')
      expect(jwt.mock.calls.map(([params]) => params)).toEqual([
        including({ trigger: 'signUp', isNewUser: true, user: stored }),
        including({ trigger: 'signIn', isNewUser: false, user: stored }),
      ])
      expect(jwt.mock.calls[0]?.[0].account).toMatchObject({ userId: stored?.id })
    },
  )

  proves(
    ['CB-jwt', 'CB-jwt-trigger-update', 'CB-jwt-session'],
    'the jwt callback gets the data of an update by the client',
    async () => {
      const jwt = spy()
      const visitor = open({ providers: [passwords()], callbacks: { jwt } }).visit()
      await visitor.submitPassword()
      jwt.mockClear()
      await visitor.update({ plan: 'paid' })
      expect(jwt).toHaveBeenCalledExactlyOnceWith({
        token: including({ sub: ADA.id }),
        trigger: 'update',
        session: { plan: 'paid' },
      })
      expectTypeOf<JWTParams['session']>().toEqualTypeOf<UpdateData | undefined>()
    },
  )

  proves(
    ['CB-jwt', 'CB-jwt-trigger-read'],
    'the jwt callback has no trigger when a token is only read',
    async () => {
      const jwt = spy()
      const visitor = open({ providers: [passwords()], callbacks: { jwt } }).visit()
      await visitor.submitPassword()
      jwt.mockClear()
      await visitor.session()
      const [params] = jwt.mock.calls[0] ?? []
      expect(jwt).toHaveBeenCalledTimes(1)
      expect(params?.trigger).toBeUndefined()
      expect(params?.user).toBeUndefined()
      expect(params?.session).toBeUndefined()
    },
  )

  proves(['CB-jwt-null'], 'jwt that returns null ends the session', async () => {
    let ended = false
    const visitor = open({
      providers: [passwords()],
      callbacks: { jwt: ({ token }) => (ended ? null : token) },
    }).visit()
    await visitor.submitPassword()
    expect(await visitor.session()).not.toBeNull()
    ended = true
    expect(await visitor.session()).toBeNull()
    ended = false
    expect(visitor.cookie('session-token')).toBeUndefined()
    expect(await visitor.session()).toBeNull()
  })
}
