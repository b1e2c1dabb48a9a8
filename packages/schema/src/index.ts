/**
 * The tables of Latchstring, described once.
 *
 * @packageDocumentation
 */
export { describeSchema } from './lib/describe-schema.ts'
export type {
  Column,
  ColumnNames,
  FieldKind,
  IdType,
  Index,
  NamesPreset,
  Schema,
  SchemaOptions,
  SqlDialect,
  Table,
  TableKey,
  TableNames,
  UserFields,
} from './lib/schema.ts'
export { columnOf, tableOf } from './lib/schema.ts'
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
} from './lib/inspect.ts'
export { checkPlan, checkStep, plan } from './lib/plan.ts'
export type {
  DuplicatesCheck,
  Note,
  Plan,
  Refusal,
  RefusalKind,
  Step,
  StepKind,
} from './lib/plan-types.ts'
export { prismaSchema } from './lib/prisma.ts'
export { columnSql, lowerColumn, quoteName, tableSql } from './lib/sql.ts'
