/** An application that registers its `auth`. Compiled by `register.test.ts`, never run. */
import { createLatchstring, useAuth } from '@latchstring/vue'
import { createApp, ref } from 'vue'

interface Mine {
  user: { id: string; role: 'admin' | 'user' }
  expires: string
}

declare const auth: (request?: Request) => Promise<Mine | null>
declare const seed: Mine | null

declare module '@latchstring/vue' {
  interface Register {
    auth: typeof auth
  }
}

createApp({}).use(createLatchstring({ session: seed }))
createApp({}).use(createLatchstring({ session: ref(seed), basePath: '/app/auth' }))
createApp({}).use(createLatchstring({ session: () => seed }))
// @ts-expect-error -- not a session of this application
createApp({}).use(createLatchstring({ session: { expires: '' } }))

type Role = 'admin' | 'user'

export async function readRole(): Promise<Role | undefined> {
  const { session, status, update, signIn, signOut, getSession } = useAuth()
  const role: Role | undefined = session.value?.user.role
  // @ts-expect-error -- may be null
  const early: Mine = session.value
  const known: 'authenticated' | 'unauthenticated' | 'loading' = status.value
  const again: Mine | null = await update({ role })
  const asked: Mine | null = await getSession()
  const { ok } = await signIn('password', { redirect: false, username: 'ada' })
  const { url } = await signOut({ redirect: false })
  void [early, known, again, asked, ok, url]
  return role
}

export function useRequired(): boolean {
  const { status } = useAuth({ required: true })
  // @ts-expect-error -- the status is never `unauthenticated` where a session is required
  return status.value === 'unauthenticated'
}
