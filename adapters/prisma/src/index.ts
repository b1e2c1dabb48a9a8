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
export { type AdapterMethods, isUniqueViolation } from '@latchstring/adapter-kit'
export {
  type PrismaAdapter,
  type PrismaAdapterOptions,
  type PrismaMethods,
  type PrismaSessionMethods,
  type PrismaUserMethods,
  prismaAdapter,
} from './lib/prisma-adapter.ts'
