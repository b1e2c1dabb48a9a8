/** An application that registers its `auth`. Compiled by `register.test.ts`, never run. */
import {
  getSession,
  SessionContext,
  SessionProvider,
  signIn,
  signOut,
  useSession,
} from '@latchstring/react'
import { useContext } from 'react'
import type { ReactElement, ReactNode } from 'react'

interface Mine {
  user: { id: string; role: 'admin' | 'user' }
  expires: string
}

interface Auth {
  (): Promise<Mine | null>
  (context: { readonly query: object }): Promise<Mine | null>
  (handler: (request: Request) => Response): (request: Request) => Promise<Response>
}

declare const auth: Auth

declare module '@latchstring/react' {
  interface Register {
    auth: typeof auth
  }
}

type Role = 'admin' | 'user'

export function useRole(): Role | undefined {
  const { data, status, update } = useSession()
  // @ts-expect-error -- may be null before the status is known
  const early: Mine = data
  if (status !== 'authenticated') return undefined
  const role: Role = data.user.role
  // @ts-expect-error -- "did not become any"
  const wrong: 'other' = data.user.role
  const again: Promise<Mine | null> = update({ role })
  void [early, wrong, again]
  return role
}

export function useRequired(): string | null {
  const { data, status } = useSession({ required: true })
  // @ts-expect-error -- the status is never `unauthenticated` where a session is required
  const never = status === 'unauthenticated'
  void never
  const explicit = useSession<true>({ required: true })
  void explicit
  return status === 'loading' ? data : data.user.id
}

export function useFromContext(): Role | undefined {
  return useContext(SessionContext)?.data?.user.role
}

export function Seeded({ session }: { session: Mine | null }): ReactElement {
  const children: ReactNode = 'x'
  return <SessionProvider session={session}>{children}</SessionProvider>
}

// @ts-expect-error -- not a session of this application
export const wrongSeed: ReactElement = <SessionProvider session={{ expires: '' }} />

export async function flows(): Promise<void> {
  const session: Mine | null = await getSession()
  const result = await signIn('password', { redirect: false, username: 'ada' })
  const ok: boolean = result.ok
  const { url } = await signOut({ redirect: false })
  // @ts-expect-error -- a sign-out with a redirect has no result
  const { url: none } = await signOut()
  void [session, ok, url, none]
}
