import type { ResolvedLimits } from '../config/limits.ts'
import type { Context } from '../request/context.ts'
import { asError, isAuthError, type AuthErrorCause } from '../errors/auth-error.ts'
import { InvalidConfiguration, TooManyRequests } from '../errors/classes.ts'
import { describeKind } from '../errors/own-function.ts'
import { describeFailedStore } from '../errors/store-failure.ts'
import { emit } from '../request/emit.ts'
import { isObject } from '../kit/json.ts'
import type { AdapterSpent } from '../types/adapter-limits.ts'
import type { FeatureBudgetName, LimitedAction, LimitStore, LimitSubject } from '../types/limits.ts'
import {
  describeBudget,
  passesChallenge,
  reportRefusal,
  warnOfNear,
  type RefusedByBudget,
} from './refusals.ts'
import {
  selectBudgets,
  storeRequest,
  toCharge,
  type Charge,
  type Series,
  type SelectedBudget,
  type TriedAs,
} from './subjects.ts'

/** A try that may be made. */
export interface AllowedTry {
  readonly allowed: true
  /**
   * Refunds the try, where only failures count.
   *
   * @param subjects - whose budgets. Default: all
   */
  readonly refund: (subjects?: readonly LimitSubject[]) => Promise<void>
}

type SpendOutcome = AllowedTry | RefusedByBudget

/**
 * Spends a try, before it is made.
 *
 * @param action - what is tried
 * @param tried - the accounts of the try; address, browser and application come from the context
 */
export async function spend(
  context: Context,
  action: LimitedAction,
  tried: TriedAs = {},
): Promise<SpendOutcome> {
  const { limits } = context.config
  if (!limits) return { allowed: true, refund: async () => undefined }
  const budgets = await selectBudgets(context, limits, action, tried)
  const listed = await listCharges(context, limits, { action, series: '' }, budgets)
  const outcome = await consume(context, limits, listed)
  if (outcome.allowed) return outcome
  await reportRefusal(context, limits, { action, refused: outcome, tried })
  if (!(await passesChallenge(context, limits, action, outcome))) return outcome
  const series = { action, series: 'challenged' } as const
  return consume(context, limits, await listCharges(context, limits, series, budgets))
}

/** The charges of a try, up to the first budget that this process refuses: a refused try costs no further hashes. */
interface ListedCharges {
  readonly charges: readonly Charge[]
  readonly refused?: RefusedByBudget
}

async function listCharges(
  context: Context,
  limits: ResolvedLimits,
  series: Series,
  budgets: readonly SelectedBudget[],
): Promise<ListedCharges> {
  const charges: Charge[] = []
  for (const budget of budgets) {
    const charge = await toCharge(context.config, limits, series, budget)
    charges.push(charge)
    const retryAfter = limits.counters.wait(charge)
    if (retryAfter > 0)
      return { charges, refused: refusedCharge(charge, { allowed: false, retryAfter }) }
  }
  return { charges }
}

function refusedCharge(charge: Charge, { retryAfter }: AdapterSpent): RefusedByBudget {
  const { subject, budget } = charge
  const seconds = Math.ceil(retryAfter / 1000)
  const window = Math.max(1, Math.floor(budget.window))
  return { allowed: false, subject, charge, retryAfter: Math.min(Math.max(1, seconds), window) }
}

/** Spends the charges in this process, then in the store. Charges of a refused try are refunded. */
async function consume(
  context: Context,
  limits: ResolvedLimits,
  { charges, refused }: ListedCharges,
): Promise<SpendOutcome> {
  if (refused) return refused
  const { counters } = limits
  const local = counters.spend(charges)
  const refusedHere = charges[local.refused]
  // Refused without a call of the store.
  if (refusedHere) return refusedCharge(refusedHere, local)
  for (const charge of charges.filter(isShared))
    if (!counters.within([upToNear(charge)], 1).allowed) warnOfNear(context.config, charge)
  // What the store has allowed, also before it fails: only that may be refunded there.
  const spent: Charge[] = []
  const refusedByStore = await consumeInStore(context, limits, charges, spent).catch(
    (cause: unknown) => consumeLocally(context, limits, charges, cause),
  )
  const refund: AllowedTry['refund'] = async (subjects) => {
    const isMeant = ({ subject }: Charge): boolean => subjects?.includes(subject) ?? true
    counters.spend(charges.filter(isMeant).map(negative))
    await refundInStore(context.config, limits, spent.filter(isMeant).map(negative))
  }
  if (!refusedByStore) return { allowed: true, refund }
  await refund()
  return refusedByStore
}

/**
 * Spends charges of which each counts for itself, as those of a feature.
 *
 * @throws TooManyRequests when one is used up
 */
export async function spendCharges(
  context: Context,
  limits: ResolvedLimits,
  action: FeatureBudgetName,
  charges: readonly Charge[],
): Promise<void> {
  const outcome = await consume(context, limits, { charges })
  if (outcome.allowed) return
  await reportRefusal(context, limits, { action, refused: outcome, tried: {} })
  throw tooMany(action, outcome)
}

const negative = (charge: Charge): Charge => ({ ...charge, interval: -charge.interval })

const isShared = ({ subject }: Charge): boolean => subject === 'application'

/** The charge to the part of a budget of the application up to which no warning is due; of another budget, to all of it. */
function upToNear(charge: Charge): Charge {
  if (!isShared(charge)) return charge
  const { burst, interval } = charge
  return { ...charge, burst: interval * Math.ceil((burst / interval) * NEAR) }
}

/** Charges to spend with one call of a store. */
const inCalls = ({ store }: ResolvedLimits, charges: readonly Charge[]) =>
  store?.spendAll ? [charges] : charges.map((one) => [one])

/** @throws InvalidConfiguration for an answer without `allowed`, which is handled as a failure of the store */
async function callStore(
  { store }: ResolvedLimits,
  charges: readonly Charge[],
): Promise<readonly AdapterSpent[]> {
  const wanted = charges.map(storeRequest)
  const [first] = wanted
  if (!store || !first) return []
  if (!store.spendAll) return [requireAnswer('spend', await store.spend(first))]
  // A function without types may return any value.
  const answers: unknown = await store.spendAll(wanted)
  return wanted.map((_, index) =>
    requireAnswer('spendAll', Array.isArray(answers) ? answers[index] : undefined),
  )
}

function requireAnswer(method: keyof LimitStore, answer: unknown): AdapterSpent {
  const { allowed, retryAfter } = isObject(answer) ? answer : {}
  if (typeof allowed === 'boolean') return { allowed, retryAfter: Number(retryAfter) || 0 }
  const each = method === 'spend' ? '' : ' for each budget'
  throw new InvalidConfiguration(
    `The \`${method}\` function of \`limits.store\` returned ${describeKind(answer)} without \`allowed\`. Return { allowed, retryAfter }${each}.`,
  )
}

/**
 * Spends the charges in the store, up to the first that it refuses.
 *
 * @param spent - gets the charges that it has allowed
 */
async function consumeInStore(
  { config }: Context,
  limits: ResolvedLimits,
  charges: readonly Charge[],
  spent: Charge[],
): Promise<RefusedByBudget | undefined> {
  for (const call of inCalls(limits, charges)) {
    const answers = [...(await callStore(limits, call.map(upToNear)))]
    spent.push(...call.filter((_, index) => answers[index]?.allowed))
    for (const [index, charge] of call.entries()) {
      let answer = answers[index]
      if (answer?.allowed === false && upToNear(charge).burst < charge.burst) {
        warnOfNear(config, charge)
        ;[answer] = await callStore(limits, [charge])
        if (answer?.allowed) spent.push(charge)
      }
      if (answer?.allowed === false) return refusedCharge(charge, answer)
    }
  }
  return undefined
}

/** Gives points back. Points that are lost return with time; what was right then counts as tried. */
async function refundInStore(
  { log }: Pick<Context['config'], 'log'>,
  limits: ResolvedLimits,
  charges: readonly Charge[],
): Promise<void> {
  const calls = inCalls(limits, charges).map(async (call) => callStore(limits, call))
  for (const result of await Promise.allSettled(calls)) {
    if (result.status === 'rejected')
      log.warn('limit-refund', describeFailedStore(asError(result.reason)))
  }
}

/** The part of a budget that one process allows while the store is down. */
const LOCAL_SHARE = 0.5

/** The part of a budget of the application from which on a warning is logged: soon, people who tried nothing else are refused. */
const NEAR = 0.8

/** Store down: falls back to local counts with half of the budget. */
async function consumeLocally(
  { config }: Context,
  { counters }: ResolvedLimits,
  charges: readonly Charge[],
  cause: unknown,
): Promise<RefusedByBudget | undefined> {
  const isMistake = isAuthError(cause) && cause.type === 'InvalidConfiguration'
  // The text of the store itself is not logged.
  config.log.warn('limit-store', isMistake ? cause.message : describeFailedStore(asError(cause)))
  await emit(config, 'limiterDegraded', { error: asError(cause) })
  const { allowed, retryAfter, refused } = counters.within(charges, LOCAL_SHARE)
  const charge = charges[refused]
  return charge && refusedCharge(charge, { allowed, retryAfter })
}

/** The cause of the error of a refused try: which budget refused it. */
export const refusedBy = (
  action: LimitedAction | FeatureBudgetName,
  { subject }: RefusedByBudget,
): AuthErrorCause => ({
  budget: { action, subject },
})

/** The error of a refused try. */
export function tooMany(
  action: LimitedAction | FeatureBudgetName,
  refused: RefusedByBudget,
): TooManyRequests {
  const { subject, charge, retryAfter } = refused
  const error = new TooManyRequests(
    `The budget "${subject}" of "${action}" is used up: ${describeBudget(charge.budget)}.`,
    refusedBy(action, refused),
  )
  error.retryAfter = retryAfter
  return error
}

/**
 * As {@link spend}, for actions whose refusal reveals nothing of an account.
 *
 * @throws TooManyRequests when a budget is used up
 */
export async function spendOrThrow(
  context: Context,
  action: LimitedAction,
  tried: TriedAs = {},
): Promise<AllowedTry> {
  const outcome = await spend(context, action, tried)
  if (outcome.allowed) return outcome
  throw tooMany(action, outcome)
}
