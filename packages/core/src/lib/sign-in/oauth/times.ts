/** Seconds after its expiry for which a token is accepted. */
const EXPIRY_TOLERANCE = 30

/** Seconds that the clock of a provider may be ahead. A token that is a little early is of no use to an attacker. */
const AHEAD_TOLERANCE = 60

/** The maximal age of a new token in seconds. Microsoft backdates its tokens by five minutes. */
const STALE = 1800

/** The last time of a JavaScript date, in seconds since the epoch. */
const LAST_TIME = 8_640_000_000_000

const CLOCK_ADVICE =
  ': the clocks of this server and of the provider differ, so set both by a time service such as NTP'

/** The clock and its tolerance. */
export interface TimeContext {
  /** Seconds since the epoch. */
  readonly now: number
  /** Seconds that the clocks may differ, as configured; replaces each of the defaults. */
  readonly tolerance: number | undefined
}

type TokenClaims = Readonly<Record<string, unknown>>

/** Whether a claim is a time (RFC 7519, section 2, NumericDate) within the range of dates. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= LAST_TIME
}

/**
 * The problem with `exp` and `nbf` of a token, where it has them.
 *
 * @returns the end of a sentence about it, or `undefined` without a problem
 */
export function expiryProblem({ exp, nbf }: TokenClaims, context: TimeContext): string | undefined {
  const { now, tolerance } = context
  if (exp !== undefined && !isTime(exp)) return 'has an `exp` that is not a time'
  if (nbf !== undefined && !isTime(nbf)) return 'has an `nbf` that is not a time'
  if (exp !== undefined && exp <= now - (tolerance ?? EXPIRY_TOLERANCE)) {
    return `expired ${now - exp} seconds ago${CLOCK_ADVICE}`
  }
  if (nbf === undefined || nbf <= now + (tolerance ?? AHEAD_TOLERANCE)) return undefined
  return `is valid only in ${nbf - now} seconds${CLOCK_ADVICE}`
}

/**
 * The problem with the times of a new ID token (OpenID Connect Core 1.0, section 3.1.3.7).
 *
 * @returns the end of a sentence about it, or `undefined` without a problem
 */
export function idTokenTimeProblem(claims: TokenClaims, context: TimeContext): string | undefined {
  const { now, tolerance } = context
  const { exp, iat, auth_time: authTime } = claims
  if (exp === undefined) return 'has no `exp`'
  if (!isTime(iat)) return 'has no usable `iat`'
  if (iat > now + (tolerance ?? AHEAD_TOLERANCE)) {
    return `was issued ${iat - now} seconds in the future${CLOCK_ADVICE}`
  }
  const expiry = expiryProblem(claims, context)
  if (expiry !== undefined) return expiry
  if (authTime !== undefined && !isTime(authTime)) return 'has an `auth_time` that is not a time'
  return iat < now - STALE ? `was issued ${now - iat} seconds ago${CLOCK_ADVICE}` : undefined
}

/** What an ID token lacks without the time that was asked for. */
export const NO_TIME = 'does not say in `auth_time` when the person authenticated'

/**
 * The problem with the time of an authentication.
 *
 * @param earliest - the earliest accepted time, in seconds since the epoch
 * @returns the end of a sentence about it, or `undefined` without a problem
 */
export function authTimeProblem(
  authTime: unknown,
  earliest: number,
  { now, tolerance = AHEAD_TOLERANCE }: TimeContext,
): string | undefined {
  if (!isTime(authTime)) return NO_TIME
  if (authTime > now + tolerance) return `has an \`auth_time\` in the future${CLOCK_ADVICE}`
  if (authTime >= earliest - tolerance) return undefined
  return 'names an authentication that is longer ago than `max_age` allows'
}
