import { assertSpend, isUniqueViolation, spendStep } from '@latchstring/adapter-kit'
import type { AdapterSpend, AdapterSpent } from '@latchstring/core/adapters'
import type { Models, Row } from './client.ts'
import { awaitQuery } from './errors.ts'
import type { RecordModel } from './records.ts'
import { find, insert, requireModel } from './store.ts'

const ALLOWED: AdapterSpent = { allowed: true, retryAfter: 0 }

/** Number of attempts if the row is changed, created or deleted meanwhile. */
const TURNS = 20

/** An update with a condition on the current row. */
interface Change {
  readonly tat: Row
  readonly to: unknown
}

/** Conditions under which a point is available: the time of the row has passed, or is far enough from the end of the budget. */
const changes = ({ interval, burst, now }: AdapterSpend): readonly Change[] => [
  { tat: { gte: now, lte: now + burst - interval }, to: { increment: interval } },
  { tat: { lt: now }, to: now + interval },
]

async function insertFirst(
  models: Models,
  budgets: RecordModel,
  row: { readonly key: string; readonly tat: number },
): Promise<boolean> {
  try {
    await insert(models, budgets, row)
    return true
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return false
  }
}

/**
 * Takes a point from a budget if one is available. Of simultaneous calls, as many succeed as the budget has points.
 *
 * @throws TypeError if the numbers of the budget are invalid
 */
export async function spendFrom(
  models: Models,
  budgets: RecordModel,
  spend: AdapterSpend,
): Promise<AdapterSpent> {
  assertSpend(spend)
  const { key, interval, burst } = spend
  if (interval > burst) return spendStep(0, spend).spent
  const model = requireModel(models, budgets)
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const { tat, to } of changes(spend)) {
      const query = { where: { key, tat }, data: { tat: to } }
      if ((await awaitQuery(model.updateMany(query))).count > 0) return ALLOWED
    }
    const row = await find(models, budgets, { key })
    const { next, spent } = spendStep(Number(row?.['tat'] ?? 0), spend)
    if (!spent.allowed) return spent
    if (row === null && (await insertFirst(models, budgets, { key, tat: next }))) return ALLOWED
  }
  throw new Error('Too many calls want the same budget at the same time. Try again.')
}
