import { assertSpend, isUniqueViolation, spendStep } from '@latchstring/adapter-kit'
import type { AdapterSpend, AdapterSpent } from '@latchstring/core/adapters'
import { type RawBuilder, sql } from 'kysely'
import { hasKey } from './keys.ts'
import type { Budget, RecordCodec } from './records.ts'
import type { Store } from './store.ts'

const ALLOWED: AdapterSpent = { allowed: true, retryAfter: 0 }

/** A spend, converted to the values of a row. */
interface Spending {
  readonly store: Store
  readonly codec: RecordCodec<Budget>
  readonly spend: AdapterSpend
}

/** Reads the time in the row of a budget; 0 without a row. */
async function readTat({ store, codec, spend }: Spending): Promise<number> {
  const row = await store.db
    .selectFrom(codec.table)
    .select(codec.selection(codec.table))
    .where(hasKey(store.layout.dialect, codec.table, codec.toKey({ key: spend.key })))
    .executeTakeFirst()
  return row === undefined ? 0 : codec.fromRow(row).tat
}

const integer = (value: number): RawBuilder<unknown> => sql`cast(${value} as bigint)`

/** Compares and writes with one statement while the row is locked. A second statement reads the time to wait. */
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
  return row === undefined ? refuse(spending) : ALLOWED
}

/** The answer to a spend whose row was not changed. */
async function refuse(spending: Spending): Promise<AdapterSpent> {
  const { spent } = spendStep(await readTat(spending), spending.spend)
  // A point may have become available since, but this spend was too early.
  return { allowed: false, retryAfter: Math.max(1, spent.retryAfter) }
}

/** Number of attempts if the row is created or deleted meanwhile. */
const TURNS = 10

/** MySQL does not report whether an upsert changed a row, so the row is updated first and inserted if there is none. */
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
 * Takes a point from a budget if one is available. Of simultaneous calls, as many succeed as the budget has points.
 *
 * @throws TypeError if the numbers of the budget are invalid
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

/** Rows of one statement: it has six values for each, and D1 accepts up to 100. */
const ROWS = 16

/** A number for each row of an upsert, by its key. */
const byKey = (
  key: string,
  spends: readonly AdapterSpend[],
  find: (spend: AdapterSpend) => number,
): RawBuilder<unknown> =>
  sql`case ${sql.ref(`excluded.${key}`)} ${sql.join(
    spends.map((spend) => sql`when ${spend.key} then ${integer(find(spend))}`),
    sql` `,
  )} end`

/**
 * Spends from several budgets with one statement, as {@link spendByUpsert} from one. The new row has `now` + `interval`.
 *
 * @param spends - of different keys
 * @returns the keys of those that were allowed
 */
async function upsertAll(
  { db, layout }: Store,
  codec: RecordCodec<Budget>,
  spends: readonly AdapterSpend[],
): Promise<readonly unknown[]> {
  const [key, tat] = [codec.columnName('key'), codec.columnName('tat')]
  const [before, fresh] = [sql.ref(`${codec.table}.${tat}`), sql.ref(`excluded.${tat}`)]
  const greatest = sql.raw(layout.dialect === 'sqlite' ? 'max' : 'greatest')
  const interval = byKey(key, spends, (spend) => spend.interval)
  const room = byKey(key, spends, (spend) => spend.burst - 2 * spend.interval)
  const rows = await db
    .insertInto(codec.table)
    .values(
      spends.map(({ key: name, now, interval: one }) => codec.toRow({ key: name, tat: now + one })),
    )
    .onConflict((conflict) =>
      conflict
        .column(key)
        .doUpdateSet({ [tat]: sql`${greatest}(${before} + ${interval}, ${fresh})` })
        .where(sql<boolean>`${before} <= ${fresh} + ${room}`),
    )
    .returning(sql.ref(key).as('key'))
    .execute()
  return rows.map((row) => Reflect.get(row, 'key'))
}

/** Whether one statement may change the rows: it changes none twice, and each budget has points. */
const isPlain = (spends: readonly AdapterSpend[]): boolean =>
  new Set(spends.map(({ key }) => key)).size === spends.length &&
  spends.every(({ interval, burst }) => interval <= burst)

async function oneByOne<Answer>(
  spends: readonly AdapterSpend[],
  answer: (spend: AdapterSpend) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (const spend of spends) answers.push(await answer(spend))
  return answers
}

/**
 * Takes a point from each of several budgets that has one, with one statement where the dialect reports which rows it changed.
 *
 * @throws TypeError if the numbers of a budget are invalid
 */
export async function spendFromAll(
  store: Store,
  codec: RecordCodec<Budget>,
  spends: readonly AdapterSpend[],
): Promise<readonly AdapterSpent[]> {
  for (const spend of spends) assertSpend(spend)
  if (store.layout.dialect === 'mysql' || !isPlain(spends))
    return oneByOne(spends, (spend) => spendFrom(store, codec, spend))
  // In one order: statements of two calls wait for each other, and never each for the other.
  const sorted = spends.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const allowed = new Set<unknown>()
  for (let start = 0; start < sorted.length; start += ROWS)
    for (const key of await upsertAll(store, codec, sorted.slice(start, start + ROWS)))
      allowed.add(key)
  return oneByOne(spends, async (spend) =>
    allowed.has(spend.key) ? ALLOWED : refuse({ store, codec, spend }),
  )
}
