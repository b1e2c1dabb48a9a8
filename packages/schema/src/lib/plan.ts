import type { Present, PresentColumn, Query, Row } from './inspect.ts'
import { planColumns } from './plan-columns.ts'
import { newTableIndexes, planIndexes } from './plan-indexes.ts'
import { fitOf } from './plan-type-families.ts'
import {
  EMPTY,
  type Plan,
  type PlanContext,
  type Refusal,
  type Step,
  isSame,
  join,
} from './plan-types.ts'
import { type Schema, type SqlDialect, type Table, columnOf, tableOf } from './schema.ts'
import { columnSql, quoteName, tableSql } from './sql.ts'

/** The ids of users, where the table of users is there: `undefined` stands for a column that is missing. */
function presentIds({
  dialect,
  present,
  schema,
}: PlanContext): readonly (PresentColumn | undefined)[] {
  const users = tableOf(schema, 'users')
  const { name } = columnOf(users, 'id')
  return present.tables
    .filter((table) => table.name === users.name)
    .map(({ columns }) => columns.find((column) => isSame(dialect, column.name, name)))
}

/** Why a table cannot be made. */
function refusalToCreate(context: PlanContext, table: Table): Refusal | undefined {
  const { dialect, present, schema } = context
  const about = { table: table.name, name: table.name }
  if (present.notTables.has(table.name)) {
    return {
      ...about,
      kind: 'name',
      why: 'Something that is no table has this name, such as a view or an index.',
      byHand: `Give the table another name: { "tables": { "${table.key}": "…" } }.`,
    }
  }
  if (table.owner === undefined) return undefined
  const id = columnOf(tableOf(schema, 'users'), 'id')
  const fits = presentIds(context).every(
    (there) => there !== undefined && fitOf(dialect, schema.ids, id, there.type).fits,
  )
  if (fits) return undefined
  return {
    ...about,
    kind: 'reference',
    why: 'It refers to the ids of users, and those are not as described.',
    byHand: 'Settle that first, then plan again.',
  }
}

/** MySQL and MariaDB want both sides of a foreign key to have one type. */
function createTableSql(context: PlanContext, table: Table): string {
  const { dialect, schema } = context
  const [statement = ''] = tableSql(dialect, schema, table)
  const [id] = presentIds(context)
  const owner = table.columns.find(({ name }) => name === table.owner)
  if (dialect !== 'mysql' || id === undefined || owner === undefined) return statement
  return statement.replace(
    columnSql(dialect, schema, table, owner),
    `${quoteName(dialect, owner.name)} ${id.type} not null`,
  )
}

function planNewTable(context: PlanContext, table: Table): Plan {
  const refusal = refusalToCreate(context, table)
  if (refusal !== undefined) return { ...EMPTY, refused: [refusal] }
  const create: Step = {
    kind: 'createTable',
    table: table.name,
    name: table.name,
    sql: createTableSql(context, table),
    online: true,
    alone: false,
    why: `There is no table for ${table.key}.`,
  }
  return { ...EMPTY, steps: [create, ...newTableIndexes(context, table)] }
}

function planTable(context: PlanContext, table: Table): Plan {
  const there = context.present.tables.find(({ name }) => name === table.name)
  if (there === undefined) return planNewTable(context, table)
  const pair = { ...context, table, there }
  const columns = planColumns(pair)
  const refused = new Set(columns.refused.map(({ name }) => name))
  return join([columns, ...planIndexes(pair, refused)])
}

/**
 * Compares what a database has with what is described, and says which steps lead there.
 *
 * Every step adds something. What would lose values or keep others waiting (removing, changing the type of a column, demanding
 * values in rows that are there) is refused, with the reason and what a person would do. Columns that are not described,
 * tables without foreign keys and columns that are wider or may be null are accepted as they are. Once the steps are applied, a
 * plan has none.
 *
 * @param dialect - the database
 * @param present - what {@link inspect} gives for the same description
 * @param schema - what {@link describeSchema} gives
 *
 * @example
 * ```ts
 * import { checkPlan, describeSchema, inspect, plan } from '@latchstring/schema'
 * import type { Query } from '@latchstring/schema'
 *
 * async function statements(query: Query): Promise<readonly string[]> {
 *   const schema = describeSchema()
 *   const present = await inspect('postgres', query, schema)
 *   const { steps } = await checkPlan(query, plan('postgres', present, schema))
 *   return steps.map(({ sql }) => sql)
 * }
 * ```
 */
export function plan(dialect: SqlDialect, present: Present, schema: Schema): Plan {
  const context = { dialect, present, schema }
  return join(schema.tables.map((table) => planTable(context, table)))
}

const countOf = ([row]: readonly Row[]): number => Number(row?.['duplicates'] ?? 0)

/**
 * Looks for rows that are in the way of a step.
 *
 * @param query - runs a statement
 * @param step - one of a plan
 * @returns why the step cannot be made, or `undefined`
 */
export async function checkStep(query: Query, step: Step): Promise<Refusal | undefined> {
  if (step.duplicates === undefined) return undefined
  const { sql, find } = step.duplicates
  const count = countOf(await query(sql))
  if (count === 0) return undefined
  return {
    kind: 'duplicates',
    table: step.table,
    name: step.name,
    why: `${count} ${count === 1 ? 'value is' : 'values are'} there more than once. ${step.why}`,
    byHand: `Find them: ${find}. Decide which rows stay, remove the others, then plan again.`,
  }
}

/**
 * Takes the steps out of a plan that rows are in the way of, such as duplicates of what is to be unique.
 *
 * @param query - runs a statement; it reads the tables
 * @param unchecked - what {@link plan} gives
 */
export async function checkPlan(query: Query, unchecked: Plan): Promise<Plan> {
  const steps: Step[] = []
  const refused: Refusal[] = [...unchecked.refused]
  for (const step of unchecked.steps) {
    const refusal = await checkStep(query, step)
    if (refusal === undefined) steps.push(step)
    else refused.push(refusal)
  }
  return { ...unchecked, steps, refused }
}
