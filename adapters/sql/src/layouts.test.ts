import { type ConformanceIds, testAdapter } from '@latchstring/adapter-conformance'
import type { NamesPreset } from '@latchstring/schema'
import type { Kysely } from 'kysely'
import * as runner from 'vitest'
import { countDuring } from '../../../test/wire/statements.ts'
import { CONTROL, RECORDS, WITH_TRANSACTIONS } from '../../../test/adapters/samples.ts'
import { record } from '../test/recording.ts'
import { DATABASES } from '../test/stores.ts'
import { USER_FIELDS, VERSION, countRows, readVersion, write } from '../test/subjects.ts'
import { type Traffic, listenTo } from '../test/traffic.ts'
import { sqlAdapter } from './index.ts'

const STORE = {
  sqlite: 'SQLite through @libsql/client',
  postgres: 'PostgreSQL through pg',
  mysql: 'MariaDB through mysql2',
} as const

// Every kind of ids, with members of every kind beside the usual ones.
const LAYOUTS: readonly { readonly ids: ConformanceIds; readonly names: NamesPreset }[] = [
  { ids: 'text', names: 'latchstring' },
  { ids: 'uuid', names: 'latchstring' },
  { ids: 'integer', names: 'next-auth' },
]

for (const { dialect, create } of DATABASES) {
  for (const { ids, names } of LAYOUTS) {
    const opened: { readonly db: Kysely<object>; readonly traffic: Traffic }[] = []
    const current = () => {
      const [found] = opened
      if (found === undefined) throw new Error('nothing is open')
      return found
    }
    testAdapter({
      name: `${STORE[dialect]} over Kysely, ids ${ids}, names ${names}`,
      async create() {
        const database = await create()
        const traffic = await listenTo(dialect, database.url)
        const { db } = record(dialect, traffic.url)
        opened.push({ db, traffic })
        const adapter = sqlAdapter({
          db,
          dialect,
          ids,
          names,
          userFields: USER_FIELDS,
          uniqueConstraints: true,
          sessionControl: true,
          records: RECORDS,
        })
        await adapter.migrate()
        const close = async (): Promise<void> => {
          await db.destroy()
          await traffic.close()
          await database.drop()
        }
        return { ...adapter, close }
      },
      destroy: (adapter) => adapter.close(),
      capabilities: {
        ...WITH_TRANSACTIONS,
        ...CONTROL,
        uniqueTokens: names !== 'next-auth',
      },
      runner,
      ids,
      throughTheCore: ids === 'text',
      userFields: USER_FIELDS,
      // Names of the other preset are those of tables that are counted elsewhere.
      ...(names === 'latchstring' ? { countRows: () => countRows(current().db) } : {}),
      ...(ids === 'text'
        ? {
            report: {
              adapter: 'sql',
              store: STORE[dialect],
              version: () => readVersion(current().db, VERSION[dialect]),
              write,
              countQueries: (work) => countDuring(current().traffic, work),
            },
          }
        : {}),
    })
  }
}
