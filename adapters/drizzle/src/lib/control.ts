import { appendInTime, readCursor } from '@latchstring/adapter-kit'
import type { BudgetMethods, DeviceMethods, FeedMethods } from '@latchstring/adapter-kit'
import type { AdapterDevice, AdapterRevocation } from '@latchstring/core/adapters'
import { and, desc, gt } from 'drizzle-orm'
import type { Row } from './database.ts'
import { canHold, type RecordTable } from './records.ts'
import { same } from './same.ts'
import { spendFrom } from './spend.ts'
import { awaitQuery, find, findAll, remove, type Store, updateCounting } from './store.ts'

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

const asDevice = (row: Row): AdapterDevice => {
  const { sessionId, userId, createdAt, lastSeenAt, expires } = row
  const { label, place, provider, providerSession, providerSubject } = row
  const seen = { sessionId, userId, createdAt, lastSeenAt, expires }
  // The same holds here; missing texts are NULL.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return { ...seen, label, place, provider, providerSession, providerSubject } as AdapterDevice
}

/** Methods on the table of devices. */
export function deviceMethods(store: Store, devices: RecordTable): DeviceMethods {
  const { db, dialect, write } = store
  const { table, column, toRow } = devices
  const sessionId = column('sessionId')
  const userId = column('userId')
  return {
    async putDevice(device, options) {
      const values = toRow(device)
      if (options?.ifPresent === true) {
        const where = same(sessionId, device.sessionId)
        await updateCounting(store, devices, { where, values }, { sessionId })
        return
      }
      await write((own) => {
        const insertion = own.insert(table).values(values)
        return awaitQuery(
          dialect === 'mysql'
            ? insertion.onDuplicateKeyUpdate({ set: values })
            : insertion.onConflictDoUpdate({ target: sessionId, set: values }),
        )
      })
    },
    async listDevicesByUserId(id) {
      if (!canHold(userId, id)) return []
      return (await findAll(db, devices, same(userId, id))).map(asDevice)
    },
    async listDevicesByProviderSession(key) {
      const where = same(column('providerSession'), key)
      return (await findAll(db, devices, where)).map(asDevice)
    },
    deleteDevice: (id) => remove(store, devices, same(sessionId, id)),
  }
}

/** The method on the table of budgets. */
export const budgetMethods = (store: Store, budgets: RecordTable): BudgetMethods => ({
  spend: (spend) => spendFrom(store, budgets, spend),
})
