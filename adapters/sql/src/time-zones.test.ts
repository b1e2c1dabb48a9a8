import { PGlite } from '@electric-sql/pglite'
import { testAdapter } from '@latchstring/adapter-conformance'
import { type Kysely, sql } from 'kysely'
import { Kysely as KyselyInstance } from 'kysely'
import * as runner from 'vitest'
import { CONTROL, RECORDS, WITH_TRANSACTIONS } from '../../../test/adapters/samples.ts'
import { record } from '../test/recording.ts'
import { createMysqlDatabase, createPostgresDatabase } from '../test/stores.ts'
import { USER_FIELDS } from '../test/subjects.ts'
import { openSqlAdapter } from './index.ts'
import { pgliteAdapter, pgliteDialect } from './pglite.ts'

const { afterAll, beforeAll, describe, expect } = runner

const OPTIONS = { sessionControl: true, records: RECORDS, userFields: USER_FIELDS } as const

/** Makes the columns of times what tools other than ours choose: without a time zone. */
async function dropZones(db: Kysely<object>): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select format('alter table %I alter column %I type timestamp(3) without time zone using %2$I at time zone ''UTC''',
      table_name, column_name) as statement
    from information_schema.columns
    where table_schema = current_schema() and data_type = 'timestamp with time zone'`.execute(db)
  expect(rows.length).toBeGreaterThan(5)
  for (const { statement } of rows) await sql.raw(statement).execute(db)
}

async function openPostgres(driver: 'pg' | 'postgres') {
  const database = await createPostgresDatabase()
  const { db } = record('postgres', database.url)
  const name = new URL(database.url).pathname.slice(1)
  // A third zone, in which the server would read a time without one.
  await sql.raw(`alter database ${name} set timezone = 'America/New_York'`).execute(db)
  const adapter = openSqlAdapter(database.url, {
    ...OPTIONS,
    ...(driver === 'postgres' ? { driver } : {}),
  })
  await adapter.migrate()
  await dropZones(db)
  await db.destroy()
  const close = async (): Promise<void> => {
    await adapter.close()
    await database.drop()
  }
  return { ...adapter, close }
}

async function openPglite() {
  const pglite = await PGlite.create()
  const adapter = pgliteAdapter(pglite, OPTIONS)
  await adapter.migrate()
  const db = new KyselyInstance<object>({ dialect: pgliteDialect(pglite) })
  await sql`set timezone = 'America/New_York'`.execute(db)
  await dropZones(db)
  return { ...adapter, close: () => pglite.close() }
}

async function openMysql() {
  const database = await createMysqlDatabase()
  const adapter = openSqlAdapter(database.url, OPTIONS)
  await adapter.migrate()
  const close = async (): Promise<void> => {
    await adapter.close()
    await database.drop()
  }
  return { ...adapter, close }
}

const SUBJECTS = [
  ['PostgreSQL through pg', 'Asia/Kolkata', () => openPostgres('pg')],
  ['PostgreSQL through pg', 'America/St_Johns', () => openPostgres('pg')],
  ['PostgreSQL through postgres.js', 'Asia/Kolkata', () => openPostgres('postgres')],
  ['PGlite', 'Asia/Kolkata', openPglite],
  ['MariaDB', 'America/St_Johns', openMysql],
] as const

describe.each(SUBJECTS)('%s in a process at %s', (name, zone, create) => {
  const before = process.env['TZ']

  beforeAll(() => {
    process.env['TZ'] = zone
    expect(new Date().getTimezoneOffset()).not.toBe(0)
  })

  afterAll(() => {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })

  testAdapter({
    name: `${name}, whose columns have no time zone`,
    create,
    destroy: (adapter) => adapter.close(),
    capabilities: { ...WITH_TRANSACTIONS, ...CONTROL },
    userFields: USER_FIELDS,
    throughTheCore: false,
    runner,
  })
})
