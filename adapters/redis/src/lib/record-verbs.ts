import type { RecordVerbs } from '@latchstring/adapter-kit'
import type { RecordTable, RecordValues, StoredRecord } from '@latchstring/core/adapters'
import type { RunScript } from './client.ts'
import { clearUp, toList, toTexts } from './cluster.ts'
import { IS_LIVE } from './cluster-scripts.ts'
import type { NameKey } from './keys.ts'
import {
  expiryOf,
  isBesideUser,
  keyOfNote,
  keyText,
  type NoteSets,
  noteSets,
  type ReadRow,
  readRow,
  type RowPlace,
  rowPlace,
  setPlace,
} from './record-rows.ts'
import {
  CHANGE_ROW,
  CONFIRM,
  DROP_NOTE,
  DROP_ROW,
  EMPTY_ROW,
  FIND_ROWS,
  INSERT,
  PUT_NOTE,
  READ_NOTES_OF_ROW,
  READ_ROW,
  REMOVE_ROW,
} from './record-scripts.ts'

/** Context of the verbs. */
export interface RecordContext {
  readonly run: RunScript
  readonly key: NameKey
  /** What all keys start with. */
  readonly prefix: string
  /** Whether a script reaches the keys of all rows and notes, as on a single server. */
  readonly whole: boolean
  /** Milliseconds within which a row of a user in another slot has to be confirmed. */
  readonly claimTimeout: number
}

const PAGE = 100

/** A row about to be stored: where, and where its note goes. */
interface NewRow {
  readonly table: RecordTable
  readonly place: RowPlace
  readonly note: string
  readonly expires: string
  readonly sets: NoteSets
}

const toFlag = (value: boolean): string => (value ? '1' : '0')

/** Takes a note out of sets. One that stays leads to no row: what reads sets compares notes. */
async function dropNote(run: RunScript, note: string, sets: readonly string[]): Promise<void> {
  await Promise.all(sets.map((name) => clearUp(run(DROP_NOTE, name, note))))
}

/** Takes the note of a row that a script has deleted out of the sets that it did not reach. */
async function dropLeft(run: RunScript, left: unknown): Promise<void> {
  const [note = '', ...sets] = toTexts(left)
  await dropNote(run, note, sets)
}

const putNote = ({ run }: RecordContext, name: string, note: string, expires: string) =>
  run(PUT_NOTE, name, '', note, expires)

/** Stores the row, with those of its notes that lie in its slot. */
async function storeRow(
  { run, whole, claimTimeout }: RecordContext,
  { table, place, note, expires, sets }: NewRow,
  { values, version }: StoredRecord,
  now: number,
): Promise<unknown> {
  const { user, owned, lookups } = sets
  const isUserInReach = whole || isBesideUser(table)
  const all = user === '' ? lookups : [owned, ...lookups]
  const row = [note, String(version), JSON.stringify(values), expires, String(now)]
  return run(
    INSERT,
    place.key,
    place.suffix,
    toFlag(whole),
    ...row,
    JSON.stringify(all),
    isUserInReach || user === '' ? '' : String(claimTimeout),
    isUserInReach ? user : '',
    table.name,
    ...(whole ? lookups : []),
  )
}

/**
 * Confirms a row whose user is in another slot: the user is looked for after the row is there, and a deletion that comes later finds
 * the row.
 */
async function confirm(context: RecordContext, row: NewRow): Promise<'inserted' | 'no-owner'> {
  const { run } = context
  const { table, place, note, expires, sets } = row
  const ended = await run(PUT_NOTE, sets.user, table.name, note, expires)
  if (ended === null && (await run(CONFIRM, place.key, place.suffix, note)) === 1) return 'inserted'
  await clearUp(run(REMOVE_ROW, place.key, place.suffix, '0', note))
  await dropNote(run, note, [sets.owned, ...sets.lookups])
  if (ended === null && (await run(IS_LIVE, sets.user)) === 1) {
    throw new Error(
      `The cluster took too long to store a row of ${table.name}, which is not there.`,
    )
  }
  return 'no-owner'
}

/**
 * Notes that lie in other slots come first: without its row a note leads nowhere, and a row without its note would not be found.
 */
async function insert(
  context: RecordContext,
  table: RecordTable,
  record: StoredRecord,
  now: number,
): ReturnType<RecordVerbs['insert']> {
  const { run, key, whole } = context
  const text = keyText(table, record.values)
  const sets = noteSets(key, table, record.values)
  const note = `${text} ${record.version}`
  const expires = expiryOf(table, record.values)
  const row = { table, place: rowPlace(key, table, text), note, expires, sets }
  const isUserFar = !whole && sets.user !== '' && !isBesideUser(table)
  const farLookups = whole ? [] : sets.lookups
  if (isUserFar && (await run(PUT_NOTE, sets.user, table.name, note, expires)) !== null) {
    return 'no-owner'
  }
  await Promise.all(farLookups.map((name) => putNote(context, name, note, expires)))
  const said = await storeRow(context, row, record, now)
  if (said === 'taken' || said === 'no-owner') {
    await dropNote(run, note, isUserFar ? [sets.owned, ...farLookups] : farLookups)
    return said
  }
  const answer = isUserFar ? await confirm(context, row) : 'inserted'
  await dropLeft(run, said)
  return answer
}

async function change(
  context: RecordContext,
  table: RecordTable,
  { values, version }: StoredRecord,
  from: number,
): Promise<boolean> {
  const { run, key, whole } = context
  const { key: name, suffix } = rowPlace(key, table, keyText(table, values))
  const expires = expiryOf(table, values)
  if (expires !== '' && !whole) {
    // The notes have to last as long as the row, before it does.
    const [note, ...sets] = toTexts(await run(READ_NOTES_OF_ROW, name, suffix))
    if (note === undefined) return false
    await Promise.all(sets.map((set) => putNote(context, set, note, expires)))
  }
  const parameters = [String(from), String(version), JSON.stringify(values), expires]
  return (await run(CHANGE_ROW, name, suffix, toFlag(whole), ...parameters)) === 1
}

interface Wanted {
  readonly field: string
  readonly value: string
  readonly limit: number
  readonly after: string
}

interface FoundRows {
  readonly rows: readonly ReadRow[]
  /** The last note of the page, `null` when there are no more. */
  readonly next: string | null
}

/** Reads notes, and the rows of just these: a row that took the key of another one has a note of its own. */
async function findRows(
  { run, key, prefix, whole }: RecordContext,
  table: RecordTable,
  { field, value, limit, after }: Wanted,
): Promise<FoundRows> {
  const place = setPlace(key, table, field, value)
  const own = isBesideUser(table)
  const inReach = whole || (own && field === table.owner)
  const reply = await run(
    FIND_ROWS,
    place.key,
    place.suffix,
    after,
    String(limit),
    inReach ? `${prefix}:` : '',
    table.name,
    toFlag(own),
  )
  const [found, stored] = toList(reply)
  const notes = toTexts(found)
  const replies = inReach
    ? toList(stored)
    : await Promise.all(
        notes.map(async (note) => {
          const row = rowPlace(key, table, keyOfNote(note))
          const read = await run(READ_ROW, row.key, row.suffix)
          return toTexts(read)[2] === note ? read : null
        }),
      )
  const rows = replies
    .filter((row) => row !== null)
    .map((row) => readRow(table, row))
    .filter(({ values }) => values[field] === value)
  return { rows, next: notes.length < limit ? null : (notes.at(-1) ?? null) }
}

async function clear(
  context: RecordContext,
  table: RecordTable,
  field: string,
  value: string,
): Promise<void> {
  const { run, key, whole } = context
  const remove = async ({ note }: ReadRow): Promise<void> => {
    const place = rowPlace(key, table, keyOfNote(note))
    await dropLeft(run, await run(REMOVE_ROW, place.key, place.suffix, toFlag(whole), note))
  }
  let after: string | null = ''
  while (after !== null) {
    const wanted: Wanted = { field, value, after, limit: PAGE }
    const { rows, next } = await findRows(context, table, wanted)
    await Promise.all(rows.map(remove))
    after = next
  }
}

/** The verbs: one script each on a single server, and in a cluster one for each slot of a row and its notes. */
export function recordVerbs(context: RecordContext): RecordVerbs & { readonly expires: true } {
  const { run, key, whole } = context
  const placeOf = (table: RecordTable, values: RecordValues): RowPlace =>
    rowPlace(key, table, keyText(table, values))
  return {
    keeps: () => true,
    expires: true,
    async get(table, wanted) {
      const place = placeOf(table, wanted)
      const reply = await run(READ_ROW, place.key, place.suffix)
      if (reply === null) return null
      const { note: _, ...row } = readRow(table, reply)
      return row
    },
    async find(table, { after = '', ...query }) {
      const { rows, next } = await findRows(context, table, { ...query, after })
      return { rows: rows.map(({ values, version }) => ({ values, version })), next }
    },
    insert: (table, row, now) => insert(context, table, row, now),
    change: (table, row, from) => change(context, table, row, from),
    async drop(table, wanted, version) {
      const place = placeOf(table, wanted)
      const left = await run(DROP_ROW, place.key, place.suffix, toFlag(whole), String(version))
      if (left === null) return false
      await dropLeft(run, left)
      return true
    },
    clear: (table, field, value) => clear(context, table, field, value),
    // The server does it, by its own clock.
    deleteExpired: () => Promise.resolve(0),
  }
}

/**
 * Deletes the rows of a user in other slots than that of the user, and notes of those that lay beside the user. A row is empty before its
 * notes go and gone after them, and its note beside the user stays, so that another attempt finds what an interrupted one has left.
 */
export async function removeRowsElsewhere(
  { run, key }: Pick<RecordContext, 'run' | 'key'>,
  user: string,
  { notes, rows }: { readonly notes: unknown; readonly rows: unknown },
): Promise<void> {
  const dropOthers = async (left: unknown): Promise<void> => {
    const [note = '', ...sets] = toTexts(left)
    const others = sets.filter((name) => !name.startsWith(user))
    await Promise.all(others.map((name) => run(DROP_NOTE, name, note)))
  }
  await Promise.all([
    ...toList(notes).map(dropOthers),
    ...toList(rows).map(async (row) => {
      const [table = '', note = ''] = toTexts(row)
      const place = key('row', `${table}:${keyOfNote(note)}`)
      await dropOthers(await run(EMPTY_ROW, place, '', note))
      await run(REMOVE_ROW, place, '', '0', note)
    }),
  ])
}
