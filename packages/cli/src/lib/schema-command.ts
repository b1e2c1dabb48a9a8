import {
  type Schema,
  type SqlDialect,
  drizzleSchema,
  prismaSchema,
  tableSql,
} from '@latchstring/schema'
import { suggest } from './suggest.ts'
import { UsageError, parseOptions } from './arguments.ts'
import { COMMON_OPTIONS, optionLines } from './help.ts'
import { SCHEMA_OPTIONS, readSchema } from './schema-options.ts'
import type { Command } from './command.ts'

const DIALECTS: Readonly<Record<string, SqlDialect>> = {
  postgres: 'postgres',
  mysql: 'mysql',
  mariadb: 'mysql',
  sqlite: 'sqlite',
}

const FORMATS: Readonly<Record<string, (dialect: SqlDialect, schema: Schema) => string>> = {
  sql: (dialect, schema) =>
    schema.tables
      .flatMap((table) => tableSql(dialect, schema, table))
      .map((statement) => `${statement};\n`)
      .join('\n'),
  drizzle: drizzleSchema,
  prisma: prismaSchema,
}

const OPTIONS = {
  dialect: { value: 'NAME', help: `the database: ${Object.keys(DIALECTS).join(', ')}` },
  format: { value: 'NAME', help: `${Object.keys(FORMATS).join(', ')}. Default: sql` },
  json: { help: 'print JSON: dialect, format and text' },
  ...SCHEMA_OPTIONS,
  ...COMMON_OPTIONS,
}

const HELP = `Print the tables, as SQL, for Drizzle or for Prisma.

Usage: latchstring schema --dialect NAME [--format NAME] [options]

Options:
${optionLines(OPTIONS)}

Exit codes:
  0  done
  1  an error, or a wrong call

Examples:
  latchstring schema --dialect postgres > schema.sql
  latchstring schema --dialect sqlite --format drizzle --user-field role:text > auth-schema.ts
`

function pick<T>(option: string, value: string, known: Readonly<Record<string, T>>): T {
  const found = Object.hasOwn(known, value) ? known[value] : undefined
  if (found !== undefined) return found
  throw new UsageError(
    `--${option}: ${JSON.stringify(value)} is not known.${suggest(value, Object.keys(known))}`,
  )
}

/** `latchstring schema` */
export const schemaCommand: Command = {
  summary: 'Print the tables as SQL, or for Drizzle or Prisma',
  async run(argv, terminal, { cwd }) {
    const options = parseOptions(argv, OPTIONS)
    if (options.has('help')) {
      terminal.out(HELP)
      return 0
    }
    const dialect = options.value('dialect')
    if (dialect === undefined) {
      throw new UsageError(`--dialect is missing: ${Object.keys(DIALECTS).join(', ')}.`)
    }
    const format = options.value('format') ?? 'sql'
    const write = pick('format', format, FORMATS)
    const known = pick('dialect', dialect, DIALECTS)
    const text = write(known, await readSchema(options, cwd()))
    terminal.out(options.has('json') ? `${JSON.stringify({ dialect, format, text })}\n` : text)
    return 0
  },
}
