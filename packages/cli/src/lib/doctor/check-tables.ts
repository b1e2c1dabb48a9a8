import {
  devices,
  emailMails,
  mailProofs,
  passkeyNames,
  type RecordTable,
  recordTables,
  waitingSignIns,
} from '@latchstring/core/adapters'
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
export const DESCRIBED: readonly string[] = [
  'names',
  'tables',
  'columns',
  'ids',
  'userFields',
  'rowIds',
]

/** Whether an option is on; `undefined` where the text does not say. */
function readSwitch(options: Value, option: string): boolean | undefined {
  const value = memberValue(options, option)
  if (value === undefined) return false
  if (value.kind === 'flag') return value.flag
  return value.kind === 'name' && value.name === 'undefined' ? false : undefined
}

/** The parts that `--records` names, by the names of their tables in a list. */
const PARTS: ReadonlyMap<string, { readonly part: string; readonly table: RecordTable }> = new Map([
  ['passkeyNames', { part: 'passkeys', table: passkeyNames }],
  ['emailMails', { part: 'mails', table: emailMails }],
  ['mailProofs', { part: 'proofs', table: mailProofs }],
  ['devices', { part: 'devices', table: devices }],
  ['waitingSignIns', { part: 'waiting', table: waitingSignIns }],
])

interface Listed {
  readonly tables: readonly RecordTable[]
  readonly parts: readonly string[]
}

/** The tables of the option `records`; `undefined` where the text does not say. */
function readRecords(options: Value): Listed | undefined {
  const all = readSwitch(options, 'records')
  if (all !== undefined)
    return all ? { tables: recordTables, parts: ['all'] } : { tables: [], parts: [] }
  const value = memberValue(options, 'records')
  if (value?.kind !== 'list' || value.open) return undefined
  const found = value.items.flatMap((one) =>
    one.kind === 'name' ? (PARTS.get(one.name) ?? []) : [],
  )
  if (found.length < value.items.length) return undefined
  return { tables: found.map(({ table }) => table), parts: found.map(({ part }) => part) }
}

/** The tables that the options of an adapter describe; `undefined` where the text does not say. */
function readTables(
  options: Value | undefined,
): { readonly tables: Tables; readonly parts: readonly string[] } | undefined {
  if (options === undefined) return { tables: {}, parts: [] }
  if (options.kind !== 'object' || options.open) return undefined
  if (DESCRIBED.some((name) => options.members.has(name))) return undefined
  const sessionControl = readSwitch(options, 'sessionControl')
  const records = readRecords(options)
  if (sessionControl === undefined || records === undefined) return undefined
  return { tables: { sessionControl, records: records.tables }, parts: records.parts }
}

interface Store {
  readonly url: string
  readonly tables: Tables
  /** How the command that plans is called. */
  readonly command: string
}

function findStore(application: Application): Store | undefined {
  const { url, usual, options } = readDatabase(application) ?? {}
  const read = readTables(options)
  if (url === undefined || read === undefined || url === ':memory:') return undefined
  const { tables, parts } = read
  const control = tables.sessionControl ? ' --session-control' : ''
  const records = parts.length > 0 ? ` --records ${parts.join(',')}` : ''
  const named = usual === true ? '' : ' --url …'
  return {
    url,
    tables,
    command: `npx @latchstring/cli migrate --apply${control}${records}${named}`,
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
