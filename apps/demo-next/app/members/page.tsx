import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import type { ReactElement } from 'react'
import { auth } from '../../auth.ts'
import { PageTitle } from '../../components/page-title.tsx'
import { Source } from '../../components/source.tsx'

export const metadata: Metadata = { title: 'Members' }

const CODE = `// proxy.ts
export { auth as proxy } from './auth.ts'
export const config = { matcher: ['/members/:path*'] }

// auth.ts
const closed = paths('/members/*')

// auth.ts, in callbacks
authorized({ auth, request }) {
  return auth !== null || !closed(request)
}`

export default async function Members(): Promise<ReactElement> {
  // The proxy has checked the session already. The page checks it again, so that it stays protected if a matcher changes.
  const session = await auth()
  if (session === null) redirect('/api/auth/signin?callbackUrl=/members')
  return (
    <>
      <PageTitle title="Members only">
        Welcome, {session.user.name ?? session.user.email}. The <code>authorized</code> callback let
        you pass in <code>proxy.ts</code>, before this page was rendered.
      </PageTitle>
      <Source file="proxy.ts and auth.ts" code={CODE} />
    </>
  )
}
