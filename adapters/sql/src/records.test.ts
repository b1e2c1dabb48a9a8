import type { AdapterRecords, RecordField, RecordTable } from '@latchstring/core/adapters'
import { describeSchema, tableSql } from '@latchstring/schema'
import { type Kysely, sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { record } from '../test/recording.ts'
import { DATABASES } from '../test/stores.ts'
import { passkeyNames, sqlAdapter, sqlFor } from './index.ts'

const cleanUps: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

const OPTIONS = { records: [passkeyNames] } as const

async function open({ dialect, create }: (typeof DATABASES)[number]) {
  const database = await create()
  cleanUps.push(() => database.drop())
  const { db }: { db: Kysely<object> } = record(dialect, database.url)
  cleanUps.push(() => db.destroy())
  return { db, dialect, adapter: sqlAdapter({ db, dialect, ...OPTIONS }) }
}

const ADA = { id: 'ada', email: 'ada@example.com', emailVerified: null }
const KEY = { userId: ADA.id, passkey: 'a1' }
const NAMED = { values: { ...KEY, name: 'Phone' }, version: 7 }

function recordsOf({ records }: { readonly records?: AdapterRecords }): AdapterRecords {
  if (!records) throw new TypeError('There are no records.')
  return records
}

describe.each(DATABASES)('the option records on $dialect', (database) => {
  it('is empty by default, and adds no table, verb or capability', async () => {
    const { db, dialect } = await open(database)
    const adapter = sqlAdapter({ db, dialect })
    await adapter.migrate()
    expect(adapter.capabilities.records).toBe(false)
    expect(adapter.records).toBeUndefined()
    expect(sqlFor(dialect)).not.toContain('auth_')
  })

  it('names the command to run where its table is missing', async () => {
    const { db, dialect, adapter } = await open(database)
    await sqlAdapter({ db, dialect }).migrate()
    await adapter.createUser(ADA)
    const missing = /^\w+\(\) needs a table or a column .*`latchstring migrate --apply`/
    await expect(recordsOf(adapter).get(passkeyNames, KEY)).rejects.toThrow(missing)
    await expect(recordsOf(adapter).insert(passkeyNames, NAMED, 0)).rejects.toThrow(missing)
  })

  it('lets users be deleted where its table is missing, also in a transaction', async () => {
    const { db, dialect, adapter } = await open(database)
    await sqlAdapter({ db, dialect }).migrate()
    await adapter.createUser(ADA)
    await adapter.deleteUser(ADA.id)
    expect(await adapter.getUser(ADA.id)).toBeNull()
    await adapter.createUser(ADA)
    await adapter.transaction((within) => within.deleteUser(ADA.id))
    expect(await adapter.getUser(ADA.id)).toBeNull()
  })

  it('leaves nothing that counts as made where a table cannot be made', async () => {
    const { db, dialect, adapter } = await open(database)
    // More columns than any of the databases has.
    const texts = Array.from({ length: 2100 }, (_, at): readonly [string, RecordField] => [
      `text${at}`,
      { kind: 'text', nullable: true },
    ])
    const fields = { ...passkeyNames.fields, ...Object.fromEntries(texts) }
    const wide: RecordTable = { ...passkeyNames, name: 'auth_wide_rows', fields }
    await expect(sqlAdapter({ db, dialect, records: [wide] }).migrate()).rejects.toThrow()
    expect(await adapter.migrate()).toEqual([1])
    await adapter.createUser(ADA)
    expect(await recordsOf(adapter).insert(passkeyNames, NAMED, 0)).toBe('inserted')
  })

  it('adds its table once to a database that is in use, which goes on without it', async () => {
    const { db, dialect, adapter } = await open(database)
    const before = sqlAdapter({ db, dialect })
    expect(await before.migrate()).toEqual([1])
    await before.createUser(ADA)
    await adapter.migrate()
    await adapter.migrate()
    expect(await recordsOf(adapter).insert(passkeyNames, NAMED, 0)).toBe('inserted')
    expect(await before.migrate()).toEqual([])
    expect(await recordsOf(adapter).get(passkeyNames, KEY)).toEqual(NAMED)
    await before.deleteUser(ADA.id)
    expect(await recordsOf(adapter).get(passkeyNames, KEY)).toBeNull()
  })

  it('adds a field that may be null to a table that was made without it', async () => {
    const { db, dialect, adapter } = await open(database)
    await adapter.migrate()
    await adapter.createUser(ADA)
    await recordsOf(adapter).insert(passkeyNames, NAMED, 0)
    const fields = { ...passkeyNames.fields, icon: { kind: 'text', nullable: true } } as const
    const wider = { ...passkeyNames, fields }
    const later = sqlAdapter({ db, dialect, records: [wider] })
    await later.migrate()
    const { values } = NAMED
    expect(await recordsOf(later).get(wider, KEY)).toEqual({
      ...NAMED,
      values: { ...values, icon: null },
    })
    expect(await recordsOf(adapter).get(passkeyNames, KEY)).toEqual(NAMED)
  })

  it('is in the tables of a new database, and in those that are only described', async () => {
    const { db, dialect, adapter } = await open(database)
    for (const statement of sqlFor(dialect, OPTIONS).split(/;\n/)) {
      if (statement.trim() !== '') await sql.raw(statement).execute(db)
    }
    expect(await adapter.migrate()).toEqual([])
    await adapter.createUser(ADA)
    expect(await recordsOf(adapter).insert(passkeyNames, NAMED, 0)).toBe('inserted')
  })

  it('uses a table that another tool created, under another name', async () => {
    const { db, dialect } = await open(database)
    const options = { ...OPTIONS, tables: { auth_passkeys_names: 'key_names' } } as const
    const schema = describeSchema(options)
    for (const table of schema.tables) {
      for (const statement of tableSql(dialect, schema, table)) {
        await sql.raw(statement).execute(db)
      }
    }
    const adapter = sqlAdapter({ db, dialect, ...options })
    expect(await adapter.migrate()).toEqual([])
    await adapter.createUser(ADA)
    expect(await recordsOf(adapter).insert(passkeyNames, NAMED, 0)).toBe('inserted')
    const { rows } = await sql.raw<{ name: string }>('select name from key_names').execute(db)
    expect(rows.map(({ name }) => name)).toEqual(['Phone'])
  })

  it.each(['uuid', 'integer'] as const)('has owners of the type %s', async (ids) => {
    const { db, dialect } = await open(database)
    const adapter = sqlAdapter({ db, dialect, ids, ...OPTIONS })
    await adapter.migrate()
    const { id: userId } = await adapter.createUser({ ...ADA, id: crypto.randomUUID() })
    const row = { values: { ...NAMED.values, userId }, version: 7 }
    const records = recordsOf(adapter)
    expect(await records.insert(passkeyNames, row, 0)).toBe('inserted')
    expect(await records.get(passkeyNames, { ...KEY, userId })).toEqual(row)
    expect(await records.insert(passkeyNames, NAMED, 0)).toBe('no-owner')
    expect(await records.get(passkeyNames, KEY)).toBeNull()
  })

  it('refuses a row of a user who does not exist, and verbs on a table that it does not name', async () => {
    const { adapter } = await open(database)
    await adapter.migrate()
    const records = recordsOf(adapter)
    expect(await records.insert(passkeyNames, NAMED, 0)).toBe('no-owner')
    const other = { ...passkeyNames, name: 'auth_others' }
    expect(records.keeps(other)).toBe(false)
    await expect(records.get(other, KEY)).rejects.toThrow(
      'The adapter has no table for auth_others. Name it in its option records.',
    )
  })
})
