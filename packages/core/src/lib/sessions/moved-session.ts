import { numericDate } from '../kit/clock.ts'
import type { Adapter } from '../types/adapter.ts'
import { hashToken } from './database-token.ts'

/** What finds moved sessions, and deletes them at a first proof. */
type MovedStore = Pick<Adapter, 'getSessionAndUser' | 'deleteSessionsByUserId'>

/**
 * The claims of a session that was moved into the store, where sessions are sealed in cookies from now on. Its time is the earliest that it
 * can have been used at. A first proof of the address of its user deletes it; a store that cannot do that keeps none whose address is not
 * proven, and one from before the proof does not count.
 *
 * @param bounds - `maxAge` in seconds, `now` in milliseconds
 */
export async function findMoved(
  adapter: MovedStore,
  token: string,
  { maxAge, now }: { readonly maxAge: number; readonly now: number },
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const found = await adapter.getSessionAndUser?.(await hashToken(token))
  if (!found) return undefined
  const { user, session } = found
  const { id: sub, name, email, image: picture, emailVerified } = user
  const isDeleted = typeof adapter.deleteSessionsByUserId === 'function'
  if (!emailVerified && !isDeleted) return undefined
  const exp = numericDate(session.expires.getTime())
  const proven = emailVerified && isDeleted ? new Date(emailVerified).getTime() : 0
  const iat = Math.min(numericDate(now), Math.max(Math.ceil(proven / 1000), exp - maxAge))
  return { sub, name, email, picture, iat, exp }
}
