import { isBeingProven, isProven, mayChangeHands, wasProvenSince } from '../config/first-proof.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { InvalidCheck } from '../errors/classes.ts'
import type { AdapterUser } from '../types/adapter.ts'
import type { NewValues, Records, Row } from '../types/record-verbs.ts'
import type { RecordTable } from '../types/records.ts'

/**
 * What is wrong by now with a request that stores something for an owner: `null` where it still is theirs, `undefined` where it says nothing
 * of this owner. Asks the store.
 *
 * @param owner - as they are now. Default: the user of the request
 */
export type Guard = (owner?: AdapterUser) => Promise<Error | null | undefined>

type Store = Pick<ResolvedConfig, 'adapter' | 'clock' | 'provesAddresses'>

/** A row to be stored. */
interface NewRow<Table extends RecordTable> {
  readonly table: Table
  readonly values: NewValues<Table>
  readonly guard: Guard | undefined
  /** When what stores it began, in milliseconds. */
  readonly begunAt: number
}

function ownerOf({ owner }: RecordTable, values: object): string | undefined {
  const id: unknown = owner === undefined ? undefined : Reflect.get(values, owner)
  return typeof id === 'string' ? id : undefined
}

/**
 * What is wrong with a row whose owner has come to be another person while it was stored. The first proof of an address ends sessions, marks
 * the user and then clears rows: where no mark is seen after the row was stored, the row is cleared.
 */
async function findHandover(
  store: Store,
  { before, now }: { readonly before: AdapterUser; readonly now: AdapterUser },
  { guard, begunAt }: { readonly guard: Guard | undefined; readonly begunAt: number },
): Promise<Error | undefined> {
  if (!store.provesAddresses || !mayChangeHands(store, now)) return undefined
  const wrong = await guard?.(now)
  if (wrong) return wrong
  if (wrong === null && !isBeingProven(now)) return undefined
  const isProvenSince = wasProvenSince(now, begunAt)
  const isChanged = isProvenSince || isProven(before) !== isProven(now)
  if (!isChanged && ![before, now].some(isBeingProven)) return undefined
  return new InvalidCheck('The address of the user was proven while a row was stored for them.')
}

/**
 * Looks, before a row is changed, whether the request still is that of the owner. One that has read the row before its owner was handed over
 * finds it changed; one that has read it afterwards is refused here.
 *
 * @throws AuthError that says what is wrong with the request
 */
export async function requireSameOwner<Table extends RecordTable>(
  store: Store,
  { table, row, guard, begunAt }: Omit<NewRow<Table>, 'values'> & { readonly row: Row<Table> },
): Promise<void> {
  const owner = guard ? ownerOf(table, row) : undefined
  const now = owner === undefined ? null : await store.adapter?.getUser?.(owner)
  const fault = now
    ? await findHandover(store, { before: now, now }, { guard, begunAt })
    : undefined
  if (fault) throw fault
}

/**
 * Stores a row, and takes it back where its owner was deleted meanwhile or has come to be another person.
 *
 * @throws SessionRequired where the session of the request has ended so, InvalidCheck where it has none
 */
export async function insertOwned<Table extends RecordTable>(
  store: Store,
  records: Records,
  { table, values, guard, begunAt }: NewRow<Table>,
): Promise<Row<Table> | 'taken' | 'no-owner'> {
  const owner = ownerOf(table, values)
  const find = async (): Promise<AdapterUser | null | undefined> =>
    owner === undefined ? null : store.adapter?.getUser?.(owner)
  const before = await find()
  const row = await records.insert(table, values)
  if (typeof row === 'string' || !before) return row
  const now = await find()
  const fault = now ? await findHandover(store, { before, now }, { guard, begunAt }) : 'no-owner'
  if (fault === undefined) return row
  await records.drop(table, row)
  if (fault === 'no-owner') return fault
  throw fault
}
