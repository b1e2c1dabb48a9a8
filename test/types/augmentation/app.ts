/** An application that declares its session, user and token once, as interfaces. */
import { createAuth, type InferSession } from '@latchstring/core'
import type { DefaultJWT, JWT } from '@latchstring/core/jwt'
import Credentials from '@latchstring/core/providers/credentials'
import type { DefaultSession, Session, User } from '@latchstring/core/types'
import Latchstring, { type Session as NextSession, type User as NextUser } from '@latchstring/next'
import { useSession } from '@latchstring/next/react'
import { expectTrue, type Equal } from '../equal.ts'

type Role = 'admin' | 'user'

declare module '@latchstring/core/types' {
  interface Session {
    user: { id: string; role: Role } & DefaultSession['user']
  }
  interface User {
    role?: Role
  }
}
declare module '@latchstring/core/jwt' {
  interface JWT extends DefaultJWT {
    role?: Role
  }
}

expectTrue<Equal<Session['user']['role'], Role>>()
expectTrue<Equal<Session['expires'], string>>()
expectTrue<Equal<User['role'], Role | undefined>>()
expectTrue<Equal<JWT['role'], Role | undefined>>()
expectTrue<Equal<NextSession, Session>>()
expectTrue<Equal<NextUser, User>>()

// @ts-expect-error -- "did not become any"
export const wrong = (session: Session): 'other' => session.user.role

// The callbacks see it.

export const auth = createAuth({
  providers: [
    Credentials({
      credentials: { username: {} },
      authorize: ({ username }) => ({ id: String(username), role: 'user' }),
    }),
  ],
  callbacks: {
    jwt: ({ token, user }) => {
      expectTrue<Equal<typeof token.role, Role | undefined>>()
      expectTrue<Equal<NonNullable<typeof user>['role'], Role | undefined>>()
      return user?.role === undefined ? token : { ...token, role: user.role }
    },
    session: ({ session, token }) => {
      expectTrue<Equal<typeof token.role, Role | undefined>>()
      // oxlint-disable-next-line no-param-reassign -- as applications that move over write it
      session.user.role = token.role ?? 'user'
      return session
    },
  },
})
expectTrue<Equal<InferSession<typeof auth>['user']['role'], Role>>()

// So do the places that have no instance at hand.

const next = Latchstring({ providers: [] })
export async function read(): Promise<Role | undefined> {
  const session = await next.auth()
  expectTrue<Equal<typeof session, Session | null>>()
  return session?.user.role
}
export function useRole(): Role | undefined {
  const { data } = useSession()
  expectTrue<Equal<typeof data, Session | null>>()
  return data?.user.role
}

// A user without the role that was declared for it is still one, a wrong role is not.

Credentials({
  credentials: { username: {} },
  // @ts-expect-error -- no such role
  authorize: ({ username }) => ({ id: String(username), role: 'owner' }),
})
