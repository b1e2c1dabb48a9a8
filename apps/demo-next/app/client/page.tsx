import { SessionProvider } from '@latchstring/next/react'
import type { Metadata } from 'next'
import type { ReactElement } from 'react'
import { auth } from '../../auth.ts'
import { PageTitle } from '../../components/page-title.tsx'
import { SessionPanel } from '../../components/session-panel.tsx'
import { Source } from '../../components/source.tsx'

export const metadata: Metadata = { title: 'Client' }

const CODE = `const { data, status, update } = useSession()

await update({ motto })
await signIn('password', { redirect: false, username, password })
await signOut({ redirect: false })`

export default async function Client(): Promise<ReactElement> {
  return (
    <>
      <PageTitle title="Client page">
        The session in the browser. Open this page in two tabs and sign out in one of them: the
        other one follows.
      </PageTitle>
      {/* With the session of the server there is no first request, and no flicker. */}
      <SessionProvider session={await auth()}>
        <SessionPanel />
      </SessionProvider>
      <Source file="components/session-panel.tsx" code={CODE} />
    </>
  )
}
