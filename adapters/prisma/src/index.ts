/**
 * Latchstring storage over Prisma Client.
 *
 * @packageDocumentation
 */
export type {
  PrismaClientLike,
  PrismaModel,
  PrismaModels,
  StoredUser,
  TransactionLimits,
} from './lib/client.ts'
export type { DeletedRows } from './lib/expired.ts'
export {
  type AccountMethods,
  type AdapterMethods,
  type AuthenticatorMethods,
  isUniqueViolation,
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
