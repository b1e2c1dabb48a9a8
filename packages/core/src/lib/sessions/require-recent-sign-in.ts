import type { ResolvedConfig } from '../config/resolved-config.ts'
import { notesSignIn } from '../config/session.ts'
import { ActingRefused, StepUpRequired } from '../errors/classes.ts'
import { findLack, toFacts } from './facts.ts'
import type { KnownSignIn } from './strategy.ts'

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
 * @throws ActingRefused in an acting session, whose user has not signed in
 */
export function requireRecentSignIn(
  { clock }: Pick<ResolvedConfig, 'clock'>,
  known: KnownSignIn,
  seconds: number | undefined,
): void {
  if (known.actor) {
    throw new ActingRefused('This needs a recent sign-in of the user, who has not signed in here.')
  }
  const lack = findLack(toFacts(known), { maxAge: seconds }, clock())
  if (lack === undefined) return
  throw new StepUpRequired(
    lack === 'time'
      ? 'The time at which this session was opened was not recorded.'
      : `The sign-in was more than ${seconds} seconds ago.`,
  )
}
