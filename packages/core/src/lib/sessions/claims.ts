import { numericDate, type Moment } from '../kit/clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { AUDIENCE, type SealedClaims } from '../crypto/sealed-box.ts'
import type { JWT } from '../types/jwt.ts'
import type { User } from '../types/user.ts'

/** A session token with the claims that the library relies on. */
export type SessionToken = JWT & SealedClaims

/**
 * A token that was opened, and when: one read of a session judges its times by this moment, and looks at each clock once. The steady
 * one is for the feed of endings; without a feed it is not looked at.
 */
export interface OpenedToken extends Moment {
  readonly token: SessionToken
  /** Its text as it was sealed, or made from the payload where the application decodes. */
  readonly json: string
  /** It was made by another library, and does not say how the session was opened. */
  readonly foreign?: true
  /** It is sealed again whatever its age: as a token of this library, or without a claim that is settled. */
  readonly outdated?: true
  /** The generation that it counts as without saying so, because an ending has exempted it. */
  readonly exempt?: number | undefined
}

/** Claim with the time of the sign-in (OpenID Connect Core 1.0, section 2): sealed again, it stays. */
export const AUTH_TIME = 'auth_time'

/** Claim that says how a session was opened, where the user could still come to belong to another person (decision 023). */
export const OPENED_BY = 'opened_by'

/** Claim that says by which provider the session was opened; see `SignedInBy`. */
export const SIGNED_IN_BY = 'latchstring_by'

/**
 * Whether a token was made by this library, and not by the one the application used before. That one may have the time of the
 * sign-in as well, where its callback kept the claim of the provider.
 */
export function isOwn(token: JWT): boolean {
  return typeof token[AUTH_TIME] === 'number' && token[AUDIENCE] !== undefined
}

/** When the sign-in was, in seconds. Where the token does not say, it was no later than when the token was made. */
export function signedInAt({ [AUTH_TIME]: authTime, iat }: SessionToken): number {
  return typeof authTime === 'number' ? Math.min(authTime, iat) : iat
}

/**
 * Whether a session is used within the time it may last from its sign-in.
 *
 * @param now - in milliseconds
 */
export function withinAbsoluteAge(
  { absoluteMaxAge = Number.POSITIVE_INFINITY }: Pick<ResolvedConfig['session'], 'absoluteMaxAge'>,
  authTime: number,
  now: number,
): boolean {
  return numericDate(now) < authTime + absoluteMaxAge
}

/** Seconds until a session that is made or extended now ends. */
export function lifetime({ session, clock }: ResolvedConfig, authTime: number): number {
  const { maxAge, absoluteMaxAge = Number.POSITIVE_INFINITY } = session
  return Math.min(maxAge, authTime + absoluteMaxAge - numericDate(clock()))
}

/**
 * Whether a token is to be sealed again because of its age.
 *
 * @param now - in milliseconds
 */
export function isDue(
  { updateAge }: Pick<ResolvedConfig['session'], 'updateAge'>,
  { iat }: SessionToken,
  now: number,
): boolean {
  return numericDate(now) >= iat + updateAge
}

/** Where a session is shown: on the server it has the id of the user as well. */
export type View = 'client' | 'server'

/** The signed-in user of a token. */
export function userOfToken({ name, email, picture, sub }: JWT, view: View): User {
  const user = { name: name ?? null, email: email ?? null, image: picture ?? null }
  return view === 'server' && sub !== undefined ? { id: sub, ...user } : user
}
