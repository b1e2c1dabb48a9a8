import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { StoreFor } from '../config/store.ts'
import { memoize } from '../kit/cache.ts'
import type { AdapterSession } from '../types/adapter.ts'

/** The outcome of extending a session: unchanged, ended in the meantime, or the new expiry. */
export type Extended = 'as-it-was' | 'ended' | Date

/** Milliseconds after which a write counts as given up: some runtimes cancel it with its request, and it never settles. */
const GIVEN_UP = 30_000

/** Sessions of an application whose expiry is being written, and since when, oldest first. No request waits for another's write. */
const beingMoved = memoize((_application: object) => new Map<string, number>())

/** The same without the writes that were given up. */
function findMoving({ application, steady }: ResolvedConfig): Map<string, number> {
  const moving = beingMoved(application)
  for (const [token, since] of moving) {
    if (steady() < since + GIVEN_UP) break
    moving.delete(token)
  }
  return moving
}

/** Writes a later expiry, unless another request of this application is writing it. */
export async function moveExpiry(
  config: ResolvedConfig,
  store: StoreFor<'sessions'>,
  { sessionToken, expires }: AdapterSession,
  to: Date,
): Promise<Extended> {
  const moving = findMoving(config)
  if (moving.has(sessionToken)) return to
  const since = config.steady()
  moving.set(sessionToken, since)
  try {
    if (!store.compareAndSetSession) {
      await store.updateSession({ sessionToken, expires: to })
      return to
    }
    if (await store.compareAndSetSession({ sessionToken, from: expires, to })) return to
    // Another process was first: it has moved the expiry, or the session was ended since it was read.
    return (await store.getSessionAndUser(sessionToken)) ? to : 'ended'
  } finally {
    if (moving.get(sessionToken) === since) moving.delete(sessionToken)
  }
}
