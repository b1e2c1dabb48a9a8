import { LIMITS, SUBJECTS } from '../config/budgets/table.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { AuthError } from '../errors/auth-error.ts'
import { TooManyRequests } from '../errors/classes.ts'
import { describeMore, takeLine } from '../logger/lines.ts'
import type { Log } from '../logger/logger.ts'
import { adviseOn, type Circumstances } from './advice.ts'
import { describeTrace, type TracedRequest } from './describe-trace.ts'
import { isObject } from '../kit/values.ts'
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
 * Which budget refused, where the failure is that of a try that was not made. The cause of an error of the application may have
 * anything by that name, also what a client has sent.
 */
function findBudget({ cause }: AuthError): string | undefined {
  const budget = cause?.['budget']
  if (!isObject(budget)) return undefined
  const action = Object.keys(LIMITS).find((known) => known === budget['action'])
  const subject = SUBJECTS.find((known) => known === budget['subject'])
  return action && subject && `the budget "${subject}" of "${action}"`
}

/** Logs what a budget has refused, or once in a window that it refused more. */
function logRefusedTry(log: Log, config: ResolvedConfig, budget: string, write: () => void): void {
  const line = takeLine(config, budget)
  if (line === 'own') write()
  if (line !== 'more') return
  log.error(new TooManyRequests(describeMore(`tries were refused by ${budget}`)))
}

/**
 * Logs how a flow failed, with what to do about this very failure. A budget that refuses any number of tries has a few lines.
 *
 * @returns what to do, where more is known than the code of the failure tells
 */
export function logFailure(
  log: Log,
  error: AuthError,
  { ref, ...known }: Known & { readonly ref?: string | undefined },
): string | undefined {
  const { config } = known
  const fix = adviseOn(error, known)
  const write = (): void =>
    log.error(error, ref, { fix, trace: findTrace(error, known), ordinary: isOrdinary(error) })
  const budget = findBudget(error)
  if (config && budget !== undefined) logRefusedTry(log, config, budget, write)
  else write()
  return fix
}
