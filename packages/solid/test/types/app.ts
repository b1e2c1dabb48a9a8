/** An application that registers its `auth`. Compiled by `register.test.ts`, never run. */
import { SessionProvider, useSession } from '@latchstring/solid'
import { createComponent } from 'solid-js'
import type { JSX } from 'solid-js'

interface Mine {
  user: { id: string; role: 'admin' | 'user' }
  expires: string
}

declare const auth: (request?: Request) => Promise<Mine | null>
declare const seed: Mine | null

declare module '@latchstring/solid' {
  interface Register {
    auth: typeof auth
  }
}

export const seeded = (): JSX.Element =>
  createComponent(SessionProvider, { session: seed, basePath: '/app/auth' })
// @ts-expect-error -- not a session of this application
export const wrongSeed = createComponent(SessionProvider, { session: { expires: '' } })

type Role = 'admin' | 'user'

export async function readRole(): Promise<Role | undefined> {
  const { session, status, update, signIn, signOut, getSession } = useSession()
  const role: Role | undefined = session()?.user.role
  // @ts-expect-error -- may be null
  const early: Mine = session()
  const known: 'authenticated' | 'unauthenticated' | 'loading' = status()
  const again: Mine | null = await update({ role })
  const asked: Mine | null = await getSession()
  const { ok } = await signIn('password', { redirect: false, username: 'ada' })
  const { url } = await signOut({ redirect: false })
  void [early, known, again, asked, ok, url]
  return role
}

export function useRequired(): boolean {
  const { status } = useSession({ required: true })
  // @ts-expect-error -- the status is never `unauthenticated` where a session is required
  return status() === 'unauthenticated'
}
