import { expect, describe, it } from 'vitest'
import { recordVerbs } from '../../../../../test/adapters/memory-records.ts'
import type { AdapterRecords, RecordTable } from '../types/records.ts'
import { checkRecordTable } from './check-table.ts'
import { passkeyNames } from './passkey-names.ts'
import { createRecords } from './records.ts'

const codes = {
  name: 'auth_test_codes',
  fields: {
    id: { kind: 'id' },
    kind: { kind: 'id' },
    tries: { kind: 'int' },
    note: { kind: 'text', max: 5, nullable: true },
    data: { kind: 'json', nullable: true },
    on: { kind: 'bool', nullable: true },
    expires: { kind: 'time' },
  },
  key: ['id'],
  lookups: ['kind'],
  expires: 'expires',
} as const

let now = 1000
const clock = (): number => now
const store = recordVerbs({ records: new Map() }, () => true)
const records = createRecords(store, clock)
const CODE = { id: '1', kind: 'mail', tries: 0, expires: 5000 }

async function insert(id: string, more: object = {}) {
  const row = await records.insert(codes, { ...CODE, id, ...more })
  if (typeof row === 'string') throw new Error(row)
  return row
}

const over = (change: Partial<AdapterRecords>) => createRecords({ ...store, ...change }, clock)

describe('The verbs on records', () => {
  it('return rows with every field, and take a row for a change', async () => {
    const row = await insert('a')
    expect(row).toMatchObject({ ...CODE, id: 'a', note: null, data: null, on: null })
    const changed = await records.change(codes, row, { tries: 1 })
    expect(changed).toMatchObject({ tries: 1, expires: 5000 })
    expect(await records.get(codes, { id: 'a' })).toEqual(changed)
    expect(await records.change(codes, row, { tries: 2 })).toBeNull()
    expect(await records.drop(codes, row)).toBe(false)
    expect(changed && (await records.drop(codes, changed))).toBe(true)
    expect(await records.get(codes, { id: 'a' })).toBeNull()
  })

  it('have a version that neither JSON nor the names of members show', async () => {
    const row = await insert('b')
    expect(Object.keys(row)).toEqual(Object.keys(codes.fields))
    const copy: unknown = JSON.parse(JSON.stringify(row))
    expect(copy).toEqual({ ...CODE, id: 'b', note: null, data: null, on: null })
  })

  it('take a row for absent from the time of its expiry on', async () => {
    const row = await insert('c', { kind: 'old' })
    now = 4999
    expect(await records.get(codes, { id: 'c' })).toEqual(row)
    now = 5000
    expect(await records.get(codes, { id: 'c' })).toBeNull()
    expect((await records.find(codes, 'kind', 'old')).rows).toEqual([])
    expect(await records.change(codes, row, { tries: 1 })).toBeNull()
    expect(await records.insert(codes, { ...CODE, id: 'c', expires: 9000 })).toMatchObject({
      expires: 9000,
    })
    expect(await records.insert(codes, { ...CODE, id: 'c', expires: 9000 })).toBe('taken')
    now = 1000
  })

  it('find rows in pages', async () => {
    for (const id of ['p1', 'p2', 'p3']) await insert(id, { kind: 'paged' })
    const first = await records.find(codes, 'kind', 'paged', { limit: 2 })
    expect(first.rows).toHaveLength(2)
    const { rows, next } = await records.find(codes, 'kind', 'paged', {
      limit: 2,
      after: first.next,
    })
    expect([rows.length, next]).toEqual([1, undefined])
  })

  it.each<[string, object]>([
    ['an id with a space', { id: 'a b' }],
    ['an id that is empty', { id: '' }],
    ['an id of 129 characters', { id: 'x'.repeat(129) }],
    ['an id that is not ASCII', { id: 'é' }],
    ['a text that is longer', { note: 'abcdef' }],
    ['a text with NUL', { note: 'a\0' }],
    ['a text with half a character', { note: '\uD83D' }],
    ['a number that is not whole', { tries: 1.5 }],
    ['a number that is not safe', { tries: 2 ** 53 }],
    ['a time before 1970', { expires: -1 }],
    ['a Date', { expires: new Date() }],
    ['a truth value as a number', { on: 1 }],
    ['what JSON does not keep', { data: { at: new Date(0) } }],
    ['16 kB of JSON', { data: 'x'.repeat(16_000) }],
    ['no value', { tries: null }],
    ['an unknown field', { extra: 1 }],
    ['a version', { version: 1 }],
  ])('refuse %s, and name the field, not the value', async (_, members) => {
    const [field = '', value] = Object.entries(members)[0] ?? []
    const row = { ...CODE, id: 'refused', ...members }
    // As a program without types would call it.
    const refused = await records.insert(codes, row as typeof CODE).catch(String)
    expect(refused).toMatch(new RegExp(`^TypeError: .*"${field}"`))
    if (typeof value === 'string' && value !== '') expect(refused).not.toContain(value)
    expect(await store.get(codes, { id: row.id })).toBeNull()
  })

  it('never move a row to another key or lookup', async () => {
    const row = await insert('m')
    for (const [field, value] of [
      ['id', 'other'],
      ['kind', 'other'],
    ] as const) {
      await expect(records.change(codes, row, { [field]: value })).rejects.toThrow(
        `"${field}" of the table "auth_test_codes" never changes in a row.`,
      )
    }
  })

  it('ask the store for no key that no row can have', async () => {
    const asked = over({
      get() {
        throw new Error('asked')
      },
    })
    expect(await asked.get(codes, { id: 'a b' })).toBeNull()
  })

  it('refuse a row of another key, which a store that compares by a language gives', async () => {
    const row = await store.get(codes, { id: 'm' })
    const lax = over({ get: () => row, find: () => ({ rows: row ? [row] : [], next: null }) })
    await expect(lax.get(codes, { id: 'M' })).rejects.toThrow('compare byte by byte')
    await expect(lax.find(codes, 'kind', 'Mail')).rejects.toThrow('compare byte by byte')
  })

  it('give each write a version of its own', async () => {
    const versions = new Set<number>()
    const noting = over({
      insert: (_table, { version }) => {
        versions.add(version)
        return 'inserted'
      },
    })
    for (let count = 0; count < 500; count += 1) await noting.insert(codes, CODE)
    expect(versions.size).toBe(500)
    expect([...versions].every((one) => Number.isSafeInteger(one) && one >= 0)).toBe(true)
  })
})

describe('A description of a table', () => {
  const table = (change: object): object => ({ ...passkeyNames, ...change })

  it('is taken as it is', () => {
    expect(checkRecordTable(passkeyNames)).toBe(passkeyNames)
    expect(checkRecordTable(codes)).toBe(codes)
  })

  it.each<[string, object | undefined, string]>([
    ['nothing', undefined, 'a table is an object with name, fields and key'],
    ['no fields', table({ fields: undefined }), 'a table is an object'],
    ['another name', table({ name: 'users' }), 'its name has to be auth_ and lower-case words'],
    ['a name in capitals', table({ name: 'auth_Names' }), 'lower-case words'],
    ['a field for the version', table({ fields: { version: { kind: 'int' } } }), '"version"'],
    ['a field that is no name', table({ fields: { 'a b': { kind: 'int' } } }), '"a b"'],
    ['a key that is no field', table({ key: ['userId', 'none'] }), '"none" has to be a field'],
    ['a text as key', table({ key: ['name'] }), '"name" has to be a field of the kind id'],
    ['a text as lookup', table({ lookups: ['name'] }), '"name" has to be a field of the kind id'],
    ['a text as expiry', table({ expires: 'name' }), '"name" has to be a field of the kind time'],
    ['rows that stay for ever', table({ owner: undefined }), 'an owner or a time of expiry'],
  ])('is refused with %s', (_, value, message) => {
    expect(() => checkRecordTable(value)).toThrow(message)
  })

  it('that cannot be used is refused by each verb', async () => {
    // As a program without types would call it.
    const bad = table({ name: 'users' }) as RecordTable
    await expect(records.get(bad, { id: '1' })).rejects.toThrow('cannot be used')
  })
})
