import { lowerColumn } from './sql.ts'
import type { Column, FieldKind, IdType, Index, Schema, SqlDialect, Table } from './schema.ts'

/** How Drizzle calls things in a dialect. */
interface DrizzleDialect {
  readonly module: string
  readonly table: string
  readonly types: Readonly<Record<FieldKind, (name: string) => string>>
  readonly key: (name: string) => string
  readonly ids: Readonly<
    Record<
      IdType,
      { readonly own: (name: string) => string; readonly reference: (name: string) => string }
    >
  >
}

const call =
  (builder: string, options = '') =>
  (name: string): string =>
    `${builder}('${name}'${options})`

const varchar = call('varchar', ', { length: 255 }')

const DIALECTS: Readonly<Record<SqlDialect, DrizzleDialect>> = {
  postgres: {
    module: 'drizzle-orm/pg-core',
    table: 'pgTable',
    types: {
      text: call('text'),
      integer: call('bigint', `, { mode: 'number' }`),
      boolean: call('boolean'),
      timestamp: call('timestamp', `, { mode: 'date', precision: 3, withTimezone: true }`),
      json: call('jsonb'),
    },
    key: call('text'),
    ids: {
      text: { own: call('text'), reference: call('text') },
      uuid: { own: call('uuid'), reference: call('uuid') },
      integer: {
        own: (name) => `bigint('${name}', { mode: 'number' }).generatedByDefaultAsIdentity()`,
        reference: call('bigint', `, { mode: 'number' }`),
      },
    },
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
    ids: {
      text: { own: call('text'), reference: call('text') },
      uuid: { own: call('text'), reference: call('text') },
      integer: { own: call('integer'), reference: call('integer') },
    },
  },
  mysql: {
    module: 'drizzle-orm/mysql-core',
    table: 'mysqlTable',
    types: {
      text: call('text'),
      integer: call('bigint', `, { mode: 'number' }`),
      boolean: call('boolean'),
      timestamp: call('datetime', `, { mode: 'date', fsp: 3 }`),
      json: call('json'),
    },
    key: varchar,
    ids: {
      text: { own: varchar, reference: varchar },
      uuid: { own: call('char', ', { length: 36 }'), reference: call('char', ', { length: 36 }') },
      integer: {
        own: (name) => `bigint('${name}', { mode: 'number' }).autoincrement()`,
        reference: call('bigint', `, { mode: 'number' }`),
      },
    },
  },
}

/** Writes one file. */
class DrizzleFile {
  readonly #dialect: DrizzleDialect
  readonly #mysql: boolean
  readonly #schema: Schema

  constructor(dialect: SqlDialect, schema: Schema) {
    this.#dialect = DIALECTS[dialect]
    this.#mysql = dialect === 'mysql'
    this.#schema = schema
  }

  #type(table: Table, column: Column): string {
    const { ids, key, types } = this.#dialect
    if (column.userId) {
      const id = ids[this.#schema.ids]
      return (table.owner === undefined ? id.own : id.reference)(column.name)
    }
    return (column.key ? key : types[column.kind])(column.name)
  }

  #column(table: Table, column: Column): string {
    const [primary, ...more] = table.primaryKey
    const isKey = more.length === 0 && primary === column.name
    const owned = column.name === table.owner
    return [
      `  ${column.member}: ${this.#type(table, column)}`,
      column.required ? '.notNull()' : '',
      isKey ? '.primaryKey()' : '',
      owned ? `.references(() => users.${this.#userId()}, { onDelete: 'cascade' })` : '',
      ',',
    ].join('')
  }

  #userId(): string {
    const users = this.#schema.tables.find(({ key }) => key === 'users')
    return users?.columns.find(({ userId }) => userId)?.member ?? 'id'
  }

  #index(table: Table, index: Index): string {
    const member = table.columns.find(({ name }) => name === index.column)?.member ?? index.column
    const builder = index.unique ? 'uniqueIndex' : 'index'
    const lowered = this.#mysql ? `table.${member}Lower` : `sql\`lower(\${table.${member}})\``
    return `    ${builder}('${index.name}').on(${index.ignoresCase ? lowered : `table.${member}`}),`
  }

  #lowered(table: Table): readonly string[] {
    if (!this.#mysql) return []
    return table.indexes
      .filter(({ ignoresCase }) => ignoresCase)
      .map((index) => {
        const member = table.columns.find(({ name }) => name === index.column)?.member ?? ''
        const column = `varchar('${lowerColumn(index)}', { length: 255 })`
        return `  ${member}Lower: ${column}.generatedAlwaysAs(sql\`(lower(\\\`${index.column}\\\`))\`, { mode: 'stored' }),`
      })
  }

  table(table: Table): string {
    const composite = table.primaryKey
      .map((name) => `table.${table.columns.find((one) => one.name === name)?.member ?? name}`)
      .join(', ')
    const extra = [
      ...(table.primaryKey.length > 1 ? [`    primaryKey({ columns: [${composite}] }),`] : []),
      ...table.indexes.map((index) => this.#index(table, index)),
    ]
    const columns = table.columns.map((column) => this.#column(table, column))
    return [
      `export const ${table.key} = ${this.#dialect.table}(`,
      `  '${table.name}',`,
      '  {',
      ...[...columns, ...this.#lowered(table)].map((line) => `  ${line}`),
      '  },',
      ...(extra.length === 0 ? [] : ['  (table) => [', ...extra, '  ],']),
      ')',
    ].join('\n')
  }

  imports(tables: readonly string[]): string {
    const text = tables.join('\n')
    const names = [...new Set(text.match(/(?<![.\w])(?:[a-z]+Table|[a-zA-Z]+)(?=\()/g))]
    const used = names.filter((name) => !['lower', 'sql'].includes(name)).toSorted()
    const sql = text.includes('sql`') ? `import { sql } from 'drizzle-orm'\n` : ''
    return `${sql}import { ${used.join(', ')} } from '${this.#dialect.module}'`
  }
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
  const file = new DrizzleFile(dialect, schema)
  const tables = schema.tables.map((table) => file.table(table))
  return `${[file.imports(tables), ...tables].join('\n\n')}\n`
}
