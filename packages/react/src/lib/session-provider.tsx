'use client'

import { createAuthClient } from '@latchstring/client'
import * as React from 'react'
import { BasePathContext, requireContext, SessionContext } from './context.ts'
import { keepFresh } from './keep-fresh.ts'
import { announce } from './mounted.ts'
import type { RegisteredSession } from './register.ts'
import { createSessionStore } from './session-store.ts'
import { toSessionValue } from './session-value.ts'
import type { UpdateSession } from './session-value.ts'

/** Props of {@link SessionProvider}. */
export interface SessionProviderProps {
  children?: React.ReactNode
  /**
   * The session as the server knows it, from `auth()`. With it, `null` included, nothing is fetched
   * at first and nothing is ever `loading`. When the server renders another one, that is taken over.
   */
  session?: RegisteredSession | null | undefined
  /** Where the handlers are mounted. Read once. Default: `/api/auth`. */
  basePath?: string | undefined
  /** Seconds between two questions to the server while somebody is signed in. Default: 0, never. */
  refetchInterval?: number | undefined
  /** Whether to ask again when the page comes into view, at most every 5 seconds. Default: `true`. */
  refetchOnWindowFocus?: boolean | undefined
  /** `false` pauses `refetchInterval` while the browser is offline. Default: `true`. */
  refetchWhenOffline?: boolean | undefined
  /** `false` pauses `refetchInterval` while the page is not in view. Default: `true`. */
  refetchWhenHidden?: boolean | undefined
}

// Children may sign in from their effects, which run before those of the provider: it has to be
// known before that. On the server there are no effects, and React 18 warns of this one.
const useEarlyEffect = typeof document === 'undefined' ? React.useEffect : React.useLayoutEffect

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
  const { refetchInterval = 0, refetchOnWindowFocus = true } = props
  const { refetchWhenOffline = true, refetchWhenHidden = true } = props

  const [store] = React.useState(() => createSessionStore(createAuthClient({ basePath }), seed))
  const session = React.useSyncExternalStore(store.subscribe, store.get, store.getInitial)

  useEarlyEffect(() => announce(store), [store])
  React.useEffect(() => store.seed(seed), [store, seed])
  React.useEffect(
    () =>
      keepFresh(store, {
        interval: refetchInterval,
        onFocus: refetchOnWindowFocus,
        whenOffline: refetchWhenOffline,
        whenHidden: refetchWhenHidden,
      }),
    [store, refetchInterval, refetchOnWindowFocus, refetchWhenOffline, refetchWhenHidden],
  )

  const update = React.useCallback<UpdateSession>(
    async (data) => {
      const updated = await store.client.update(data)
      store.set(updated)
      return updated
    },
    [store],
  )
  const value = React.useMemo(() => toSessionValue(session, update), [session, update])

  return (
    <BasePathContext.Provider value={store.client.basePath}>
      <SessionContext.Provider value={value}>{children}</SessionContext.Provider>
    </BasePathContext.Provider>
  )
}
