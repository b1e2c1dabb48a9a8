'use client'

import {
  AccountMessages,
  Devices,
  LinkedAccounts,
  Passkeys,
  SignOutEverywhere,
  useAccount,
} from '@latchstring/next/account'
import type { ReactElement } from 'react'

/** The sign-in methods of the user, with components of the library. */
export function AccountPanel(): ReactElement {
  const value = useAccount()
  return (
    <div className="columns panel">
      <section className="card" aria-labelledby="ways">
        <h2 id="ways">How you sign in</h2>
        <AccountMessages value={value} />
        <LinkedAccounts value={value} />
        <Passkeys value={value} />
      </section>
      <section className="card" aria-labelledby="browsers">
        <h2 id="browsers">Where you are signed in</h2>
        <Devices value={value} locale="en-GB" />
        <SignOutEverywhere value={value} />
      </section>
    </div>
  )
}
