// SQLSTATE unique_violation, and SQLite's extended result codes by the names drivers give them.
const UNIQUE_VIOLATIONS: ReadonlySet<unknown> = new Set([
  '23505',
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
])

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
    if ('code' in current && UNIQUE_VIOLATIONS.has(current.code)) return true
    if ('extendedCode' in current && UNIQUE_VIOLATIONS.has(current.extendedCode)) return true
    current = current.cause
  }
  return false
}
