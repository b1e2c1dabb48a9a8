import type { AuthError } from '../errors/auth-error.ts'
import type { Log } from '../logger/logger.ts'
import { adviseOn, type Circumstances } from './advice.ts'
import { isCancelled } from './reason.ts'

export { findReason } from './reason.ts'

/** Failures that people cause and that nobody has to act on, beside those that a log knows by their code. */
const ORDINARY: ReadonlySet<string> = new Set([
  'AccountNotLinked',
  'EmailNotVerified',
  'OAuthAccountNotLinked',
  'SessionRequired',
  'StepUpRequired',
])

/** Whether a person caused a failure by what people do every day: nobody has to act on it. */
function isOrdinary(error: AuthError): boolean {
  // An address that is not one: where the mail could not be sent, there is a cause.
  const mistyped = error.type === 'EmailSignInError' && error.cause === undefined
  return mistyped || ORDINARY.has(error.type) || isCancelled(error)
}

/** Logs how a flow failed, with what to do about this very failure. */
export function logFailure(
  log: Log,
  error: AuthError,
  { ref, ...circumstances }: Circumstances & { readonly ref?: string | undefined },
): void {
  log.error(error, ref, { fix: adviseOn(error, circumstances), ordinary: isOrdinary(error) })
}
