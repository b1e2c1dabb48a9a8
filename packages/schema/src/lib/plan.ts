import type { Present, PresentColumn, Query, Row } from './present.ts'
import { planColumns } from './plan-columns.ts'
import { newTableIndexes, planIndexes } from './plan-indexes.ts'
import { refuseLookAlikes } from './plan-look-alikes.ts'
import { refuseOtherSchemas } from './plan-schemas.ts'
import { checkFit } from './plan-type-families.ts'
import {
  EMPTY,
  type Note,
  type Pair,
  type Plan,
  type PlanContext,
  type Refusal,
  type Step,
  isSame,
  join,
} from './plan-types.ts'
import { type Schema, type SqlDialect, type Table, findColumn, findTable } from './schema.ts'
import { columnSql, quoteName, tableSql } from './sql.ts'

/** The ids of users, where the table of users is there: `undefined` stands for a column that is missing. */
function presentIds(context: PlanContext): readonly (PresentColumn | undefined)[] {
  const { dialect, present, schema } = context
  const users = findTable(schema, 'users')
  const { name } = findColumn(users, 'id')
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
      why: 'Something that is not a table has this name, such as a view or an index.',
      byHand: `Give the table another name: { "tables": { "${table.key}": "…" } }.`,
    }
  }
  if (table.owner === undefined) return undefined
  const id = findColumn(findTable(schema, 'users'), 'id')
  const fits = presentIds(context).every(
    (there) => there !== undefined && checkFit(dialect, schema.ids, id, there.type).fits,
  )
  const [users] = present.tables.filter(({ name }) => name === findTable(schema, 'users').name)
  const engine = users?.engine ?? 'InnoDB'
  if (fits && engine.toLowerCase() === 'innodb') return undefined
  return {
    ...about,
    kind: 'reference',
    why: 'It refers to the ids of users, whose column has to be fixed first.',
    byHand: 'Fix that first, then run the plan again.',
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

/** What is needed of an engine of MySQL and MariaDB: keys to other tables, transactions, and changes while others write. */
function refuseEngine({ table, there }: Pair): Refusal | undefined {
  const { engine = 'InnoDB' } = there
  if (engine.toLowerCase() === 'innodb') return undefined
  return {
    kind: 'engine',
    table: table.name,
    name: table.name,
    why:
      `Its storage engine is ${engine}, which has no transactions, keeps writers waiting, ` +
      'and lets no column be added while the table is in use.',
    byHand:
      'While it is not in use: ' +
      `alter table ${quoteName('mysql', table.name)} engine = InnoDB. Then plan again.`,
  }
}

function planTable(context: PlanContext, table: Table): Plan {
  const there = context.present.tables.find(({ name }) => name === table.name)
  if (there === undefined) return planNewTable(context, table)
  const pair = { ...context, table, there }
  const engine = refuseEngine(pair)
  if (engine !== undefined) return { ...EMPTY, refused: [engine] }
  const columns = planColumns(pair)
  const refused = new Set(columns.refused.map(({ name }) => name))
  return join([columns, ...planIndexes(pair, refused)])
}

/** Adds the schema to each line. */
function withSchema({ steps, refused, notes }: Plan, { schema }: Present): Plan {
  if (schema === undefined) return { steps, refused, notes }
  const add = <T>(lines: readonly T[]): readonly (T & { schema: string })[] =>
    lines.map((line) => ({ ...line, schema }))
  return { steps: add(steps), refused: add(refused), notes: add(notes) }
}

/**
 * Compares what a database has with what is described, and says which steps lead there.
 *
 * Every step adds something. What would lose values or keep others waiting (removing, changing the type of a column, demanding
 * values in rows that are there) is refused, with the reason and what a person would do; so is a column that cannot hold what is
 * described. Columns that are not described, tables without foreign keys and columns that are wider or may be null are accepted
 * as they are. Tables that look as if they were described by other options are all that a plan says then: it has no steps. Once
 * the steps are applied, a plan has none.
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
  const others = refuseOtherSchemas(context)
  const refused = others.length > 0 ? others : refuseLookAlikes(context)
  // A description of other tables says nothing about these.
  if (refused.length > 0) return withSchema({ ...EMPTY, refused }, present)
  return withSchema(join(schema.tables.map((table) => planTable(context, table))), present)
}

const countDuplicates = ([row]: readonly Row[]): number => Number(row?.['duplicates'] ?? 0)

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
  const count = countDuplicates(await query(sql))
  if (count === 0) return undefined
  return {
    kind: 'duplicates',
    ...(step.schema === undefined ? {} : { schema: step.schema }),
    table: step.table,
    name: step.name,
    why: `${count} ${count === 1 ? 'value occurs' : 'values occur'} more than once. ${step.why}`,
    byHand: `Find them: ${find}. Decide which rows stay, remove the others, then plan again.`,
  }
}

/** Takes out the notes that block the change of tables with rows. */
async function checkNotes(query: Query, unchecked: Plan): Promise<Pick<Plan, 'notes' | 'refused'>> {
  const notes: Note[] = []
  const refused: Refusal[] = []
  for (const { unlessEmpty, ...note } of unchecked.notes) {
    const rows = unlessEmpty === undefined ? [] : await query(unlessEmpty.sql)
    if (unlessEmpty === undefined || rows.length === 0) notes.push(note)
    else refused.push(unlessEmpty.refusal)
  }
  return { notes, refused }
}

/**
 * Takes the steps out of a plan that rows are in the way of, such as duplicates of what is to be unique, and refuses what is accepted
 * of empty tables only.
 *
 * @param query - runs a statement; it reads the tables
 * @param unchecked - what {@link plan} gives
 */
export async function checkPlan(query: Query, unchecked: Plan): Promise<Plan> {
  const steps: Step[] = []
  const { notes, refused: unwritable } = await checkNotes(query, unchecked)
  const refused: Refusal[] = [...unchecked.refused, ...unwritable]
  for (const step of unchecked.steps) {
    const refusal = await checkStep(query, step)
    if (refusal === undefined) steps.push(step)
    else refused.push(refusal)
  }
  return { steps, refused, notes }
}
