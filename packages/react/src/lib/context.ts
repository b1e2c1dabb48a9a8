'use client'

import * as React from 'react'
import type { SessionContextValue } from './session-value.ts'

// The build of React for Server Components has no createContext. Importing this module there must
// not fail: whoever then uses it gets an error with cause and fix (see `requireContext`).

/** Carries the session below a {@link SessionProvider}. */
export const SessionContext: React.Context<SessionContextValue | undefined> = React.createContext?.<
  SessionContextValue | undefined
>(undefined)

/** Carries where the calls of the nearest {@link SessionProvider} go. */
export const BasePathContext: React.Context<string> = React.createContext?.('/api/auth')

/** Fails in a Server Component. */
export function requireContext(caller: string): void {
  if (SessionContext !== undefined) return
  throw new Error(`No ${caller} in Server Components: use auth() there, or add 'use client'.`)
}
