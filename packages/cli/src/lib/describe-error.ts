/** What drivers call the failure to get a lock in time. */
const LOCKED: ReadonlySet<string> = new Set(['55P03', 'ER_LOCK_WAIT_TIMEOUT', 'SQLITE_BUSY'])

const readCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Whether a step waited too long for the lock of another connection. */
export const isLockTimeout = (error: unknown): boolean => LOCKED.has(readCode(error))

/** The message of a thrown value. Each address of a server has an error of its own. */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return [...new Set(error.errors.map(describeError))].join('; ')
  }
  if (!(error instanceof Error)) return String(error)
  return error.message || readCode(error) || error.name
}
