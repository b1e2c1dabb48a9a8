import { type Arguments, UsageError } from './arguments.ts'
import { type Command, type DatabaseWork, databaseCommand } from './command.ts'
import { COMMON_OPTIONS, DATABASE_URL, DATABASE_URLS, optionLines } from './help.ts'
import { type Pruned, countExpired, pruneTable } from './prune.ts'
import { type ExpiringTables, MIGRATE, findTables } from './prune-tables.ts'
import { SCHEMA_OPTIONS } from './schema-options.ts'

const DEFAULTS = { batch: 1000, pause: 50 }

const OPTIONS = {
  'dry-run': { help: 'count the rows and delete nothing' },
  batch: { value: 'ROWS', help: 'most rows to delete at once. Default: 1000' },
  pause: { value: 'MILLISECONDS', help: 'how long to wait after each batch. Default: 50' },
  url: DATABASE_URL,
  json: { help: 'print JSON' },
  'lock-timeout': {
    value: 'SECONDS',
    help: 'how long a batch may wait for the lock of a table. Default: 5',
  },
  ...SCHEMA_OPTIONS,
  ...COMMON_OPTIONS,
}

const HELP = `Delete expired sessions and verification tokens, with --records also rows of those tables such as mails, and with --session-control also endings, devices and budgets.
The library ignores such rows, so this only frees space: once a day is enough. It deletes in batches that take about 10 milliseconds, and leaves rows that are locked for the next run.
It may be interrupted at any time, and several may run at once.

Usage: latchstring prune [options]

Options:
${optionLines(OPTIONS)}

URLs:
${DATABASE_URLS}

Exit codes:
  0  no expired rows are left
  1  an error
  2  --dry-run: there are expired rows
  3  refused: a table or an index that it needs is missing

Examples:
  latchstring prune --dry-run
  latchstring prune --batch 500 --pause 200 --names next-auth
`

type PruneArguments = Arguments<keyof typeof OPTIONS>

interface Request {
  readonly dryRun: boolean
  readonly json: boolean
  readonly batch: number
  readonly pause: number
  readonly lockTimeout: number
}

interface Limits {
  readonly usual: number
  readonly least: number
  readonly most: number
  readonly unit: string
}

function readNumber(
  options: PruneArguments,
  name: 'batch' | 'pause' | 'lock-timeout',
  { usual, least, most, unit }: Limits,
): number {
  const value = options.value(name)
  if (value === undefined) return usual
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= least && number <= most) return number
  throw new UsageError(
    `--${name}: ${JSON.stringify(value)} is not a number of ${unit} from ${least} to ${most}.`,
  )
}

function readRequest(options: PruneArguments): Request {
  const time = { least: 0, most: 60_000, unit: 'milliseconds' }
  const seconds = { usual: 5, least: 0, most: 99_999, unit: 'seconds' }
  return {
    dryRun: options.has('dry-run'),
    json: options.has('json'),
    batch: readNumber(options, 'batch', {
      usual: DEFAULTS.batch,
      least: 1,
      most: 10_000,
      unit: 'rows',
    }),
    pause: readNumber(options, 'pause', { usual: DEFAULTS.pause, ...time }),
    lockTimeout: readNumber(options, 'lock-timeout', seconds),
  }
}

/** The result, as text or JSON. */
interface Result {
  readonly tables: readonly ({ readonly table: string } & Partial<Pruned> & {
      readonly expired?: number
    })[]
  readonly missing: readonly string[]
}

const rows = (number: number): string =>
  `${number.toLocaleString('en')} row${number === 1 ? '' : 's'}`

/** Milliseconds between two lines about the same table. */
const LINES = 2000

/** Reports progress at intervals. */
function createProgress(name: string, write: (text: string) => void): (deleted: number) => void {
  let last = performance.now()
  return (deleted) => {
    if (performance.now() - last < LINES) return
    last = performance.now()
    write(`${name}: ${rows(deleted)} deleted so far\n`)
  }
}

interface Work extends Omit<DatabaseWork<Request>, 'schema'> {
  readonly found: ExpiringTables
}

async function count({ connection, found, terminal, request }: Work): Promise<Result> {
  const tables = []
  for (const table of found.tables) {
    const expired = await countExpired(connection, table)
    if (!request.json) terminal.out(`${table.name}: ${rows(expired)} expired.\n`)
    tables.push({ table: table.name, expired })
  }
  return { tables, missing: found.missing }
}

async function remove({ connection, found, terminal, request }: Work): Promise<Result> {
  const { json, batch, pause } = request
  const write = (text: string): void => (json ? terminal.err(text) : terminal.out(text))
  const tables = []
  for (const table of found.tables) {
    const progress = createProgress(table.name, write)
    const pruned = await pruneTable(connection, table, { batch, pause, progress })
    const { deleted, batches, longest } = pruned
    const how = batches === 0 ? '' : ` in ${batches} batches, the longest of ${longest} ms`
    if (!json) terminal.out(`${table.name}: ${rows(deleted)} deleted${how}.\n`)
    tables.push({ table: table.name, ...pruned })
  }
  return { tables, missing: found.missing }
}

function refuse({ request, found, terminal, connection }: Work): number {
  const refused =
    found.tables.length === 0
      ? [{ table: found.missing.join(', '), why: `There is no such table. ${MIGRATE}` }]
      : found.unfit
  if (request.json) {
    const { dialect } = connection
    terminal.out(`${JSON.stringify({ dialect, refused }, undefined, 2)}\n`)
  }
  for (const { table, why } of refused) {
    terminal.err(`${terminal.paint('red', 'Refused:')} ${table}: ${why}\n`)
  }
  return 3
}

async function prune(work: Work): Promise<number> {
  const { request, database, found, terminal, connection } = work
  if (found.tables.length === 0 || found.unfit.length > 0) return refuse(work)
  if (!request.json) {
    terminal.out(`${database.name}:\n`)
    for (const name of found.missing) terminal.out(`${name}: there is no such table.\n`)
  }
  const result = await (request.dryRun ? count(work) : remove(work))
  if (request.json) {
    const { dialect } = connection
    terminal.out(`${JSON.stringify({ dialect, ...result }, undefined, 2)}\n`)
  }
  return request.dryRun && result.tables.some(({ expired = 0 }) => expired > 0) ? 2 : 0
}

/** `latchstring prune` */
export const pruneCommand: Command = databaseCommand({
  summary: 'Delete expired sessions and verification tokens',
  help: HELP,
  options: OPTIONS,
  readRequest,
  isReadOnly: ({ dryRun }, database) => dryRun || database.dialect === 'sqlite',
  run: async ({ schema, ...work }) =>
    prune({ ...work, found: await findTables(work.connection, schema) }),
})
