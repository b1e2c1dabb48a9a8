import { numericDate } from '../clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { sha256 } from '../crypto/hash.ts'
import { randomHex } from '../crypto/random.ts'
import { apparentBits } from '../crypto/token-strength.ts'
import { InvalidConfiguration } from '../errors/classes.ts'

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

/** Bits below which a token can be guessed: guesses of sessions are not counted. UUIDs and other common ids have 120 and more. */
const LEAST_BITS = 64

/**
 * A token of the application's own function, or one of ours.
 *
 * @throws InvalidConfiguration when what the function returns can be guessed, or is not text
 */
function makeToken({ generateSessionToken }: ResolvedConfig['session']): string {
  // What a function without types returns may be anything.
  const own: unknown = generateSessionToken?.() ?? randomHex()
  if (typeof own === 'string' && apparentBits(own) >= LEAST_BITS) return own
  throw new InvalidConfiguration(
    '`session.generateSessionToken` returned a token that can be guessed, or something else than text. Return 128 random bits or more, such as ' +
      '32 random digits in hex, or leave the option out.',
  )
}

/**
 * The time of the sign-in is in the token where an absolute lifetime needs it: the look-up authenticates it.
 *
 * @param signedInAt - in milliseconds since the epoch
 * @throws InvalidConfiguration when the function of the application makes tokens that can be guessed
 */
export function generateToken({ session }: ResolvedConfig, signedInAt: number): string {
  const token = makeToken(session)
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
