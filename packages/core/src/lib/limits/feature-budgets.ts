import type { ResolvedLimits } from '../config/limits.ts'
import type { Context } from '../request/context.ts'
import type { AnyFeature, FeatureAction, FeatureValues } from '../types/feature.ts'
import type { FeatureBudget } from '../types/feature-budgets.ts'
import type { FeatureUser } from '../types/feature-context.ts'
import type { FeatureBudgetName, LimitSubject } from '../types/limits.ts'
import { countedName } from './names.ts'
import { spendCharges } from './spend.ts'
import { chargeOf, findClient, type Charge } from './subjects.ts'

/** What is asked of an action. */
interface Tried {
  readonly feature: AnyFeature
  readonly action: FeatureAction
  readonly user: FeatureUser | null
  readonly inputs: FeatureValues
}

interface Counted {
  readonly subject: LimitSubject
  readonly identity: string
}

/** What was sent, in the spelling that is counted: of a name or an address all spellings are one. */
function countedValue(value: FeatureValues[string], limits: ResolvedLimits): string {
  return typeof value === 'string' ? countedName(value, limits) : JSON.stringify(value ?? null)
}

/** Whose tries are counted together. */
async function identify(
  context: Context,
  limits: ResolvedLimits,
  { by }: FeatureBudget,
  { user, inputs }: Tried,
): Promise<Counted> {
  if (by === 'user' && user) return { subject: 'account', identity: user.id }
  if (by === 'user' || by === 'client') return findClient(context, limits)
  return { subject: 'account', identity: countedValue(inputs[by], limits) }
}

async function charge(
  context: Context,
  limits: ResolvedLimits,
  budget: FeatureBudget,
  { name, counted }: { readonly name: FeatureBudgetName; readonly counted: Counted },
): Promise<Charge> {
  const { limit, window, by } = budget
  const { subject, identity } = counted
  const what = [limits.audience, 'feature', name, by, subject, identity, limit, window]
  return chargeOf(context.config, what, {
    action: name,
    subject,
    budget: { points: limit, window },
  })
}

/**
 * Spends the budgets of an action, each for itself, before it runs. Without limits there are none.
 *
 * @throws TooManyRequests when one is used up
 */
export async function spendBudgets(context: Context, tried: Tried): Promise<void> {
  const { limits } = context.config
  const { feature, action } = tried
  if (!limits) return
  for (const name of action.budgets ?? []) {
    const budget = feature.budgets?.[name]
    // Its name was checked with the feature.
    if (!budget) continue
    const counted = await identify(context, limits, budget, tried)
    const called: FeatureBudgetName = `${feature.name}/${name}`
    const one = await charge(context, limits, budget, { name: called, counted })
    await spendCharges(context, limits, called, [one])
  }
}
