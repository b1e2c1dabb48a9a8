/** Code of a duplicate key in the errors of the server. */
const DUPLICATE_KEY = 11_000

const CODE = 'UNIQUE_VIOLATION'

/** The error for an address that is in use; {@link isUniqueViolation} knows it. */
export function uniqueViolation(message: string): Error {
  return Object.assign(new Error(message), { code: CODE })
}

/**
 * Whether an error says that a record with the same key is already there: another call was faster.
 * Looks through the errors it is wrapped in.
 *
 * @param error - what a method of the adapter rejected with
 *
 * @example
 * ```ts
 * import { isUniqueViolation, mongodbAdapter } from '@latchstring/adapter-mongodb'
 * import { MongoClient } from 'mongodb'
 *
 * const adapter = mongodbAdapter(new MongoClient('mongodb://127.0.0.1'))
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
    if ('code' in current && (current.code === DUPLICATE_KEY || current.code === CODE)) return true
    current = current.cause
  }
  return false
}
