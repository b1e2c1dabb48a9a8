import { isCausedBy } from './causes.ts'

const CODE = 'UNIQUE_VIOLATION'

/** What drivers have as `code`, or `extendedCode`, of an error about a key that is in use. */
const CODES: ReadonlySet<unknown> = new Set([
  CODE,
  // SQLSTATE unique_violation of PostgreSQL.
  '23505',
  // MySQL and MariaDB.
  'ER_DUP_ENTRY',
  // SQLite's extended result codes.
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
  // Prisma.
  'P2002',
  // MongoDB.
  11_000,
])

/** SQLite's extended result codes, as `node:sqlite` has them in `errcode`. */
const SQLITE_NUMBERS: ReadonlySet<unknown> = new Set([2067, 1555])

const member = (error: Error, name: string): unknown => Reflect.get(error, name)

const saysSo = (error: Error): boolean =>
  CODES.has(member(error, 'code')) ||
  CODES.has(member(error, 'extendedCode')) ||
  SQLITE_NUMBERS.has(member(error, 'errcode')) ||
  // Cloudflare D1 has nothing but a message.
  /^D1_ERROR: UNIQUE constraint failed\b/.test(error.message)

/**
 * The error of a store that has none of its own for a key that is in use.
 *
 * @param message - which key; no values, because it is logged
 * @returns an error that {@link isUniqueViolation} knows
 */
export function uniqueViolation(message: string): Error {
  return Object.assign(new Error(message), { code: CODE })
}

/**
 * Whether an error says that a record with the same key is already there: another call was faster. Knows the errors of the
 * stores and drivers that Latchstring has adapters for, and looks through the errors they are wrapped in.
 *
 * @param error - what a method of an adapter rejected with
 *
 * @example
 * ```ts
 * import { isUniqueViolation } from '@latchstring/adapter-kit'
 *
 * const createOnce = (create: () => Promise<unknown>): Promise<unknown> =>
 *   create().catch((error: unknown) => {
 *     if (!isUniqueViolation(error)) throw error
 *   })
 * ```
 */
export const isUniqueViolation = (error: unknown): boolean => isCausedBy(error, saysSo)
