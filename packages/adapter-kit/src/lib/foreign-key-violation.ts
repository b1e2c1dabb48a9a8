import { isCausedBy } from './causes.ts'

/** What drivers have as `code`, `extendedCode` or `errcode` of an error about a row that refers to one that is not there. */
const CODES: ReadonlySet<unknown> = new Set([
  // SQLSTATE foreign_key_violation of PostgreSQL.
  '23503',
  // MySQL and MariaDB.
  'ER_NO_REFERENCED_ROW_2',
  // SQLite's extended result codes.
  'SQLITE_CONSTRAINT_FOREIGNKEY',
  787,
  // Prisma.
  'P2003',
])

const MEMBERS = ['code', 'extendedCode', 'errcode'] as const

const saysSo = (error: Error): boolean =>
  MEMBERS.some((name) => CODES.has(Reflect.get(error, name))) ||
  // Cloudflare D1 has nothing but a message.
  /^D1_ERROR: FOREIGN KEY constraint failed\b/.test(error.message)

/**
 * Whether an error says that a row refers to one that is not there, as that of a user who was deleted. Knows the errors of the databases
 * and drivers that Latchstring has adapters for, and looks through the errors they are wrapped in.
 *
 * @param error - what a method of an adapter rejected with
 *
 * @example
 * ```ts
 * import { isForeignKeyViolation } from '@latchstring/adapter-kit'
 *
 * const storeUnlessDeleted = (store: () => Promise<unknown>): Promise<unknown> =>
 *   store().catch((error: unknown) => {
 *     if (!isForeignKeyViolation(error)) throw error
 *   })
 * ```
 */
export const isForeignKeyViolation = (error: unknown): boolean => isCausedBy(error, saysSo)
