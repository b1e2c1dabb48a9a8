/** Seconds for which something that has expired is still taken. */
const EXPIRY_TOLERANCE = 30

/** Seconds that the clock of a provider may be ahead of ours. What is a little early has never been of use to anybody. */
const AHEAD_TOLERANCE = 60

/**
 * Seconds after which a token that was asked for just now cannot have been issued just now. Microsoft dates its tokens back
 * by five minutes, on purpose.
 */
const STALE = 1800

/** The last moment that a JavaScript date can be, in seconds since the epoch. */
const LAST = 8_640_000_000_000

const CLOCKS =
  ': the clocks of this server and of the provider differ, so set both by a time service such as NTP'

/** What to measure times with. */
export interface TimeContext {
  /** Seconds since the epoch. */
  readonly now: number
  /** Seconds that the clocks may differ, as configured; replaces each of the defaults. */
  readonly tolerance: number | undefined
}

type Claims = Readonly<Record<string, unknown>>

/** Whether a claim is a time (RFC 7519, section 2, NumericDate) that means something. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= LAST
}

/**
 * What is wrong with `exp` and `nbf` of a signed answer, where it has them.
 *
 * @returns the end of a sentence about it, or nothing when both hold
 */
export function expiryProblem({ exp, nbf }: Claims, context: TimeContext): string | undefined {
  const { now, tolerance } = context
  if (exp !== undefined && !isTime(exp)) return 'has an `exp` that is not a time'
  if (nbf !== undefined && !isTime(nbf)) return 'has an `nbf` that is not a time'
  if (exp !== undefined && exp <= now - (tolerance ?? EXPIRY_TOLERANCE)) {
    return `expired ${now - exp} seconds ago${CLOCKS}`
  }
  if (nbf === undefined || nbf <= now + (tolerance ?? AHEAD_TOLERANCE)) return undefined
  return `is valid only in ${nbf - now} seconds${CLOCKS}`
}

/**
 * What is wrong with the times of an ID token that was issued just now (OpenID Connect Core 1.0, section 3.1.3.7).
 *
 * @returns the end of a sentence about it, or nothing when all hold
 */
export function idTokenTimeProblem(claims: Claims, context: TimeContext): string | undefined {
  const { now, tolerance } = context
  const { exp, iat } = claims
  if (exp === undefined) return 'has no `exp`'
  if (!isTime(iat)) return 'has no usable `iat`'
  if (iat > now + (tolerance ?? AHEAD_TOLERANCE)) {
    return `was issued ${iat - now} seconds in the future${CLOCKS}`
  }
  const expiry = expiryProblem(claims, context)
  if (expiry !== undefined) return expiry
  return iat < now - STALE ? `was issued ${now - iat} seconds ago${CLOCKS}` : undefined
}

/**
 * What is wrong with the time of an authentication.
 *
 * @param earliest - what it must not be before, in seconds since the epoch
 * @returns the end of a sentence about it, or nothing when it holds
 */
export function authTimeProblem(
  authTime: unknown,
  earliest: number,
  { now, tolerance = AHEAD_TOLERANCE }: TimeContext,
): string | undefined {
  if (!isTime(authTime)) return 'does not say in `auth_time` when the person authenticated'
  if (authTime > now + tolerance) return `has an \`auth_time\` in the future${CLOCKS}`
  if (authTime >= earliest - tolerance) return undefined
  return 'names an authentication that is longer ago than `max_age` allows'
}
