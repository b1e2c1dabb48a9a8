import type { Table } from '@latchstring/schema'
import { type Arguments, UsageError } from './arguments.ts'
import { type Command, type DatabaseWork, databaseCommand } from './command.ts'
import { COMMON_OPTIONS, DATABASE_URL, DATABASE_URLS, optionLines } from './help.ts'
import {
  appendEnding,
  appendReasons,
  countRows,
  deleteRows,
  findRevokeTables,
  nextEnding,
  type Ending,
  type Whose,
} from './revoke.ts'
import { SCHEMA_OPTIONS } from './schema-options.ts'
import { readSessionLifetime } from './session-lifetime.ts'
import type { ProcessEnvironment, Terminal } from './terminal.ts'

/** Days that an entry is kept at least, unless `--days` says fewer: more than `session.absoluteMaxAge` has by default. */
const DAYS = 400

const DAY = 86_400

const OPTIONS = {
  all: { help: 'end the sessions of everyone' },
  user: { value: 'ID', help: 'end the sessions of the user with this id' },
  reason: {
    value: 'WORD',
    help: 'why, as a word of letters, digits and dashes. Default: admin',
  },
  'dry-run': { help: 'count what would be ended and change nothing' },
  yes: { short: 'y', help: 'with --all: do not ask' },
  days: {
    value: 'DAYS',
    help: `how long the entry is kept: longer than session.absoluteMaxAge of\nthe application, which is read from this folder, and 365 days\nwhere that does not say. Default: ${DAYS}, or more if needed`,
  },
  url: DATABASE_URL,
  json: { help: 'print JSON' },
  'lock-timeout': {
    value: 'SECONDS',
    help: 'how long to wait for the lock of a table. Default: 5',
  },
  ...SCHEMA_OPTIONS,
  ...COMMON_OPTIONS,
}

const HELP = `Sign out one user, or everyone. Applications with \`session.revocation\` refuse them within their window, 30 seconds by default;
sessions that are stored are deleted, and so are devices. With --all, sign-ins in progress are over as well, and no browser is known any
more in which a user signed in, where the adapter of the application has the feed (sessionControl). Users and accounts stay, and everybody can sign in again.
The sign-in page then says why. No application emits the event sessionEnded: its handlers do not run.
If a secret was stolen, change AUTH_SECRET as well: it makes sessions that are not ended.

Usage: latchstring revoke --user ID [options]
       latchstring revoke --all [options]

Options:
${optionLines(OPTIONS)}

URLs:
${DATABASE_URLS}

Exit codes:
  0  the sessions are ended
  1  an error
  2  --dry-run: this is what would be done
  3  refused: there is no table of endings

Examples:
  latchstring revoke --user 6fd1c0a4 --reason stolen-laptop
  latchstring revoke --all --reason secret-leak --dry-run
`

/** Effects on running applications. */
const SEEN = `Applications refuse sealed sessions within their window (session.revocation), and stored ones from now on.
The next sign-in page in such a browser says why, once: in a sentence for the reasons that the library knows, such as
admin, password-changed and secret-leak; for another word, only that the session has ended.
No application emits the event sessionEnded for this, so that its handlers do not run.
`

type RevokeArguments = Arguments<keyof typeof OPTIONS>

interface Request {
  readonly whose: Whose
  readonly reason: string
  readonly days: number
  readonly dryRun: boolean
  readonly yes: boolean
  readonly json: boolean
  readonly lockTimeout: number
}

function readWhose(options: RevokeArguments): Whose {
  const user = options.value('user')
  if (options.has('all') === (user !== undefined)) {
    throw new UsageError('Pass either --all or --user ID.')
  }
  if (user === undefined) return 'all'
  if (user.length <= 255 && !user.includes('\0')) return { user }
  throw new UsageError('--user: an id has at most 255 characters.')
}

function readReason(options: RevokeArguments): string {
  const reason = options.value('reason') ?? 'admin'
  if (reason.length <= 64 && /^[a-z\d]+(?:-[a-z\d]+)*$/i.test(reason)) return reason
  throw new UsageError(
    `--reason: ${JSON.stringify(reason)} is not a word of letters, digits and dashes with at most 64 characters, such as secret-leak.`,
  )
}

function readNumber(
  options: RevokeArguments,
  name: 'days' | 'lock-timeout',
  { usual, least, unit }: { readonly usual: number; readonly least: number; readonly unit: string },
): number {
  const value = options.value(name)
  if (value === undefined) return usual
  if (/^\d{1,5}$/.test(value) && Number(value) >= least) return Number(value)
  throw new UsageError(
    `--${name}: ${JSON.stringify(value)} is not a number of ${unit} from ${least} to 99999.`,
  )
}

/**
 * Days that an entry has to be kept: as long as a session may last that it ends, and one for clocks that differ, as applications
 * keep theirs. A session that outlives its ending would be accepted again.
 */
async function readDays(
  options: RevokeArguments,
  { env, cwd }: Pick<ProcessEnvironment, 'env' | 'cwd'>,
): Promise<number> {
  const asked = options.has('days')
    ? readNumber(options, 'days', { usual: DAYS, least: 1, unit: 'days' })
    : undefined
  const { seconds, from } = await readSessionLifetime(cwd(), env)
  const least = seconds === 0 ? 1 : Math.ceil(seconds / DAY) + 1
  if (asked === undefined) return Math.max(DAYS, least)
  if (asked >= least) return asked
  throw new UsageError(
    `--days: ${asked} is too few: a session may last ${seconds} seconds (${from}), and one that outlives its ending would be accepted again. ` +
      `Pass at least ${least}, or leave --days out; where sessions are shorter, run this in the folder of the application and set session.absoluteMaxAge there to a number.`,
  )
}

const readRequest = async (
  options: RevokeArguments,
  environment: Pick<ProcessEnvironment, 'env' | 'cwd'>,
): Promise<Request> => ({
  whose: readWhose(options),
  reason: readReason(options),
  days: await readDays(options, environment),
  dryRun: options.has('dry-run'),
  yes: options.has('yes'),
  json: options.has('json'),
  lockTimeout: readNumber(options, 'lock-timeout', { usual: 5, least: 0, unit: 'seconds' }),
})

const rows = (number: number): string =>
  `${number.toLocaleString('en')} row${number === 1 ? '' : 's'}`

const describeWhose = (whose: Whose): string =>
  whose === 'all' ? 'everybody' : `the user ${JSON.stringify(whose.user)}`

async function confirm({ whose, yes, dryRun }: Request, terminal: Terminal): Promise<void> {
  if (whose !== 'all' || yes || dryRun) return
  if (!terminal.interactive) {
    throw new UsageError('Not an interactive terminal. Pass --yes to sign everybody out.')
  }
  if (await terminal.confirm('Sign everybody out? [y/N] ')) return
  throw new Error('Nothing was ended.')
}

function refuse({ terminal, connection, request }: DatabaseWork<Request>): number {
  const why =
    'There is no table of endings, so that sessions in cookies cannot be ended here. ' +
    'Run "latchstring migrate --plan --session-control", and describe the tables here as there. ' +
    'Sessions of the strategy "database" end when their rows are deleted.'
  if (request.json) {
    terminal.out(`${JSON.stringify({ dialect: connection.dialect, refused: why }, undefined, 2)}\n`)
  }
  terminal.err(`${terminal.paint('red', 'Refused:')} ${why}\n`)
  return 3
}

/** What was done, or would be. */
interface Done {
  readonly ending: Ending
  readonly tables: readonly { readonly table: string; readonly rows: number }[]
  readonly known: boolean
}

function printResult(
  { request, terminal, connection, database }: DatabaseWork<Request>,
  done: Done,
): void {
  const { whose, json, dryRun } = request
  const { ending, tables, known } = done
  if (json) {
    const { dialect } = connection
    terminal.out(`${JSON.stringify({ dialect, dryRun, known, ending, tables }, undefined, 2)}\n`)
    return
  }
  const [appended, deleted] = dryRun
    ? ['would be appended', 'would be deleted']
    : ['appended', 'deleted']
  const until = ending.expires.toISOString().slice(0, 10)
  terminal.out(
    `${database.name}:\nAn ending for ${describeWhose(whose)} ${appended}, with the reason ${ending.reason}; it is kept until ${until}.\n`,
  )
  for (const { table, rows: number } of tables) {
    terminal.out(`${table}: ${rows(number)} ${deleted}.\n`)
  }
  if (!known) {
    terminal.out(
      `There is no such user now. Sessions that were issued to that id are over as well.\n`,
    )
  }
  terminal.out(dryRun ? '' : SEEN)
}

async function revoke(work: DatabaseWork<Request>): Promise<number> {
  const { request, connection, terminal, schema } = work
  const { whose, dryRun } = request
  const found = await findRevokeTables(connection, schema)
  const { revocations, users } = found
  if (revocations === undefined) return refuse(work)
  await confirm(request, terminal)
  const ending = await nextEnding(connection, revocations, request)
  if (!dryRun) {
    await appendEnding(connection, revocations, request, ending)
    const { sessions } = found
    if (sessions) await appendReasons(connection, { revocations, sessions }, { whose, ending })
  }
  const tables = []
  for (const table of found.rows) {
    const change = (one: Table): Promise<number> =>
      dryRun ? countRows(connection, one, whose) : deleteRows(connection, one, whose)
    tables.push({ table: table.name, rows: await change(table) })
  }
  const known =
    whose === 'all' || users === undefined || (await countRows(connection, users, whose)) > 0
  printResult(work, { ending, tables, known })
  return dryRun ? 2 : 0
}

/** `latchstring revoke` */
export const revokeCommand: Command = databaseCommand({
  summary: 'Sign out one user, or everyone',
  help: HELP,
  options: OPTIONS,
  sessionControl: true,
  readRequest,
  isReadOnly: ({ dryRun }, database) => dryRun || database.dialect === 'sqlite',
  run: revoke,
})
