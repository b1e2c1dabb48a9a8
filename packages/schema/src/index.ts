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
export { prismaSchema } from './lib/prisma.ts'
export { columnSql, lowerColumn, quoteName, tableSql } from './lib/sql.ts'
