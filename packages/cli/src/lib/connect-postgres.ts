import type { Row, Step } from '@latchstring/schema'
import type { Client } from 'pg'
import { CONNECT_TIMEOUT, type ConnectOptions, type Connection, LOCK_NAME } from './connection.ts'
import { loadDriver } from './driver.ts'

type Module = { readonly default: { readonly Client: typeof Client } }

/** Connects to PostgreSQL. */
export async function connectPostgres(options: ConnectOptions): Promise<Connection> {
  const { url, folder, lockTimeout, readOnly } = options
  // What the package exports is in its own types.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const { default: pg } = (await loadDriver('pg', 'pg', folder)) as Module
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT * 1000,
    application_name: LOCK_NAME,
  })
  // A connection that breaks also fails the statement under way; unheard, it would end the process.
  client.on('error', () => undefined)
  await client.connect()

  async function query(statement: string): Promise<readonly Row[]> {
    const { rows } = await client.query<Row>(statement)
    return rows
  }
  // An index of a large table takes longer than a server may allow a statement of the application.
  await query('set statement_timeout = 0')
  await query(`set lock_timeout = ${lockTimeout * 1000}`)
  // Times are compared in UTC, also those of columns without a zone.
  await query(`set time zone 'UTC'`)
  if (readOnly) await query('set default_transaction_read_only = on')
  const lock = `hashtext('${LOCK_NAME}')`

  async function isLocked(): Promise<boolean> {
    const [row] = await query(`select pg_try_advisory_lock(${lock}) as locked`)
    return row?.['locked'] === true
  }
  return {
    dialect: 'postgres',
    query,
    async run({ sql, alone }: Step) {
      // A change of a table that waits makes others wait behind it. An index made concurrently blocks no other statement.
      await query(`set lock_timeout = ${alone ? 0 : lockTimeout * 1000}`)
      await query(sql)
    },
    tryLock: isLocked,
    async unlock() {
      await query(`select pg_advisory_unlock(${lock})`)
      return false
    },
    close: () => client.end(),
  }
}
