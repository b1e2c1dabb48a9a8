import type { ControlMethods, FeedMethods } from '@latchstring/adapter-kit'
import { appendInTime, readCursor } from '@latchstring/adapter-kit'
import type { AdapterRevocation, ListedRevocation } from '@latchstring/core/adapters'
import { hasKey } from './keys.ts'
import type { ControlRecords, NumberedRevocation } from './records.ts'
import { spendFrom, spendFromAll } from './spend.ts'
import type { Statement, Store } from './store.ts'

/** Rows of one statement: D1 accepts up to 100 values. */
const ROWS = 16

const toListed = ({ seq, ...entry }: NumberedRevocation): ListedRevocation => ({
  ...entry,
  cursor: String(seq),
})

function feedMethods(store: Store, { revocations: codec }: ControlRecords): FeedMethods {
  const { db, layout, together, within } = store
  const seq = codec.columnName('seq')

  async function append(entries: readonly AdapterRevocation[]): Promise<void> {
    const rows = entries.map((entry) => codec.toRow(entry))
    const insertions = (on: typeof db): readonly Statement[] =>
      Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, index) =>
        on.insertInto(codec.table).values(rows.slice(index * ROWS, (index + 1) * ROWS)),
      )
    const [first, ...more] = insertions(db)
    if (more.length > 0) await together(insertions)
    else await first?.execute()
  }

  return {
    // Within a transaction of the caller no time limit applies, because its commit comes later.
    appendRevocations: (entries) =>
      within ? append(entries) : appendInTime(() => append(entries)),
    async listRevocations({ after, limit }) {
      const all = db.selectFrom(codec.table).select(codec.selection(codec.table))
      const rest = after === undefined ? all : all.where(seq, '>', readCursor(after))
      const rows = await rest.orderBy(seq).limit(limit).execute()
      return rows.map((row) => toListed(codec.fromRow(row)))
    },
    async getRevocation({ kind, key }) {
      const row = await db
        .selectFrom(codec.table)
        .select(codec.selection(codec.table))
        .where(hasKey(layout.dialect, codec.table, codec.toKey({ kind, key })))
        .orderBy(codec.columnName('generation'), 'desc')
        .limit(1)
        .executeTakeFirst()
      if (row === undefined) return null
      const { seq: _, ...entry } = codec.fromRow(row)
      return entry
    },
  }
}

/** Methods for ending sessions and counting. */
export function controlMethods(store: Store): Partial<ControlMethods> {
  const { control } = store.records
  if (control === undefined) return {}
  return {
    ...feedMethods(store, control),
    spend: (spend) => spendFrom(store, control.budgets, spend),
    spendAll: (spends) => spendFromAll(store, control.budgets, spends),
  }
}
