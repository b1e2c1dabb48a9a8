/**
 * Annotations of the parameter of a `jwt` callback that applications on next-auth have, whose `session` is `any` there. Without one, what a
 * client sent is `UpdateData`: each member is `unknown` until it is checked.
 */
import { createAuth, defineConfig, type InferSession } from '@latchstring/core'
import type { AdapterUser } from '@latchstring/core/adapters'
import type { JWT } from '@latchstring/core/jwt'
import type { AuthConfig, Callbacks, Session, UpdateData, User } from '@latchstring/core/types'
import type { FrameworkAuthConfig } from '@latchstring/next'
import { expectTrue, type Equal } from '../equal.ts'

export const withSession: AuthConfig = {
  providers: [],
  callbacks: {
    jwt(params: { token: JWT; user?: User; session?: Session }) {
      return { ...params.token, name: params.session?.user?.name ?? null }
    },
  },
}

export const nextWithSession: FrameworkAuthConfig = {
  providers: [],
  callbacks: {
    jwt: async ({
      token,
      session,
    }: {
      token: JWT
      user: User | AdapterUser
      session: Session
    }) => ({
      ...token,
      expires: session.expires,
    }),
  },
}

/** What an application makes of the session itself. */
interface OwnSession {
  user: { id: string; role: 'admin' | 'member' }
}

export const annotated: readonly Callbacks[] = [
  { jwt: ({ token }: { token: JWT; session?: OwnSession }) => token },
  // oxlint-disable-next-line typescript/no-explicit-any -- what the types of next-auth say
  { jwt: ({ token }: { token: JWT; user: User; session?: any }) => token },
  { jwt: async ({ token }: { token: JWT; session?: UpdateData }) => token },
  { jwt: ({ token }: { token: JWT; trigger?: 'signIn' | 'signUp' | 'update' }) => token },
  { jwt: () => null },
]

export const inferred: Callbacks = {
  jwt({ token, session, trigger }) {
    expectTrue<Equal<typeof session, UpdateData | undefined>>()
    expectTrue<Equal<typeof trigger, 'signIn' | 'signUp' | 'update' | undefined>>()
    const role = session?.['role']
    expectTrue<Equal<typeof role, unknown>>()
    return { ...token, name: session?.user?.name ?? session?.name ?? null }
  },
}

export const refused: readonly Callbacks[] = [
  // @ts-expect-error -- a token is an object
  { jwt: ({ token }: { token: string; session?: Session }) => ({ token }) },
  // @ts-expect-error -- `user` is a user
  { jwt: ({ token }: { token: JWT; user?: number; session?: Session }) => token },
  // @ts-expect-error -- the callback returns a token
  { jwt: ({ session }: { token: JWT; session?: Session }) => session?.expires ?? 'never' },
  // @ts-expect-error -- the callback gets one object
  { jwt: ({ token }: { token: JWT }, name: string) => ({ ...token, name }) },
  // @ts-expect-error -- nothing of this name is given
  { jwt: ({ token, request }) => ({ ...token, request }) },
]

const auth = createAuth({
  providers: [],
  callbacks: {
    jwt: async (params: { token: JWT; user?: User; session?: Session }) => ({
      ...params.token,
      role: 'admin' as const,
    }),
    session: ({ session, token }) => ({ ...session, role: token.role }),
  },
})
expectTrue<Equal<InferSession<typeof auth>['role'], 'admin'>>()

const config = defineConfig({
  providers: [],
  callbacks: {
    jwt: ({ token, session }) => ({ ...token, theme: session?.['theme'] }),
    session: ({ session, token }) => ({ ...session, theme: token.theme }),
  },
})
const themed = createAuth(config)
expectTrue<Equal<InferSession<typeof themed>['theme'], unknown>>()

// The tests of an application call its callback.

export const called = [
  config.callbacks?.jwt?.({ token: { sub: '1' }, trigger: 'update' }),
  inferred.jwt?.({ token: {}, session: { user: { name: 'Ada' } } }),
]
