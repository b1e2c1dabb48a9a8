import {
  type Schema,
  type SqlDialect,
  type Table,
  columnSql,
  describeSchema,
  quoteName,
  tableSql,
} from '@latchstring/schema'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DATABASES, type TestDatabase } from '../test/databases.ts'
import { run } from '../test/run.ts'

/** What is there of a table. */
interface Subset {
  readonly columns: readonly boolean[]
  readonly indexes: readonly boolean[]
  readonly key: boolean
}

const subset: fc.Arbitrary<Subset | undefined> = fc.option(
  fc.record({
    columns: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
    indexes: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    key: fc.boolean(),
  }),
  { nil: undefined, freq: 4 },
)

/** A table with some of its columns, and those indexes whose columns are there. */
function partOf(dialect: SqlDialect, schema: Schema, table: Table, part: Subset): string[] {
  const columns = table.columns.filter(
    // Rows are identified by the id, so no step adds it.
    (column, index) => part.columns[index] === true || (column.userId && table.key === 'users'),
  )
  const [first] = table.columns
  const kept = columns.length === 0 && first !== undefined ? [first] : columns
  const has = (name: string) => kept.some((column) => column.name === name)
  const key = part.key && table.primaryKey.every(has)
  const quoted = table.primaryKey.map((name) => quoteName(dialect, name)).join(', ')
  const lines = [
    ...kept.map((column) => columnSql(dialect, schema, table, column)),
    ...(key ? [`primary key (${quoted})`] : []),
  ]
  const [, ...indexes] = tableSql(dialect, schema, table)
  return [
    `create table ${quoteName(dialect, table.name)} (${lines.join(', ')})`,
    ...indexes.filter((_, index) => {
      const { column = '', ignoresCase = false } = table.indexes[index] ?? {}
      // Where the lower case is a column of its own, that would have to be there, too.
      return part.indexes[index] === true && has(column) && !(ignoresCase && dialect === 'mysql')
    }),
  ]
}

async function clear(database: TestDatabase, dialect: SqlDialect, schema: Schema): Promise<void> {
  for (const { name } of schema.tables.toReversed()) {
    await database.query(`drop table if exists ${quoteName(dialect, name)}`)
  }
}

describe.each(DATABASES)(
  'migrate of a database with a part of the tables on $dialect',
  ({ dialect, create }) => {
    it('adds the missing parts, after which the plan is empty', async () => {
      const database = await create()
      const ids = fc.constantFrom('text', 'uuid')
      try {
        await fc.assert(
          fc.asyncProperty(
            fc.array(subset, { minLength: 5, maxLength: 5 }),
            ids,
            async (parts, id) => {
              const schema = describeSchema({ ids: id, userFields: { role: 'text' } })
              await clear(database, dialect, schema)
              for (const [index, table] of schema.tables.entries()) {
                const part = parts[index]
                if (part === undefined) continue
                for (const statement of partOf(dialect, schema, table, part)) {
                  await database.query(statement)
                }
              }
              const options = [
                '--url',
                database.url,
                '--ids',
                id,
                '--user-field',
                'role:text',
                '--json',
              ]
              const applied = await run(['migrate', '--apply', '--yes', ...options])
              expect(applied).toMatchObject({ code: 0 })
              const planned = await run(['migrate', '--plan', ...options])
              expect(JSON.parse(planned.out)).toMatchObject({ steps: [], refused: [] })
              expect(planned.code).toBe(0)
            },
          ),
          { numRuns: 25 },
        )
      } finally {
        await database.drop()
      }
    }, 120_000)
  },
)
