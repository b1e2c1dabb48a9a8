import { type Claims, openClaims } from './claims.ts'
import {
  CLAIMED,
  type ExpiryAttributes,
  fromItem,
  type RecordKind,
  type RecordTypes,
  toAttributes,
} from './items.ts'
import type { IndexKeys } from './keys.ts'
import type { Item, Table } from './table.ts'

/** What the adapter's methods work on. */
export interface Store {
  readonly table: Table
  readonly claims: Claims
  readonly expiry: ExpiryAttributes
  readonly read: <Kind extends RecordKind>(kind: Kind, item: Item) => RecordTypes[Kind]
  readonly attributes: (kind: RecordKind, record: object) => Record<string, unknown>
}

/** What all methods share. */
export function createStore(table: Table, ttlAttribute: string): Store {
  const expiry = { seconds: ttlAttribute }
  return {
    table,
    claims: openClaims(table),
    expiry,
    read: (kind, item) => fromItem(kind, item, expiry),
    attributes: (kind, record) => toAttributes(kind, record, expiry),
  }
}

export { CLAIMED }

/** Counts the changes of a user that went through this adapter. */
export const REVISION = '#revision'

/** Another value for every call that stored an item, so that a call undoes only what it did itself. */
export const STORED_BY = '#storedBy'

/** The address a user is about to have. */
export const NEXT_EMAIL = '#nextEmail'

/** The revision of a user. */
export const revisionOf = (user: Item): number => Number(user[REVISION] ?? 0)

/** Text of an attribute; empty when it is not text. */
export function text(item: Item, attribute: string): string {
  const value = item[attribute]
  return typeof value === 'string' ? value : ''
}

/** An item that was written without this adapter, and so is found by the index only. */
export async function findUnclaimed(
  { table }: Store,
  { GSI1PK, GSI1SK }: IndexKeys,
): Promise<Item | null> {
  const items = await table.find(GSI1PK, GSI1SK)
  return items.find((item) => item[CLAIMED] !== true) ?? null
}

/** Does some work, and undoes what came before it when it fails. */
export async function orUndo<T>(work: Promise<T>, undo: () => Promise<unknown>): Promise<T> {
  try {
    return await work
  } catch (error) {
    // What went wrong first is what the caller has to know.
    await undo().catch(() => undefined)
    throw error
  }
}
