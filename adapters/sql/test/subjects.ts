import type { ConformanceFieldKind, RowCounts } from '@latchstring/adapter-conformance'
import { writeReport } from '@latchstring/adapter-conformance'
import { type Kysely, sql } from 'kysely'

/** What a database is asked for its version with. */
export const VERSION = {
  sqlite: 'sqlite_version()',
  postgres: `current_setting('server_version')`,
  mysql: 'version()',
} as const

/** A member of every kind. */
export const USER_FIELDS = {
  role: 'text',
  loginCount: 'integer',
  newsletter: 'boolean',
  bornAt: 'timestamp',
  settings: 'json',
} as const satisfies Readonly<Record<string, ConformanceFieldKind>>

/** Where the reports of a run go. */
export const write: ReturnType<typeof writeReport> = writeReport(
  new URL('../../../artifacts/adapters/', import.meta.url),
)

/** The rows of every table, under the names they have unless something else is said. */
export async function countRows(db: Kysely<object>): Promise<RowCounts> {
  const count = (table: string) => sql`(select count(*) from ${sql.table(table)})`
  const { rows } = await sql<
    Readonly<Record<'users' | 'accounts' | 'sessions' | 'tokens', unknown>>
  >`
    select ${count('users')} as users, ${count('accounts')} as accounts,
    ${count('sessions')} as sessions, ${count('verification_tokens')} as tokens`.execute(db)
  const [counted] = rows
  return {
    users: Number(counted?.users),
    accounts: Number(counted?.accounts),
    sessions: Number(counted?.sessions),
    verificationTokens: Number(counted?.tokens),
  }
}

/** Asks a database for its version, in its own words. */
export async function readVersion(db: Kysely<object>, expression: string): Promise<string> {
  const { rows } = await sql<{
    version: unknown
  }>`select ${sql.raw(expression)} as version`.execute(db)
  return String(rows[0]?.version)
}
