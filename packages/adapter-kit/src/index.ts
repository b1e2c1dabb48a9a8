/**
 * What storage adapters share.
 *
 * @packageDocumentation
 */
export {
  type BatchPruning,
  type DeleteBatch,
  type DeletedRows,
  type DeleteExpiredOptions,
  deleteExpiredRows,
  type ExpiringRows,
} from './lib/batches.ts'
export { isCausedBy } from './lib/causes.ts'
export { repeatConflicts } from './lib/conflicts.ts'
export { appendInTime, assertSpend, readCursor, type SpendStep, spendStep } from './lib/control.ts'
export { expiringRecords } from './lib/expiring-records.ts'
export { isForeignKeyViolation } from './lib/foreign-key-violation.ts'
export type {
  AccountMethods,
  AdapterMethod,
  AdapterMethods,
  BudgetMethods,
  ControlMethod,
  ControlMethods,
  AuthenticatorMethods,
  FeedMethods,
  Promising,
  RecordVerbs,
  SessionMethods,
  UserMethods,
  VerificationTokenMethods,
} from './lib/methods.ts'
export {
  type PrunableAdapter,
  pruneOnWrite,
  type PruneOnWriteOptions,
} from './lib/prune-on-write.ts'
export {
  isRecordMember,
  readRecordCursor,
  recordCursor,
  recordId,
  recordKey,
  recordMember,
} from './lib/record-keys.ts'
export {
  completeRecord,
  type RecordKind,
  type RecordTypes,
  type Storable,
  toStored,
} from './lib/records.ts'
export { type VerbSteps, verbsAt } from './lib/verbs-at.ts'
export { isUniqueViolation, uniqueViolation } from './lib/unique-violation.ts'
export { isJson, isObject, isPlainObject } from './lib/values.ts'
