import type { RecordVerbs } from '@latchstring/adapter-kit'
import type { RecordQuery, RecordTable, StoredRecord } from '@latchstring/core/adapters'
import {
  expiryOf,
  foundUnder,
  hasNotes,
  itemKey,
  LONGEST_KEY,
  newRow,
  notesOf,
  rowKey,
  toRecord,
  toTexts,
  versionText,
} from './record-items.ts'
import { OWNED_ROWS, OWNER_NOTES, userKey } from './keys.ts'
import { forEach, orUndo, type Store, text } from './store.ts'
import type { Item, Key } from './batches.ts'

// A row is one item, whatever the table: it lies in the partition of the first field of its key, which is that of the user if the
// field is the owner. Each other owner and lookup has a note, an item that leads to the row and lies in a partition of the value, for
// an owner in that of the user. So `deleteUser` finds every row of a user in one partition without knowing the tables.
//
// A note bears the mark of its row, which is the version that the row was inserted with. It is put before the row and deleted after
// it, and counts only while the row has that mark: a row always has its notes, even if a call is interrupted or the key is used again.
// A note without its row does no harm. `insert` and `drop` delete theirs; one that an interrupted call has left is deleted by the
// first `find` or `clear` of the same value a day later, when no `insert` can be on its way to the row any more, or by the service
// where the rows of the table expire.

/** Milliseconds after which a note without a row is one that was left. */
const LEFT = 86_400_000

/** Milliseconds after which a note is too old for its row to be put: long before the note may be deleted. */
const LATE = 3_600_000

/** Rows that are deleted after one read. */
const PAGE = 100

type Items = Store['table']

/** Deletes notes that lead nowhere any more. They do no harm, so an error is no reason to fail. */
async function leaveNotes({ table }: Store, notes: readonly Key[]): Promise<void> {
  await table.removeAll(notes).catch(() => undefined)
}

const nameOf = ({ pk, sk }: Key): string => JSON.stringify([pk, sk])

/** Where a note leads. */
function rowOf({ row }: Item): Key {
  const kept: Item = typeof row === 'object' && row !== null ? { ...row } : {}
  return itemKey(kept)
}

/** Notes with their rows, or `null` where a row is not there, or was inserted by another call. */
async function follow(items: Items, notes: readonly Item[]) {
  // Several notes may lead to one row.
  const keys = new Map(notes.map(rowOf).map((key) => [nameOf(key), key]))
  const found = await items.getAll([...keys.values()])
  const rows = new Map(found.map((item) => [nameOf(itemKey(item)), item]))
  return notes.map((note) => {
    const row = rows.get(nameOf(rowOf(note)))
    return { note, row: row !== undefined && row['mark'] === note['mark'] ? row : null }
  })
}

async function findItems(
  store: Store,
  table: RecordTable,
  { field, value, after, limit }: RecordQuery,
): Promise<{ readonly rows: readonly Item[]; readonly next: string | null }> {
  const part = foundUnder(table, field, value)
  if (after?.startsWith(part.prefix) === false) {
    throw new TypeError('`after` is not what the page before said.')
  }
  const { items, next } = await store.table.pageOf(part, { after, limit })
  if (!hasNotes(table, field)) return { rows: items, next }
  const followed = await follow(store.table, items)
  const before = Date.now() - LEFT
  const left = followed.filter(({ row, note }) => row === null && Number(note['at']) < before)
  await leaveNotes(
    store,
    left.map(({ note }) => itemKey(note)),
  )
  return { rows: followed.map(({ row }) => row).filter((row) => row !== null), next }
}

/** Deletes a row if an attribute is as given, and then its notes. Returns whether it did. */
async function removeRow(
  store: Store,
  key: Key,
  equal: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const removed = await store.table.remove(key, { equal })
  if (removed !== null) await leaveNotes(store, notesOf(removed))
  return removed !== null
}

/**
 * Looks for the user of a row that was put. `deleteUser` deletes the user before the rows that it finds: a row that is put later is
 * deleted here.
 */
async function unlessEnded(
  store: Store,
  { owner }: RecordTable,
  { values }: StoredRecord,
  row: Item,
): Promise<'inserted' | 'no-owner'> {
  if (owner === undefined) return 'inserted'
  const remove = () => removeRow(store, itemKey(row), { mark: row['mark'] })
  const user = await orUndo(store.table.get(userKey(text(values, owner))), remove)
  if (user !== null) return 'inserted'
  await remove()
  return 'no-owner'
}

async function insert(store: Store, table: RecordTable, record: StoredRecord, now: number) {
  const { table: items, expiry } = store
  const row = newRow(table, record)
  const [key, notes] = [itemKey(row), notesOf(row)]
  const { until, ...ttl } = expiryOf(table, record.values, expiry)
  const at = Date.now()
  const { mark } = row
  await items.putAll(notes.map((note) => ({ ...note, row: key, mark, at: String(at), ...ttl })))
  if (Date.now() - at > LATE) throw new Error('The insertion of a row in DynamoDB took too long.')
  const expired = until !== undefined && {
    condition: 'attribute_not_exists(#pk) OR #until <= :now',
    names: { '#pk': 'pk', '#until': 'until' },
    values: { ':now': now },
  }
  const absent = { condition: 'attribute_not_exists(#pk)', names: { '#pk': 'pk' } }
  const item = { ...row, ...(until !== undefined && { until }), ...ttl }
  const { held, before } = await items.replace(item, expired || absent)
  if (held) {
    if (before !== undefined && before['mark'] !== mark) await leaveNotes(store, notesOf(before))
    return unlessEnded(store, table, record, row)
  }
  // If the client repeats the command, the mark identifies the row.
  if ((await items.get(key))?.['mark'] === mark) return unlessEnded(store, table, record, row)
  await leaveNotes(store, notes)
  return 'taken'
}

/**
 * Moves the expiry of notes along before that of their row, so that the service does not delete them first. Returns whether the row
 * has the version.
 */
async function keepNotes(
  { table, expiry: { seconds } }: Store,
  key: Key,
  version: string,
  ttl: number,
): Promise<boolean> {
  const row = await table.get(key)
  if (row?.['version'] !== version) return false
  for (const note of notesOf(row)) {
    await table.evaluate(note, {
      update: 'SET #ttl = :ttl',
      condition: '#ttl < :ttl',
      names: { '#ttl': seconds },
      values: { ':ttl': ttl },
    })
  }
  return true
}

async function change(store: Store, table: RecordTable, record: StoredRecord, from: number) {
  const { values, version } = record
  const key = rowKey(table, values)
  const expiry = expiryOf(table, values, store.expiry)
  const ttl = expiry[store.expiry.seconds]
  if (ttl !== undefined && notesOf(newRow(table, record)).length > 0) {
    if (!(await keepNotes(store, key, versionText(from), ttl))) return false
  }
  const fields = Object.entries(toTexts(values))
  const own = Object.entries(expiry)
  const changed = await store.table.evaluate(key, {
    update: `SET ${[
      '#version = :to',
      ...fields.map((_, at) => `#values.#f${at} = :f${at}`),
      ...own.map((_, at) => `#e${at} = :e${at}`),
    ].join(', ')}`,
    // A command that the client repeats finds what it has written itself.
    condition: '#version = :from OR #version = :to',
    names: {
      '#version': 'version',
      '#values': 'values',
      ...Object.fromEntries(fields.map(([field], at) => [`#f${at}`, field])),
      ...Object.fromEntries(own.map(([attribute], at) => [`#e${at}`, attribute])),
    },
    values: {
      ':from': versionText(from),
      ':to': versionText(version),
      ...Object.fromEntries(fields.map(([, value], at) => [`:f${at}`, value])),
      ...Object.fromEntries(own.map(([, value], at) => [`:e${at}`, value])),
    },
  })
  return changed !== null
}

async function clear(
  store: Store,
  table: RecordTable,
  field: string,
  value: string,
): Promise<void> {
  let after: string | undefined
  do {
    const { rows, next } = await findItems(store, table, {
      field,
      value,
      limit: PAGE,
      ...(after !== undefined && { after }),
    })
    await forEach(rows, (row) => removeRow(store, itemKey(row), { mark: row['mark'] }))
    after = next ?? undefined
  } while (after !== undefined)
}

/** Reads the whole table, which has no index for it: the service does the same for nothing. */
async function deleteExpired(store: Store, table: RecordTable, now: number, limit: number) {
  if (table.expires === undefined) return 0
  const { prefix } = foundUnder(table, table.key[0], '')
  const isExpired = {
    condition: 'begins_with(sk, :sk) AND #until <= :now',
    names: { '#until': 'until', '#version': 'version' },
    values: { ':sk': prefix, ':now': now },
  }
  let deleted = 0
  for await (const items of store.table.scan('pk, sk, #version', isExpired)) {
    const some = items.slice(0, limit - deleted)
    const outcomes = await forEach(some, (item) =>
      removeRow(store, itemKey(item), { version: item['version'] }),
    )
    deleted += outcomes.filter(Boolean).length
    if (deleted >= limit) break
  }
  return deleted
}

/**
 * Deletes the rows of a user whose partition has these items, and the notes of them that are elsewhere. The notes are first, so that
 * a call that failed half-way finds the rows when it is repeated.
 */
export async function removeOwnedRows({ table }: Store, items: readonly Item[]): Promise<void> {
  const own = items.filter((item) => text(item, 'sk').startsWith(OWNED_ROWS))
  const notes = items.filter((item) => text(item, 'sk').startsWith(OWNER_NOTES))
  const followed = await follow(table, notes)
  const elsewhere = followed.map(({ row }) => row).filter((row) => row !== null)
  const here = new Set(items.map((item) => item['pk']))
  const others = [...own, ...elsewhere].flatMap(notesOf).filter(({ pk }) => !here.has(pk))
  await table.removeAll(others)
  await forEach(elsewhere, (row) => table.remove(itemKey(row), { equal: { mark: row['mark'] } }))
  await table.removeAll(own.map(itemKey))
}

/** The verbs on tables that are data. */
export function recordVerbs(store: Store): RecordVerbs & { readonly expires: true } {
  const { table: items } = store
  return {
    keeps: ({ key }) => key.length <= LONGEST_KEY,
    expires: true,
    async get(table, key) {
      const item = await items.get(rowKey(table, key))
      return item && toRecord(table, item)
    },
    async find(table, query) {
      const { rows, next } = await findItems(store, table, query)
      return { rows: rows.map((item) => toRecord(table, item)), next }
    },
    insert: (table, record, now) => insert(store, table, record, now),
    change: (table, record, from) => change(store, table, record, from),
    drop: (table, key, version) =>
      removeRow(store, rowKey(table, key), { version: versionText(version) }),
    clear: (table, field, value) => clear(store, table, field, value),
    deleteExpired: (table, now, limit) => deleteExpired(store, table, now, limit),
  }
}
