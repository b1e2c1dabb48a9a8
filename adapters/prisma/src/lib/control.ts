import { appendInTime, readCursor } from '@latchstring/adapter-kit'
import type { BudgetMethods, FeedMethods } from '@latchstring/adapter-kit'
import type { AdapterRevocation } from '@latchstring/core/adapters'
import type { Row } from './client.ts'
import { awaitQuery } from './errors.ts'
import type { RecordModel } from './records.ts'
import { spendFrom } from './spend.ts'
import { insert, isExact, requireModel, type Store } from './store.ts'

const asEntry = ({ kind, key, generation, reason, at, expires }: Row): AdapterRevocation =>
  // The model has the members of an entry, and big numbers were made numbers.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  ({ kind, key, generation, reason, at, expires }) as AdapterRevocation

/** Methods on the model of revocations. */
export function feedMethods(
  { models, atomic, within }: Store,
  revocations: RecordModel,
): FeedMethods {
  const model = requireModel(models, revocations)

  async function append(entries: readonly AdapterRevocation[]): Promise<void> {
    const [first, ...more] = entries
    if (first === undefined) return
    if (more.length === 0) await insert(models, revocations, first)
    else {
      await atomic(async (own) => {
        for (const entry of entries) await insert(own, revocations, entry)
      })
    }
  }

  return {
    // Within a transaction of the caller no time limit applies, because its commit comes later.
    appendRevocations: (entries) =>
      within ? append(entries) : appendInTime(() => append(entries)),
    async listRevocations({ after, limit }) {
      const where = after === undefined ? {} : { seq: { gt: readCursor(after) } }
      const found = await awaitQuery(
        model.findMany({ where, orderBy: { seq: 'asc' }, take: limit }),
      )
      return found.map((row) => ({
        ...asEntry(revocations.fromRow(row)),
        cursor: String(row['seq']),
      }))
    },
    async getRevocation({ kind, key }) {
      const where = { kind, key }
      const found = await awaitQuery(model.findMany({ where, orderBy: { generation: 'desc' } }))
      const row = found.find((one) => isExact(one, where))
      return row === undefined ? null : asEntry(revocations.fromRow(row))
    },
  }
}

/** The method on the model of budgets. */
export const budgetMethods = ({ models }: Store, budgets: RecordModel): BudgetMethods => ({
  spend: (spend) => spendFrom(models, budgets, spend),
})
