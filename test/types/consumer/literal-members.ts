/** What callbacks return keeps its literal types without `as const`, however the configuration is given. */
import { createAuth, defineConfig, type InferSession } from '@latchstring/core'
import Latchstring, { defineConfig as defineNextConfig } from '@latchstring/next'
import { expectTrue, type Equal } from '../equal.ts'

type Role = 'admin' | 'member'

declare const isAdmin: boolean
declare function load(): Promise<boolean>

const object = createAuth({
  providers: [],
  callbacks: {
    jwt: ({ token }) => ({ ...token, role: isAdmin ? 'admin' : 'member', plan: 'free' }),
    session: ({ session, token }) => ({ ...session, role: token.role, plan: token.plan }),
  },
})
expectTrue<Equal<InferSession<typeof object>['role'], Role>>()
expectTrue<Equal<InferSession<typeof object>['plan'], 'free'>>()

const later = createAuth({
  providers: [],
  callbacks: {
    jwt: async ({ token, user }) =>
      user === undefined
        ? { ...token, role: 'member' }
        : { ...token, role: (await load()) ? 'admin' : 'member' },
    session: async ({ session, token }) => ({
      ...session,
      user: { ...session.user, role: token.role },
    }),
  },
})
expectTrue<Equal<InferSession<typeof later>['user']['role'], Role>>()

const withoutToken = createAuth({
  providers: [],
  callbacks: {
    session({ session, user }) {
      if (user.email === 'root@example.com') return { ...session, role: 'admin' }
      return { ...session, role: 'member' }
    },
  },
})
expectTrue<Equal<InferSession<typeof withoutToken>['role'], Role>>()

const perRequest = createAuth(() => ({
  providers: [],
  callbacks: {
    jwt: ({ token }) => ({ ...token, role: isAdmin ? 'admin' : 'member' }),
    session: ({ session, token }) => ({ ...session, role: token.role }),
  },
}))
expectTrue<Equal<InferSession<typeof perRequest>['role'], Role>>()

const perRequestLater = createAuth(async () => ({
  providers: [],
  callbacks: {
    session: async ({ session }) => ({ ...session, role: (await load()) ? 'admin' : 'member' }),
  },
}))
expectTrue<Equal<InferSession<typeof perRequestLater>['role'], Role>>()

const defined = createAuth(
  defineConfig({
    providers: [],
    callbacks: { session: ({ session }) => ({ ...session, role: isAdmin ? 'admin' : 'member' }) },
  }),
)
expectTrue<Equal<InferSession<typeof defined>['role'], Role>>()

const next = Latchstring({
  providers: [],
  callbacks: { session: ({ session }) => ({ ...session, role: isAdmin ? 'admin' : 'member' }) },
})
type NextSession = NonNullable<Awaited<ReturnType<typeof next.auth>>>
declare const nextSession: NextSession
expectTrue<Equal<typeof nextSession.role, Role>>()

const nextDefined = Latchstring(
  defineNextConfig({
    providers: [],
    callbacks: { session: ({ session }) => ({ ...session, role: isAdmin ? 'admin' : 'member' }) },
  }),
)
declare const nextDefinedSession: NonNullable<Awaited<ReturnType<typeof nextDefined.auth>>>
expectTrue<Equal<typeof nextDefinedSession.role, Role>>()

/** A session of literal types fits where an application declares wider ones. */
declare const read: InferSession<typeof later>
const wider: { user: { role: string; name?: string | null } } = read
void wider

// @ts-expect-error -- only the roles that a callback returns
const wrong: 'root' = read.user.role
void wrong
