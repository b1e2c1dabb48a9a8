import { isObject } from '../../kit/json.ts'
import type { JWT } from '../../types/jwt.ts'

/** Claim with the administrator (RFC 8693, section 4.1). */
export const ACTOR = 'act'

/** Claim with what the acting session is bound to. */
export const BOUND = 'latchstring_acting'

/** Whether the token of an acting session is bound to a session. */
export function isActedBy({ [BOUND]: bound }: JWT, own: JWT | undefined): boolean {
  return own !== undefined && isObject(bound) && bound['s'] === own.jti
}
