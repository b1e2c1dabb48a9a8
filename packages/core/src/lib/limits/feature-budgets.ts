import type { ResolvedLimits } from '../config/limits.ts'
import type { Context } from '../request/context.ts'
import type { AnyFeature, FeatureAction, FeatureValues } from '../types/feature.ts'
import type { FeatureBudget } from '../types/feature-budgets.ts'
import type { FeatureUser } from '../types/feature-context.ts'
import type { FeatureBudgetName, LimitSubject } from '../types/limits.ts'
import { countedName } from './names.ts'
import { spendCharges } from './spend.ts'
import { chargeOf, findClient, type Charge } from './subjects.ts'

/** Who asks, with what; or the proof that was found to be right. */
type Asks =
  | { readonly user: FeatureUser | null; readonly inputs: FeatureValues }
  | { readonly proof: string }

/** What is asked of an action. */
type Tried = Asks & { readonly feature: AnyFeature; readonly action: FeatureAction }

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
  tried: Tried,
): Promise<Counted> {
  if ('proof' in tried) return { subject: 'account', identity: tried.proof }
  const { user, inputs } = tried
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
 * Spends budgets of an action, each for itself, before it runs: with a proof those that count by it, and else all others. Without limits there
 * are none.
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
    if (!budget || (budget.by === 'proof') !== 'proof' in tried) continue
    const counted = await identify(context, limits, budget, tried)
    const called: FeatureBudgetName = `${feature.name}/${name}`
    const one = await charge(context, limits, budget, { name: called, counted })
    await spendCharges(context, limits, called, [one])
  }
}
