import { SessionRequired } from '@latchstring/core/errors'
import type { Device } from '@latchstring/core/framework'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import type { ReactElement } from 'react'
import { auth, sessions } from '../../auth.ts'
import { Devices } from '../../components/devices.tsx'
import { PasskeyButton } from '../../components/passkey-button.tsx'
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
//       ^? string | null | undefined

const devices = await sessions.list()
await sessions.end({ device: devices[0].id })`

/** Results of the forms of this page, by a parameter of its URL. */
const DONE: ReadonlyMap<string | undefined, string> = new Map([
  ['one', 'That device is signed out.'],
  ['others', 'All other devices are signed out.'],
])

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

const SIGN_IN = '/api/auth/signin?callbackUrl=/account'

/** Lists devices from the store, which may know that this session has ended before `auth()` does. */
async function listDevices(): Promise<readonly Device[]> {
  try {
    return await sessions.list()
  } catch (error) {
    if (error instanceof SessionRequired) redirect(SIGN_IN)
    throw error
  }
}

interface DevicesProps {
  readonly done: string | undefined
  readonly devices: readonly Device[]
}

function SignedInDevices({ done, devices }: DevicesProps): ReactElement {
  return (
    <section className="card" aria-labelledby="devices">
      <h2 id="devices">Where you are signed in</h2>
      <p>
        Every browser with a session of yours. The sign-in page explains the end of the session in a
        browser that you sign out here.
      </p>
      {done !== undefined && (
        <p className="done" role="status">
          {done}
        </p>
      )}
      <Devices devices={devices} />
    </section>
  )
}

interface AccountProps {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>
}

export default async function Account({ searchParams }: AccountProps): Promise<ReactElement> {
  const session = await auth()
  if (session === null) redirect(SIGN_IN)
  const devices = await listDevices()
  const { 'signed-out': ended, passkey } = await searchParams
  const done = typeof ended === 'string' ? DONE.get(ended) : undefined
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
          <p>
            <a href="/api/auth/account?callbackUrl=/account">See and remove how you sign in</a>, on
            the built-in page, or on <a href="/account/ways">a page of this application</a>.
            Password, second factors, your data and the deletion of your account are on the built-in
            page too; <a href="/vault">the vault</a> asks for two factors.
          </p>
        </section>
        <section className="card" aria-labelledby="passkeys">
          <h2 id="passkeys">Passkeys</h2>
          <p>
            Sign in with your fingerprint, your face or the PIN of your device. Your email address
            has to be proven first, by a sign-in by email or with Harbour ID.
          </p>
          {passkey === 'added' && (
            <p className="done" role="status">
              The passkey was added.
            </p>
          )}
          <PasskeyButton action="register" redirectTo="/account?passkey=added">
            Add a passkey
          </PasskeyButton>
        </section>
        <SignedInDevices done={done} devices={devices} />
        <Source file="app/account/page.tsx" code={CODE} />
      </div>
    </>
  )
}
