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
   * The session as the server knows it. With it, `null` included, nothing is fetched at first and nothing is ever `loading`.
   * When it becomes another one, that is taken over.
   */
  session?: RegisteredSession | null | undefined
  /** Where the handlers are mounted. Read once. Default: `/auth`. */
  basePath?: string | undefined
}

/** What a provider gives to the components below it. */
export interface Provided {
  readonly store: SessionStore<RegisteredSession>
  readonly known: Accessor<RegisteredSession | null | undefined>
}

/** Carries it there. */
export const ProvidedContext: Context<Provided | undefined> = createContext<Provided>()

/**
 * Gives the session to everything below it, and keeps it up to date once it is mounted: when the page comes into view, at an
 * interval if wanted, and when another tab changes it. A server that cannot be reached changes nothing.
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
