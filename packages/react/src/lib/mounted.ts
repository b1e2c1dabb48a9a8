import type { SessionStore } from '@latchstring/client/store'
import type { RegisteredSession } from '@latchstring/core/types'

// Functions such as signIn() are called outside the component tree and yet have to use the client
// of the mounted provider. They ask for it with an event on the document. So nothing is kept in a
// module: the answer is there exactly as long as the provider is, each document has its own, and
// two copies of this module in one page still find each other.
const QUESTION = 'latchstring:store'

type Receiver = (store: SessionStore<RegisteredSession>) => void

/**
 * Lets {@link findMounted} find a store.
 *
 * @returns a function that ends that
 */
export function announce(store: SessionStore<RegisteredSession>): () => void {
  const reply = ({ detail }: CustomEventInit<Receiver>): void => detail?.(store)
  document.addEventListener(QUESTION, reply)
  return () => document.removeEventListener(QUESTION, reply)
}

/** The store of the mounted provider with that base path; without one, of the outermost provider. */
export function findMounted(basePath?: string): SessionStore<RegisteredSession> | undefined {
  let found: SessionStore<RegisteredSession> | undefined
  // Providers announce themselves from the inside out, so the last one to answer is the outermost.
  const detail: Receiver = (store) => {
    if (basePath === undefined || store.client.basePath === basePath) found = store
  }
  // On a server the client says what is missing there.
  globalThis.document?.dispatchEvent(new CustomEvent(QUESTION, { detail }))
  return found
}
