import {
  appendInTime,
  assertSpend,
  type ControlMethods,
  type FeedMethods,
  isUniqueViolation,
  readCursor,
  spendStep,
} from '@latchstring/adapter-kit'
import type { AdapterRevocation, AdapterSpend, AdapterSpent } from '@latchstring/core/adapters'
import type { Document } from 'mongodb'
import { equal, type Store } from './collections.ts'
import { fromDocument, toFields } from './documents.ts'

/** Id of the document with the number that was given out last; those of entries are numbers. */
const LAST = 'last'

/** Of this type, because the driver expects ids that it makes itself. */
const withId = (id: unknown): Document => ({ _id: id })

function feedMethods({ collection, session }: Store): FeedMethods {
  const endings = () => collection('revocations')

  /** Numbers are taken before their entries can be seen, so that a later one may be seen first. */
  async function append(entries: readonly AdapterRevocation[]): Promise<void> {
    const options = { upsert: true, returnDocument: 'after', ...session } as const
    const counted = await endings().findOneAndUpdate(
      equal(withId(LAST)),
      { $inc: { number: entries.length } },
      options,
    )
    const first = Number(counted?.['number']) - entries.length + 1
    const documents = entries.map((entry, index) => ({
      ...toFields('revocation', entry),
      ...withId(first + index),
    }))
    await endings().insertMany(documents, session)
  }

  return {
    // Within a transaction of the caller no time limit applies, because its commit comes later.
    async appendRevocations(entries) {
      if (entries.length === 0) return
      await (session.session ? append(entries) : appendInTime(() => append(entries)))
    },
    async listRevocations({ after, limit }) {
      const found = await endings()
        .find(withId({ $gt: after === undefined ? 0 : readCursor(after) }), session)
        .sort({ _id: 1 })
        .limit(limit)
        .toArray()
      return found.map((document) => ({
        ...fromDocument('revocation', document),
        cursor: String(document._id),
      }))
    },
    async getRevocation({ kind, key }) {
      const options = { sort: { generation: -1 }, ...session } as const
      const found = await endings().findOne(equal({ kind, key }), options)
      return found && fromDocument('revocation', found)
    },
  }
}

const ALLOWED: AdapterSpent = { allowed: true, retryAfter: 0 }

/** Number of attempts if the budget is changed, created or deleted meanwhile. */
const TURNS = 20

/** Two conditions, because an update without a pipeline cannot take the later of two times. */
async function spendFrom(
  { collection, session }: Store,
  spend: AdapterSpend,
): Promise<AdapterSpent> {
  assertSpend(spend)
  const { key, interval, burst, now } = spend
  if (interval > burst) return spendStep(0, spend).spent
  const budgets = collection('budgets')
  const id = equal(withId(key))
  // No budget is full later than that; the server deletes it then.
  const expires = new Date(now + burst)
  const spent = { tat: { $gte: now, $lte: now + burst - interval } }
  const full = { tat: { $lt: now } }
  const next = { tat: now + interval, expires }
  for (let turn = 0; turn < TURNS; turn += 1) {
    const more = { $inc: { tat: interval }, $max: { expires } }
    const changed =
      (await budgets.updateOne({ ...id, ...spent }, more, session)).matchedCount > 0 ||
      (await budgets.updateOne({ ...id, ...full }, { $set: next }, session)).matchedCount > 0
    if (changed) return ALLOWED
    const found = await budgets.findOne(id, session)
    if (found === null) {
      try {
        await budgets.insertOne({ ...withId(key), ...next }, session)
        return ALLOWED
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
      }
    } else {
      const step = spendStep(Number(found['tat']), spend)
      if (!step.spent.allowed) return step.spent
    }
  }
  throw new Error('Too many calls want the same budget at the same time. Try again.')
}

/** Methods for ending sessions and counting. */
export const controlMethods = (store: Store): ControlMethods => ({
  ...feedMethods(store),
  spend: (spend) => spendFrom(store, spend),
})
