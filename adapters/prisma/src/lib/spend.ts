import { assertSpend, isUniqueViolation, spendStep } from '@latchstring/adapter-kit'
import type { AdapterSpend, AdapterSpent } from '@latchstring/core/adapters'
import type { Models, Row } from './client.ts'
import { awaitQuery } from './errors.ts'
import type { RecordModel } from './records.ts'
import { find, insert, requireModel } from './store.ts'

const ALLOWED: AdapterSpent = { allowed: true, retryAfter: 0 }

/** How often to look again at a row that was changed, made or deleted in between. */
const TURNS = 20

/** A change that the database makes only while the row is as the condition says. */
interface Change {
  readonly tat: Row
  readonly to: unknown
}

/** What allows a point: the row is in the past, or far enough from the end of the budget. */
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
 * Takes a point from a budget if there is one; of any number of calls on any number of connections, no more succeed than it has.
 *
 * @throws TypeError when the budget cannot be counted
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
