/** An application that registers its `auth`. Compiled by `register.test.ts`, never run. */
import { setSession, useSession } from '@latchstring/svelte'

interface Mine {
  user: { id: string; role: 'admin' | 'user' }
  expires: string
}

declare const auth: (request?: Request) => Promise<Mine | null>
declare const seed: Mine | null

declare module '@latchstring/svelte' {
  interface Register {
    auth: typeof auth
  }
}

setSession(() => seed, { basePath: '/app/auth' })
// @ts-expect-error -- not a session of this application
setSession(() => ({ expires: '' }))

type Role = 'admin' | 'user'

export async function readRole(): Promise<Role | undefined> {
  const own = useSession()
  const role: Role | undefined = own.session?.user.role
  // @ts-expect-error -- may be null
  const early: Mine = own.session
  const known: 'authenticated' | 'unauthenticated' | 'loading' = own.status
  const again: Mine | null = await own.update({ role })
  const asked: Mine | null = await own.getSession()
  const { ok } = await own.signIn('password', { redirect: false, username: 'ada' })
  const { url } = await own.signOut({ redirect: false })
  void [early, known, again, asked, ok, url]
  return role
}

export function useRequired(): boolean {
  const own = useSession({ required: true })
  // @ts-expect-error -- the status is never `unauthenticated` where a session is required
  return own.status === 'unauthenticated'
}
