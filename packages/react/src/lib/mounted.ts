import type { SessionStore } from '@latchstring/client/store'
import type { RegisteredSession } from '@latchstring/core/types'

// Functions such as signIn() are called outside the component tree and must use the client of the
// mounted provider. They find it with an event on the document instead of module state: the provider
// answers only while it is mounted, each document is separate, and two copies of this module in one
// page find each other.
const QUESTION = 'latchstring:store'

type Receiver = (store: SessionStore<RegisteredSession>) => void

/**
 * Makes a store available to {@link findMounted}.
 *
 * @returns a function that removes it
 */
export function announce(store: SessionStore<RegisteredSession>): () => void {
  const reply = ({ detail }: CustomEventInit<Receiver>): void => detail?.(store)
  document.addEventListener(QUESTION, reply)
  return () => document.removeEventListener(QUESTION, reply)
}

/** Returns the store of the mounted provider with a base path; without a base path, that of the outermost provider. */
export function findMounted(basePath?: string): SessionStore<RegisteredSession> | undefined {
  let found: SessionStore<RegisteredSession> | undefined
  // Effects of inner providers run first, so the last listener is that of the outermost provider.
  const detail: Receiver = (store) => {
    if (basePath === undefined || store.client.basePath === basePath) found = store
  }
  // On a server the client throws the error with the fix.
  globalThis.document?.dispatchEvent(new CustomEvent(QUESTION, { detail }))
  return found
}
