import type { Present, PresentTable } from './present.ts'
import type { Schema, SqlDialect, Table } from './schema.ts'

/**
 * What a step does. `dropUnfinishedIndex` removes what a failed `create index concurrently` left behind, which PostgreSQL
 * never reads.
 */
export type StepKind =
  | 'createTable'
  | 'addColumn'
  | 'dropUnfinishedIndex'
  | 'createIndex'
  | 'createUniqueIndex'

/** How to see whether rows are in the way of a unique index. */
export interface DuplicatesCheck {
  /** Counts the values that more than one row has, as `duplicates`. */
  readonly sql: string
  /** Lists those values, for a person. */
  readonly find: string
}

/** One change of the database. */
export interface Step {
  readonly kind: StepKind
  /** The schema of the table, on PostgreSQL. */
  readonly schema?: string
  readonly table: string
  /** The table, column or index that it makes. */
  readonly name: string
  /** One statement. */
  readonly sql: string
  /** Reading and writing go on meanwhile, but for the moment it takes to change the catalogue. */
  readonly online: boolean
  /** It cannot be part of a transaction. */
  readonly alone: boolean
  readonly why: string
  /** To be run before the step, which fails when it finds something. */
  readonly duplicates?: DuplicatesCheck
}

/**
 * Why a change is left to a person. `type`: a column cannot hold its values; `name`: the name is taken by something
 * else, or spelt otherwise; `key`: rows would have no id, or another key; `duplicates`: what has to be unique is not; `reference`:
 * ids of users are not as they have to be; `description`: the tables look like those of another description; `engine`: the storage
 * engine of MySQL or MariaDB cannot do what is needed; `required`: a column has to be filled, and no statement fills it; `schema`:
 * another schema of the path of PostgreSQL has the table.
 */
export type RefusalKind =
  | 'type'
  | 'name'
  | 'key'
  | 'duplicates'
  | 'reference'
  | 'description'
  | 'engine'
  | 'required'
  | 'schema'

/** A difference that no step is made for. */
export interface Refusal {
  readonly kind: RefusalKind
  /** The schema of the table, on PostgreSQL. */
  readonly schema?: string
  readonly table: string
  /** The table, column or index concerned. */
  readonly name: string
  readonly why: string
  /** What to do. */
  readonly byHand: string
}

/** What is refused if there are rows. */
export interface RowsCheck {
  /** Gives a row if there is one. */
  readonly sql: string
  readonly refusal: Refusal
}

/** A difference that is accepted. */
export interface Note {
  /** The schema of the table, on PostgreSQL. */
  readonly schema?: string
  readonly table: string
  /** The column concerned. */
  readonly column: string
  readonly text: string
  /** Only an empty table is accepted so; {@link checkPlan} looks. */
  readonly unlessEmpty?: RowsCheck
}

/** How to get from what a database has to what the description wants. */
export interface Plan {
  /** In the order to run them. */
  readonly steps: readonly Step[]
  readonly refused: readonly Refusal[]
  readonly notes: readonly Note[]
}

/** What is planned for. */
export interface PlanContext {
  readonly dialect: SqlDialect
  readonly present: Present
  readonly schema: Schema
}

/** A table that is wanted and there. */
export interface Pair extends PlanContext {
  readonly table: Table
  readonly there: PresentTable
}

export const EMPTY: Plan = { steps: [], refused: [], notes: [] }

/** One plan after the other. */
export const join = (plans: readonly Plan[]): Plan => ({
  steps: plans.flatMap(({ steps }) => steps),
  refused: plans.flatMap(({ refused }) => refused),
  notes: plans.flatMap(({ notes }) => notes),
})

/** Whether two names of columns mean the same one. */
export const isSame = (dialect: SqlDialect, one: string, other: string): boolean =>
  dialect === 'postgres' ? one === other : one.toLowerCase() === other.toLowerCase()
