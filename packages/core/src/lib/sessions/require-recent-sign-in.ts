import { numericDate } from '../kit/clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { notesSignIn } from '../config/session.ts'
import { StepUpRequired } from '../errors/classes.ts'
import type { Current } from './strategy.ts'

/** Seconds that a sign-in may be old for adding a way to sign in, unless `account.requireFresh` says otherwise. */
const ADDITION_MAX_AGE = 3600

/** Seconds that a sign-in may be old for adding an account or a passkey; `undefined` for any age. */
export function additionMaxAge({
  account,
  session,
}: Pick<ResolvedConfig, 'account' | 'session'>): number | undefined {
  const { requireFresh: seconds = ADDITION_MAX_AGE } = account
  if (seconds === false || !notesSignIn(session)) return undefined
  return seconds
}

/**
 * Asks for a sign-in that is at most some seconds old. Using a session, linking an account and changing the session do not
 * make it newer; only signing in does.
 *
 * @throws StepUpRequired when it is older, or its time was not recorded
 */
export function requireRecentSignIn(
  { clock }: Pick<ResolvedConfig, 'clock'>,
  { signedInAt }: Pick<Current, 'signedInAt'>,
  seconds: number | undefined,
): void {
  if (seconds === undefined) return
  if (signedInAt !== undefined && numericDate(clock()) - signedInAt <= seconds) return
  throw new StepUpRequired(
    signedInAt === undefined
      ? 'The time at which this session was opened was not recorded.'
      : `The sign-in was more than ${seconds} seconds ago.`,
  )
}
