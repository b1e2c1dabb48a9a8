import { devices, passkeyNames, type RecordTable } from '@latchstring/core/adapters'
import { describeSchema } from '@latchstring/schema'
import { planNow } from '../apply.ts'
import { connect } from '../connect.ts'
import { type DatabaseUrl, readDatabaseUrl } from '../database-url.ts'
import { describeError } from '../describe-error.ts'
import type { Application } from './application.ts'
import { lacksDriver } from './check-packages.ts'
import { readDatabase } from './database.ts'
import { type Finding, broken, note } from './finding.ts'
import { type Value, memberValue } from './value.ts'

const DOCS = 'docs/storage-sql.md#create-the-tables'

type Tables = NonNullable<Parameters<typeof describeSchema>[0]>

/** Options that describe tables otherwise than by `true` and `false`. */
const DESCRIBED = ['names', 'tables', 'columns', 'ids', 'userFields', 'rowIds']

/** Whether an option is on; `undefined` where the text does not say. */
function readSwitch(options: Value, option: string): boolean | undefined {
  const value = memberValue(options, option)
  if (value === undefined) return false
  if (value.kind === 'flag') return value.flag
  return value.kind === 'name' && value.name === 'undefined' ? false : undefined
}

/** The tables that the library exports, by their names there. */
const KNOWN: ReadonlyMap<string, RecordTable> = new Map<string, RecordTable>([
  ['devices', devices],
  ['passkeyNames', passkeyNames],
])

/** What `--records` calls a table. */
const PARTS: Readonly<Record<string, string>> = {
  [devices.name]: 'devices',
  [passkeyNames.name]: 'passkeys',
}

/** The tables of the option `records`; `undefined` where the text does not say. */
function readRecords(options: Value): readonly RecordTable[] | undefined {
  const value = memberValue(options, 'records')
  if (value === undefined) return []
  if (value.kind !== 'list' || value.open) return undefined
  const tables = value.items.map((one) => (one.kind === 'name' ? KNOWN.get(one.name) : undefined))
  const known = tables.filter((table) => table !== undefined)
  return known.length === tables.length ? known : undefined
}

/** The tables that the options of an adapter describe; `undefined` where the text does not say. */
function readTables(options: Value | undefined): Tables | undefined {
  if (options === undefined) return {}
  if (options.kind !== 'object' || options.open) return undefined
  if (DESCRIBED.some((name) => options.members.has(name))) return undefined
  const sessionControl = readSwitch(options, 'sessionControl')
  const records = readRecords(options)
  if (sessionControl === undefined || records === undefined) return undefined
  return { sessionControl, records }
}

interface Store {
  readonly url: string
  readonly tables: Tables
  /** How the command that plans is called. */
  readonly command: string
}

function findStore(application: Application): Store | undefined {
  const { url, usual, options } = readDatabase(application) ?? {}
  const tables = readTables(options)
  if (url === undefined || tables === undefined || url === ':memory:') return undefined
  const control = tables.sessionControl ? ' --session-control' : ''
  const parts = (tables.records ?? []).map(({ name }) => PARTS[name]).join(',')
  const flag = parts === '' ? control : `${control} --records ${parts}`
  const named = usual === true ? '' : ' --url …'
  return { url, tables, command: `npx @latchstring/cli migrate --apply${flag}${named}` }
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
  const store = findStore(application)
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
