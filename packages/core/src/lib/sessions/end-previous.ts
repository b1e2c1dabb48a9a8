import { asError } from '../errors/auth-error.ts'
import { AdapterError } from '../errors/classes.ts'

/**
 * Ends the session that a sign-in takes the place of: it may be the reason for signing in again, so a store that fails is
 * asked once more, and then the sign-in fails.
 *
 * @throws AdapterError when it could not be ended
 */
export async function endPrevious(end: () => Promise<unknown>): Promise<void> {
  try {
    await end().catch(end)
  } catch (error) {
    throw new AdapterError(
      'The session from before the sign-in could not be ended, so no new one was made.',
      { err: asError(error) },
    )
  }
}
