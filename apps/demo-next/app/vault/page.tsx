import type { Metadata } from 'next'
import type { ReactElement } from 'react'
import { auth } from '../../auth.ts'
import { PageTitle } from '../../components/page-title.tsx'
import { Source } from '../../components/source.tsx'

export const metadata: Metadata = { title: 'Vault' }

const CODE = `const { session, facts } = await auth.require({
  aal: 2,
  maxAge: 600,
  redirectTo: '/vault',
})`

export default async function Vault(): Promise<ReactElement> {
  const { session, facts } = await auth.require({ aal: 2, maxAge: 600, redirectTo: '/vault' })
  return (
    <>
      <PageTitle title="Vault">
        For two factors that were shown in the last ten minutes. Others are asked for what is
        missing, and come back here.
      </PageTitle>
      <div className="columns">
        <section className="card" aria-labelledby="facts">
          <h2 id="facts">How you signed in</h2>
          <p>
            {session.user.name ?? session.user.email}, by{' '}
            <code data-testid="amr">{facts.amr.join(' ')}</code>
          </p>
        </section>
        <Source file="app/vault/page.tsx" code={CODE} />
      </div>
    </>
  )
}
