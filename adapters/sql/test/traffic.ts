import { createPostgresReader } from '../../../test/wire/postgres-reader.ts'
import { openRelay } from '../../../test/wire/relay.ts'
import { listenToLibsql } from '../../../test/wire/sqlite.ts'
import type { Listening } from '../../../test/wire/statements.ts'
import type { D1Database, D1Statement } from '../src/d1.ts'
import type { SqlDialect } from '../src/index.ts'

/** A database that is listened to below its driver. */
export interface Traffic extends Listening {
  /** For the driver. */
  readonly url: string
  close(): Promise<void>
}

/** Listens to a database: on its connections, or where it is a file, to libsql. */
export async function listenTo(dialect: SqlDialect, url: string): Promise<Traffic> {
  if (dialect !== 'sqlite') return openRelay(url)
  const listening = listenToLibsql()
  const close = async (): Promise<void> => Promise.resolve(listening.stop())
  return { url, statements: listening.statements, close }
}

/** What PGlite does everything through. */
interface PgliteProtocol {
  execProtocolRawSync(message: Uint8Array): Uint8Array
}

/** Listens to the messages that a PGlite instance hands to the PostgreSQL within. */
export function listenToPglite(pglite: PgliteProtocol): Listening {
  const statements: string[] = []
  const read = createPostgresReader(true)
  const handOn = pglite.execProtocolRawSync.bind(pglite)
  Object.assign(pglite, {
    execProtocolRawSync(message: Uint8Array): Uint8Array {
      statements.push(...read(message))
      return handOn(message)
    },
  })
  return { statements }
}

/** A database of D1, and the calls to it: for a statement, or for several in one batch. */
export function listenToD1(database: D1Database): Listening & { readonly d1: D1Database } {
  const statements: string[] = []
  const originals = new WeakMap<D1Statement, { original: D1Statement; sql: string }>()
  const listening = (original: D1Statement, sql: string): D1Statement => {
    const statement: D1Statement = {
      bind: (...values) => listening(original.bind(...values), sql),
      all() {
        statements.push(sql)
        return original.all()
      },
    }
    originals.set(statement, { original, sql })
    return statement
  }
  const d1: D1Database = {
    prepare: (sql) => listening(database.prepare(sql), sql),
    batch(batch) {
      const found = batch.map((statement) => originals.get(statement))
      statements.push(found.map((each) => each?.sql).join('; '))
      return database.batch(found.flatMap((each) => each?.original ?? []))
    },
  }
  return { d1, statements }
}
