import { numericDate } from '../kit/clock.ts'
import type { FactsAsked, SessionFacts } from '../types/facts.ts'
import { UNTIMED } from './signed-in-by.ts'
import type { KnownSignIn } from './strategy.ts'

/** Proof of two factors. */
const BOTH = 'mfa'

/** What a token says of how its session began. */
export function toFacts({ signedInAt, methods = '', actor }: KnownSignIn): SessionFacts {
  const isUntimed = signedInAt === undefined || methods === UNTIMED
  const amr = methods === UNTIMED ? [] : methods.split('~').filter(Boolean)
  return {
    auth_time: isUntimed ? null : signedInAt,
    amr,
    aal: amr.includes(BOTH) ? 2 : 1,
    ...(actor && { actor: { sub: actor.sub } }),
  }
}

/** What is missing: the time is not recorded, it is too long ago, or the sign-in is too weak. */
export type Lack = 'time' | 'age' | 'level'

/**
 * What a sign-in lacks of what is asked for.
 *
 * @param now - in milliseconds
 */
export function findLack(
  { auth_time: time, aal: level }: SessionFacts,
  { aal = 1, maxAge }: FactsAsked,
  now: number,
): Lack | undefined {
  if (!(level >= aal)) return 'level'
  if (maxAge === undefined) return undefined
  if (time === null) return 'time'
  return numericDate(now) - time <= maxAge ? undefined : 'age'
}
