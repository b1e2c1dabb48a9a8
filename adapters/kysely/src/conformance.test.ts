import { type Dialect, Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testStore } from '../test/conformance.ts'
import { openSqlite } from '../test/stores.ts'
import { kyselyAdapter } from './index.ts'

// The same adapter over SQLite is tested by that for SQL.
testStore('PostgreSQL')

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
