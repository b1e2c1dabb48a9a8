import { numericDate } from '../clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { AUDIENCE, hasClaims, isTimely, type SealedClaims } from '../crypto/sealed-box.ts'
import { JWTSessionError } from '../errors/classes.ts'
import type { JWT } from '../types/jwt.ts'

/** A session token with the claims that the library relies on. */
export type SessionToken = JWT & SealedClaims

/** Claim with the time of the sign-in (OpenID Connect Core 1.0, section 2): sealed again, it stays. */
export const AUTH_TIME = 'auth_time'

/** A value of each claim that every token has. */
const EXAMPLE: SealedClaims = { jti: 'j', iat: 0, exp: 0 }

/**
 * Checks a token that the application has decoded: whatever sealed it, it ends, has an id, and is not from the future.
 *
 * @returns nothing for one of another application, one that has expired, and one that is from the future
 * @throws JWTSessionError when it lacks a claim, so that nobody is signed out without a word
 */
export function checkDecoded(
  { clock, audience }: ResolvedConfig,
  token: JWT,
): SessionToken | undefined {
  if (hasClaims(token)) {
    const own = audience.accepts(token[AUDIENCE]) && isTimely(token, numericDate(clock()))
    return own ? token : undefined
  }
  const names = Object.keys(EXAMPLE).filter(
    (name) => !hasClaims({ ...EXAMPLE, [name]: token[name] }),
  )
  const missing = names.map((name) => `\`${name}\``).join(', ')
  throw new JWTSessionError(
    `The token from \`jwt.decode\` has no ${missing}. Have \`jwt.encode\` keep every claim of the token it is given, and \`jwt.decode\` return them: \`jti\` is text, \`iat\` and \`exp\` are numbers.`,
  )
}

/** Whether a token was made by this library, and not by the one the application used before. */
export function isOwn(token: JWT): boolean {
  return typeof token[AUTH_TIME] === 'number'
}

/** When the sign-in was, in seconds. Where the token does not say, it was no later than when the token was made. */
export function signedInAt({ [AUTH_TIME]: authTime, iat }: SessionToken): number {
  return typeof authTime === 'number' ? Math.min(authTime, iat) : iat
}

/** Whether a session is used within the time it may last from its sign-in. */
export function withinAbsoluteAge({ session, clock }: ResolvedConfig, authTime: number): boolean {
  const { absoluteMaxAge = Number.POSITIVE_INFINITY } = session
  return numericDate(clock()) < authTime + absoluteMaxAge
}

/** Seconds until a session that is made or extended now ends. */
export function lifetime({ session, clock }: ResolvedConfig, authTime: number): number {
  const { maxAge, absoluteMaxAge = Number.POSITIVE_INFINITY } = session
  return Math.min(maxAge, authTime + absoluteMaxAge - numericDate(clock()))
}

/** Whether a token is to be sealed again because of its age. */
export function isDue({ session, clock }: ResolvedConfig, { iat }: SessionToken): boolean {
  return numericDate(clock()) >= iat + session.updateAge
}
