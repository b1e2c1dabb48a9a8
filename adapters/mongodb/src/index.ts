/**
 * Latchstring storage in MongoDB.
 *
 * @packageDocumentation
 */
export type { MongodbCollections } from './lib/collections.ts'
export type { AdapterMethods } from './lib/methods.ts'
export {
  type MongodbAdapter,
  type MongodbAdapterOptions,
  mongodbAdapter,
} from './lib/mongodb-adapter.ts'
export { isUniqueViolation } from './lib/unique-violation.ts'
