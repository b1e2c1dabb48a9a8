/** An application whose hooks know the session that `auth` infers, and which has declared the ids of its providers. */
import Latchstring from '@latchstring/next'
import {
  SessionProvider,
  signIn,
  useSession,
  type RegisteredSession,
} from '@latchstring/next/react'
import type { ProviderId, PublicProvider } from '@latchstring/next/providers'
import type { RegisteredSession as InReact } from '@latchstring/react'
import type { ReactElement, ReactNode } from 'react'
import { expectTrue, type Equal } from '../equal.ts'

type Role = 'admin' | 'user'
declare function loadRole(id: string | undefined): Promise<Role>

export const { auth, signIn: signInOnServer } = Latchstring({
  providers: [],
  callbacks: {
    jwt: async ({ token }) => ({ ...token, role: await loadRole(token.sub) }),
    session: ({ session, token }) => ({ ...session, role: token.role }),
  },
})

declare module '@latchstring/next/react' {
  interface Register {
    auth: typeof auth
    providerId: 'github' | 'my-company'
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

expectTrue<Equal<ProviderId, 'github' | 'my-company'>>()

declare const offered: PublicProvider

export async function start(): Promise<void> {
  await signInOnServer('github')
  await signInOnServer()
  await signIn('my-company')
  await signIn(offered.id)
  // @ts-expect-error -- a misspelling
  await signInOnServer('githb')
  // @ts-expect-error -- a misspelling
  await signIn('githb', { redirect: false })
}
