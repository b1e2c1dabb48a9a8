import { createClient } from '@libsql/client'
import pg from 'pg'
import { databaseUrl } from './database.ts'

/** A provider that a user signs in with. */
export interface LinkedAccount {
  readonly provider: string
  readonly type: string
}

const COLUMNS = 'select provider, type from accounts where user_id ='

const pool = databaseUrl.startsWith('file:')
  ? undefined
  : new pg.Pool({ connectionString: databaseUrl, max: 2, allowExitOnIdle: true })

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads from the tables of the library, as any code of the application may. */
export async function readLinkedAccounts(userId: string): Promise<readonly LinkedAccount[]> {
  if (pool !== undefined) {
    const { rows } = await pool.query<LinkedAccount>(`${COLUMNS} $1 order by provider`, [userId])
    return rows
  }
  const client = createClient({ url: databaseUrl })
  try {
    const { rows } = await client.execute({ sql: `${COLUMNS} ? order by provider`, args: [userId] })
    return rows.map((row) => ({ provider: text(row['provider']), type: text(row['type']) }))
  } finally {
    client.close()
  }
}
