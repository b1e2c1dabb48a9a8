// SQLSTATE unique_violation, MySQL's name for it, and SQLite's extended result codes by the names drivers give them.
const NAMES: ReadonlySet<unknown> = new Set([
  '23505',
  'ER_DUP_ENTRY',
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
])

/** The numbers of the same: SQLite's as `node:sqlite` has them. */
const NUMBERS: ReadonlySet<unknown> = new Set([2067, 1555])

const member = (error: Error, name: string): unknown => Reflect.get(error, name)

const saysSo = (error: Error): boolean =>
  NAMES.has(member(error, 'code')) ||
  NAMES.has(member(error, 'extendedCode')) ||
  NUMBERS.has(member(error, 'errcode')) ||
  // D1 has nothing but a message.
  /^D1_ERROR: UNIQUE constraint failed\b/.test(error.message)

/**
 * Whether an error says that a row with the same key is already there: another call was faster.
 * Looks through the errors it is wrapped in.
 *
 * @param error - what a method of the adapter rejected with
 *
 * @example
 * ```ts
 * import { isUniqueViolation, openSqlAdapter } from '@latchstring/adapter-sql'
 *
 * const adapter = openSqlAdapter('file:./data.db')
 * const user = { id: crypto.randomUUID(), email: 'ada@example.com', emailVerified: null }
 * await adapter.createUser(user).catch((error: unknown) => {
 *   if (!isUniqueViolation(error)) throw error
 *   return adapter.getUserByEmail(user.email)
 * })
 * ```
 */
export function isUniqueViolation(error: unknown): boolean {
  const seen = new Set<unknown>()
  let current = error
  while (current instanceof Error && !seen.has(current)) {
    seen.add(current)
    if (saysSo(current)) return true
    current = current.cause
  }
  return false
}
