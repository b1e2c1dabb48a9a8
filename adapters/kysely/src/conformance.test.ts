import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testAdapter, writeReport } from '@latchstring/adapter-conformance'
import {
  type CompiledQuery,
  type Dialect,
  Kysely,
  PostgresDialect,
  SqliteDialect,
  sql,
} from 'kysely'
import SqliteDatabase from 'libsql'
import pg from 'pg'
import * as runner from 'vitest'
import { kyselyAdapter } from './index.ts'

const { describe, expect, it } = runner

interface Store {
  readonly dialect: Dialect
  readonly drop: () => Promise<void>
}

async function openSqlite(): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'latchstring-kysely-'))
  const database = new SqliteDatabase(join(folder, 'data.db'))
  database.exec('pragma foreign_keys = on')
  return {
    dialect: new SqliteDialect({ database }),
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}

async function administrate(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function openPostgres(): Promise<Store> {
  const server = process.env['LATCHSTRING_TEST_POSTGRES_URL']
  if (server === undefined || server === '') {
    throw new Error(
      'These tests need a PostgreSQL server and LATCHSTRING_TEST_POSTGRES_URL is not set. ' +
        '"npm test" starts one; "node tools/stores.mjs" starts one to keep and prints its URL.',
    )
  }
  const name = `latchstring_${crypto.randomUUID().replaceAll('-', '')}`
  await administrate(server, `create database "${name}"`)
  const url = new URL(server)
  url.pathname = name
  const pool = new pg.Pool({ connectionString: url.href, max: 5 })
  // Dropping the database ends connections that are still on their way out.
  pool.on('error', () => undefined)
  return {
    dialect: new PostgresDialect({ pool }),
    drop: () => administrate(server, `drop database "${name}" with (force)`),
  }
}

const STORES = [
  { store: 'SQLite', open: openSqlite, version: 'sqlite_version()' },
  { store: 'PostgreSQL', open: openPostgres, version: `current_setting('server_version')` },
] as const

for (const { store, open, version } of STORES) {
  const statements: CompiledQuery[] = []
  const opened: Kysely<object>[] = []
  const numberOf = async (expression: string): Promise<string> => {
    const [db] = opened
    if (db === undefined) throw new Error('nothing is open')
    const { rows } = await sql<{
      value: unknown
    }>`select (${sql.raw(expression)}) as value`.execute(db)
    return String(rows[0]?.value)
  }
  const rowsIn = async (table: string): Promise<number> =>
    Number(await numberOf(`select count(*) from ${table}`))

  testAdapter({
    name: `Kysely over ${store}`,
    async create() {
      const { dialect, drop } = await open()
      const db = new Kysely<object>({
        dialect,
        log({ query }) {
          statements.push(query)
        },
      })
      opened.push(db)
      const adapter = kyselyAdapter(db, { userFields: { role: 'text' } })
      await adapter.migrate()
      const close = async (): Promise<void> => {
        await db.destroy()
        await drop()
      }
      return { ...adapter, close }
    },
    destroy: (adapter) => adapter.close(),
    capabilities: {
      sessions: true,
      verificationTokens: true,
      webauthn: true,
      atomicConsume: true,
      transactions: true,
      uniqueConstraints: true,
      compareAndSet: true,
      revocation: true,
      accountUpdates: true,
    },
    runner,
    userFields: { role: 'text' },
    countRows: async () => ({
      users: await rowsIn('users'),
      accounts: await rowsIn('accounts'),
      sessions: await rowsIn('sessions'),
      verificationTokens: await rowsIn('verification_tokens'),
    }),
    report: {
      adapter: 'kysely',
      store,
      version: () => numberOf(version),
      write: writeReport(new URL('../../../artifacts/adapters/', import.meta.url)),
      async countQueries(work) {
        const before = statements.length
        await work()
        return statements.length - before
      },
    },
  })
}

describe('the dialect', () => {
  it('is asked for where the instance does not tell', async () => {
    const { dialect, drop } = await openSqlite()
    const original = dialect.createAdapter()
    // What a dialect for another kind of database would bring.
    const foreign: Dialect = {
      createAdapter: () => ({
        supportsTransactionalDdl: original.supportsTransactionalDdl,
        supportsReturning: original.supportsReturning,
        supportsCreateIfNotExists: true,
        acquireMigrationLock: () => Promise.resolve(),
        releaseMigrationLock: () => Promise.resolve(),
      }),
      createDriver: () => dialect.createDriver(),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createIntrospector: (db) => dialect.createIntrospector(db),
    }
    const db = new Kysely<object>({ dialect: foreign })
    expect(() => kyselyAdapter(db)).toThrow(/does not tell .* Set the option dialect/)
    const adapter = kyselyAdapter(db, { dialect: 'sqlite' })
    expect(await adapter.migrate()).toEqual([1])
    await db.destroy()
    await drop()
  })
})
