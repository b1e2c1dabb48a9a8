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
export {
  isUniqueViolation,
  pruneOnWrite,
  type PruneOnWriteOptions,
  sqlFor,
} from '@latchstring/adapter-sql'
export { kyselyAdapter, type KyselyAdapterOptions } from './lib/kysely-adapter.ts'
