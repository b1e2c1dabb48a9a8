import type { ResolvedLimits } from '../config/limits.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { Context } from '../request/context.ts'
import { asError } from '../errors/auth-error.ts'
import { CallbackRouteError } from '../errors/classes.ts'
import { naming } from '../errors/own-function.ts'
import { emit } from '../request/emit.ts'
import type { Budget, FeatureBudgetName, LimitedAction, LimitSubject } from '../types/limits.ts'
import { toName } from './names.ts'
import { findKnownAddress, logFailedFunction, type Charge, type TriedAs } from './subjects.ts'

/** A try that may not be made. */
export interface RefusedByBudget {
  readonly allowed: false
  readonly subject: LimitSubject
  /** The charge that was refused: a subject may have several budgets, and several names one each. */
  readonly charge: Charge
  /** Seconds, at least 1 and at most the window of the budget. */
  readonly retryAfter: number
}

/** Emits `limitReached` once for each budget and window, and not for every try of a flood. */
export async function reportRefusal(
  context: Context,
  { counters }: ResolvedLimits,
  {
    action,
    refused: { subject, charge, retryAfter },
    tried: { names = [] },
  }: {
    readonly action: LimitedAction | FeatureBudgetName
    readonly refused: RefusedByBudget
    readonly tried: TriedAs
  },
): Promise<void> {
  const { budget, now } = charge
  const interval = budget.window * 1000
  const first = { key: `reported ${charge.key}`, interval, burst: interval, now }
  if (!counters.spend([first]).allowed) return
  const address = await findKnownAddress(context)
  // An action of a feature has its word there.
  const provider = action.includes('/') ? undefined : context.request.providerId
  await emit(context.config, 'limitReached', {
    action,
    subject,
    budget,
    retryAfter,
    ...(provider !== undefined && { provider }),
    ...(names.length > 0 && { identifiers: names.map(toName) }),
    ...(address !== undefined && { address }),
  })
}

/** Whether `limits.challenge` of the application lets a refused try go on. */
export async function passesChallenge(
  { config, original, request }: Context,
  { challenge }: ResolvedLimits,
  action: LimitedAction,
  { subject }: RefusedByBudget,
): Promise<boolean> {
  if (!challenge) return false
  try {
    const tried = { action, subject, fields: request.body, request: original.request }
    const name = 'The `limits.challenge` function'
    return (await naming(CallbackRouteError, name, () => challenge(tried))) === true
  } catch (cause) {
    logFailedFunction(config, 'limits.challenge', asError(cause))
    return false
  }
}

/** A budget, for messages. */
export const describeBudget = ({ points, window }: Budget): string =>
  `${points} in ${window} seconds`

/** Logs once that a budget which all people share is nearly used up. */
export function warnOfNear(
  { log }: Pick<ResolvedConfig, 'log'>,
  { action, budget }: Pick<Charge, 'action' | 'budget'>,
): void {
  log.warn('limit-near', `It is \`limits.${action}.application\`: ${describeBudget(budget)}.`)
}
