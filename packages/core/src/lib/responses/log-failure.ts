import type { AuthError } from '../errors/auth-error.ts'
import type { Log } from '../logger/logger.ts'
import { adviseOn, type Circumstances } from './advice.ts'
import { describeTrace, type TracedRequest } from '../trace/describe-trace.ts'
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

/** What is known of a failed request, as far as it got. */
type Known = Circumstances & { readonly [K in keyof TracedRequest]?: TracedRequest[K] | undefined }

/** The steps of the flow, as far as it got. */
function findTrace(error: AuthError, known: Known): string | undefined {
  const { original, config, origin, trace } = known
  if (!original || !config || !origin || !trace) return undefined
  return describeTrace({ original, config, origin, trace }, error.type)
}

/**
 * Logs how a flow failed, with what to do about this very failure.
 *
 * @returns what to do, where more is known than the code of the failure tells
 */
export function logFailure(
  log: Log,
  error: AuthError,
  { ref, ...known }: Known & { readonly ref?: string | undefined },
): string | undefined {
  const fix = adviseOn(error, known)
  log.error(error, ref, {
    fix,
    trace: findTrace(error, known),
    ordinary: isOrdinary(error),
  })
  return fix
}
