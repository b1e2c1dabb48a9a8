import { assertSpend, isUniqueViolation, spendStep } from '@latchstring/adapter-kit'
import type { AdapterSpend, AdapterSpent } from '@latchstring/core/adapters'
import { and, sql } from 'drizzle-orm'
import type { RecordTable } from './records.ts'
import { same } from './same.ts'
import { awaitQuery, find, type Store, updateCounting } from './store.ts'

const ALLOWED: AdapterSpent = { allowed: true, retryAfter: 0 }

/** A spend, converted to the values of a row. */
interface Spending {
  readonly store: Store
  readonly budgets: RecordTable
  readonly spend: AdapterSpend
}

/** Reads the time in the row of a budget; 0 without a row. */
async function readTat({ store, budgets, spend }: Spending): Promise<number> {
  const row = await find(store.db, budgets, same(budgets.column('key'), spend.key))
  return Number(row?.['tat'] ?? 0)
}

/** Compares and writes with one statement while the row is locked. A second statement reads the time to wait. */
async function spendByUpsert(spending: Spending): Promise<AdapterSpent> {
  const { store, budgets, spend } = spending
  const { key, interval, burst, now } = spend
  const tat = budgets.column('tat')
  const integer = (value: number) => sql`cast(${value} as bigint)`
  const greatest = sql.raw(store.dialect === 'sqlite' ? 'max' : 'greatest')
  const start = sql`${greatest}(${tat}, ${integer(now)})`
  const rows = await store.write((db) =>
    awaitQuery(
      db
        .insert(budgets.table)
        .values(budgets.toRow({ key, tat: now + interval }))
        .onConflictDoUpdate({
          target: budgets.column('key'),
          set: { tat: sql`${start} + ${integer(interval)}` },
          setWhere: sql`${start} <= ${integer(now + burst - interval)}`,
        })
        .returning({ tat }),
    ),
  )
  if (rows.length > 0) return ALLOWED
  const { spent } = spendStep(await readTat(spending), spend)
  // A point may have become available since, but this spend was too early.
  return { allowed: false, retryAfter: Math.max(1, spent.retryAfter) }
}

async function insertFirst({ store, budgets, spend }: Spending, tat: number): Promise<boolean> {
  const row = budgets.toRow({ key: spend.key, tat })
  try {
    await store.write((db) => awaitQuery(db.insert(budgets.table).values(row)))
    return true
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return false
  }
}

/** Number of attempts if the row is created or deleted meanwhile. */
const TURNS = 10

/** MySQL does not report whether an upsert changed a row, so the row is updated first and inserted if there is none. */
async function spendByUpdate(spending: Spending): Promise<AdapterSpent> {
  const { store, budgets, spend } = spending
  const { key, interval, burst, now } = spend
  const tat = budgets.column('tat')
  const start = sql`greatest(${tat}, ${now})`
  const change = {
    where: and(same(budgets.column('key'), key), sql`${start} <= ${now + burst - interval}`),
    values: { tat: sql`${start} + ${interval}` },
  }
  for (let turn = 0; turn < TURNS; turn += 1) {
    if ((await updateCounting(store, budgets, change, { tat })) > 0) return ALLOWED
    const found = await readTat(spending)
    const { next, spent } = spendStep(found, spend)
    if (!spent.allowed) return spent
    if (found === 0 && (await insertFirst(spending, next))) return ALLOWED
  }
  throw new Error('Too many calls want the same budget at the same time. Try again.')
}

/**
 * Takes a point from a budget if one is available. Of simultaneous calls, as many succeed as the budget has points.
 *
 * @throws TypeError if the numbers of the budget are invalid
 */
export async function spendFrom(
  store: Store,
  budgets: RecordTable,
  spend: AdapterSpend,
): Promise<AdapterSpent> {
  assertSpend(spend)
  if (spend.interval > spend.burst) return spendStep(0, spend).spent
  const spending = { store, budgets, spend }
  return store.dialect === 'mysql' ? spendByUpdate(spending) : spendByUpsert(spending)
}
