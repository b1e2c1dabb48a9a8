'use client'

import { createAuthClient } from '@latchstring/client'
import { createSessionStore, keepFresh } from '@latchstring/client/store'
import type { RefetchOptions } from '@latchstring/client/store'
import type { RegisteredSession } from '@latchstring/core/types'
import * as React from 'react'
import { BasePathContext, requireContext, SessionContext } from './context.ts'
import { announce } from './mounted.ts'
import { toSessionValue } from './session-value.ts'

/** Props of {@link SessionProvider}. */
export interface SessionProviderProps extends RefetchOptions {
  children?: React.ReactNode
  /**
   * The session that the server has read, from `auth()`. With it, `null` included, the first request
   * is omitted and the status is never `loading`. A newly rendered value replaces the session.
   */
  session?: RegisteredSession | null | undefined
  /** Base path of the handlers. Read once. Default: `/api/auth`. */
  basePath?: string | undefined
}

/**
 * Provides the session to the components below it and keeps it up to date: when the page becomes
 * visible, optionally at an interval, and when another tab changes it. A failed request changes
 * nothing.
 *
 * @example
 * ```tsx
 * import { SessionProvider } from '@latchstring/react'
 * import type { ReactElement, ReactNode } from 'react'
 *
 * export function Providers({ children }: { children: ReactNode }): ReactElement {
 *   return <SessionProvider refetchInterval={300}>{children}</SessionProvider>
 * }
 * ```
 */
export function SessionProvider(props: SessionProviderProps): React.ReactElement {
  requireContext('<SessionProvider>')
  const { children, session: seed, basePath } = props
  const { refetchInterval, refetchOnWindowFocus, refetchWhenOffline, refetchWhenHidden } = props

  const [store] = React.useState(() =>
    // oxlint-disable-next-line typescript/no-unnecessary-type-arguments -- another type once Register is augmented
    createSessionStore(createAuthClient<RegisteredSession>({ basePath }), seed),
  )
  const session = React.useSyncExternalStore(store.subscribe, store.get, () => seed)

  // Insertion effects run before the effects of children, which may already sign in.
  React.useInsertionEffect(() => announce(store), [store])
  React.useEffect(() => store.seed(seed), [store, seed])
  React.useEffect(
    () => keepFresh(store, props),
    // The effect reads no other members of the options.
    // oxlint-disable-next-line react/exhaustive-deps
    [store, refetchInterval, refetchOnWindowFocus, refetchWhenOffline, refetchWhenHidden],
  )
  const value = React.useMemo(() => toSessionValue(session, store.update), [session, store])

  // Not JSX, whose runtime would be one more module to load.
  return React.createElement(
    BasePathContext.Provider,
    { value: store.client.basePath },
    React.createElement(SessionContext.Provider, { value }, children),
  )
}
