import type { Dialect } from 'kysely'
import type postgres from 'postgres'
import { peerError } from './optional-peer.ts'
import type { PostgresOptions } from './open-postgres.ts'
import { postgresServerName, unreachable } from './postgres-errors.ts'
import { type PostgresJs, createPostgresJsDialect } from './postgres-js-dialect.ts'

async function importPostgres(): Promise<typeof postgres> {
  try {
    const { default: found } = await import('postgres')
    return found
  } catch (error) {
    throw peerError('postgres', error)
  }
}

type Unsafe = (...query: Parameters<postgres.Sql['unsafe']>) => ReturnType<postgres.Sql['unsafe']>

/**
 * Waits for a response no longer than `timeout`: postgres.js reconnects without limit if a server closes the connection.
 *
 * @param late - called with a response after the timeout
 */
function withinTime<T>(
  call: PromiseLike<T>,
  timeout: number,
  late: (value: T) => void = () => undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let over = false
    const timer = setTimeout(() => {
      over = true
      reject(new Error(`The server did not respond within ${timeout} ms.`))
    }, timeout)
    call.then(
      (value) => {
        clearTimeout(timer)
        if (over) late(value)
        else resolve(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error instanceof Error ? error : new Error(String(error)))
      },
    )
  })
}

interface Server {
  readonly name: string
  readonly timeout: number
}

/** The same with errors that name the server, and an end to waiting. */
const patient =
  (sql: { readonly unsafe: Unsafe }, { name, timeout }: Server) =>
  async (...query: Parameters<Unsafe>): Promise<Awaited<ReturnType<Unsafe>>> => {
    try {
      return await withinTime(sql.unsafe(...query), timeout)
    } catch (error) {
      throw unreachable(name, error)
    }
  }

/** PostgreSQL through an instance of postgres.js of its own. */
export function postgresJsUrlDialect({ url, poolSize, timeout }: PostgresOptions): Dialect {
  const name = postgresServerName(url)
  const server = { name, timeout }
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
      unsafe: patient(opened, server),
      async reserve() {
        try {
          const reserved = await withinTime(opened.reserve(), timeout, (late) => {
            late.release()
          })
          return {
            unsafe: patient(reserved, server),
            release: () => {
              reserved.release()
            },
          }
        } catch (error) {
          throw unreachable(name, error)
        }
      },
    }
  }
  return createPostgresJsDialect({
    open,
    async close() {
      await sql?.end({ timeout: 2 })
    },
  })
}
