/**
 * Latchstring storage in any driver of unstorage.
 *
 * @packageDocumentation
 */
export type { DeletedRecords } from './lib/delete-expired.ts'
export type { KeyValueStorage } from './lib/store.ts'
export {
  type UnstorageAdapter,
  type UnstorageAdapterOptions,
  unstorageAdapter,
} from './lib/unstorage-adapter.ts'
export { type AdapterMethods, isUniqueViolation } from '@latchstring/adapter-kit'
