// SQLSTATE unique_violation; SQLite's extended result codes by the names drivers give them; MySQL's by name.
const UNIQUE_VIOLATIONS: ReadonlySet<unknown> = new Set([
  '23505',
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
  'ER_DUP_ENTRY',
])

/**
 * Whether an error says that a row with the same key is already there: another call was faster.
 * Looks through the errors it is wrapped in.
 *
 * @param error - what a method of the adapter rejected with
 *
 * @example
 * ```ts
 * import { isUniqueViolation } from '@latchstring/adapter-drizzle'
 *
 * const createOnce = (create: () => Promise<unknown>): Promise<unknown> =>
 *   create().catch((error: unknown) => {
 *     if (!isUniqueViolation(error)) throw error
 *   })
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
