import { createHash } from 'node:crypto'
import { devices } from '@latchstring/core/adapters'
import {
  type PresentTable,
  type Schema,
  type SqlDialect,
  type Table,
  findColumn,
  inspect,
  quoteName,
} from '@latchstring/schema'
import type { Connection } from './connection.ts'
import { quoteText } from './quote-text.ts'

/** Whose sessions are ended. */
export type Whose = { readonly user: string } | 'all'

/** An entry for the feed of endings. */
export interface Ending {
  readonly kind: 'user' | 'all'
  readonly key: string
  readonly generation: number
  readonly reason: string
  readonly at: Date
  readonly expires: Date
}

/** The tables that sessions are ended in, as far as they are there. */
export interface RevokeTables {
  readonly revocations: Table | undefined
  /** Sessions that are stored. */
  readonly sessions: Table | undefined
  /** Tables whose rows are deleted: of sessions that are stored, and of devices. */
  readonly rows: readonly Table[]
  readonly users: Table | undefined
}

const DAY = 86_400_000

/** An entry has to be visible sooner than others read on: what took longer is appended again, and does no harm twice. */
const IN_TIME = 2000
const TRIES = 3

function quoteTime(dialect: SqlDialect, time: Date): string {
  if (dialect === 'sqlite') return String(time.getTime())
  const iso = time.toISOString()
  return dialect === 'postgres' ? `'${iso}'` : `'${iso.slice(0, -1).replace('T', ' ')}'`
}

/** Finds the tables; that of endings has to be there. */
export async function findRevokeTables(
  { dialect, query }: Connection,
  schema: Schema,
): Promise<RevokeTables> {
  const { tables: present } = await inspect(dialect, query, schema)
  const fold = (name: string): string => (dialect === 'postgres' ? name : name.toLowerCase())
  const isThere = ({ name }: Table): boolean =>
    present.some((table: PresentTable) => fold(table.name) === fold(name))
  const find = (wanted: Table['key']): Table | undefined =>
    schema.tables.find((table) => table.key === wanted && isThere(table))
  const sessions = find('sessions')
  const rows = [sessions, find(devices.name)]
  return {
    revocations: find('revocations'),
    sessions,
    rows: rows.filter((table) => table !== undefined),
    users: find('users'),
  }
}

/** Name of a column, for a statement. */
const column = (dialect: SqlDialect, table: Table, member: string): string =>
  quoteName(dialect, findColumn(table, member).name)

/** `where`, for the rows of a table that belong to whose sessions are ended. */
function owned(dialect: SqlDialect, table: Table, whose: Whose): string {
  if (whose === 'all') return ''
  const member = table.key === 'users' ? 'id' : 'userId'
  return ` where ${column(dialect, table, member)} = ${quoteText(dialect, whose.user)}`
}

/** How many rows of a table belong to whose sessions are ended. */
export async function countRows(
  { dialect, query }: Connection,
  table: Table,
  whose: Whose,
): Promise<number> {
  const name = quoteName(dialect, table.name)
  const [row] = await query(`select count(*) as found from ${name}${owned(dialect, table, whose)}`)
  return Number(row?.['found'] ?? 0)
}

/** Deletes these rows, and says how many there were. */
export async function deleteRows(
  connection: Connection,
  table: Table,
  whose: Whose,
): Promise<number> {
  const { dialect, query } = connection
  const found = await countRows(connection, table, whose)
  await query(`delete from ${quoteName(dialect, table.name)}${owned(dialect, table, whose)}`)
  return found
}

type Entry = Omit<Ending, 'kind'> & { readonly kind: Ending['kind'] | 'session' }

/** Options of a revocation. */
export interface EndingRequest {
  readonly whose: Whose
  readonly reason: string
  readonly days: number
}

/** The greatest generation of an ending, or 0. */
async function findLatest(
  { dialect, query }: Connection,
  table: Table,
  { kind, key }: Pick<Ending, 'kind' | 'key'>,
): Promise<number> {
  const where = [
    `${column(dialect, table, 'kind')} = ${quoteText(dialect, kind)}`,
    `${column(dialect, table, 'key')} = ${quoteText(dialect, key)}`,
  ].join(' and ')
  const [row] = await query(
    `select max(${column(dialect, table, 'generation')}) as latest from ${quoteName(dialect, table.name)} where ${where}`,
  )
  return Number(row?.['latest'] ?? 0)
}

/** The time of the database, which is nearer to that of the applications than the clock of this machine. */
const NOW: Readonly<Record<SqlDialect, string>> = {
  postgres: 'select extract(epoch from clock_timestamp()) * 1000 as found',
  mysql: 'select unix_timestamp(sysdate(3)) * 1000 as found',
  sqlite: "select (julianday('now') - 2440587.5) * 86400000 as found",
}

async function readTime({ dialect, query }: Connection): Promise<Date> {
  const [row] = await query(NOW[dialect])
  return new Date(Math.ceil(Number(row?.['found'])))
}

/** The entry that ends these sessions: of a generation after every one before it, as applications append it. */
export async function nextEnding(
  connection: Connection,
  table: Table,
  { whose, reason, days }: EndingRequest,
): Promise<Ending> {
  const about =
    whose === 'all'
      ? ({ kind: 'all', key: '*' } as const)
      : ({ kind: 'user', key: whose.user } as const)
  const at = await readTime(connection)
  // Entries expire and are deleted: the count may not begin again below sessions that are still open.
  const least = Math.max((await findLatest(connection, table, about)) + 1, at.getTime())
  // Endings that spare a session have odd ones.
  const generation = 2 * Math.ceil(least / 2)
  // Applications forget it a day before, by clocks that may be that much ahead of others.
  const end = DAY + Math.max(at.getTime() + days * DAY, generation + DAY)
  return { ...about, generation, reason, at, expires: new Date(end) }
}

/** When a session of a row expires, as `revocations` stores it; of a row of another form, when the ending does. */
function quoteExpiry(dialect: SqlDialect, sessions: Table, { expires }: Ending): string {
  const own = column(dialect, sessions, 'expires')
  if (dialect !== 'sqlite') return own
  return `case typeof(${own}) when 'integer' then ${own} else ${quoteTime(dialect, expires)} end`
}

/**
 * Appends an entry for each stored session that an ending ends: its row says nothing once it is deleted, and the sign-in page
 * looks the reason up by its id. It is kept as long as the row would have been: then the browser has no cookie any more. Nothing
 * reads on past these, so that it does not matter how long this takes.
 *
 * @returns how many there are
 */
export async function appendReasons(
  connection: Connection,
  { revocations, sessions }: Readonly<Record<'revocations' | 'sessions', Table>>,
  { whose, ending }: { readonly whose: Whose; readonly ending: Ending },
): Promise<number> {
  const { dialect, query } = connection
  const { reason, at } = ending
  const values = {
    kind: quoteText(dialect, 'session'),
    key: column(dialect, sessions, 'sessionToken'),
    generation: '0',
    reason: quoteText(dialect, reason),
    at: quoteTime(dialect, at),
    expires: quoteExpiry(dialect, sessions, ending),
  }
  const found = await countRows(connection, sessions, whose)
  const columns = Object.keys(values).map((member) => column(dialect, revocations, member))
  const from = `${quoteName(dialect, sessions.name)}${owned(dialect, sessions, whose)}`
  await query(
    `insert into ${quoteName(dialect, revocations.name)} (${columns.join(', ')}) select ${Object.values(values).join(', ')} from ${from}`,
  )
  return found
}

/**
 * Appends entries to the feed, all or none.
 *
 * @throws Error when the database is so slow that processes may have read on
 */
async function append(
  { dialect, query }: Connection,
  table: Table,
  entries: readonly Entry[],
): Promise<void> {
  const members = ['kind', 'key', 'generation', 'reason', 'at', 'expires']
  const columns = members.map((member) => column(dialect, table, member))
  const rows = entries.map(({ kind, key, generation, reason, at, expires }) => [
    quoteText(dialect, kind),
    quoteText(dialect, key),
    String(generation),
    quoteText(dialect, reason),
    quoteTime(dialect, at),
    quoteTime(dialect, expires),
  ])
  const values = rows.map((row) => `(${row.join(', ')})`).join(', ')
  const statement = `insert into ${quoteName(dialect, table.name)} (${columns.join(', ')}) values ${values}`
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const started = performance.now()
    await query(statement)
    if (performance.now() - started <= IN_TIME) return
  }
  throw new Error(
    `The database takes more than ${IN_TIME} ms to append an ending, so that applications may not have seen it. Run this again once it is faster.`,
  )
}

/** Says when all sessions of a user were ended, to a session that ends all others at the same time, as applications say it. */
const toNotice = (ending: Ending): Entry => ({
  ...ending,
  kind: 'session',
  key: `all:${createHash('sha256').update(ending.key).digest('base64url')}`,
})

/**
 * Appends an ending, and again for as long as a session that ends all others of its user, which did not know of it, is later.
 *
 * @throws Error when the database is so slow that processes may have read on
 */
export async function appendEnding(
  connection: Connection,
  table: Table,
  request: EndingRequest,
  first: Ending,
): Promise<void> {
  if (first.kind === 'all') return append(connection, table, [first])
  for (let ending = first; ;) {
    await append(connection, table, [toNotice(ending), ending])
    const latest = await findLatest(connection, table, ending)
    // Those of all are even: what is left is over by another one.
    if (latest <= ending.generation || latest % 2 === 0) return
    ending = await nextEnding(connection, table, request)
  }
}
