import type { RegisteredSession } from '@latchstring/next/react'
import Link from 'next/link'
import type { ReactElement, ReactNode } from 'react'
import type { Setup } from '../lib/setup.ts'
import { Face } from './face.tsx'
import { Navigation } from './navigation.tsx'

type Session = RegisteredSession | null

function Identity({ session }: { session: Session }): ReactElement {
  if (session === null) {
    return (
      <a className="button small" href="/api/auth/signin">
        Sign in
      </a>
    )
  }
  const { name, email } = session.user
  return (
    <Link className="identity" href="/account" prefetch={false}>
      <Face user={session.user} />
      <span>{name ?? email}</span>
    </Link>
  )
}

interface FrameProps {
  readonly session: Session
  readonly setup: Setup
  readonly children: ReactNode
}

/** The frame of every page, of both routers. */
export function Frame({ session, setup, children }: FrameProps): ReactElement {
  return (
    <>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="top">
        <div className="wide bar">
          <Link className="brand" href="/" prefetch={false}>
            <img src="/latchstring.svg" alt="" width="34" height="34" />
            Latchstring
          </Link>
          <Navigation />
          <div className="who">
            <Identity session={session} />
          </div>
        </div>
      </header>
      <main id="content" className="wide">
        {children}
      </main>
      <footer className="wide bottom">
        <p>
          Sessions: <strong data-testid="strategy">{setup.strategy}</strong>. Store:{' '}
          <strong data-testid="store">{setup.database}</strong>. Nothing here leaves this machine.
        </p>
        <p>
          <a href={setup.mailboxUrl}>Mailbox</a>
        </p>
      </footer>
    </>
  )
}
