'use client'

import { signIn } from '@latchstring/next/webauthn'
import { useState, type ReactElement } from 'react'

interface PasskeyButtonProps {
  /** `register` adds a passkey to the account of the person who is signed in. */
  readonly action: 'authenticate' | 'register'
  readonly redirectTo: string
  readonly children: string
}

/** Opens the browser's dialog for passkeys. */
export function PasskeyButton({ action, redirectTo, children }: PasskeyButtonProps): ReactElement {
  const [failed, setFailed] = useState(false)
  async function open(): Promise<void> {
    setFailed(false)
    try {
      await signIn('passkey', { action, redirectTo })
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      <button className="button main" type="button" onClick={() => void open()}>
        {children}
      </button>
      {failed && (
        <p className="problem" role="alert">
          {action === 'register'
            ? 'No passkey was added. It needs a sign-in by email or with Harbour ID first, and your consent.'
            : 'No passkey was used. Sign in another way and add one on the account page.'}
        </p>
      )}
    </>
  )
}
