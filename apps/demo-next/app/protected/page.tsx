import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import type { ReactElement } from 'react'
import { auth } from '../../auth.ts'
import { PageTitle } from '../../components/page-title.tsx'
import { SessionJson } from '../../components/session-view.tsx'
import { SignOutButton } from '../../components/sign-out-button.tsx'
import { Source } from '../../components/source.tsx'

export const metadata: Metadata = { title: 'Protected' }

const CODE = `const session = await auth()
if (session === null) {
  redirect('/api/auth/signin?callbackUrl=/protected')
}`

export default async function Protected(): Promise<ReactElement> {
  const session = await auth()
  if (session === null) redirect('/api/auth/signin?callbackUrl=/protected')
  return (
    <>
      <PageTitle title="Protected page">
        You see this, so you are signed in. Others are redirected to the sign-in page, and back here
        afterwards.
      </PageTitle>
      <div className="columns">
        <section className="card" aria-labelledby="session">
          <div className="card-head">
            <h2 id="session">What the server sees</h2>
            <span className="pill good">Signed in</span>
          </div>
          <SessionJson session={session} />
          <SignOutButton />
        </section>
        <Source file="app/protected/page.tsx" code={CODE} />
      </div>
    </>
  )
}
