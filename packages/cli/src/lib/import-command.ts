import { type Arguments, UsageError, parseOptions } from './arguments.ts'
import type { Command } from './command.ts'
import { connect } from './connect.ts'
import { type DatabaseUrl, readDatabaseUrl } from './database-url.ts'
import { COMMON_OPTIONS, DATABASE_URLS, optionLines } from './help.ts'
import { openApplication } from './import/application.ts'
import { prepareImport } from './import/prepare.ts'
import { runImport } from './import/run.ts'
import type { Mode } from './import/report.ts'
import type { Skippable } from './import/work.ts'
import { openSource, TABLES } from './import/source.ts'
import { readSecrets } from './import/sealed.ts'
import type { ProcessEnvironment, Terminal } from './terminal.ts'

const OPTIONS = {
  plan: {
    help: 'say what would be moved and what would be lost, and write\nnothing. This is the default',
  },
  apply: { help: 'move it' },
  check: { help: 'say what is missing in the application' },
  from: {
    value: 'URL',
    help: 'the database of better-auth. Default: BETTER_AUTH_DATABASE_URL',
  },
  file: {
    value: 'FILE',
    help: 'the module that exports the configuration of the application,\nsuch as auth.config.mjs. It is run',
  },
  providers: {
    value: 'NAME=ID,…',
    multiple: true,
    help: 'providers of better-auth by the ids that they have in the\nconfiguration, with the same ids of accounts',
  },
  'source-tables': {
    value: 'KEY=NAME,…',
    multiple: true,
    help: `tables of better-auth with other names. Keys are\n${TABLES.join(', ')}`,
  },
  skip: {
    value: 'PART,…',
    multiple: true,
    help: 'leave out passwords, factors, passkeys or sessions',
  },
  'accept-losses': { help: 'with --apply: also where something stays behind' },
  json: { help: 'print JSON' },
  ...COMMON_OPTIONS,
}

const HELP = `Move the users of better-auth 1.x into this application: with accounts, passwords, apps for codes, backup codes, passkeys, and sessions
that go on. It reads the database of better-auth, runs the configuration of the application, and writes through its adapter and features, so
that every store works. Secrets are read from BETTER_AUTH_SECRET and BETTER_AUTH_SECRETS, and never shown.
It may be stopped at any time and run again: what is there is compared and left as it is. Run it before people use the application, since a later
run puts back what they have removed.

Usage: latchstring import better-auth [--plan|--apply|--check] --file FILE [options]

Options:
${optionLines(OPTIONS)}

URLs:
${DATABASE_URLS}

Exit codes:
  0  done, or nothing to do
  1  an error
  2  --plan: there is something to move; --check: something is missing
  3  refused: the secrets are wrong, or --apply would leave something behind

Examples:
  latchstring import better-auth --file auth.config.mjs --from file:./better-auth.db
  latchstring import better-auth --file auth.config.mjs --apply --providers gh=github
`

type ImportArguments = Arguments<keyof typeof OPTIONS>

const MODES: readonly Mode[] = ['plan', 'apply', 'check']

const SKIPPABLE: readonly Skippable[] = ['passwords', 'factors', 'passkeys', 'sessions']

function readMode(options: ImportArguments): Mode {
  const [mode = 'plan', another] = MODES.filter((name) => options.has(name))
  if (another !== undefined) throw new UsageError(`Pass either --${mode} or --${another}.`)
  if (mode === 'apply' || !options.has('accept-losses')) return mode
  throw new UsageError('--accept-losses is for --apply alone.')
}

/** @throws UsageError for what is not NAME=VALUE */
function readPairs(
  options: ImportArguments,
  name: 'providers' | 'source-tables',
): Readonly<Record<string, string>> {
  const pairs = options.values(name).flatMap((value) => value.split(','))
  return Object.fromEntries(
    pairs.map((pair) => {
      const [key = '', value = '', ...rest] = pair.split('=').map((part) => part.trim())
      if (key !== '' && value !== '' && rest.length === 0) return [key, value]
      throw new UsageError(`--${name}: ${JSON.stringify(pair)} is not a name=value.`)
    }),
  )
}

function readSkipped(options: ImportArguments): ReadonlySet<Skippable> {
  const given = options.values('skip').flatMap((value) => value.split(','))
  return new Set(
    given.map((name) => {
      const found = SKIPPABLE.find((part) => part === name.trim())
      if (found !== undefined) return found
      throw new UsageError(`--skip: ${JSON.stringify(name)} is none of ${SKIPPABLE.join(', ')}.`)
    }),
  )
}

function readSourceTables(options: ImportArguments): Readonly<Record<string, string>> {
  const tables = readPairs(options, 'source-tables')
  const unknown = Object.keys(tables).find((key) => !TABLES.some((known) => known === key))
  if (unknown === undefined) return tables
  throw new UsageError(
    `--source-tables: ${JSON.stringify(unknown)} is none of ${TABLES.join(', ')}.`,
  )
}

/** Takes the secrets out of all output before anything can fail with one in a message. */
function hideSecrets(
  options: ImportArguments,
  terminal: Terminal,
  env: ProcessEnvironment['env'],
): ReturnType<typeof readSecrets> {
  terminal.hide(
    [...options.values('from'), env['BETTER_AUTH_DATABASE_URL'], env['DATABASE_URL']]
      .filter((text) => text !== undefined)
      .filter(({ length }) => length > 0),
  )
  const given = [env['BETTER_AUTH_SECRET'] ?? '', env['BETTER_AUTH_SECRETS'] ?? '']
  terminal.hide(given)
  const secrets = readSecrets(env)
  terminal.hide([...secrets.versions.values(), env['AUTH_SECRET'] ?? ''])
  return secrets
}

function readSourceUrl(options: ImportArguments, env: ProcessEnvironment['env']): DatabaseUrl {
  const url = options.value('from') ?? env['BETTER_AUTH_DATABASE_URL'] ?? ''
  if (url !== '') return readDatabaseUrl(url)
  throw new UsageError(
    'The database of better-auth is not given. Pass --from, or set BETTER_AUTH_DATABASE_URL.',
  )
}

async function importBetterAuth(
  options: ImportArguments,
  terminal: Terminal,
  environment: Parameters<Command['run']>[2],
): Promise<number> {
  const { env, cwd } = environment
  const secrets = hideSecrets(options, terminal, env)
  const request = {
    mode: readMode(options),
    json: options.has('json'),
    acceptLosses: options.has('accept-losses'),
    skipped: readSkipped(options),
    providers: readPairs(options, 'providers'),
  }
  const tables = readSourceTables(options)
  const database = readSourceUrl(options, env)
  terminal.hide(database.secrets)
  const file = options.value('file')
  if (file === undefined) {
    throw new UsageError(
      '--file is missing: the module that exports the configuration of the application.',
    )
  }
  const connection = await connect(database, { folder: cwd(), lockTimeout: 5, readOnly: true })
  try {
    const source = await openSource(connection, tables)
    const application = await openApplication(file, environment)
    try {
      const work = await prepareImport({ source, application, request, secrets, folder: cwd() })
      return await runImport(work, { ...request, from: database.name, file }, terminal)
    } finally {
      await application.close().catch(() => undefined)
    }
  } finally {
    await connection.close().catch(() => undefined)
  }
}

/** `latchstring import` */
export const importCommand: Command = {
  summary: 'Move users, passwords, passkeys and sessions from better-auth',
  async run(argv, terminal, environment) {
    const options = parseOptions<keyof typeof OPTIONS>(argv, OPTIONS, 1)
    if (options.has('help')) {
      terminal.out(HELP)
      return 0
    }
    const [from] = options.rest
    if (from === 'better-auth') return importBetterAuth(options, terminal, environment)
    throw new UsageError(
      from === undefined
        ? 'Say what is moved from: latchstring import better-auth.'
        : `There is no import from ${JSON.stringify(from)}: only better-auth. Exports of other systems are moved by a script, as docs/moving-in.md shows.`,
    )
  },
}
