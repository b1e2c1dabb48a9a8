import type { RegisteredSession } from '@latchstring/next/react'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import type { ReactElement } from 'react'
import { auth } from '../auth.ts'
import { Frame } from '../components/frame.tsx'
import { PageTitle } from '../components/page-title.tsx'
import { SessionJson } from '../components/session-view.tsx'
import { Source } from '../components/source.tsx'
import { type Setup, setup } from '../lib/setup.ts'

interface Props {
  readonly session: RegisteredSession | null
  readonly setup: Setup
}

const CODE = `async function getServerSideProps(context) {
  const session = await auth(context)
  return { props: { session } }
}`

export const getServerSideProps: GetServerSideProps<Props> = async (context) => ({
  props: { session: await auth(context), setup },
})

export default function Legacy(props: Props): ReactElement {
  const { session } = props
  return (
    <Frame {...props}>
      <Head>
        <title>Legacy · Latchstring demo</title>
      </Head>
      <PageTitle title="Pages Router">
        The same session, read in <code>getServerSideProps</code>. Applications that still have such
        pages need no second library.
      </PageTitle>
      <div className="columns">
        <section className="card" aria-labelledby="session">
          <div className="card-head">
            <h2 id="session">What the server sees</h2>
            <span className={session ? 'pill good' : 'pill'} data-testid="status">
              {session ? 'Signed in' : 'Signed out'}
            </span>
          </div>
          <SessionJson session={session} />
        </section>
        <Source file="pages/legacy.tsx" code={CODE} />
      </div>
    </Frame>
  )
}
