const CODE = 'UNIQUE_VIOLATION'

/** The error for a key that is in use; {@link isUniqueViolation} knows it. */
export function uniqueViolation(message: string): Error {
  return Object.assign(new Error(message), { code: CODE })
}

/**
 * Whether an error says that a record with the same key is already there: another call was faster. An adapter with the
 * option `singleWriter` has such errors. Looks through the errors it is wrapped in.
 *
 * @param error - what a method of the adapter rejected with
 *
 * @example
 * ```ts
 * import { isUniqueViolation, unstorageAdapter } from '@latchstring/adapter-unstorage'
 * import { createStorage } from 'unstorage'
 *
 * const adapter = unstorageAdapter(createStorage(), { singleWriter: true })
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
    if ('code' in current && current.code === CODE) return true
    current = current.cause
  }
  return false
}
