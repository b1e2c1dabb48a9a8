import { appendInTime, readCursor } from '@latchstring/adapter-kit'
import type { BudgetMethods, FeedMethods } from '@latchstring/adapter-kit'
import type { AdapterRevocation } from '@latchstring/core/adapters'
import { and, desc, gt } from 'drizzle-orm'
import type { Row } from './database.ts'
import type { RecordTable } from './records.ts'
import { same } from './same.ts'
import { spendFrom } from './spend.ts'
import { awaitQuery, find, type Store } from './store.ts'

/** Rows of one statement: D1 accepts up to 100 values. */
const ROWS = 16

/** Converts a `bigint` of the driver to a number. */
const asEntry = ({ kind, key, generation, reason, at, expires }: Row): AdapterRevocation =>
  // The table contains only these members, and times were checked to be Dates.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  ({ kind, key, generation: Number(generation), reason, at, expires }) as AdapterRevocation

/** Methods on the table of revocations. */
export function feedMethods(store: Store, revocations: RecordTable): FeedMethods {
  const { db, atomic, within } = store
  const { table, columns, column, toRow, fromRow } = revocations
  const seq = column('seq')

  async function append(entries: readonly AdapterRevocation[]): Promise<void> {
    const rows = entries.map((entry) => toRow(entry))
    await atomic(async (own) => {
      for (let at = 0; at < rows.length; at += ROWS) {
        await awaitQuery(own.insert(table).values(rows.slice(at, at + ROWS)))
      }
    })
  }

  return {
    // Within a transaction of the caller no time limit applies, because its commit comes later.
    appendRevocations: (entries) =>
      within ? append(entries) : appendInTime(() => append(entries)),
    async listRevocations({ after, limit }) {
      const rest = after === undefined ? undefined : gt(seq, readCursor(after))
      const rows = await awaitQuery(
        db.select(columns).from(table).where(rest).orderBy(seq).limit(limit),
      )
      return rows.map((row) => ({ ...asEntry(fromRow(row)), cursor: String(row['seq']) }))
    },
    async getRevocation({ kind, key }) {
      const where = and(same(column('kind'), kind), same(column('key'), key))
      const row = await find(db, revocations, where, (query) =>
        query.orderBy(desc(column('generation'))).limit(1),
      )
      return row && asEntry(row)
    },
  }
}

/** The method on the table of budgets. */
export const budgetMethods = (store: Store, budgets: RecordTable): BudgetMethods => ({
  spend: (spend) => spendFrom(store, budgets, spend),
})
