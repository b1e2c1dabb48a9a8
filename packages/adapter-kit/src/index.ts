/**
 * What storage adapters share.
 *
 * @packageDocumentation
 */
export { isCausedBy } from './lib/causes.ts'
export type { AdapterMethod, AdapterMethods, Promising } from './lib/methods.ts'
export { completeRecord, type RecordKind, type RecordTypes } from './lib/records.ts'
export { isUniqueViolation, uniqueViolation } from './lib/unique-violation.ts'
export { isJson, isObject, isPlainObject } from './lib/values.ts'
