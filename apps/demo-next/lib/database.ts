import { openSqlAdapter } from '@latchstring/adapter-sql'
import { records } from './features.mjs'
import { userFields } from './user-fields.mjs'

/** `file:` for SQLite, `postgres:` for PostgreSQL. */
export const databaseUrl = process.env['DATABASE_URL'] || 'file:.data/demo.db'

/** Name of the database on the pages. */
export const databaseName = databaseUrl.startsWith('file:') ? 'SQLite' : 'PostgreSQL'

/** The session strategy. With an adapter the default of the library is `database`. */
export const strategy = process.env['DEMO_SESSION_STRATEGY'] === 'jwt' ? 'jwt' : 'database'

/** Where users, accounts, sessions and devices are stored. Nothing is opened until the first call. */
export const adapter = openSqlAdapter(databaseUrl, {
  userFields,
  sessionControl: true,
  records,
})
