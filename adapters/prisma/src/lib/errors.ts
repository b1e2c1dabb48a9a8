const isNamed = (error: unknown, name: string): error is Error =>
  error instanceof Error && error.name === name

/**
 * Waits for a query. The message of Prisma about an invalid query contains its values, tokens among them, so only its last line
 * with the cause is kept.
 */
export async function awaitQuery<T>(query: PromiseLike<T>): Promise<T> {
  try {
    return await query
  } catch (error) {
    if (!isNamed(error, 'PrismaClientValidationError')) throw error
    const reason = error.message.trimEnd().split('\n').at(-1) ?? ''
    // oxlint-disable-next-line preserve-caught-error -- the caught error contains values of the query
    throw new TypeError(`Prisma refused a query: ${reason}`)
  }
}

/** The code of an error of Prisma's. */
const readCode = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** Waits for a change of a row, and returns `null` if there is no such row. */
export async function awaitFound<T>(query: PromiseLike<T>): Promise<T | null> {
  try {
    return await awaitQuery(query)
  } catch (error) {
    // "An operation failed because it depends on one or more records that were required but not found."
    if (readCode(error) === 'P2025') return null
    throw error
  }
}

/**
 * Whether the database says that a column cannot hold a value ("Data validation error"): one of UUIDs does not take every text, and the
 * client does not show that it is one.
 */
export const isUnfit = (error: unknown): boolean => readCode(error) === 'P2007'

/** Waits for a query about an id, and returns `otherwise` if its column cannot hold such an id. */
export async function awaitHeld<T>(query: PromiseLike<T>, otherwise: T): Promise<T> {
  try {
    return await awaitQuery(query)
  } catch (error) {
    if (isUnfit(error)) return otherwise
    throw error
  }
}
