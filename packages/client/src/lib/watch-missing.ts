import { openSignIn } from './open-sign-in.ts'
import type { SessionStore } from './session-store.ts'

/**
 * Calls a function each time a required session is missing. Only for browsers.
 *
 * @param store - the store of the session
 * @param onUnauthenticated - the function. Default: {@link openSignIn}
 * @returns a function that ends the subscription
 *
 * @example
 * ```ts
 * import { createAuthClient } from '@latchstring/client'
 * import { createSessionStore, watchMissing } from '@latchstring/client/store'
 *
 * const stop = watchMissing(createSessionStore(createAuthClient(), undefined))
 * ```
 */
export function watchMissing<S extends object>(
  { client, get, subscribe }: SessionStore<S>,
  onUnauthenticated: () => void = () => openSignIn(client.basePath),
): () => void {
  let isMissing = false
  const look = (): void => {
    const wasMissing = isMissing
    isMissing = get() === null
    if (isMissing && !wasMissing) onUnauthenticated()
  }
  look()
  return subscribe(look)
}
