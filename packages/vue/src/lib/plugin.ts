import { createAuthClient } from '@latchstring/client'
import { createSessionStore, keepFresh } from '@latchstring/client/store'
import type { RefetchOptions, SessionStore } from '@latchstring/client/store'
import type { RegisteredSession } from '@latchstring/core/types'
import { effectScope, shallowRef, toValue, watch } from 'vue'
import type { App, InjectionKey, MaybeRefOrGetter, Plugin, ShallowRef } from 'vue'

/** Options of {@link createLatchstring}. */
export interface LatchstringOptions extends RefetchOptions {
  /**
   * The session that the server has read, or a ref or function with it. With it, `null` included, the first request is
   * omitted and the status is never `loading`. A changed value replaces the session.
   */
  session?: MaybeRefOrGetter<RegisteredSession | null | undefined>
  /** Base path of the handlers. Default: `/auth`. */
  basePath?: string | undefined
}

/** The state of the plugin in an application. */
export interface Provided {
  readonly store: SessionStore<RegisteredSession>
  readonly known: Readonly<ShallowRef<RegisteredSession | null | undefined>>
  /** Starts to keep the session up to date, in a browser. */
  readonly start: () => void
}

/** Key of the state of the plugin. */
export const PROVIDED: InjectionKey<Provided> = Symbol('latchstring')

function provide(app: App, options: LatchstringOptions): Provided {
  const { basePath = '/auth', session } = options
  const client = createAuthClient<RegisteredSession>({ basePath })
  const store = createSessionStore(client, toValue(session))
  // Shallow, because a session is replaced and never changed in place.
  const known = shallowRef(store.get())
  store.subscribe(() => {
    known.value = store.get()
  })
  // The scope belongs to the application, not to the component that is mounted first.
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
 * Creates the plugin that provides the session to the components of an application. From the mount of the first component that
 * uses it, the session is kept up to date: when the page becomes visible, optionally at an interval, and when another tab
 * changes it. A failed request changes nothing. Each application has its own state.
 *
 * @param options - the session that the server has read, base path of the handlers, and when to request the session
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
