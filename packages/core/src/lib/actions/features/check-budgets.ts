import { isObject } from '../../kit/json.ts'
import type { AnyFeature, FeatureAction } from '../../types/feature.ts'
import type { FeatureBudget } from '../../types/feature-budgets.ts'

type Fault = string | undefined

const NAME = /^[a-z][A-Za-z0-9]{0,40}$/

const MOST_TRIES = 100_000

/** Seconds for which counts are kept. */
const LONGEST_WINDOW = 31 * 24 * 60 * 60

const PARTS: ReadonlySet<string> = new Set(['limit', 'window', 'by'])

const isWhole = (value: unknown, most: number): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= most

function findFaultyBudget([name, budget]: readonly [string, unknown]): Fault {
  if (!NAME.test(name)) return `"${name}" cannot be the name of a budget`
  const given: { readonly [part: string]: unknown } = isObject(budget) ? budget : {}
  const other = Object.keys(given).find((part) => !PARTS.has(part))
  if (other !== undefined) return `\`${other}\` is no part of its budget "${name}"`
  const { limit, window, by } = given
  if (!isWhole(limit, MOST_TRIES)) {
    return `the limit of its budget "${name}" has to be a whole number from 1 to ${MOST_TRIES}`
  }
  if (!isWhole(window, LONGEST_WINDOW)) {
    return `the window of its budget "${name}" has to be a whole number of seconds from 1 to ${LONGEST_WINDOW}`
  }
  return typeof by === 'string' && by !== ''
    ? undefined
    : `its budget "${name}" has to say \`by\` what tries are counted: client, user, proof, or the name of an input`
}

const hasUser = ({ kind, session }: FeatureAction): boolean =>
  kind !== 'machine' && session !== 'none' && session !== 'proof'

function findFaultyUse(action: FeatureAction, name: string, { by }: FeatureBudget): Fault {
  if (by === 'client') return undefined
  if (by === 'proof') {
    return action.kind === 'change' && action.session === 'proof'
      ? undefined
      : `spends the budget "${name}" of proofs, and takes none`
  }
  if (by === 'user') {
    return hasUser(action) ? undefined : `spends the budget "${name}" of users, and has none`
  }
  return Object.hasOwn(action.inputs ?? {}, by)
    ? undefined
    : `spends the budget "${name}" by "${by}", which is none of its inputs`
}

const listOf = (value: unknown): readonly unknown[] | undefined =>
  Array.isArray(value) ? value : undefined

function findFaultyList(
  { budgets = {} }: AnyFeature,
  [word, action]: readonly [string, FeatureAction],
): Fault {
  const names = listOf(action.budgets ?? [])
  if (!names) return `\`budgets\` is no list, in its action "${word}"`
  for (const given of names) {
    const name = String(given)
    const budget = Object.hasOwn(budgets, name) ? budgets[name] : undefined
    if (!budget) return `its action "${word}" spends "${name}", which is none of its budgets`
    const fault = findFaultyUse(action, name, budget)
    if (fault !== undefined) return `its action "${word}" ${fault}`
  }
  return new Set(names).size === names.length
    ? undefined
    : `its action "${word}" spends a budget twice`
}

/** The first thing that is wrong with the budgets of a feature whose actions were looked at. */
export function findFaultyBudgets(feature: AnyFeature): Fault {
  const { actions = {}, budgets = {} } = feature
  for (const entry of Object.entries(budgets)) {
    const fault = findFaultyBudget(entry)
    if (fault !== undefined) return fault
  }
  for (const entry of Object.entries(actions)) {
    const fault = findFaultyList(feature, entry)
    if (fault !== undefined) return fault
  }
  const spent = new Set(Object.values(actions).flatMap((action) => action.budgets ?? []))
  const unused = Object.keys(budgets).find((name) => !spent.has(name))
  return unused === undefined ? undefined : `no action spends its budget "${unused}"`
}
