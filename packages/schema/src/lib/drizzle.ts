import { camelCase } from './record-tables.ts'
import { lowerColumn } from './sql.ts'
import type { Column, FieldKind, IdType, Index, Schema, SqlDialect, Table } from './schema.ts'

/** Writes the builder of a column. */
type Builder = (name: string) => string

/** How Drizzle calls things in a dialect. */
interface DrizzleDialect {
  readonly module: string
  readonly table: string
  readonly types: Readonly<Record<FieldKind, Builder>>
  readonly key: Builder
  /** The ids of users in other tables. */
  readonly references: Readonly<Record<IdType, Builder>>
  /** The id that the database counts, which is a primary key. */
  readonly counted: Builder
  /** Column types that Drizzle does not have, by the name of their constant. */
  readonly own: Readonly<Record<string, string>>
}

const call =
  (builder: string, options = ''): Builder =>
  (name) =>
    `${builder}('${name}'${options})`

const NUMBER = `, { mode: 'number' }`

/** Texts that are compared byte by byte: keys are not words of a language. */
const binary = (type: string): string => `customType<{ data: string }>({
  dataType: () => '${type} character set utf8mb4 collate utf8mb4_bin',
})`

const DIALECTS: Readonly<Record<SqlDialect, DrizzleDialect>> = {
  postgres: {
    module: 'drizzle-orm/pg-core',
    table: 'pgTable',
    types: {
      text: call('text'),
      integer: call('bigint', NUMBER),
      boolean: call('boolean'),
      timestamp: call('timestamp', `, { mode: 'date', precision: 3, withTimezone: true }`),
      json: call('jsonb'),
    },
    key: call('text'),
    references: { text: call('text'), uuid: call('uuid'), integer: call('bigint', NUMBER) },
    counted: (name) => `bigint('${name}'${NUMBER}).generatedByDefaultAsIdentity().primaryKey()`,
    own: {},
  },
  sqlite: {
    module: 'drizzle-orm/sqlite-core',
    table: 'sqliteTable',
    types: {
      text: call('text'),
      integer: call('integer'),
      boolean: call('integer', `, { mode: 'boolean' }`),
      timestamp: call('integer', `, { mode: 'timestamp_ms' }`),
      json: call('text', `, { mode: 'json' }`),
    },
    key: call('text'),
    references: { text: call('text'), uuid: call('text'), integer: call('integer') },
    counted: (name) => `integer('${name}').notNull().primaryKey({ autoIncrement: true })`,
    own: {},
  },
  mysql: {
    module: 'drizzle-orm/mysql-core',
    table: 'mysqlTable',
    types: {
      text: call('text'),
      integer: call('bigint', NUMBER),
      boolean: call('boolean'),
      timestamp: call('datetime', `, { mode: 'date', fsp: 3 }`),
      json: call('json'),
    },
    key: call('keyText'),
    references: { text: call('keyText'), uuid: call('uuidText'), integer: call('bigint', NUMBER) },
    counted: (name) => `bigint('${name}'${NUMBER}).autoincrement().primaryKey()`,
    own: { keyText: binary('varchar(255)'), uuidText: binary('char(36)') },
  },
}

/** What is written, and for what. */
interface Context {
  readonly dialect: SqlDialect
  readonly schema: Schema
}

const memberName = (table: Table, name: string): string =>
  table.columns.find((column) => column.name === name)?.member ?? name

function userId({ schema }: Context): string {
  const users = schema.tables.find(({ key }) => key === 'users')
  return users?.columns.find((column) => column.userId)?.member ?? 'id'
}

function columnText(context: Context, table: Table, column: Column): string {
  const { types, key, references, counted } = DIALECTS[context.dialect]
  const { ids } = context.schema
  const owned = column.name === table.owner
  const isId = column.userId && !owned && ids === 'integer'
  if (isId || column.counted) return counted(column.name)
  const plain = column.key ? key : types[column.kind]
  const type = column.userId ? references[ids] : plain
  const [primary, ...more] = table.primaryKey
  return [
    type(column.name),
    column.required ? '.notNull()' : '',
    column.rowId ? '.$defaultFn(() => crypto.randomUUID())' : '',
    more.length === 0 && primary === column.name ? '.primaryKey()' : '',
    owned ? `.references(() => users.${userId(context)}, { onDelete: 'cascade' })` : '',
  ].join('')
}

const loweredMember = (table: Table, index: Index): string =>
  `${memberName(table, index.column)}Lower`

function indexText({ dialect }: Context, table: Table, index: Index): string {
  const builder = index.unique ? 'uniqueIndex' : 'index'
  const column = `table.${memberName(table, index.column)}`
  const lowered =
    dialect === 'mysql' ? `table.${loweredMember(table, index)}` : `sql\`lower(\${${column}})\``
  return `${builder}('${index.name}').on(${index.ignoresCase ? lowered : column})`
}

/** MariaDB has no index over an expression, so the lower case of a column is a column of its own there. */
function loweredColumns({ dialect }: Context, table: Table): readonly string[] {
  if (dialect !== 'mysql') return []
  return table.indexes
    .filter(({ ignoresCase }) => ignoresCase)
    .map((index) => {
      const expression = `sql\`lower(\\\`${index.column}\\\`)\``
      const generated = `.generatedAlwaysAs(${expression}, { mode: 'stored' })`
      return `${loweredMember(table, index)}: keyText('${lowerColumn(index)}')${generated}`
    })
}

function tableText(context: Context, table: Table): string {
  const key = table.primaryKey.map((name) => `table.${memberName(table, name)}`).join(', ')
  const extra = [
    ...(table.primaryKey.length > 1 ? [`primaryKey({ columns: [${key}] })`] : []),
    ...table.indexes.map((index) => indexText(context, table, index)),
  ]
  const columns = table.columns.map(
    (column) => `${column.member}: ${columnText(context, table, column)}`,
  )
  return [
    `export const ${camelCase(table.key)} = ${DIALECTS[context.dialect].table}(`,
    `  '${table.name}',`,
    '  {',
    ...[...columns, ...loweredColumns(context, table)].map((line) => `    ${line},`),
    '  },',
    ...(extra.length === 0
      ? []
      : ['  (table) => [', ...extra.map((line) => `    ${line},`), '  ],']),
    ')',
  ].join('\n')
}

/** Functions called in a text, but for methods. */
function calledIn(text: string): readonly string[] {
  const calls = text.match(/(?<![.\w])[a-zA-Z]+(?=[(<])/g) ?? []
  return [...new Set(calls)].toSorted()
}

function importsText({ dialect }: Context, tables: string, constants: string): string {
  const { module, own } = DIALECTS[dialect]
  const outside = new Set(['lower', 'varchar', 'char', ...Object.keys(own)])
  const called = new Set([
    ...calledIn(tables).filter((name) => !outside.has(name)),
    ...(constants === '' ? [] : ['customType']),
  ])
  const names = [...called].toSorted().join(', ')
  const sql = tables.includes('sql`') ? `import { sql } from 'drizzle-orm'\n` : ''
  return `${sql}import { ${names} } from '${module}'`
}

/**
 * The tables as a file of Drizzle, for `drizzle-kit` and for an adapter over Drizzle.
 *
 * @param dialect - the database
 * @param schema - what {@link describeSchema} gives
 * @returns TypeScript
 *
 * @example
 * ```ts
 * import { writeFileSync } from 'node:fs'
 * import { describeSchema, drizzleSchema } from '@latchstring/schema'
 *
 * writeFileSync('auth-schema.ts', drizzleSchema('postgres', describeSchema()))
 * ```
 */
export function drizzleSchema(dialect: SqlDialect, schema: Schema): string {
  const context = { dialect, schema }
  const tables = schema.tables.map((table) => tableText(context, table))
  const constants = Object.entries(DIALECTS[dialect].own)
    .filter(([name]) => tables.some((text) => text.includes(`${name}(`)))
    .map(([name, type]) => `const ${name} = ${type}`)
  const imports = importsText(context, tables.join('\n'), constants.join('\n'))
  return `${[imports, ...constants, ...tables].join('\n\n')}\n`
}
