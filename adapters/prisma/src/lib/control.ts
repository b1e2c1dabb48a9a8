import { appendInTime, isUniqueViolation, readCursor } from '@latchstring/adapter-kit'
import type { BudgetMethods, DeviceMethods, FeedMethods } from '@latchstring/adapter-kit'
import type { AdapterDevice, AdapterRevocation } from '@latchstring/core/adapters'
import type { Row } from './client.ts'
import { awaitQuery } from './errors.ts'
import type { RecordModel } from './records.ts'
import { spendFrom } from './spend.ts'
import { findAll, insert, isExact, names, remove, requireModel, type Store } from './store.ts'

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

const asDevice = (row: Row): AdapterDevice => {
  const { sessionId, userId, createdAt, lastSeenAt, expires } = row
  const { label, place, provider, providerSession, providerSubject } = row
  const seen = { sessionId, userId, createdAt, lastSeenAt, expires }
  // The model has the members of a device.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return { ...seen, label, place, provider, providerSession, providerSubject } as AdapterDevice
}

/** Methods on the model of devices. */
export function deviceMethods({ models }: Store, devices: RecordModel): DeviceMethods {
  const model = requireModel(models, devices)

  /** Changes a device, and returns whether it exists. */
  async function change({ sessionId, ...rest }: AdapterDevice): Promise<boolean> {
    const where = { sessionId }
    if (!(await names(models, devices, where))) return false
    return (await awaitQuery(model.updateMany({ where, data: devices.toRow(rest) }))).count > 0
  }

  return {
    async putDevice(device, options) {
      if ((await change(device)) || options?.ifPresent === true) return
      try {
        await insert(models, devices, device)
      } catch (error) {
        // Another call was faster.
        if (!isUniqueViolation(error) || !(await change(device))) throw error
      }
    },
    async listDevicesByUserId(id) {
      const userId = devices.idOf('userId', id)
      if (userId === undefined) return []
      return (await findAll(models, devices, { userId })).map(asDevice)
    },
    async listDevicesByProviderSession(providerSession) {
      return (await findAll(models, devices, { providerSession })).map(asDevice)
    },
    async deleteDevice(sessionId) {
      const where = { sessionId }
      if (await names(models, devices, where)) await remove(models, devices, where)
    },
  }
}

/** The method on the model of budgets. */
export const budgetMethods = ({ models }: Store, budgets: RecordModel): BudgetMethods => ({
  spend: (spend) => spendFrom(models, budgets, spend),
})
