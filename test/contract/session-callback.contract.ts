import type { AdapterUser } from '@latchstring/core/adapters'
import type { JWT } from '@latchstring/core/jwt'
import type { Session, SessionParams, UpdateData } from '@latchstring/core/types'
import { expect, expectTypeOf, vi } from 'vitest'
import { ANY_TEXT, including } from '@latchstring/test-kit/matchers'
import { ADA, passwords } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'

type SessionCallback = (params: SessionParams<JWT>) => Session

const spy = (): ReturnType<typeof vi.fn<SessionCallback>> =>
  vi.fn<SessionCallback>(({ session }) => session)

const withRole = ({ token }: { token: JWT }): JWT => ({ ...token, role: 'captain', pin: 7 })

/** The callback session, and who sees what. */
export function sessionCallback(suite: Suite): void {
  const { proves, open } = suite

  proves(
    ['CB-session', 'CB-session-session', 'CB-session-token'],
    'the session callback gets the token and no stored user with the strategy jwt',
    async () => {
      const session = spy()
      const app = open({ providers: [passwords()], callbacks: { session } })
      const visitor = app.visit()
      await visitor.submitPassword()
      expect(session).not.toHaveBeenCalled()
      await visitor.session()
      await app.auth(visitor.headers())
      expect(session).toHaveBeenCalledTimes(2)
      for (const [params] of session.mock.calls) {
        expect(params).toEqual({
          session: { user: including({ name: ADA.name, email: ADA.email }), expires: ANY_TEXT },
          token: including({ sub: ADA.id, name: ADA.name }),
        })
      }
      expectTypeOf<SessionParams<JWT>['session']>().toExtend<Session>()
      expectTypeOf<SessionParams<JWT>['token']>().toEqualTypeOf<JWT>()
    },
  )

  proves(
    ['CB-session', 'CB-session-user'],
    'the session callback gets the stored user and no token with the strategy database',
    async () => {
      const session = spy()
      const adapter = await suite.world.store()
      const config = { adapter, providers: [suite.world.oidc()], callbacks: { session } }
      const visitor = open(config).visit()
      await visitor.signInWith('harbour')
      await visitor.session()
      const [params] = session.mock.calls[0] ?? []
      expect(params?.user).toEqual(await adapter.getUserByEmail('ada@harbour.example'))
      expect(params).not.toHaveProperty('token')
      expect(JSON.stringify(params)).not.toContain(visitor.cookie('session-token'))
      expectTypeOf<SessionParams<JWT>['user']>().toEqualTypeOf<AdapterUser>()
    },
  )

  proves(
    ['CB-session-update'],
    'an update passes newSession and the trigger update to the callbacks',
    async () => {
      for (const adapter of [undefined, await suite.world.store()]) {
        const session = spy()
        const config = { providers: [suite.world.oidc()], callbacks: { session } }
        const visitor = open(adapter ? { ...config, adapter } : config).visit()
        await visitor.signInWith('harbour')
        await visitor.session()
        await visitor.update({ plan: 'paid' })
        const [read, updated] = session.mock.calls.map(([params]) => params)
        expect([read?.trigger, read?.newSession]).toEqual([undefined, undefined])
        expect([updated?.trigger, updated?.newSession]).toEqual(['update', { plan: 'paid' }])
      }
      expectTypeOf<SessionParams<JWT>['trigger']>().toEqualTypeOf<'update' | undefined>()
      expectTypeOf<SessionParams<JWT>['newSession']>().toEqualTypeOf<UpdateData | undefined>()
    },
  )

  proves(
    ['CB-session-returns', 'MECH-session-exposed'],
    'the client gets the result of the session callback, and nothing else of the token',
    async () => {
      const silent = open({ providers: [passwords()], callbacks: { jwt: withRole } }).visit()
      await silent.submitPassword()
      expect(Object.keys((await silent.session()) ?? {}).toSorted()).toEqual(['expires', 'user'])
      const speaking = open({
        providers: [passwords()],
        callbacks: {
          jwt: withRole,
          session: ({ session, token }) => ({ ...session, role: token['role'] }),
        },
      }).visit()
      await speaking.submitPassword()
      const session = (await speaking.session()) ?? {}
      expect(session).toMatchObject({ role: 'captain' })
      expect(Object.keys(session).toSorted()).toEqual(['expires', 'role', 'user'])
    },
  )

  proves(
    ['MECH-session-default'],
    'by default the client gets name, e-mail address and image',
    async () => {
      const { id: _, ...rest } = ADA
      const visitor = open({ providers: [passwords()] }).visit()
      await visitor.submitPassword()
      expect(await visitor.session()).toEqual({ user: rest, expires: ANY_TEXT })
      const adapter = await suite.world.store()
      const stored = open({ adapter, providers: [suite.world.oidc()] }).visit()
      await stored.signInWith('harbour')
      const { user = {} } = (await stored.session()) ?? {}
      expect(Object.keys(user).toSorted()).toEqual(['email', 'image', 'name'])
    },
  )
}
