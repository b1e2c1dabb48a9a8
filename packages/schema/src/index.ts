/**
 * The tables of Latchstring, described once.
 *
 * @packageDocumentation
 */
export type { FurtherOptions } from './lib/check-options.ts'
export { describeSchema } from './lib/describe-schema.ts'
export type {
  Column,
  ColumnMembers,
  ColumnNames,
  ControlTableKey,
  FieldKind,
  IdType,
  Index,
  NamesPreset,
  NoUserFields,
  RecordTableKey,
  RowIdTable,
  Schema,
  SchemaOptions,
  SqlDialect,
  Table,
  TableKey,
  TableNames,
  UserFields,
  Values,
} from './lib/schema.ts'
export { findColumn, findTable } from './lib/schema.ts'
export { recordTablesOf } from './lib/record-tables.ts'
export { drizzleSchema } from './lib/drizzle.ts'
export { inspect } from './lib/inspect.ts'
export type {
  Present,
  PresentColumn,
  PresentForeignKey,
  PresentIndex,
  PresentTable,
  Query,
  Row,
} from './lib/present.ts'
export { checkPlan, checkStep, plan } from './lib/plan.ts'
export type {
  DuplicatesCheck,
  Note,
  Plan,
  Refusal,
  RefusalKind,
  RowsCheck,
  Step,
  StepKind,
} from './lib/plan-types.ts'
export { camelCase } from './lib/record-tables.ts'
export { prismaSchema } from './lib/prisma.ts'
export { columnSql, lowerColumn, quoteName, tableSql } from './lib/sql.ts'
