/**
 * Latchstring storage over Prisma Client.
 *
 * @packageDocumentation
 */
export type {
  DataModelName,
  PrismaClientLike,
  PrismaDataModel,
  PrismaModel,
  PrismaModels,
  StoredUser,
  TransactionLimits,
} from './lib/client.ts'
export {
  type AccountMethods,
  type AdapterMethods,
  type AuthenticatorMethods,
  type BatchPruning,
  type BudgetMethods,
  type ControlMethod,
  type ControlMethods,
  type DeletedRows,
  type DeleteExpiredOptions,
  type FeedMethods,
  isUniqueViolation,
  pruneOnWrite,
  type PruneOnWriteOptions,
  type RecordVerbs,
  type SessionMethods,
  type UserMethods,
  type VerificationTokenMethods,
} from '@latchstring/adapter-kit'
export {
  type PrismaAdapter,
  type PrismaAdapterOptions,
  type PrismaMethods,
  type PrismaUserMethods,
  prismaAdapter,
} from './lib/prisma-adapter.ts'
