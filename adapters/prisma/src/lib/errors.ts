const isNamed = (error: unknown, name: string): error is Error =>
  error instanceof Error && error.name === name

/**
 * Waits for a query. What Prisma says about a query that it does not understand repeats its values, tokens among them:
 * only the last line of it, which says what is wrong, goes on.
 */
export async function settle<T>(query: PromiseLike<T>): Promise<T> {
  try {
    return await query
  } catch (error) {
    if (!isNamed(error, 'PrismaClientValidationError')) throw error
    const reason = error.message.trimEnd().split('\n').at(-1) ?? ''
    // oxlint-disable-next-line preserve-caught-error -- it is what must not go on
    throw new TypeError(`Prisma refused a query: ${reason}`)
  }
}

/** The code of an error of Prisma's. */
const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** Waits for a change of a row, which gives `null` when there is no such row. */
export async function settleFound<T>(query: PromiseLike<T>): Promise<T | null> {
  try {
    return await settle(query)
  } catch (error) {
    // "An operation failed because it depends on one or more records that were required but not found."
    if (codeOf(error) === 'P2025') return null
    throw error
  }
}

/**
 * Whether an error says that a row with the same key is already there: another call was faster.
 * Looks through the errors it is wrapped in.
 *
 * @param error - what a method of the adapter rejected with
 *
 * @example
 * ```ts
 * import { isUniqueViolation } from '@latchstring/adapter-prisma'
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
    if (codeOf(current) === 'P2002') return true
    current = current.cause
  }
  return false
}
