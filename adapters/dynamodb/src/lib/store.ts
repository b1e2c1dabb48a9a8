import { type Claims, openClaims } from './claims.ts'
import type { RecordKind, RecordTypes } from '@latchstring/adapter-kit'
import { type ExpiryAttributes, fromItem, toAttributes } from './items.ts'
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

/** What tells the item of a call from that of another one with the same key. */
export type Mark = Readonly<Record<'GSI1SK', string>>

/**
 * The mark of a call on an item whose key is not claimed yet, so that the call undoes only what it did itself. It has the
 * place of the second key of the index, which the published adapter never gives out; without the first one nobody finds
 * the item by the index.
 */
export const newMark = (): Mark => ({ GSI1SK: crypto.randomUUID() })

/** Text of an attribute; empty when it is not text. */
export function text(item: Item, attribute: string): string {
  const value = item[attribute]
  return typeof value === 'string' ? value : ''
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
