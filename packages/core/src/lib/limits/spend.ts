import type { ResolvedLimits } from '../config/limits.ts'
import type { Context } from '../request/context.ts'
import { asError, isAuthError, type AuthErrorCause } from '../errors/auth-error.ts'
import { CallbackRouteError, InvalidConfiguration, TooManyRequests } from '../errors/classes.ts'
import { describeKind, naming } from '../errors/own-function.ts'
import { describeFailedStore } from '../errors/store-failure.ts'
import { emit } from '../request/emit.ts'
import { isObject } from '../kit/json.ts'
import type { AdapterSpent } from '../types/adapter-limits.ts'
import type { Budget, LimitedAction, LimitSubject } from '../types/limits.ts'
import { toName } from './names.ts'
import {
  findKnownAddress,
  listWanted,
  logFailedFunction,
  toDue,
  type Due,
  type Series,
  type TriedAs,
  type Wanted,
} from './subjects.ts'

/** How much of a budget one process spends on its own, while it does not know what the others do. */
const SHARE_ALONE = 0.5

/** A try that may be made. */
export interface AllowedTry {
  readonly allowed: true
  /**
   * Gives back what it spent, where only failures count.
   *
   * @param of - whose budgets. Default: all
   */
  readonly giveBack: (of?: readonly LimitSubject[]) => Promise<void>
}

/** A try that may not be made. */
export interface RefusedByBudget {
  readonly allowed: false
  readonly subject: LimitSubject
  /** The budget itself: its subject may have several, and several names one each. */
  readonly due: Due
  /** Seconds, at least 1 and at most the window of the budget. */
  readonly retryAfter: number
}

type Outcome = AllowedTry | RefusedByBudget

const refund = (due: Due): Due => ({ ...due, interval: -due.interval })

/** What is given back late was spent for nothing, and returns by itself. */
async function giveBackTo(limits: ResolvedLimits, dues: readonly Due[]): Promise<void> {
  const { store } = limits
  await Promise.allSettled(dues.map(async (due) => store?.spend(plain(refund(due)))))
}

function refusal(due: Due, { retryAfter }: AdapterSpent): RefusedByBudget {
  const { subject, budget } = due
  const seconds = Math.ceil(retryAfter / 1000)
  const window = Math.max(1, Math.floor(budget.window))
  return { allowed: false, subject, due, retryAfter: Math.min(Math.max(1, seconds), window) }
}

/** What a store is told: nothing of whose budget it is. */
const plain = ({ key, interval, burst, now }: Due) => ({ key, interval, burst, now })

/** What does not say whether it was spent is a store that failed: neither open nor shut. */
function requireSpent(spent: unknown): void {
  if (isObject(spent) && typeof spent['allowed'] === 'boolean') return
  throw new InvalidConfiguration(
    `The \`spend\` function of \`limits.store\` returned ${describeKind(spent)} without \`allowed\`. Return { allowed, retryAfter }.`,
  )
}

/**
 * The first that the store refuses.
 *
 * @param spent - gets what the store has allowed, also where it fails after that: nothing else may be given back to it
 */
async function spendInStore(
  limits: ResolvedLimits,
  dues: readonly Due[],
  spent: Due[],
): Promise<RefusedByBudget | undefined> {
  for (const due of dues) {
    const spentThere = await limits.store?.spend(plain(due))
    if (limits.store) requireSpent(spentThere)
    if (spentThere && !spentThere.allowed) return refusal(due, spentThere)
    spent.push(due)
  }
  return undefined
}

/** What the log is told of a store that failed: a mistake of the application as it is, all else without the text of the store. */
function describeFailure(cause: unknown): string | undefined {
  const isMistake = isAuthError(cause) && cause.type === 'InvalidConfiguration'
  return isMistake ? cause.message : describeFailedStore(asError(cause))
}

/** Neither open nor shut: what this process has counted decides, as if it were one of two. */
async function spendAlone(
  { config }: Context,
  { counters }: ResolvedLimits,
  dues: readonly Due[],
  cause: unknown,
): Promise<RefusedByBudget | undefined> {
  config.log.warn('limit-store', describeFailure(cause))
  await emit(config, 'limiterDegraded', { error: asError(cause) })
  const { allowed, retryAfter, refused } = counters.within(dues, SHARE_ALONE)
  const due = dues[refused]
  return due && refusal(due, { allowed, retryAfter })
}

/** What a try spends; as far as the first budget that this process refuses, which costs no more hashes than those before it. */
interface Bill {
  readonly dues: readonly Due[]
  readonly refused?: RefusedByBudget
}

async function makeBill(
  context: Context,
  series: Series,
  wanted: readonly Wanted[],
): Promise<Bill> {
  const { limits } = context.config
  const dues: Due[] = []
  for (const one of wanted) {
    const due = await toDue(context, series, one)
    dues.push(due)
    const retryAfter = limits?.counters.wait(due) ?? 0
    if (retryAfter > 0) return { dues, refused: refusal(due, { allowed: false, retryAfter }) }
  }
  return { dues }
}

async function spendAll(context: Context, bill: Bill): Promise<Outcome> {
  if (bill.refused) return bill.refused
  const { dues } = bill
  const { limits } = context.config
  const giveBack = async (): Promise<void> => undefined
  if (!limits) return { allowed: true, giveBack }
  const { counters } = limits
  const here = counters.spend(dues)
  const due = dues[here.refused]
  // What is refused here costs the store nothing.
  if (due) return refusal(due, here)
  const spent: Due[] = []
  const refused = await spendInStore(limits, dues, spent).catch((cause: unknown) =>
    spendAlone(context, limits, dues, cause),
  )
  if (refused) {
    counters.spend(dues.map(refund))
    await giveBackTo(limits, spent)
    return refused
  }
  return {
    allowed: true,
    async giveBack(of) {
      const isMeant = ({ subject }: Due): boolean => of?.includes(subject) ?? true
      counters.spend(dues.filter(isMeant).map(refund))
      await giveBackTo(limits, spent.filter(isMeant))
    },
  }
}

/** Tells the application once for each budget and window, and not for every try of a flood. */
async function report(
  context: Context,
  action: LimitedAction,
  { subject, due, retryAfter }: RefusedByBudget,
  { names = [] }: TriedAs,
): Promise<void> {
  const { limits } = context.config
  if (!limits) return
  const { budget } = due
  const interval = budget.window * 1000
  const first = { key: `reported ${due.key}`, interval, burst: interval, now: due.now }
  if (!limits.counters.spend([first]).allowed) return
  const address = await findKnownAddress(context)
  const { providerId: provider } = context.request
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

const describe = ({ points, window }: Budget): string => `${points} in ${window} seconds`

/** From this share of the mails of all on, somebody may soon wait for one who has done nothing. */
const NEAR = 0.8

/** Says once that the budget that everybody shares is nearly used up. It is counted beside that budget, in the same place. */
async function warnWhenNear({ config }: Context, dues: readonly Due[]): Promise<void> {
  const { limits, log } = config
  const due = dues.find(({ subject }) => subject === 'application')
  if (!limits || !due) return
  const burst = due.interval * Math.ceil((due.burst / due.interval) * NEAR)
  const beside = { ...due, key: `near-${due.key}`, burst }
  try {
    const spent = await (limits.store?.spend(plain(beside)) ?? limits.counters.spend([beside]))
    if (!spent.allowed)
      log.warn('limit-near', `It is "application" of "mail": ${describe(due.budget)}.`)
  } catch {
    // That the store is away was said when the try itself was counted.
  }
}

/** Whether the application lets a refused try go on. */
async function passesChallenge(
  { config, original, request }: Context,
  action: LimitedAction,
  { subject }: RefusedByBudget,
): Promise<boolean> {
  const challenge = config.limits?.challenge
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

/**
 * Spends what a try costs, before it is made.
 *
 * @param action - what is tried
 * @param tried - whose tries it is one of; address, browser and application are found in the context
 */
export async function spend(
  context: Context,
  action: LimitedAction,
  tried: TriedAs = {},
): Promise<Outcome> {
  const wanted = await listWanted(context, action, tried)
  const bill = await makeBill(context, { action, series: '' }, wanted)
  const { dues } = bill
  const outcome = await spendAll(context, bill)
  if (outcome.allowed) {
    if (action === 'mail') await warnWhenNear(context, dues)
    return outcome
  }
  await report(context, action, outcome, tried)
  if (!(await passesChallenge(context, action, outcome))) return outcome
  return spendAll(context, await makeBill(context, { action, series: 'challenged' }, wanted))
}

/** The cause of the error of a refused try: which budget refused it. */
export const refusedBy = (action: LimitedAction, { subject }: RefusedByBudget): AuthErrorCause => ({
  budget: { action, subject },
})

/** The error of a refused try. */
export function tooMany(action: LimitedAction, refused: RefusedByBudget): TooManyRequests {
  const { subject, due, retryAfter } = refused
  const error = new TooManyRequests(
    `The budget "${subject}" of "${action}" is used up: ${describe(due.budget)}.`,
    refusedBy(action, refused),
  )
  error.retryAfter = retryAfter
  return error
}

/**
 * As {@link spend}, where every refusal may be told: it says nothing of an account.
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
