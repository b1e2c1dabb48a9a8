import { numericDate } from '../kit/clock.ts'
import type { Adapter } from '../types/adapter.ts'
import { hashToken } from './database-token.ts'

/**
 * The claims of a session that was moved into the store, where sessions are sealed in cookies from now on. Its time is the earliest that it
 * can have been used at; without a proven address it does not count, as the address may come to belong to another person.
 *
 * @param bounds - `maxAge` in seconds, `now` in milliseconds
 */
export async function findMoved(
  { getSessionAndUser }: Pick<Adapter, 'getSessionAndUser'>,
  token: string,
  { maxAge, now }: { readonly maxAge: number; readonly now: number },
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const found = await getSessionAndUser?.(await hashToken(token))
  if (!found) return undefined
  const { user, session } = found
  const { id: sub, name, email, image: picture, emailVerified } = user
  if (!emailVerified) return undefined
  const exp = numericDate(session.expires.getTime())
  const proven = Math.ceil(new Date(emailVerified).getTime() / 1000)
  const iat = Math.min(numericDate(now), Math.max(proven, exp - maxAge))
  return { sub, name, email, picture, iat, exp }
}
