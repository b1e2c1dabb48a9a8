import type { Account, Awaitable, Events, Profile, User } from '@latchstring/core/types'
import { expect, expectTypeOf, vi } from 'vitest'
import { including } from '@latchstring/test-kit/matchers'
import { ADA, passwords } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'

type Message<E extends keyof Events> = Parameters<NonNullable<Events[E]>>[0]

function spies() {
  return {
    createUser: vi.fn<NonNullable<Events['createUser']>>(),
    updateUser: vi.fn<NonNullable<Events['updateUser']>>(),
    linkAccount: vi.fn<NonNullable<Events['linkAccount']>>(),
    signIn: vi.fn<NonNullable<Events['signIn']>>(),
    signOut: vi.fn<NonNullable<Events['signOut']>>(),
    session: vi.fn<NonNullable<Events['session']>>(),
  }
}

/** Events. */
export function events(suite: Suite): void {
  const { proves, open } = suite

  proves(
    [
      'EVENT-createUser',
      'EVENT-linkAccount-account',
      'EVENT-linkAccount-user',
      'EVENT-linkAccount-profile',
      'EVENT-signIn-user',
      'EVENT-signIn-account',
      'EVENT-signIn-profile',
      'EVENT-signIn-isNewUser',
    ],
    'the first sign-in with OAuth creates a user, links an account and signs in',
    async () => {
      const heard = spies()
      const adapter = await suite.world.store()
      const app = open({ adapter, providers: [suite.world.oidc()], events: heard })
      await app.visit().signInWith('harbour')
      const user = await adapter.getUserByEmail('ada@harbour.example')
      expect(user).not.toBeNull()
      expect(heard.createUser).toHaveBeenCalledExactlyOnceWith({ user })
      const linked = including({ provider: 'harbour', providerAccountId: 'ada-1815' })
      expect(heard.linkAccount).toHaveBeenCalledExactlyOnceWith({
        user,
        account: linked,
        profile: including({ id: 'ada-1815', name: 'Ada Lovelace' }),
        isNewUser: true,
      })
      expect(heard.signIn).toHaveBeenCalledExactlyOnceWith({
        user,
        account: linked,
        profile: including({ sub: 'ada-1815' }),
        isNewUser: true,
      })
      await app.visit().signInWith('harbour')
      expect(heard.createUser).toHaveBeenCalledTimes(1)
      expect(heard.linkAccount).toHaveBeenCalledTimes(1)
      expect(heard.signIn).toHaveBeenLastCalledWith(including({ isNewUser: false }))
      const order = [heard.createUser, heard.linkAccount, heard.signIn].map(
        ({ mock }) => mock.invocationCallOrder[0] ?? 0,
      )
      expect(order).toEqual(order.toSorted((a, b) => a - b))
      expectTypeOf<Message<'createUser'>>().toEqualTypeOf<{ user: User }>()
      expectTypeOf<Message<'linkAccount'>['account']>().toEqualTypeOf<Account>()
      expectTypeOf<Message<'signIn'>>().toEqualTypeOf<{
        user: User
        account: Account | null
        profile?: Profile
        isNewUser?: boolean
      }>()
    },
  )

  proves(['EVENT-updateUser'], 'a known user who proves an address is updated', async () => {
    const heard = spies()
    const adapter = await suite.world.store()
    const email = 'known@example.org'
    await adapter.createUser({ id: 'any', email, emailVerified: null })
    const visitor = open({ adapter, providers: [suite.world.mail()], events: heard }).visit()
    await visitor.submit('signin/nodemailer', { email })
    const { link = '' } = await suite.world.inbox.waitFor(email)
    await visitor.browser.open(link)
    const user = await adapter.getUserByEmail(email)
    expect(user?.emailVerified).toBeInstanceOf(Date)
    expect(heard.updateUser).toHaveBeenCalledExactlyOnceWith({ user })
    expect(heard.createUser).not.toHaveBeenCalled()
    expectTypeOf<Message<'updateUser'>>().toEqualTypeOf<{ user: User }>()
  })

  proves(
    ['EVENT-signIn-user-credentials'],
    'the user of a sign-in with credentials is the result of authorize',
    async () => {
      const heard = spies()
      const given = { ...ADA, department: 'Engines' }
      const config = { providers: [passwords({ authorize: () => given })], events: heard }
      await open(config).visit().submitPassword()
      expect(heard.signIn).toHaveBeenCalledExactlyOnceWith(
        including({ user: given, account: including({ type: 'credentials' }) }),
      )
    },
  )

  proves(
    ['EVENT-signOut-token', 'EVENT-session-jwt'],
    'the events session and signOut have the token with the strategy jwt',
    async () => {
      const heard = spies()
      const visitor = open({ providers: [passwords()], events: heard }).visit()
      await visitor.submitPassword()
      const session = await visitor.session()
      const token = including({ sub: ADA.id, name: ADA.name })
      expect(heard.session).toHaveBeenCalledExactlyOnceWith({ session, token })
      await visitor.submit('signout')
      expect(heard.signOut).toHaveBeenCalledExactlyOnceWith({ token })
      type Token = Extract<Message<'signOut'>, { token: unknown }>['token']
      expectTypeOf<Token>().toExtend<object | null>()
      expectTypeOf<null>().toExtend<Token>()
    },
  )

  proves(
    ['EVENT-signOut-session', 'EVENT-session-database'],
    'the events session and signOut have the session with the strategy database',
    async () => {
      const heard = spies()
      const adapter = await suite.world.store()
      const visitor = open({ adapter, providers: [suite.world.oidc()], events: heard }).visit()
      await visitor.signInWith('harbour')
      const session = await visitor.session()
      expect(heard.session).toHaveBeenCalledExactlyOnceWith({ session })
      const user = await adapter.getUserByEmail('ada@harbour.example')
      await visitor.submit('signout')
      expect(heard.signOut).toHaveBeenCalledExactlyOnceWith({
        session: including({ userId: user?.id }),
      })
      type Ended = Extract<Message<'signOut'>, { session: unknown }>['session']
      expectTypeOf<undefined>().toExtend<Ended>()
      expectTypeOf<null>().toExtend<Ended>()
    },
  )

  proves(
    ['EVENT-async'],
    'event handlers are awaited, and one that rejects changes nothing else',
    async () => {
      let done = false
      const app = open({
        providers: [passwords()],
        events: {
          async signIn() {
            await new Promise(setImmediate)
            done = true
            throw new Error('the audit log is full')
          },
        },
      })
      const visitor = app.visit()
      await visitor.submitPassword()
      expect(done).toBe(true)
      expect(await visitor.session()).not.toBeNull()
      expect(app.errors.map(({ type }) => type)).toEqual(['EventError'])
      expectTypeOf<ReturnType<NonNullable<Events['createUser']>>>().toEqualTypeOf<Awaitable<void>>()
    },
  )
}
