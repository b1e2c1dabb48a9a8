/** What `session` knows of the token where the `jwt` callback returns it in several shapes. */
import { createAuth, defineConfig, type InferSession } from '@latchstring/core'
import { createFrameworkAuth } from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import Latchstring, { defineConfig as defineNextConfig } from '@latchstring/next'
import { expectTrue, type Equal } from '../equal.ts'

type Role = 'admin' | 'member'

declare const count: number
declare function loadRole(id: string | undefined): Role
declare function loadRoleLater(id: string | undefined): Promise<Role>

// A member at sign-in, and the token as it was afterwards.

const object = createAuth({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => {
      expectTrue<Equal<typeof token.sub, string | undefined>>()
      // @ts-expect-error -- no branch of `jwt` adds it
      void token.rloe
      return { ...session, role: token.role }
    },
  },
})
expectTrue<Equal<InferSession<typeof object>['role'], Role | undefined>>()

const statements = createAuth({
  providers: [],
  callbacks: {
    async jwt({ token, user }) {
      if (user) return { ...token, role: await loadRoleLater(user.id), plan: 'free' }
      return token
    },
    async session({ session, token }) {
      return { ...session, role: token.role, plan: token.plan }
    },
  },
})
expectTrue<Equal<InferSession<typeof statements>['role'], Role | undefined>>()
expectTrue<Equal<InferSession<typeof statements>['plan'], 'free' | undefined>>()

const perRequest = createAuth(() => ({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => ({ ...session, role: token.role ?? 'member' }),
  },
}))
expectTrue<Equal<InferSession<typeof perRequest>['role'], Role>>()

const perRequestLater = createAuth(async () => ({
  providers: [],
  callbacks: {
    jwt: async ({ token, user }) =>
      user ? { ...token, role: await loadRoleLater(user.id) } : token,
    session: async ({ session, token }) => ({ ...session, role: token.role }),
  },
}))
expectTrue<Equal<InferSession<typeof perRequestLater>['role'], Role | undefined>>()

export const defined = defineConfig({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => ({ ...session, role: token.role }),
  },
})
const remembering = createAuth(defined)
expectTrue<Equal<InferSession<typeof remembering>['role'], Role | undefined>>()

const next = Latchstring(
  defineNextConfig({
    providers: [],
    callbacks: {
      jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
      session: ({ session, token }) => ({ ...session, role: token.role }),
    },
  }),
)
declare const nextSession: NonNullable<Awaited<ReturnType<typeof next.auth>>>
expectTrue<Equal<typeof nextSession.role, Role | undefined>>()

const framework = createFrameworkAuth(
  {
    providers: [],
    callbacks: {
      jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
      session: ({ session, token }) => ({ ...session, role: token.role }),
    },
  },
  {},
)
expectTrue<Equal<InferSession<typeof framework>['role'], Role | undefined>>()

// The end of a session is no shape of the token.

createAuth({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => {
      if (user) return { ...token, role: loadRole(user.id) }
      return token.sub === undefined ? null : token
    },
    session: ({ session, token }) => {
      expectTrue<Equal<typeof token.role, Role | undefined>>()
      return session
    },
  },
})

// Each branch adds another member, as the renewal of an access token does.

createAuth({
  providers: [],
  callbacks: {
    async jwt({ token, account }) {
      if (account) return { ...token, accessToken: account.access_token, until: count }
      if (token['until'] === 1) return token
      return { ...token, error: 'RefreshTokenError' }
    },
    session({ session, token }) {
      expectTrue<Equal<typeof token.accessToken, string | undefined>>()
      expectTrue<Equal<typeof token.until, number | undefined>>()
      expectTrue<Equal<typeof token.error, 'RefreshTokenError' | undefined>>()
      return { ...session, error: token.error }
    },
  },
})

// A member that all branches have tells them apart.

createAuth({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) =>
      user
        ? { ...token, kind: 'member', role: loadRole(user.id) }
        : { ...token, kind: 'guest', visits: count },
    session: ({ session, token }) => {
      if (token.kind === 'guest') expectTrue<Equal<typeof token.visits, number>>()
      else expectTrue<Equal<typeof token.role, Role>>()
      return session
    },
  },
})

// A callback that changes the token, as applications of next-auth write it, leaves it open: its other members are `unknown`.

createAuth({
  providers: [],
  callbacks: {
    jwt({ token, user }) {
      // oxlint-disable-next-line no-param-reassign -- as applications that move over write it
      if (user) token['role'] = loadRole(user.id)
      return token
    },
    session({ session, token }) {
      expectTrue<Equal<typeof token, JWT>>()
      expectTrue<Equal<(typeof token)['role'], unknown>>()
      // As such applications read it, because what another function set is unknown.
      return { ...session, role: token['role'] as Role }
    },
  },
})

// The token fits where a function takes any.

declare function keep(token: JWT): void
createAuth({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: loadRole(user.id) } : token),
    session: ({ session, token }) => {
      keep(token)
      return session
    },
  },
})
