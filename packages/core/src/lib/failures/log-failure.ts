import { LIMITS, SUBJECTS } from '../config/budgets/table.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { AuthError } from '../errors/auth-error.ts'
import { TooManyRequests } from '../errors/classes.ts'
import { describeMore, takeLine } from '../logger/lines.ts'
import type { Log } from '../logger/logger.ts'
import { adviseOn, type Circumstances } from './advice.ts'
import { describeTrace, type TracedRequest } from './describe-trace.ts'
import { isObject } from '../kit/values.ts'
import { isCancelled } from './visitor-reason.ts'

/** Failures that visitors cause and that need no action, beside those that the logger knows by their code. */
const ORDINARY: ReadonlySet<string> = new Set([
  'AccountNotLinked',
  'EmailNotVerified',
  'OAuthAccountNotLinked',
  'SessionRequired',
  'StepUpRequired',
])

/** Whether a failure is part of ordinary use and needs no action: in production scanners ask for addresses of all kinds. */
function isOrdinary(error: AuthError, config: ResolvedConfig | undefined): boolean {
  if (error.type === 'UnknownAction') return config !== undefined && !config.development
  // Without a cause the address is malformed; a mail that could not be sent has one.
  const mistyped = error.type === 'EmailSignInError' && error.cause === undefined
  return mistyped || ORDINARY.has(error.type) || isCancelled(error)
}

/** Details of a failed request; those of steps that were not reached are missing. */
type FailureDetails = Circumstances & {
  readonly [K in keyof TracedRequest]?: TracedRequest[K] | undefined
}

/** The steps of the flow until it failed. */
function findTrace(error: AuthError, known: FailureDetails): string | undefined {
  const { original, config, origin, trace } = known
  if (!original || !config || !origin || !trace) return undefined
  return describeTrace({ original, config, origin, trace }, error.type)
}

/** The budgets of features. */
const budgetsOf = (config: ResolvedConfig | undefined): readonly string[] =>
  [...(config?.features?.byName.values() ?? [])].flatMap(({ name, budgets = {} }) =>
    Object.keys(budgets).map((budget) => `${name}/${budget}`),
  )

/**
 * The budget that refused an attempt. Only known names are accepted, because an error of the application may have input of a
 * client in a member of that name.
 */
function findBudget({ cause }: AuthError, config: ResolvedConfig | undefined): string | undefined {
  const budget = cause?.['budget']
  if (!isObject(budget)) return undefined
  const all = [...Object.keys(LIMITS), ...budgetsOf(config)]
  const action = all.find((known) => known === budget['action'])
  const subject = SUBJECTS.find((known) => known === budget['subject'])
  return action && subject && `the budget "${subject}" of "${action}"`
}

/** Logs each of the first refusals of a budget, and one line about the others in a window. */
function logRefusedTry(log: Log, config: ResolvedConfig, budget: string, write: () => void): void {
  const line = takeLine(config, budget)
  if (line === 'own') write()
  if (line !== 'more') return
  log.error(new TooManyRequests(describeMore(`tries were refused by ${budget}`)))
}

/**
 * Logs a failure with a fix for it. The lines of a budget that refuses many attempts are limited.
 *
 * @returns the fix, where it is more specific than that of the error code
 */
export function logFailure(
  log: Log,
  error: AuthError,
  { ref, ...known }: FailureDetails & { readonly ref?: string | undefined },
): string | undefined {
  const { config } = known
  const fix = adviseOn(error, known)
  const write = (): void =>
    log.error(error, ref, {
      fix,
      trace: findTrace(error, known),
      ordinary: isOrdinary(error, config),
    })
  const budget = findBudget(error, config)
  if (config && budget !== undefined) logRefusedTry(log, config, budget, write)
  else write()
  return fix
}
