/**
 * An application that knows no other package than that for Next.js: its entry points hand the open interfaces on by name,
 * so that an augmentation through them reaches the core.
 */
import type { Session as CoreSession, User as CoreUser } from '@latchstring/core/types'
import type { JWT as CoreJWT } from '@latchstring/core/jwt'
import Latchstring, { type DefaultSession, type Session, type User } from '@latchstring/next'
import type { JWT } from '@latchstring/next/jwt'
import { useSession } from '@latchstring/next/react'
import { expectTrue, type Equal } from '../equal.ts'

declare module '@latchstring/next' {
  interface Session {
    tenant: string
    user: { id: string } & DefaultSession['user']
  }
  interface User {
    tenant?: string
  }
}
declare module '@latchstring/next/jwt' {
  interface JWT {
    tenant?: string
  }
}

expectTrue<Equal<Session['tenant'], string>>()
expectTrue<Equal<Session['expires'], string>>()
expectTrue<Equal<User['tenant'], string | undefined>>()
expectTrue<Equal<JWT['tenant'], string | undefined>>()
expectTrue<Equal<Session, CoreSession>>()
expectTrue<Equal<User, CoreUser>>()
expectTrue<Equal<JWT, CoreJWT>>()
// What is added to users is in a session only where the `session` callback returns it.
// @ts-expect-error -- a member of users
export type NotShown = Session['user']['tenant']
// @ts-expect-error -- "did not become any"
export type NoSuchMember = Session['nothing']

export const { auth } = Latchstring({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => {
      expectTrue<Equal<typeof token.tenant, string | undefined>>()
      return user?.tenant === undefined ? token : { ...token, tenant: user.tenant }
    },
    session: ({ session, token }) => ({ ...session, tenant: token.tenant ?? 'none' }),
  },
})

export async function read(): Promise<string | undefined> {
  return (await auth())?.tenant
}

export function useTenant(): string | undefined {
  const { data } = useSession()
  expectTrue<Equal<typeof data, Session | null>>()
  return data?.tenant
}
