import { assertSpend, isUniqueViolation, spendStep } from '@latchstring/adapter-kit'
import type { AdapterSpend, AdapterSpent } from '@latchstring/core/adapters'
import { type RawBuilder, sql } from 'kysely'
import { hasKey } from './keys.ts'
import type { Budget, RecordCodec } from './records.ts'
import type { Store } from './store.ts'

const ALLOWED: AdapterSpent = { allowed: true, retryAfter: 0 }

/** A spend on its way to the row of its budget. */
interface Spending {
  readonly store: Store
  readonly codec: RecordCodec<Budget>
  readonly spend: AdapterSpend
}

/** The time in the row of a budget; 0 where there is none. */
async function readTat({ store, codec, spend }: Spending): Promise<number> {
  const row = await store.db
    .selectFrom(codec.table)
    .select(codec.selection(codec.table))
    .where(hasKey(store.layout.dialect, codec.table, codec.toKey({ key: spend.key })))
    .executeTakeFirst()
  return row === undefined ? 0 : codec.fromRow(row).tat
}

const integer = (value: number): RawBuilder<unknown> => sql`cast(${value} as bigint)`

/** One statement, which compares and writes while it holds the row; another one says how long to wait. */
async function spendByUpsert(spending: Spending): Promise<AdapterSpent> {
  const { store, codec, spend } = spending
  const { interval, burst, now } = spend
  const { dialect } = store.layout
  const tat = codec.columnName('tat')
  const start = sql`${sql.raw(dialect === 'sqlite' ? 'max' : 'greatest')}(${sql.ref(`${codec.table}.${tat}`)}, ${integer(now)})`
  const row = await store.db
    .insertInto(codec.table)
    .values(codec.toRow({ key: spend.key, tat: now + interval }))
    .onConflict((conflict) =>
      conflict
        .column(codec.columnName('key'))
        .doUpdateSet({ [tat]: sql`${start} + ${integer(interval)}` })
        .where(sql<boolean>`${start} <= ${integer(now + burst - interval)}`),
    )
    .returning(tat)
    .executeTakeFirst()
  if (row !== undefined) return ALLOWED
  const { spent } = spendStep(await readTat(spending), spend)
  // Since then a point may have been there again: this one was too early all the same.
  return { allowed: false, retryAfter: Math.max(1, spent.retryAfter) }
}

/** How often to look again at a row that was made or deleted in between. */
const TURNS = 10

/** MySQL does not say whether a row was left as it is, so it is changed first and made when there is none. */
async function spendByUpdate(spending: Spending): Promise<AdapterSpent> {
  const { store, codec, spend } = spending
  const { interval, burst, now } = spend
  const tat = sql.ref(codec.columnName('tat'))
  const start = sql`greatest(${tat}, ${now})`
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { numUpdatedRows } = await store.db
      .updateTable(codec.table)
      .set({ [codec.columnName('tat')]: sql`${start} + ${interval}` })
      .where(hasKey('mysql', codec.table, codec.toKey({ key: spend.key })))
      .where(sql<boolean>`${start} <= ${now + burst - interval}`)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) return ALLOWED
    const found = await readTat(spending)
    const { next, spent } = spendStep(found, spend)
    if (!spent.allowed) return spent
    if (found === 0 && (await insertFirst(spending, next))) return ALLOWED
  }
  throw new Error('A budget is changed by too many calls at the same time. Try again.')
}

async function insertFirst({ store, codec, spend }: Spending, tat: number): Promise<boolean> {
  try {
    await store.db
      .insertInto(codec.table)
      .values(codec.toRow({ key: spend.key, tat }))
      .execute()
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
  store: Store,
  codec: RecordCodec<Budget>,
  spend: AdapterSpend,
): Promise<AdapterSpent> {
  assertSpend(spend)
  if (spend.interval > spend.burst) return spendStep(0, spend).spent
  const spending = { store, codec, spend }
  return store.layout.dialect === 'mysql' ? spendByUpdate(spending) : spendByUpsert(spending)
}
