import { describeSchema } from '@latchstring/schema'
import { planNow } from '../apply.ts'
import { connect } from '../connect.ts'
import { type DatabaseUrl, readDatabaseUrl } from '../database-url.ts'
import { describeError } from '../describe-error.ts'
import type { Application } from './application.ts'
import { lacksDriver } from './check-packages.ts'
import { readDatabase } from './database.ts'
import { type Finding, broken, note } from './finding.ts'
import { loadTables, migrateArguments, partsOf, readDescribed } from './records.ts'

const DOCS = 'docs/storage-sql.md#create-the-tables'

type Tables = NonNullable<Parameters<typeof describeSchema>[0]>

interface Store {
  readonly url: string
  readonly tables: Tables
  /** How the command that plans is called. */
  readonly command: string
}

async function findStore(application: Application): Promise<Store | undefined> {
  const { url, argument = '', options } = readDatabase(application) ?? {}
  const described = readDescribed(options)
  if (url === undefined || described === undefined || url === ':memory:') return undefined
  const { sessionControl, records } = described
  // Where a package is missing, another finding says so.
  const tables = await loadTables(records, application.folder).catch(() => undefined)
  if (tables === undefined) return undefined
  return {
    url,
    tables: { sessionControl, records: tables },
    command: `npx @latchstring/cli ${migrateArguments(sessionControl, partsOf(records))}${argument}`,
  }
}

/**
 * Compares the tables of the store with those that the adapter needs. Nothing is changed.
 *
 * @param hide - takes what is secret in the address out of all output
 */
export async function checkTables(
  application: Application,
  hide: (secrets: readonly string[]) => void,
): Promise<readonly Finding[]> {
  const store = await findStore(application)
  if (store === undefined || (await lacksDriver(application))) return []
  hide([store.url])
  // The adapter takes it, and the commands on tables do not.
  if (store.url.startsWith('libsql:')) return []
  const database = readAddress(store.url)
  if (database instanceof Error) return [unusable('The address of the database', database)]
  hide(database.secrets)
  try {
    const options = { folder: application.folder, lockTimeout: 5, readOnly: true }
    const connection = await connect(database, options)
    try {
      const { steps, refused } = await planNow(connection, describeSchema(store.tables))
      const tables = steps.filter(({ kind }) => kind === 'createTable').map(({ table }) => table)
      return [
        ...(steps.length === 0
          ? []
          : [missing(database.name, tables, steps.length, store.command)]),
        ...(refused.length === 0
          ? []
          : [
              note({
                id: 'tables-refused',
                what: `${database.name}: ${refused.length} differences are left to you.`,
                why: 'The store accepts what the library would rather not rely on.',
                fix: 'npx @latchstring/cli migrate --plan names them, and what to do by hand.',
                docs: 'docs/migrations.md#when-something-is-refused',
              }),
            ]),
      ]
    } finally {
      await connection.close().catch(() => undefined)
    }
  } catch (error) {
    return [unusable(database.name, error)]
  }
}

/** The address, or what is wrong with it. */
function readAddress(url: string): DatabaseUrl | Error {
  try {
    return readDatabaseUrl(url)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

const unusable = (name: string, error: unknown): Finding =>
  broken({
    id: 'store-unreachable',
    what: `${name} cannot be used: ${describeError(error)}`,
    why: 'Signing in fails with status 503 (AdapterError).',
    fix: 'Start the database, or correct DATABASE_URL. Special characters of a password are percent-encoded there.',
    docs: DOCS,
  })

function missing(name: string, tables: readonly string[], steps: number, command: string): Finding {
  return broken({
    id: 'tables-missing',
    what:
      tables.length === 0
        ? `${name} lacks columns or indexes: ${steps} steps.`
        : `${name} has no tables ${tables.join(', ')}.`,
    why: 'The first sign-in fails with status 503 (AdapterError: no such table).',
    fix: `Run: ${command}`,
    docs: DOCS,
  })
}
