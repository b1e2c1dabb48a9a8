import { type Claims, openClaims } from './claims.ts'
import type { RecordKind, RecordTypes } from '@latchstring/adapter-kit'
import { type ExpiryAttributes, fromItem, toAttributes } from './items.ts'
import type { Item } from './batches.ts'
import type { Table } from './table.ts'

/** Context of the methods. */
export interface Store {
  readonly table: Table
  readonly claims: Claims
  readonly expiry: ExpiryAttributes
  readonly read: <Kind extends RecordKind>(kind: Kind, item: Item) => RecordTypes[Kind]
  readonly attributes: (kind: RecordKind, record: object) => Record<string, unknown>
}

/** The context of all methods. */
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

/** Distinguishes the item of a call from that of another call with the same key. */
export type Mark = Readonly<Record<'GSI1SK', string>>

/**
 * The mark of a call on an item whose key is not claimed yet, so that the call undoes only what it did itself. It has the
 * place of the second key of the index, which the published adapter never returns; without the first one the
 * index does not find the item.
 */
export const newMark = (): Mark => ({ GSI1SK: crypto.randomUUID() })

/** Text of an attribute; empty when it is not text. */
export function text(item: Item, attribute: string): string {
  const value = item[attribute]
  return typeof value === 'string' ? value : ''
}

/** Runs a function, and undoes an earlier step if it fails. */
export async function orUndo<T>(work: Promise<T>, undo: () => Promise<unknown>): Promise<T> {
  try {
    return await work
  } catch (error) {
    // The first error is more important than one of the undo.
    await undo().catch(() => undefined)
    throw error
  }
}

/** How many items are written to at the same time. */
const AT_ONCE = 10

/** Calls `work` for all items, some at the same time. */
export async function forEach<T>(
  items: readonly Item[],
  work: (item: Item) => Promise<T>,
): Promise<readonly T[]> {
  const results: T[] = []
  for (let at = 0; at < items.length; at += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))))
  }
  return results
}
