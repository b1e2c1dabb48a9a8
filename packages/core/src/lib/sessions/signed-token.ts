import { primitives } from '#primitives'
import type { ResolvedMigration } from '../config/migrate.ts'
import { constantTimeEqual } from '../crypto/compare.ts'
import { numericDate } from '../kit/clock.ts'
import type { Adapter } from '../types/adapter.ts'
import { hashToken } from './database-token.ts'

/** A text, a dot, and its HMAC-SHA-256 in base64, which a server may have encoded once more. */
const SIGNED = /^(.+)\.([A-Za-z0-9+/]{43})=$/

const toBase64url = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_')

/**
 * The token in a session cookie of better-auth: `token.signature`.
 *
 * @returns `undefined` where none of the secrets has signed it
 */
export async function openSigned(
  { secrets }: Pick<ResolvedMigration, 'secrets'>,
  value: string,
): Promise<string | undefined> {
  const [, token, signature] = SIGNED.exec(value) ?? []
  if (token === undefined || signature === undefined) return undefined
  for (const secret of secrets) {
    // The secret itself is the key.
    const expected = await primitives.hmac(new TextEncoder().encode(secret), token)
    if (constantTimeEqual(expected, toBase64url(signature))) return token
  }
  return undefined
}

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
