import { expect, describe, it } from 'vitest'
import { recordVerbs } from '../../../../../test/adapters/memory-records.ts'
import type { AdapterRecords, RecordTable, StoredRecord } from '../types/records.ts'
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

/** An array within an array, as often as is said. */
function nested(levels: number): unknown {
  let value: unknown = []
  for (let level = 1; level < levels; level += 1) value = [value]
  return value
}

const CIRCULAR: Record<string, unknown> = {}
CIRCULAR['self'] = CIRCULAR

/** What a program or a store without types gives. */
// It stands for a value of any type, so that it fits everywhere.
const untyped = (value: unknown): never => value as never

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
    ['a time after the year 9999', { expires: 253_402_300_800_000 }],
    ['16 kB of JSON', { data: 'x'.repeat(16_000) }],
    ['JSON with NUL', { data: { list: ['a\0'] } }],
    ['JSON with half a character', { data: ['\uDE00'] }],
    ['JSON with NUL in a name', { data: { 'a\0': 1 } }],
    ['JSON nested 31 times', { data: nested(31) }],
    ['JSON nested 100,000 times', { data: nested(100_000) }],
    ['JSON that contains itself', { data: CIRCULAR }],
    // oxlint-disable-next-line no-sparse-arrays -- the test
    ['an array with a hole', { data: [1, , 2] }],
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

describe('The verbs on records take', () => {
  it('a row that was read, and no copy of it', async () => {
    const row = await insert('copied', { kind: 'copied' })
    for (const copy of [
      { ...row },
      { ...row, kind: 'other' },
      { ...row, id: 'm' },
      structuredClone(row),
      CODE,
    ]) {
      const given = untyped(copy)
      const refused = 'The row is not one that was read from the table "auth_test_codes".'
      await expect(records.change(codes, given, { tries: 1 })).rejects.toThrow(refused)
      await expect(records.drop(codes, given)).rejects.toThrow(refused)
    }
    expect(await records.get(codes, { id: 'copied' })).toEqual(row)
  })

  it('no row of another table', async () => {
    const row = await insert('both')
    const others = { ...codes, name: 'auth_test_others' }
    await records.insert(others, { ...CODE, id: 'both' })
    const given = untyped(row)
    const refused = 'The row is not one that was read from the table "auth_test_others".'
    await expect(records.change(others, given, { tries: 1 })).rejects.toThrow(refused)
    await expect(records.drop(others, given)).rejects.toThrow(refused)
  })

  it('an expired row as absent', async () => {
    const row = await insert('late')
    now = 5000
    expect(await records.drop(codes, row)).toBe(false)
    now = 1000
    expect(await records.drop(codes, row)).toBe(true)
  })

  it('members of what they are given, and none of its prototype', async () => {
    const values: unknown = Object.assign(Object.create({ note: 'no' }), CODE, { id: 'own' })
    const row = await records.insert(codes, untyped(values))
    expect(row).toMatchObject({ id: 'own', note: null })
    const key = untyped(Object.create({ id: 'own' }))
    expect(await records.get(codes, key)).toBeNull()
  })

  it.each(['__proto__', 'constructor', 'toString'])('no field %s', async (name) => {
    const more = Object.fromEntries([[name, 'x']])
    const values = untyped(Object.fromEntries([...Object.entries(CODE), [name, 'x']]))
    const row = await insert(`no-${name}`)
    const unknown = `has no field "${name}"`
    await expect(records.insert(codes, values)).rejects.toThrow(unknown)
    await expect(records.change(codes, row, more)).rejects.toThrow(unknown)
    await expect(records.find(codes, untyped(name), 'x')).rejects.toThrow('are not found by')
    expect(await records.get(codes, { id: name })).toBeNull()
  })

  it('each value once, so that what is checked is what is stored', async () => {
    let reads = 0
    const given = {
      ...CODE,
      id: 'getters',
      get note() {
        return (reads += 1) === 1 ? 'short' : 'much longer'
      },
      data: {
        get text() {
          return (reads += 1) === 2 ? 'first' : new Date(0)
        },
      },
    }
    const row = await records.insert(codes, untyped(given))
    expect(row).toMatchObject({ note: 'short', data: { text: 'first' } })
    expect(await records.get(codes, { id: 'getters' })).toEqual(row)
  })

  it('values as they were at the call, whatever becomes of them', async () => {
    const data = { list: ['a'] }
    const waiting = over({
      async insert(table, row, time) {
        await Promise.resolve()
        return store.insert(table, row, time)
      },
    })
    const inserting = waiting.insert(codes, { ...CODE, id: 'changed', data })
    data.list.push('b')
    expect(await inserting).toMatchObject({ data: { list: ['a'] } })
    const row = await records.get(codes, { id: 'changed' })
    expect(row?.data).toEqual({ list: ['a'] })
    expect(() => Object.assign(row?.data ?? {}, { list: [] })).toThrow(TypeError)
  })

  it('a field without a value in a change as one that stays', async () => {
    const row = await insert('stays', { note: 'kept' })
    const to = { tries: 1, note: undefined }
    expect(await records.change(codes, row, untyped(to))).toMatchObject({ tries: 1, note: 'kept' })
  })

  it('no member beside the key, which nothing would compare', async () => {
    const key = { id: 'm', kind: 'other' }
    await expect(records.get(codes, key)).rejects.toThrow('"kind" is no part of the key')
  })

  it.each([0, -1, 1.5, Number.NaN, Infinity, 1001, '10', null])(
    'no page with the limit %s',
    async (limit) => {
      await expect(records.find(codes, 'kind', 'mail', untyped({ limit }))).rejects.toThrow(
        'The limit of a page is a whole number from 1 to 1000.',
      )
    },
  )

  it('owner and lookups to find by, and values that these can have', async () => {
    const asked = over({
      find() {
        throw new Error('asked')
      },
    })
    await expect(asked.find(codes, untyped('note'), 'x')).rejects.toThrow('are not found by "note"')
    for (const value of ['', 'a b', undefined, { $ne: 'x' }, ['mail']]) {
      const found = await asked.find(codes, 'kind', untyped(value))
      expect(found).toEqual({ rows: [], next: undefined })
    }
    await expect(asked.find(codes, 'kind', 'x', { after: untyped(1) })).rejects.toThrow('`after`')
  })
})

describe('A store', () => {
  const ROW: StoredRecord = {
    values: { ...CODE, note: null, data: null, on: null },
    version: 7,
  }
  const withValues = (values: object): unknown => ({ ...ROW, values: { ...ROW.values, ...values } })

  it.each<[string, unknown]>([
    ['a text', 'row'],
    ['nothing', undefined],
    ['a row without values', { version: 7 }],
    ['a row without a version', { values: ROW.values }],
    ['a version as text', { ...ROW, version: '7' }],
    ['a version that is not whole', { ...ROW, version: 7.5 }],
    ['a row that lacks a field', withValues({ tries: undefined })],
    ['a row that lacks its expiry', withValues({ expires: undefined })],
    ['a number as text', withValues({ tries: '0' })],
    ['a time as text', withValues({ expires: '5000' })],
    ['a time as Date', withValues({ expires: new Date(5000) })],
    ['a truth value as a number', withValues({ on: 1 })],
    ['a field that there is not', withValues({ more: 1 })],
  ])('that gives %s fails, and is named', async (_, given) => {
    const row = untyped(given)
    const bad = over({ get: () => row, find: () => ({ rows: [row], next: null }) })
    const failure = /^AdapterError: The store gave .* of the table "auth_test_codes"\./
    expect(await bad.get(codes, { id: '1' }).catch(String)).toMatch(failure)
    expect(await bad.find(codes, 'kind', 'mail').catch(String)).toMatch(failure)
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['rows that are no list', { rows: ROW, next: null }],
    ['a next page that is no text', { rows: [], next: 1 }],
    ['the same page again', { rows: [ROW], next: 'here' }],
    ['a row twice', { rows: [ROW, structuredClone(ROW)], next: null }],
  ])('that finds %s fails, and is named', async (_, page) => {
    const bad = over({ find: () => untyped(page) })
    const found = bad.find(codes, 'kind', 'mail', { after: 'here' })
    expect(await found.catch(String)).toMatch(/^AdapterError: The store gave /)
  })

  it.each([undefined, null, 1, 0, 'true', { affectedRows: 0 }, []])(
    'that answers a write with %j fails: nothing was shown to have happened',
    async (answer) => {
      const given = untyped(answer)
      const bad = over({ insert: () => given, change: () => given, drop: () => given })
      const row = await insert(crypto.randomUUID())
      for (const written of [
        bad.insert(codes, CODE),
        bad.change(codes, row, { tries: 1 }),
        bad.drop(codes, row),
      ]) {
        expect(await written.catch(String)).toMatch(/^AdapterError: The store answered /)
      }
    },
  )

  it('that answers late gives no row that has expired since', async () => {
    await insert('slow', { kind: 'slow' })
    const slow = over({
      async get(table, key) {
        const row = await store.get(table, key)
        now = 5000
        return row
      },
      async find(table, query) {
        const page = await store.find(table, query)
        now = 5000
        return page
      },
    })
    expect(await slow.get(codes, { id: 'slow' })).toBeNull()
    now = 1000
    expect((await slow.find(codes, 'kind', 'slow')).rows).toEqual([])
    now = 1000
  })

  it('that fails is the cause, and nothing takes its place', async () => {
    const failing = over({ get: () => Promise.reject(new Error('away')) })
    await expect(failing.get(codes, { id: '1' })).rejects.toThrow('away')
  })
})

describe('A description of a table', () => {
  const table = (change: object): object => ({ ...passkeyNames, ...change })

  const expires = { kind: 'time', nullable: true }
  const EXPIRES_OR_NOT = { ...codes, fields: { ...codes.fields, expires } }

  it('is taken as it is', () => {
    expect(checkRecordTable(passkeyNames)).toBe(passkeyNames)
    expect(checkRecordTable(codes)).toBe(codes)
    const sealed = table({
      fields: { ...passkeyNames.fields, more: { kind: 'text', max: 2474, secret: 'sealed' } },
    })
    expect(checkRecordTable(sealed)).toBe(sealed)
  })

  it.each<[string, object | undefined, string]>([
    ['nothing', undefined, 'a table is an object with name, fields and key'],
    ['no fields', table({ fields: undefined }), 'a table is an object'],
    ['another name', table({ name: 'users' }), 'its name has to be auth_ and lower-case words'],
    ['a name in capitals', table({ name: 'auth_Names' }), 'lower-case words'],
    ['a field for the version', table({ fields: { version: { kind: 'int' } } }), '"version"'],
    ['a field that is no name', table({ fields: { 'a b': { kind: 'int' } } }), '"a b"'],
    ['a key that is no field', table({ key: ['userId', 'none'] }), '"none" has to be a field'],
    ['a key of four fields', table({ key: ['a', 'b', 'c', 'd'] }), 'more than three fields'],
    ['a text as key', table({ key: ['name'] }), '"name" has to be a field of the kind id'],
    ['a text as lookup', table({ lookups: ['name'] }), '"name" has to be a field of the kind id'],
    ['a text as expiry', table({ expires: 'name' }), '"name" has to be a field of the kind time'],
    ['a key of no field', table({ key: [] }), 'its key has to name a field'],
    ['a key that is a text', table({ key: 'userId' }), 'a table is an object'],
    ['lookups that are a text', table({ lookups: 'passkey' }), 'a table is an object'],
    ['a field twice in the key', table({ key: ['userId', 'userId'] }), '"userId" is named twice'],
    ['the owner as lookup', table({ lookups: ['userId'] }), '"userId" is named twice'],
    ['a key of all objects', table({ key: ['constructor'] }), '"constructor" has to be a field'],
    ['an expiry of all objects', table({ expires: 'constructor' }), '"constructor" has to be'],
    ...['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'].map(
      (name): [string, object, string] => [
        `a field ${name}`,
        table({ fields: Object.fromEntries([[name, { kind: 'int' }]]) }),
        `"${name}" cannot be the name of a field`,
      ],
    ),
    ...['blob', 'constructor', undefined].map((kind): [string, object, string] => [
      `a field of the kind ${kind}`,
      table({ fields: { ...passkeyNames.fields, more: { kind } } }),
      '"more" is of no kind that there is',
    ]),
    ...[0, -1, 1.5, Number.NaN, Infinity, '5', 10_001].map((max): [string, object, string] => [
      `a text of ${max} characters`,
      table({ fields: { ...passkeyNames.fields, more: { kind: 'text', max } } }),
      'the max of "more" has to be a whole number from 1 to 10000',
    ]),
    ['an expiry that may be missing', EXPIRES_OR_NOT, 'a time of expiry that is not nullable'],
    ...(
      [
        ['secret on a number', { kind: 'int', secret: 'sealed' }, 'which a text alone can be'],
        ['secret key', { kind: 'id', secret: 'hash' }, 'which a text alone can be'],
        ['time that is secret', { kind: 'time', secret: 'hash' }, 'which a text alone can be'],
        [
          'secret of another word',
          { kind: 'text', secret: 'plain' },
          'neither "sealed" nor "hash"',
        ],
        ['secret that is personal', { kind: 'text', secret: 'hash', personal: true }, 'exported'],
        ['long sealed text', { kind: 'text', max: 2475, secret: 'sealed' }, 'a smaller max'],
      ] as const
    ).map(([what, more, message]): [string, object, string] => [
      `a ${what}`,
      table({ fields: { ...passkeyNames.fields, more } }),
      message,
    ]),
    ['rows that stay for ever', table({ owner: undefined }), 'an owner, or a time of expiry'],
  ])('is refused with %s', (_, value, message) => {
    expect(() => checkRecordTable(value)).toThrow(message)
  })

  it('stays as it was when it was checked', () => {
    const checked = structuredClone(codes)
    checkRecordTable(checked)
    for (const change of [
      { name: 'auth_other' },
      { key: ['kind'] },
      { expires: undefined },
      { fields: {} },
    ]) {
      expect(() => Object.assign(checked, change)).toThrow(TypeError)
    }
    expect(() => Object.assign(checked.fields, { more: { kind: 'int' } })).toThrow(TypeError)
    expect(() => Object.assign(checked.fields.note, { max: 5000 })).toThrow(TypeError)
    expect(() => Object.assign(checked.key, ['kind'])).toThrow(TypeError)
    expect(() => Object.assign(checked.lookups, ['note'])).toThrow(TypeError)
    expect(checked).toEqual(codes)
  })

  it('that cannot be used is refused by each verb', async () => {
    // As a program without types would call it.
    const bad = table({ name: 'users' }) as RecordTable
    await expect(records.get(bad, { id: '1' })).rejects.toThrow('cannot be used')
  })
})
