'use client'

import * as React from 'react'
import type { SessionContextValue } from './session-value.ts'

// The build of React for Server Components has no createContext. Importing this module there must
// not fail; using it throws an error with cause and fix (see `requireContext`).

/** The context of the session below a {@link SessionProvider}. */
export const SessionContext: React.Context<SessionContextValue | undefined> = React.createContext?.<
  SessionContextValue | undefined
>(undefined)

/** The context of the base path of the nearest {@link SessionProvider}. */
export const BasePathContext: React.Context<string> = React.createContext?.('/api/auth')

/** Returns a context, and throws in a Server Component. */
export function requireContext(caller: string): void {
  if (SessionContext !== undefined) return
  throw new Error(`No ${caller} in Server Components: use auth() there, or add 'use client'.`)
}
