/** An application whose hooks know the session that `auth` infers. */
import Latchstring from '@latchstring/next'
import { SessionProvider, useSession, type RegisteredSession } from '@latchstring/next/react'
import type { RegisteredSession as InReact } from '@latchstring/react'
import type { ReactElement, ReactNode } from 'react'
import { expectTrue, type Equal } from '../equal.ts'

type Role = 'admin' | 'user'
declare function loadRole(id: string | undefined): Promise<Role>

export const { auth } = Latchstring({
  providers: [],
  callbacks: {
    jwt: async ({ token }) => ({ ...token, role: await loadRole(token.sub) }),
    session: ({ session, token }) => ({ ...session, role: token.role }),
  },
})

declare module '@latchstring/next/react' {
  interface Register {
    auth: typeof auth
  }
}

expectTrue<Equal<RegisteredSession['role'], Role>>()
expectTrue<Equal<RegisteredSession['expires'], string>>()
expectTrue<Equal<RegisteredSession, InReact>>()

export function useRole(): Role | undefined {
  const { data, status } = useSession()
  expectTrue<Equal<typeof data, RegisteredSession | null>>()
  if (status !== 'authenticated') return undefined
  // @ts-expect-error -- "did not become any"
  const wrong: 'other' = data.role
  void wrong
  return data.role
}

export async function Layout({ children }: { children: ReactNode }): Promise<ReactElement> {
  return <SessionProvider session={await auth()}>{children}</SessionProvider>
}
