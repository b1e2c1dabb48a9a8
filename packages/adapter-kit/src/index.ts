/**
 * What storage adapters share.
 *
 * @packageDocumentation
 */
export {
  type DeleteBatch,
  type DeletedRows,
  type DeleteExpiredOptions,
  deleteExpiredRows,
  type ExpiringRows,
} from './lib/batches.ts'
export { isCausedBy } from './lib/causes.ts'
export { appendInTime, assertSpend, type SpendStep, spendStep } from './lib/control.ts'
export type {
  AccountMethods,
  AdapterMethod,
  AdapterMethods,
  ControlMethod,
  ControlMethods,
  AuthenticatorMethods,
  Promising,
  SessionMethods,
  UserMethods,
  VerificationTokenMethods,
} from './lib/methods.ts'
export {
  type PrunableAdapter,
  pruneOnWrite,
  type PruneOnWriteOptions,
} from './lib/prune-on-write.ts'
export { completeRecord, type RecordKind, type RecordTypes } from './lib/records.ts'
export { isUniqueViolation, uniqueViolation } from './lib/unique-violation.ts'
export { isJson, isObject, isPlainObject } from './lib/values.ts'
