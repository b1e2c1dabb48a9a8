import { type Row, type SqlDialect, quoteName } from '@latchstring/schema'
import { UsageError } from '../arguments.ts'
import type { Connection } from '../connection.ts'
import { quoteText } from '../quote-text.ts'

/** The tables of better-auth that hold what is moved, by the names that it gives them. */
export const TABLES = ['user', 'account', 'twoFactor', 'passkey', 'session'] as const

/** A table of better-auth. */
export type TableKey = (typeof TABLES)[number]

/** A row, whose members have the names that better-auth gives them, in small letters and without underscores. */
export type SourceRow = Readonly<Record<string, unknown>>

/** The database of better-auth, to read. */
export interface Source {
  /** The tables that are there, by the names that better-auth gives them. */
  readonly tables: ReadonlyMap<TableKey, string>
  /** How many rows a table has; 0 for one that is not there. */
  count(key: TableKey): Promise<number>
  /** The rows of a table, in the order of their ids. None of a table that is not there. */
  rows(key: TableKey): AsyncIterable<SourceRow>
}

/** Rows that are read at once. */
const PAGE = 500

/** `two_factor`, `twoFactor` and `TwoFactor` are one name, however an application has written it. */
const fold = (name: string): string => name.replaceAll('_', '').toLowerCase()

const LIST: Readonly<Record<SqlDialect, string>> = {
  sqlite: "select name as found from sqlite_master where type in ('table', 'view')",
  postgres:
    'select table_name as found from information_schema.tables where table_schema = current_schema()',
  mysql:
    'select table_name as found from information_schema.tables where table_schema = database()',
}

async function listTables({ dialect, query }: Connection): Promise<readonly string[]> {
  return (await query(LIST[dialect])).map(({ found }) => String(found))
}

/** The name of a table: the one that was given, or the only one that is spelled so in some way. */
function pick(key: TableKey, present: readonly string[], given: string | undefined): string[] {
  if (given !== undefined) {
    if (present.includes(given)) return [given]
    throw new UsageError(
      `--source-tables: the database has no table ${JSON.stringify(given)} for ${key}.`,
    )
  }
  const found = present.filter((name) => [fold(key), `${fold(key)}s`].includes(fold(name)))
  const exact = found.filter((name) => name === key)
  return exact.length === 1 ? exact : found
}

/** @throws UsageError where a table that has to be there is not, or several may be meant */
function findTables(
  present: readonly string[],
  names: Readonly<Record<string, string>>,
): ReadonlyMap<TableKey, string> {
  const found = new Map<TableKey, string>()
  for (const key of TABLES) {
    const [name, another] = pick(key, present, names[key])
    if (another !== undefined) {
      throw new UsageError(
        `Both ${String(name)} and ${another} may be the table ${key} of better-auth: say which with --source-tables ${key}=NAME.`,
      )
    }
    if (name !== undefined) found.set(key, name)
  }
  const missing = (['user', 'account'] as const).find((key) => !found.has(key))
  if (missing === undefined) return found
  throw new UsageError(
    `The database of --from has no table ${missing} of better-auth. If it has another name, pass --source-tables ${missing}=NAME.`,
  )
}

/** @throws Error where two columns differ by case or underscores alone */
function toSourceRow(row: Row, table: string): SourceRow {
  const folded = Object.entries(row).map(([name, value]) => [fold(name), value] as const)
  const result = Object.fromEntries(folded)
  if (Object.keys(result).length === folded.length) return result
  throw new Error(`The table ${table} has columns that differ by case or underscores alone.`)
}

/**
 * Opens the tables of better-auth. Nothing is written to them.
 *
 * @param names - names of tables that are others, by the names of better-auth
 * @throws UsageError where the tables of users and accounts cannot be found
 */
export async function openSource(
  connection: Connection,
  names: Readonly<Record<string, string>>,
): Promise<Source> {
  const { dialect, query } = connection
  const tables = findTables(await listTables(connection), names)

  async function* rows(key: TableKey): AsyncIterable<SourceRow> {
    const table = tables.get(key)
    if (table === undefined) return
    const [from, id] = [quoteName(dialect, table), quoteName(dialect, 'id')]
    let after = ''
    for (;;) {
      const page = await query(`select * from ${from}${after} order by ${id} limit ${PAGE}`)
      for (const row of page) yield toSourceRow(row, table)
      const last = page.at(-1)?.['id']
      if (page.length < PAGE || last === undefined) return
      const bound = typeof last === 'string' ? quoteText(dialect, last) : Number(last)
      after = ` where ${id} > ${bound}`
    }
  }
  return {
    tables,
    rows,
    async count(key) {
      const table = tables.get(key)
      if (table === undefined) return 0
      const [row] = await query(`select count(*) as found from ${quoteName(dialect, table)}`)
      return Number(row?.['found'] ?? 0)
    },
  }
}
