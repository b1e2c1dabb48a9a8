import { createAuthClient } from '@latchstring/client'
import { createSessionStore, keepFresh } from '@latchstring/client/store'
import type { RefetchOptions, SessionStore } from '@latchstring/client/store'
import type { RegisteredSession } from '@latchstring/core/types'
import { effectScope, shallowRef, toValue, watch } from 'vue'
import type { App, InjectionKey, MaybeRefOrGetter, Plugin, ShallowRef } from 'vue'

/** Options of {@link createLatchstring}. */
export interface LatchstringOptions extends RefetchOptions {
  /**
   * The session as the server knows it, or a ref or function with it. With it, `null` included, nothing is fetched at
   * first and nothing is ever `loading`. When it becomes another one, that is taken over.
   */
  session?: MaybeRefOrGetter<RegisteredSession | null | undefined>
  /** Where the handlers are mounted. Default: `/auth`. */
  basePath?: string | undefined
}

/** What an application has of the plugin. */
export interface Provided {
  readonly store: SessionStore<RegisteredSession>
  readonly known: Readonly<ShallowRef<RegisteredSession | null | undefined>>
  /** Begins to keep the session up to date, in a browser. */
  readonly start: () => void
}

/** Where an application keeps it. */
export const PROVIDED: InjectionKey<Provided> = Symbol('latchstring')

function provide(app: App, options: LatchstringOptions): Provided {
  const { basePath = '/auth', session } = options
  const client = createAuthClient<RegisteredSession>({ basePath })
  const store = createSessionStore(client, toValue(session))
  // Not deep: a session is shown as it is and never changed in place.
  const known = shallowRef(store.get())
  store.subscribe(() => {
    known.value = store.get()
  })
  // Of the application, and not of the component that happens to be mounted first.
  const scope = effectScope(true)
  let end: (() => void) | undefined
  app.onUnmount(() => {
    scope.stop()
    end?.()
  })
  return {
    store,
    known,
    start() {
      if (end) return
      scope.run(() => watch(() => toValue(session), store.seed, { immediate: true, flush: 'sync' }))
      end = keepFresh(store, options)
    },
  }
}

/**
 * Makes the plugin that gives the session to the components of an application, and keeps it up to date from when the first
 * of those that use it is mounted: when the page comes into view, at an interval if wanted, and when another tab changes
 * it. A server that cannot be reached changes nothing. Each application has a state of its own.
 *
 * @param options - the session as the server knows it, where the handlers are, and when to ask again
 * @returns the plugin
 *
 * @example
 * ```ts
 * import { createLatchstring } from '@latchstring/vue'
 * import { createApp } from 'vue'
 *
 * createApp({}).use(createLatchstring({ refetchInterval: 300 })).mount('#app')
 * ```
 */
export function createLatchstring(options: LatchstringOptions = {}): Plugin {
  return {
    install(app: App): void {
      app.provide(PROVIDED, provide(app, options))
    },
  }
}
