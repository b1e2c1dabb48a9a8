import type { Dialect } from 'kysely'
import type postgres from 'postgres'
import { peerError } from './optional-peer.ts'
import type { PostgresOptions } from './open-postgres.ts'
import { postgresServerName, unreachable } from './postgres-errors.ts'
import { type PostgresJs, postgresJsDialectOf } from './postgres-js-dialect.ts'

async function importPostgres(): Promise<typeof postgres> {
  try {
    const { default: found } = await import('postgres')
    return found
  } catch (error) {
    throw peerError('postgres', error)
  }
}

type Unsafe = (...query: Parameters<postgres.Sql['unsafe']>) => ReturnType<postgres.Sql['unsafe']>

/** The same with errors that name the server. */
const namingServer =
  (sql: { readonly unsafe: Unsafe }, server: string) =>
  async (...query: Parameters<Unsafe>): Promise<Awaited<ReturnType<Unsafe>>> => {
    try {
      return await sql.unsafe(...query)
    } catch (error) {
      throw unreachable(server, error)
    }
  }

/** PostgreSQL through an instance of postgres.js of its own. */
export function postgresJsUrlDialect({ url, poolSize, timeout }: PostgresOptions): Dialect {
  const server = postgresServerName(url)
  let sql: postgres.Sql | undefined

  const open = async (): Promise<PostgresJs> => {
    const connect = await importPostgres()
    const opened = connect(url, {
      max: poolSize,
      connect_timeout: timeout / 1000,
      idle_timeout: 30,
      connection: { statement_timeout: timeout },
      // Otherwise printed: that a table is there already is what it says most.
      onnotice: () => undefined,
    })
    sql = opened
    return {
      unsafe: namingServer(opened, server),
      async reserve() {
        try {
          const reserved = await opened.reserve()
          return {
            unsafe: namingServer(reserved, server),
            release: () => {
              reserved.release()
            },
          }
        } catch (error) {
          throw unreachable(server, error)
        }
      },
    }
  }
  return postgresJsDialectOf({
    open,
    async close() {
      await sql?.end({ timeout: 5 })
    },
  })
}
