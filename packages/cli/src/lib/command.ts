import type { Schema } from '@latchstring/schema'
import { type Arguments, type OptionSpec, UsageError, parseOptions } from './arguments.ts'
import { connect } from './connect.ts'
import type { Connection } from './connection.ts'
import { type DatabaseUrl, readDatabaseUrl } from './database-url.ts'
import { readEnvFiles } from './env-file.ts'
import { findFramework } from './framework.ts'
import { type SchemaOption, readSchema } from './schema-options.ts'
import type { ProcessEnvironment, Terminal } from './terminal.ts'

/** A command of the program. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string
  /** The exit code for a call that cannot be understood: 1, unless it has one of its own. */
  readonly wrongCall?: 2
  /**
   * Runs it.
   *
   * @returns the exit code
   */
  run(
    argv: readonly string[],
    terminal: Terminal,
    environment: Pick<ProcessEnvironment, 'env' | 'cwd' | 'stdin'>,
  ): Promise<number>
}

/** Options that every command on a database has. */
export type DatabaseOption = SchemaOption | 'url' | 'help'

/** Arguments of every command on a database. */
export interface DatabaseRequest {
  /** Seconds that a statement may wait for the lock of a table. */
  readonly lockTimeout: number
}

/** What a command on a database has to work with. */
export interface DatabaseWork<Request extends DatabaseRequest> {
  readonly request: Request
  readonly database: DatabaseUrl
  readonly connection: Connection
  readonly terminal: Terminal
  readonly schema: Schema
}

/** A command on a database, described. */
export interface DatabaseCommand<Name extends string, Request extends DatabaseRequest> {
  readonly summary: string
  readonly help: string
  readonly options: Readonly<Record<Name | DatabaseOption, OptionSpec>>
  /** The command needs the tables that `--session-control` adds. */
  readonly sessionControl?: true
  /** @throws UsageError for options that cannot be used */
  readRequest(
    options: Arguments<Name | DatabaseOption>,
    environment: Pick<ProcessEnvironment, 'env' | 'cwd'>,
  ): Request | Promise<Request>
  /** Whether the connection may only read. Of SQLite that only means that no file is made. */
  isReadOnly(request: Request, database: DatabaseUrl): boolean
  /** Gives the exit code. */
  run(work: DatabaseWork<Request>): Promise<number>
}

/** `DATABASE_URL` as the application would find it in its files of variables. */
async function readUrlOfFiles(
  terminal: Terminal,
  { env, cwd }: Pick<ProcessEnvironment, 'env' | 'cwd'>,
): Promise<string | undefined> {
  const framework = await findFramework(cwd(), env)
  const found = (await readEnvFiles(cwd(), framework?.env ?? 'local', env)).get('DATABASE_URL')
  if (found === undefined || found.value === '') return undefined
  terminal.hide([found.value])
  terminal.err(`DATABASE_URL is read from ${found.file}.\n`)
  return found.value
}

/**
 * The database that `--url` or `DATABASE_URL` names.
 *
 * @throws UsageError where neither does, or where it cannot be used
 */
async function readDatabase(
  options: Arguments<DatabaseOption>,
  terminal: Terminal,
  environment: Pick<ProcessEnvironment, 'env' | 'cwd'>,
): Promise<DatabaseUrl> {
  const given = options.value('url') ?? environment.env['DATABASE_URL'] ?? ''
  const url = given === '' ? await readUrlOfFiles(terminal, environment) : given
  if (url === undefined) {
    throw new UsageError('No database is given. Set DATABASE_URL, or pass --url.')
  }
  return readDatabaseUrl(url)
}

/** A command that connects to a database, works, and closes the connection; secrets of its URL are never shown. */
export function databaseCommand<Name extends string, Request extends DatabaseRequest>(
  command: DatabaseCommand<Name, Request>,
): Command {
  return {
    summary: command.summary,
    async run(argv, terminal, { env, cwd }) {
      const options = parseOptions<Name | DatabaseOption>(argv, command.options)
      if (options.has('help')) {
        terminal.out(command.help)
        return 0
      }
      // Before anything can fail with it in a message.
      terminal.hide([...options.values('url'), env['DATABASE_URL'] ?? ''])
      const request = await command.readRequest(options, { env, cwd })
      const database = await readDatabase(options, terminal, { env, cwd })
      terminal.hide(database.secrets)
      const schema = await readSchema(options, cwd(), command.sessionControl)
      const readOnly = command.isReadOnly(request, database)
      const { lockTimeout } = request
      const connection = await connect(database, { folder: cwd(), lockTimeout, readOnly })
      try {
        return await command.run({ request, database, connection, terminal, schema })
      } finally {
        await connection.close().catch(() => undefined)
      }
    },
  }
}
