import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import type { ReactElement } from 'react'
import { auth } from '../../../auth.ts'
import { AccountPanel } from '../../../components/account-panel.tsx'
import { PageTitle } from '../../../components/page-title.tsx'
import { Source } from '../../../components/source.tsx'

export const metadata: Metadata = { title: 'Ways to sign in' }

const CODE = `const value = useAccount()

<AccountMessages value={value} />
<LinkedAccounts value={value} />
<Passkeys value={value} />`

export default async function Ways(): Promise<ReactElement> {
  if ((await auth()) === null) redirect('/api/auth/signin?callbackUrl=/account/ways')
  return (
    <>
      <PageTitle title="Ways to sign in">
        A page of this application, made of the components in <code>@latchstring/next/account</code>
        . They bring no style: this one is of the application.
      </PageTitle>
      <noscript>
        <p className="card">
          This page needs scripts. Without them, use{' '}
          <a href="/api/auth/account?callbackUrl=/account">the built-in page</a>.
        </p>
      </noscript>
      <AccountPanel />
      <Source file="components/account-panel.tsx" code={CODE} />
    </>
  )
}
