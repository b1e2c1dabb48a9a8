import { isObject } from '../../kit/json.ts'
import type { JWT } from '../../types/jwt.ts'

/** Claim with the administrator (RFC 8693, section 4.1). */
export const ACTOR = 'act'

/** Claim with what the acting session is bound to. */
export const BOUND = 'latchstring_acting'

/**
 * Whether the token of an acting session is bound to a session.
 *
 * @param acceptsUnproven - whether its user may have come to belong to another person since. Default: `true`
 */
export function isActedBy(
  { [BOUND]: bound }: JWT,
  own: JWT | undefined,
  acceptsUnproven: boolean = true,
): boolean {
  if (own === undefined || !isObject(bound) || bound['s'] !== own.jti) return false
  return acceptsUnproven || bound['n'] === undefined
}
