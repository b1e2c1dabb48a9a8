import { createAuthClient } from '@latchstring/client'
import { createSessionStore, keepFresh } from '@latchstring/client/store'
import type { RefetchOptions, SessionStore } from '@latchstring/client/store'
import type { RegisteredSession } from '@latchstring/core/types'
import { createComponent, createContext, createEffect, createSignal } from 'solid-js'
import { onCleanup, onMount } from 'solid-js'
import type { Accessor, Context, JSX, ParentProps } from 'solid-js'

/** Props of {@link SessionProvider}. */
export interface SessionProviderProps extends ParentProps, RefetchOptions {
  /**
   * The session that the server has read. With it, `null` included, the first request is omitted and the status is never
   * `loading`. A changed value replaces the session.
   */
  session?: RegisteredSession | null | undefined
  /** Base path of the handlers. Read once. Default: `/auth`. */
  basePath?: string | undefined
}

/** The context value of a provider. */
export interface Provided {
  readonly store: SessionStore<RegisteredSession>
  readonly known: Accessor<RegisteredSession | null | undefined>
}

/** The context of {@link SessionProvider}. */
export const ProvidedContext: Context<Provided | undefined> = createContext<Provided>()

/**
 * Provides the session to the components below it, and keeps it up to date while it is mounted: when the page becomes visible,
 * optionally at an interval, and when another tab changes it. A failed request changes nothing.
 *
 * @example
 * ```ts
 * import { SessionProvider } from '@latchstring/solid'
 * import { createComponent } from 'solid-js'
 * import type { JSX } from 'solid-js'
 *
 * // <SessionProvider refetchInterval={300}>…</SessionProvider>
 * export const App = (): JSX.Element =>
 *   createComponent(SessionProvider, { refetchInterval: 300, children: 'Hello' })
 * ```
 */
export function SessionProvider(props: SessionProviderProps): JSX.Element {
  const client = createAuthClient<RegisteredSession>({ basePath: props.basePath ?? '/auth' })
  const store = createSessionStore(client, props.session)
  const [known, setKnown] = createSignal(store.get())
  store.subscribe(() => setKnown(() => store.get()))
  onMount(() => {
    createEffect(() => store.seed(props.session))
    createEffect(() => onCleanup(keepFresh(store, props)))
  })
  return createComponent(ProvidedContext.Provider, {
    value: { store, known },
    get children() {
      return props.children
    },
  })
}
