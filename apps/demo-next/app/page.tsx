import Link from 'next/link'
import type { ReactElement } from 'react'
import { auth } from '../auth.ts'
import { SessionJson, SessionSummary } from '../components/session-view.tsx'
import { SignInMethods } from '../components/sign-in-methods.tsx'
import { SignOutButton } from '../components/sign-out-button.tsx'
import { setup } from '../lib/setup.ts'

const PLACES = [
  {
    href: '/protected',
    name: 'Protected',
    text: 'A server component that calls auth() and sends strangers to the sign-in page.',
  },
  {
    href: '/client',
    name: 'Client',
    text: 'useSession in the browser: live across tabs, with updates and without a reload.',
  },
  {
    href: '/account',
    name: 'Account',
    text: 'Fields of your own in a typed session, and the accounts linked to you.',
  },
  {
    href: '/members',
    name: 'Members',
    text: 'Guarded by proxy.ts before the page is even rendered.',
  },
  {
    href: '/legacy',
    name: 'Legacy',
    text: 'The same session in getServerSideProps of the Pages Router.',
  },
]

function Places(): ReactElement {
  return (
    <section aria-labelledby="places">
      <h2 id="places">Look around</h2>
      <ul className="places">
        {PLACES.map(({ href, name, text }) => (
          <li className="card place" key={href}>
            <Link href={href} prefetch={false}>
              {name}
            </Link>
            <p>{text}</p>
          </li>
        ))}
        <li className="card place">
          <a href={setup.mailboxUrl}>Mailbox</a>
          <p>Every mail this application has sent. It never reaches the internet.</p>
        </li>
      </ul>
      <p className="apis">
        As JSON: <a href="/api/me">/api/me</a>, a wrapped route handler, and{' '}
        <a href="/api/legacy-me">/api/legacy-me</a>, an API route of the Pages Router.
      </p>
    </section>
  )
}

export default async function Home(): Promise<ReactElement> {
  const session = await auth()
  return (
    <>
      <section className="hero">
        <div>
          <h1>Try every way to sign in.</h1>
          <p className="lead">
            Latchstring is sessions and sign-in for web applications. Everything here runs on your
            machine: an application, an identity provider and a mailbox.
          </p>
        </div>
        <section className="card now" aria-labelledby="now">
          <div className="card-head">
            <h2 id="now">Your session</h2>
            <span className={session ? 'pill good' : 'pill'} data-testid="status">
              {session ? 'Signed in' : 'Signed out'}
            </span>
          </div>
          {session ? (
            <>
              <SessionSummary session={session} />
              <SignOutButton />
            </>
          ) : (
            <>
              <p>
                The server asked <code>auth()</code> while it rendered this page, and got:
              </p>
              <SessionJson session={session} />
            </>
          )}
        </section>
      </section>
      {session === null && <SignInMethods />}
      <Places />
    </>
  )
}
