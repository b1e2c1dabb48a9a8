import { openSignIn } from './open-sign-in.ts'
import type { SessionStore } from './session-store.ts'

/**
 * Says each time that a required session is found missing. For browsers alone.
 *
 * @param store - whose session is required
 * @param onUnauthenticated - called then. Default: {@link openSignIn}
 * @returns a function that ends that
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
