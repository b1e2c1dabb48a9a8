import { testAdapter, writeReport } from '@latchstring/adapter-conformance'
import { type Dialect, Kysely, sql } from 'kysely'
import * as runner from 'vitest'
import { countDuring } from '../../../test/wire/statements.ts'
import { CONTROL, WITH_TRANSACTIONS } from '../../../test/adapters/samples.ts'
import { openPostgres, openSqlite, type Store } from '../test/stores.ts'
import { kyselyAdapter } from './index.ts'

const { describe, expect, it } = runner

const STORES = [
  { store: 'SQLite', open: openSqlite, version: 'sqlite_version()' },
  { store: 'PostgreSQL', open: openPostgres, version: `current_setting('server_version')` },
] as const

for (const { store, open, version } of STORES) {
  const opened: { readonly db: Kysely<object>; readonly listening: Store }[] = []
  const current = () => {
    const [found] = opened
    if (found === undefined) throw new Error('nothing is open')
    return found
  }
  const numberOf = async (expression: string): Promise<string> => {
    const { rows } = await sql<{
      value: unknown
    }>`select (${sql.raw(expression)}) as value`.execute(current().db)
    return String(rows[0]?.value)
  }
  const rowsIn = async (table: string): Promise<number> =>
    Number(await numberOf(`select count(*) from ${table}`))

  testAdapter({
    name: `Kysely over ${store}`,
    async create() {
      const listening = await open()
      const { dialect, drop } = listening
      const db = new Kysely<object>({ dialect })
      opened.push({ db, listening })
      const adapter = kyselyAdapter(db, {
        userFields: { role: 'text' },
        sessionControl: true,
        authenticatorNames: true,
      })
      await adapter.migrate()
      const close = async (): Promise<void> => {
        await db.destroy()
        await drop()
      }
      return { ...adapter, close }
    },
    destroy: (adapter) => adapter.close(),
    capabilities: { ...WITH_TRANSACTIONS, ...CONTROL },
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
      countQueries: (work) => countDuring(current().listening, work),
    },
  })
}

describe('the option dialect of kyselyAdapter', () => {
  it('is required where the Kysely instance does not reveal the dialect', async () => {
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
