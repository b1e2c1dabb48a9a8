import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import type { ReactElement } from 'react'
import { auth } from '../../auth.ts'
import { PageTitle } from '../../components/page-title.tsx'
import { SessionSummary } from '../../components/session-view.tsx'
import { SignOutButton } from '../../components/sign-out-button.tsx'
import { Source } from '../../components/source.tsx'
import { demoOidc, demoOAuth } from '../../lib/identity-provider.ts'
import { readLinkedAccounts } from '../../lib/linked-accounts.ts'
import { signInWith } from '../actions.ts'

export const metadata: Metadata = { title: 'Account' }

const CODE = `const session = await auth()
session?.user.role
//           ^? 'admin' | 'member' | undefined
session?.signedInAt
//       ^? string | null | undefined`

async function LinkedAccounts({ userId }: { userId: string }): Promise<ReactElement> {
  const accounts = await readLinkedAccounts(userId)
  return (
    <ul className="rows" data-testid="accounts">
      {[demoOidc, demoOAuth].map(({ id, name }) => (
        <li key={id}>
          <div>
            <strong>{name}</strong> <code>{id}</code>
          </div>
          {accounts.some(({ provider }) => provider === id) ? (
            <span className="pill good">Linked</span>
          ) : (
            <form action={signInWith.bind(null, id, '/account')}>
              <button className="button small" type="submit" aria-label={`Link ${name}`}>
                Link
              </button>
            </form>
          )}
        </li>
      ))}
    </ul>
  )
}

export default async function Account(): Promise<ReactElement> {
  const session = await auth()
  if (session === null) redirect('/api/auth/signin?callbackUrl=/account')
  return (
    <>
      <PageTitle title="Account">
        Role, motto and the time of your sign-in are fields of this application. The{' '}
        <code>session</code> callback returns them, and TypeScript knows them everywhere.
      </PageTitle>
      <div className="columns">
        <section className="card" aria-labelledby="you">
          <h2 id="you">You</h2>
          <SessionSummary session={session} />
          <p className="motto">
            {session.user.motto ?? 'No motto yet: set one on the client page.'}
          </p>
          <SignOutButton />
        </section>
        <section className="card" aria-labelledby="linked">
          <h2 id="linked">Linked accounts</h2>
          <p>
            Read from the store. Sign in with another provider while you are signed in, and its
            account becomes yours too.
          </p>
          <LinkedAccounts userId={session.user.id} />
        </section>
        <Source file="app/account/page.tsx" code={CODE} />
      </div>
    </>
  )
}
