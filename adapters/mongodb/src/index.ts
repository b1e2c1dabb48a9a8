/**
 * Latchstring storage in MongoDB.
 *
 * @packageDocumentation
 */
export type { MongodbCollections } from './lib/collections.ts'
export {
  type MongodbAdapter,
  type MongodbAdapterOptions,
  mongodbAdapter,
} from './lib/mongodb-adapter.ts'
export {
  type AdapterMethods,
  type ControlMethod,
  type ControlMethods,
  isUniqueViolation,
} from '@latchstring/adapter-kit'
