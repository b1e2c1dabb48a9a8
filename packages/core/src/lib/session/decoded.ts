import { numericDate } from '../clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { AUDIENCE, hasClaims, isTimely, type SealedClaims } from '../crypto/sealed-box.ts'
import { JWTSessionError } from '../errors/classes.ts'
import type { JWT } from '../types/jwt.ts'
import type { SessionToken } from './claims.ts'

/** A value of each claim that every token has. */
const EXAMPLE: SealedClaims = { jti: 'j', iat: 0, exp: 0 }

/**
 * Checks a token that the application has decoded: whatever sealed it, it ends, has an id, and is not from the future.
 *
 * @param now - in milliseconds
 * @returns nothing for one of another application, one that has expired, and one that is from the future
 * @throws JWTSessionError when it lacks a claim, so that nobody is signed out without a word
 */
export function checkDecoded(
  { audience }: ResolvedConfig,
  token: JWT,
  now: number,
): SessionToken | undefined {
  if (hasClaims(token)) {
    const own = audience.accepts(token[AUDIENCE]) && isTimely(token, numericDate(now))
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
