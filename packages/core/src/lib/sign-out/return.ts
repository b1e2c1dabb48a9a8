import type { SessionContext } from '../request/context.ts'
import { constantTimeEqual } from '../crypto/compare.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import { expireTransaction, readSignOut } from '../sign-in/transaction/cookies.ts'
import { readTransactionId } from '../sign-in/transaction/transaction.ts'

/** Where a sign-out goes on that this browser has begun. */
export interface SignOutReturn {
  readonly to: string
  readonly jar: CookieJar
}

/**
 * The sign-out that a `state` belongs to (OpenID Connect RP-Initiated Logout 1.0, section 2); used up.
 *
 * @returns `undefined` where this browser has begun none
 */
export async function finishSignOut(
  context: SessionContext,
  state: string | undefined,
): Promise<SignOutReturn | undefined> {
  const { jar, profile } = context
  const id = readTransactionId(state)
  if (state === undefined || id === undefined) return undefined
  const transaction = await readSignOut(context, id)
  if (!transaction || !constantTimeEqual(transaction.state, state)) return undefined
  return { to: transaction.returnTo, jar: expireTransaction(jar, profile, id) }
}
