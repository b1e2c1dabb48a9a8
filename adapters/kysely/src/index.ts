/**
 * Latchstring storage in the database of a Kysely instance.
 *
 * @packageDocumentation
 */
export type {
  IdType,
  NamesPreset,
  NoUserFields,
  SchemaOptions,
  SqlAdapter,
  SqlDialect,
  UserFields,
  UserFieldValues,
} from '@latchstring/adapter-sql'
export { isUniqueViolation, sqlFor } from '@latchstring/adapter-sql'
export { kyselyAdapter, type KyselyAdapterOptions } from './lib/kysely-adapter.ts'
