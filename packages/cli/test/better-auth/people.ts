import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuthConfig } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import type { KeptCredential } from '@latchstring/test-kit/fake-authenticator'
import type { TestDatabase } from '../databases.ts'
import { type Ran, run } from '../run.ts'

type Value = string | number | boolean | null

/** A database that better-auth has filled. */
export interface Filled {
  /** How better-auth makes its tables. */
  readonly sql: string
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, Value>>[]>>
  readonly ids: Readonly<Record<'ada' | 'grace' | 'edsger' | 'joan', string>>
  /** The password of all, but for the user whose address is not proven. */
  readonly password: string
  readonly unproven: string
  /** Ada's secret in base32, as her app was given it. */
  readonly totp: string
  readonly backupCodes: readonly string[]
  /** Cookies of Ada's browser, as they are sent. */
  readonly cookies: Readonly<Record<string, string>>
  readonly credential: KeptCredential
}

/** What `make-people.mjs` has made with the version of better-auth that it names. */
export interface People {
  readonly version: string
  readonly origin: string
  /** The secret of version 2, and the one from before there were versions. */
  readonly secret: string
  readonly older: string
  readonly sqlite: Filled
  readonly postgres: Filled
}

/** People of better-auth. */
export const PEOPLE: People = JSON.parse(
  readFileSync(new URL('people.json', import.meta.url), 'utf8'),
  // The file was written with these members.
) as People

/** The secrets, as an application has them. */
export const SECRETS = {
  BETTER_AUTH_SECRET: PEOPLE.older,
  BETTER_AUTH_SECRETS: `2:${PEOPLE.secret}`,
}

const literal = (value: Value): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)

/** Adds a row to a table of better-auth. */
export async function addRow(
  database: Pick<TestDatabase, 'query'>,
  table: string,
  row: Readonly<Record<string, Value>>,
): Promise<void> {
  const columns = Object.keys(row).map((name) => `"${name}"`)
  const values = Object.values(row).map(literal)
  await database.query(
    `insert into "${table}" (${columns.join(', ')}) values (${values.join(', ')})`,
  )
}

/** Makes the tables of better-auth with what it has put there. */
export async function fill(
  database: TestDatabase,
  { sql, rows }: Filled,
  tables: readonly string[] = ['user', 'account', 'session', 'twoFactor', 'passkey'],
): Promise<void> {
  for (const statement of sql.split(/;\s*/).filter((text) => text !== '')) {
    await database.query(statement)
  }
  for (const table of tables) {
    for (const row of rows[table] ?? []) await addRow(database, table, row)
  }
}

/** An adapter that an import does not close. */
export const keptOpen = (adapter: Adapter): Adapter =>
  Object.assign({ ...adapter }, { close: null })

/** Where the module of the test finds the configuration. */
const CONFIG = Symbol.for('latchstring test: configuration to import into')

/** Runs `latchstring import better-auth` into the application of a configuration. */
export async function importInto(
  config: AuthConfig,
  database: Pick<TestDatabase, 'url'>,
  options: readonly string[] = [],
  env: Readonly<Record<string, string>> = SECRETS,
): Promise<Ran> {
  const folder = await mkdtemp(join(tmpdir(), 'latchstring-import-'))
  Object.assign(globalThis, { [CONFIG]: config })
  try {
    const text = `export default globalThis[Symbol.for('${String(CONFIG.description)}')]\n`
    await writeFile(join(folder, 'auth.config.mjs'), text)
    const variables = {
      AUTH_SECRET: 'Zr7uK2xWq9dL4vB6nC1tY8mE3sJ5hF0gPa',
      AUTH_URL: PEOPLE.origin,
      ...env,
    }
    return await run(
      ['import', 'better-auth', '--file', 'auth.config.mjs', '--from', database.url, ...options],
      { folder, env: variables },
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}
