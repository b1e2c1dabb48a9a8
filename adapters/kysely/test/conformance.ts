import { testAdapter, writeReport } from '@latchstring/adapter-conformance'
import { Kysely, sql } from 'kysely'
import * as runner from 'vitest'
import { CONTROL, RECORDS, WITH_TRANSACTIONS } from '../../../test/adapters/samples.ts'
import { countDuring } from '../../../test/wire/statements.ts'
import { kyselyAdapter } from '../src/index.ts'
import { openPostgres, openSqlite, type Store } from './stores.ts'

const STORES = {
  SQLite: { open: openSqlite, version: 'sqlite_version()' },
  PostgreSQL: { open: openPostgres, version: `current_setting('server_version')` },
} as const

/** Runs the suite over a database; with a report where it goes through the core. */
export function testStore(store: keyof typeof STORES, throughTheCore = false): void {
  const { open, version } = STORES[store]
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
        records: RECORDS,
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
    throughTheCore,
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
