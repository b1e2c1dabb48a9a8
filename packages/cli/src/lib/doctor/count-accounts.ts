import {
  type Schema,
  type Table,
  findColumn,
  findTable,
  inspect,
  quoteName,
} from '@latchstring/schema'
import type { Connection } from '../connection.ts'

/** The ways in of a configuration, as far as its text says. */
export interface Configured {
  /** Ids of all providers. */
  readonly providers: ReadonlySet<string>
  readonly email: boolean
  readonly passkeys: boolean
  /** Whether `@latchstring/passwords` is among the features. */
  readonly passwords: boolean
}

/** Users by how many ways in they have. */
export interface Counted {
  readonly users: number
  readonly one: number
  readonly none: number
  /** Users with an account of a provider that is not configured. */
  readonly dead: number
}

/** Where `@latchstring/passwords` keeps one row for each user with a password. */
const PASSWORDS = 'auth_passwords_hashes'

/** A text in a statement, without what a dialect reads as more than itself: no id of a provider has it. */
const literal = (text: string): string => `'${text.replaceAll(/['\\\0]/g, '')}'`

const listOf = (texts: Iterable<string>): string => ['', ...texts].map(literal).join(', ')

/** The tables, and how statements name them. */
interface Tables {
  readonly users: Table
  readonly accounts: Table
  readonly passkeys: Table
  readonly table: (table: Table) => string
  readonly column: (table: Table, member: string) => string
}

const tablesOf = ({ dialect }: Connection, schema: Schema): Tables => ({
  users: findTable(schema, 'users'),
  accounts: findTable(schema, 'accounts'),
  passkeys: findTable(schema, 'authenticators'),
  table: ({ name }) => quoteName(dialect, name),
  column: (table, member) => quoteName(dialect, findColumn(table, member).name),
})

/** Which accounts `a` are of providers with a service. */
const isOfService = ({ accounts, column }: Tables): string =>
  `a.${column(accounts, 'type')} in ('oauth', 'oidc')`

/** The number of ways in of a row `u` of users, as an expression. */
function waysOf(
  tables: Tables,
  { providers, email, passkeys: hasPasskeys }: Configured,
  hasPasswords: boolean,
): string {
  const { users, accounts, passkeys, table, column } = tables
  const id = `u.${column(users, 'id')}`
  const among = ` and a.${column(accounts, 'provider')} in (${listOf(providers)})`
  const parts = [
    `(select count(*) from ${table(accounts)} a where a.${column(accounts, 'userId')} = ${id} and ${isOfService(tables)}${among})`,
    ...(hasPasskeys
      ? [
          `(select count(*) from ${table(passkeys)} p where p.${column(passkeys, 'userId')} = ${id})`,
        ]
      : []),
    ...(email ? [`(case when u.${column(users, 'email')} is null then 0 else 1 end)`] : []),
    ...(hasPasswords ? [`(select count(*) from ${PASSWORDS} h where h.user_id = ${id})`] : []),
  ]
  return parts.join(' + ')
}

/** Users with an account of a provider that is not configured. */
async function countDead(
  { query }: Connection,
  tables: Tables,
  providers: ReadonlySet<string>,
): Promise<number> {
  const { accounts, table, column } = tables
  const [row] = await query(
    `select count(distinct a.${column(accounts, 'userId')}) as found from ${table(accounts)} a where ${isOfService(tables)} and a.${column(accounts, 'provider')} not in (${listOf(providers)})`,
  )
  return Number(row?.['found'] ?? 0)
}

/** Whether there is a table of passwords. */
async function keepsPasswords({ query }: Connection): Promise<boolean> {
  try {
    await query(`select count(user_id) as found from ${PASSWORDS} where 1 = 0`)
    return true
  } catch {
    return false
  }
}

/** Whether tables are there. */
async function areThere(
  { dialect, query }: Connection,
  schema: Schema,
  needed: readonly Table[],
): Promise<boolean> {
  const fold = (name: string): string => (dialect === 'postgres' ? name : name.toLowerCase())
  const { tables } = await inspect(dialect, query, schema)
  const present = new Set(tables.map(({ name }) => fold(name)))
  return needed.every(({ name }) => present.has(fold(name)))
}

/**
 * Counts users by how many ways in they have. Nothing of them is read but numbers.
 *
 * @returns `undefined` where the tables of users and accounts are not there
 */
export async function countAccounts(
  connection: Connection,
  schema: Schema,
  configured: Configured,
): Promise<Counted | undefined> {
  const tables = tablesOf(connection, schema)
  const { users, accounts, passkeys, table } = tables
  const needed = [users, accounts, ...(configured.passkeys ? [passkeys] : [])]
  if (!(await areThere(connection, schema, needed))) return undefined
  const hasPasswords = configured.passwords && (await keepsPasswords(connection))
  const ways = waysOf(tables, configured, hasPasswords)
  const [row] = await connection.query(
    `select count(*) as found, sum(case when c.ways = 1 then 1 else 0 end) as found_one, sum(case when c.ways = 0 then 1 else 0 end) as found_none from (select ${ways} as ways from ${table(users)} u) c`,
  )
  return {
    users: Number(row?.['found'] ?? 0),
    one: Number(row?.['found_one'] ?? 0),
    none: Number(row?.['found_none'] ?? 0),
    dead: await countDead(connection, tables, configured.providers),
  }
}
