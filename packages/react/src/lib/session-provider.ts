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
   * The session as the server knows it, from `auth()`. With it, `null` included, nothing is fetched
   * at first and nothing is ever `loading`. When the server renders another one, that is taken over.
   */
  session?: RegisteredSession | null | undefined
  /** Where the handlers are mounted. Read once. Default: `/api/auth`. */
  basePath?: string | undefined
}

/**
 * Gives the session to everything below it and keeps it up to date: when the page comes into view,
 * at an interval if wanted, and when another tab changes it. A server that cannot be reached changes
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

  // Children may sign in from their effects, which run before those of a provider; these run first.
  React.useInsertionEffect(() => announce(store), [store])
  React.useEffect(() => store.seed(seed), [store, seed])
  React.useEffect(
    () => keepFresh(store, props),
    // Of the others it reads none.
    // oxlint-disable-next-line react/exhaustive-deps
    [store, refetchInterval, refetchOnWindowFocus, refetchWhenOffline, refetchWhenHidden],
  )
  const value = React.useMemo(() => toSessionValue(session, store.update), [session, store])

  // Without JSX, whose runtime would be one more module to load.
  return React.createElement(
    BasePathContext.Provider,
    { value: store.client.basePath },
    React.createElement(SessionContext.Provider, { value }, children),
  )
}
