import type { RecordTable, RecordValues, StoredRecord } from '@latchstring/core/adapters'
import { unique } from './samples.ts'

const notes = {
  name: 'auth_conformance_notes',
  fields: {
    userId: { kind: 'id' },
    id: { kind: 'id' },
    topic: { kind: 'id' },
    text: { kind: 'text', nullable: true },
    count: { kind: 'int' },
    done: { kind: 'bool' },
    at: { kind: 'time', nullable: true },
    data: { kind: 'json', nullable: true },
  },
  key: ['userId', 'id'],
  owner: 'userId',
  lookups: ['topic'],
} as const

const codes = {
  name: 'auth_conformance_codes',
  fields: {
    id: { kind: 'id' },
    tries: { kind: 'int' },
    expires: { kind: 'time' },
  },
  key: ['id'],
  expires: 'expires',
} as const

/** Rows that belong to users, with a field of every kind. */
export const NOTES: RecordTable = notes

/** Rows that belong to no user, and expire. */
export const CODES: RecordTable = codes

let version = 4_000_000_000_000_000

/** Another version than that of any row. */
export const nextVersion = (): number => {
  version += 1
  return version
}

/** A row of {@link NOTES}. */
export const sampleNote = (userId: string, members: RecordValues = {}): StoredRecord => ({
  values: {
    userId,
    id: unique('note'),
    topic: unique('topic'),
    text: 'Laptop',
    count: 7,
    done: false,
    at: 1_700_000_000_123,
    data: { list: [1, 'two', null], nested: { yes: true } },
    ...members,
  },
  version: nextVersion(),
})

/** A row of {@link CODES}. */
export const sampleCode = (expires: number, members: RecordValues = {}): StoredRecord => ({
  values: { id: unique('code'), tries: 0, expires, ...members },
  version: nextVersion(),
})

/** The key of a row. */
export const keyOf = ({ key }: RecordTable, { values }: StoredRecord): RecordValues =>
  Object.fromEntries(key.map((field) => [field, values[field] ?? null]))

/** A field of a row that is a text. */
export function textOf({ values }: StoredRecord, field: string): string {
  const value = values[field]
  return typeof value === 'string' ? value : ''
}

/** The row with other values and a version of its own. */
export const changed = ({ values }: StoredRecord, to: RecordValues): StoredRecord => ({
  values: { ...values, ...to },
  version: nextVersion(),
})
