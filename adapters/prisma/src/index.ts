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
export { isUniqueViolation } from './lib/errors.ts'
export {
  type PrismaAdapter,
  type PrismaAdapterOptions,
  type PrismaMethods,
  type PrismaSessionMethods,
  type PrismaUserMethods,
  prismaAdapter,
} from './lib/prisma-adapter.ts'
export type { Methods } from './lib/store.ts'
