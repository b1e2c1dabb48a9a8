import { numericDate } from '../clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { sha256 } from '../crypto/hash.ts'
import { randomHex } from '../crypto/random.ts'

/**
 * Marks hashes in the table, so that one that leaked can never pass for a token of an application that moved over with
 * raw ones.
 */
const HASHED = 'sha256:'

/**
 * What another library may have stored as it is: ASCII without spaces, since a store that finds "the same" takes many a
 * letter for one of the mark, and never what begins like a hash, in whatever case.
 */
export const RAW: RegExp = /^(?!sha256:)[!-~]+$/i

/** The text that a token is stored as. */
export async function hashToken(token: string): Promise<string> {
  return HASHED + (await sha256(token))
}

/**
 * The time of the sign-in is in the token where an absolute lifetime needs it: the look-up authenticates it.
 *
 * @param signedInAt - in milliseconds since the epoch
 */
export function generateToken({ session }: ResolvedConfig, signedInAt: number): string {
  const token = session.generateSessionToken?.() ?? randomHex()
  return session.absoluteMaxAge === undefined ? token : `${token}.${signedInAt.toString(36)}`
}

/** When the session of a token ends however often it is used, in milliseconds since the epoch. */
export function absoluteEnd({ session }: ResolvedConfig, token: string): number {
  if (session.absoluteMaxAge === undefined) return Number.POSITIVE_INFINITY
  const signedInAt = Number.parseInt(token.slice(token.lastIndexOf('.') + 1), 36)
  return token.includes('.') ? signedInAt + session.absoluteMaxAge * 1000 : 0
}

/** When the user signed in, in seconds, where the token says so. */
export function signInTime({ session }: ResolvedConfig, token: string): number | undefined {
  if (session.absoluteMaxAge === undefined || !token.includes('.')) return undefined
  const time = numericDate(Number.parseInt(token.slice(token.lastIndexOf('.') + 1), 36))
  return Number.isFinite(time) ? time : undefined
}
