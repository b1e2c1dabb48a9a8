import {
  changed,
  keyOf,
  NOTES,
  sampleNote,
} from '../../packages/adapter-conformance/src/lib/record-samples.ts'
import type { RecordVerbs, UserMethods } from '@latchstring/adapter-kit'
import type { RecordValue, StoredRecord } from '@latchstring/core/adapters'
import { expect } from 'vitest'
import { newUser } from './samples.ts'

/** What these need of an adapter that keeps the table {@link NOTES}. */
export type Attacked = Pick<UserMethods, 'createUser' | 'deleteUser'> & {
  readonly records: RecordVerbs
}

/** A stored row of a new user. */
export async function storeNote(
  { createUser, records }: Attacked,
  values: Readonly<Record<string, RecordValue>> = {},
): Promise<StoredRecord> {
  const note = sampleNote((await createUser(newUser())).id, values)
  expect(await records.insert(NOTES, note, Date.now())).toBe('inserted')
  return note
}

/** The rows of a user. */
export const notesOf = async (
  { records }: Attacked,
  userId: string,
): Promise<readonly StoredRecord[]> =>
  (await records.find(NOTES, { field: 'userId', value: userId, limit: 100 })).rows

/** The id of the user of a row. */
export function ownerOf({ values: { userId } }: StoredRecord): string {
  expect(userId).toBeTypeOf('string')
  return typeof userId === 'string' ? userId : ''
}

/** Other spellings of an id, which a database may take for the same number or UUID. */
const spellings = (id: string): readonly string[] =>
  [`0${id}`, `+${id}`, `${id}.0`, `-${id}`, `{${id}}`, id.toUpperCase(), 'none'].filter(
    (one) => one !== id,
  )

/**
 * Expects that a row is of its user alone, and not of one whose id is spelled in another way.
 *
 * @param withVersion - whether a change of the very version of a row is refused for such a spelling, too
 */
export async function expectOneSpelling(adapter: Attacked, withVersion = true): Promise<void> {
  const { records } = adapter
  const row = await storeNote(adapter)
  const owner = ownerOf(row)
  for (const userId of spellings(owner)) {
    const other = changed(row, { userId })
    expect(await records.get(NOTES, keyOf(NOTES, other))).toBeNull()
    expect(await notesOf(adapter, userId)).toEqual([])
    const { version } = withVersion ? row : other
    expect(await records.change(NOTES, other, version)).toBe(false)
    expect(await records.drop(NOTES, keyOf(NOTES, other), version)).toBe(false)
    const foreign = changed(other, { id: crypto.randomUUID() })
    expect(await records.insert(NOTES, foreign, Date.now())).toBe('no-owner')
    await records.clear(NOTES, 'userId', userId)
  }
  expect(await notesOf(adapter, owner)).toEqual([row])
}

/** JSON that a client or a driver could read as something else: a text that is JSON itself, or words of its own. */
const STRANGE: readonly RecordValue[] = [
  '7',
  'true',
  'null',
  '{"a":1}',
  '"quoted"',
  '',
  false,
  0,
  -1.5e-7,
  '2026-01-01T00:00:00.000Z',
  { $type: 'Enum', value: 'DbNull' },
  { $type: 'Json', value: '{}' },
  { set: 1, increment: 2, equals: null },
  { toJSON: 'x', length: 3 },
  [[], {}, null, [null]],
]

/** Expects that JSON comes back as it was, whatever it looks like. */
export async function expectSameJson(adapter: Attacked): Promise<void> {
  const { records } = adapter
  let row = await storeNote(adapter)
  for (const data of STRANGE) {
    const next = changed(row, { data })
    expect(await records.change(NOTES, next, row.version)).toBe(true)
    expect(await records.get(NOTES, keyOf(NOTES, next))).toEqual(next)
    expect(await notesOf(adapter, ownerOf(row))).toEqual([next])
    const stored = await storeNote(adapter, { data })
    expect(await records.get(NOTES, keyOf(NOTES, stored))).toEqual(stored)
    row = next
  }
}

/** Expects that a row is refused whose user does not exist, and that the rows of a user go with the user. */
export async function expectNoRowOfNoUser(adapter: Attacked, unknownId: string): Promise<void> {
  const orphan = sampleNote(unknownId)
  expect(await adapter.records.insert(NOTES, orphan, Date.now())).toBe('no-owner')
  expect(await notesOf(adapter, unknownId)).toEqual([])
  const [row, other] = [await storeNote(adapter), await storeNote(adapter)]
  await adapter.deleteUser(ownerOf(row))
  expect(await notesOf(adapter, ownerOf(row))).toEqual([])
  expect(await notesOf(adapter, ownerOf(other))).toEqual([other])
}

/** Expects that of rows stored while their user is deleted none stays, whatever was answered. */
export async function expectNoneLeftBehind(adapter: Attacked, rounds = 20): Promise<void> {
  const { records } = adapter
  for (let round = 0; round < rounds; round += 1) {
    const { id: userId } = await adapter.createUser(newUser())
    const notes = Array.from({ length: 4 }, () => sampleNote(userId))
    const answers = await Promise.all([
      ...notes.slice(0, 2).map((note) => records.insert(NOTES, note, Date.now())),
      adapter.deleteUser(userId),
      ...notes.slice(2).map((note) => records.insert(NOTES, note, Date.now())),
    ])
    expect(['inserted', 'no-owner', undefined]).toEqual(expect.arrayContaining(answers))
    expect(await notesOf(adapter, userId)).toEqual([])
  }
}
