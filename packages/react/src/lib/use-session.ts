'use client'

import { openSignIn } from '@latchstring/client/store'
import * as React from 'react'
import { BasePathContext, requireContext, SessionContext } from './context.ts'
import { toSessionValue } from './session-value.ts'
import type { SessionContextValue } from './session-value.ts'

/** Options of {@link useSession}. */
export interface UseSessionOptions<R extends boolean = boolean> {
  /** Whether a session is required. */
  required: R
  /** Called if a session is required and missing. Default: opens the sign-in page. */
  onUnauthenticated?: (() => void) | undefined
}

/**
 * Returns the session of the nearest {@link SessionProvider}.
 *
 * @param options - whether a session is required
 * @returns `data`, `status` and `update`; where a session is required and missing, the status stays
 *   `loading` while the browser leaves
 * @throws Error outside a provider and in a Server Component
 *
 * @example
 * ```ts
 * import { useSession } from '@latchstring/react'
 *
 * export function useGreeting(): string {
 *   const { data, status } = useSession()
 *   return status === 'authenticated' ? `Hello ${data.user?.name ?? 'you'}` : 'Hello'
 * }
 * ```
 */
export function useSession<R extends boolean = false>(
  options?: UseSessionOptions<R>,
): SessionContextValue<R>
export function useSession(options?: UseSessionOptions): SessionContextValue {
  requireContext('useSession')
  const value = React.useContext(SessionContext)
  const basePath = React.useContext(BasePathContext)
  if (!value) throw new Error('useSession needs a <SessionProvider> above it.')

  const isMissing = options?.required && value.status === 'unauthenticated'
  React.useEffect(() => {
    if (!isMissing) return
    const { onUnauthenticated } = options
    if (onUnauthenticated) return onUnauthenticated()
    openSignIn(basePath)
    // Called once each time the session becomes missing, independent of the number of renders.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isMissing])

  return isMissing ? toSessionValue(undefined, value.update) : value
}
