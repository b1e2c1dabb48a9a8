import { homeUrl, type Context, type SessionContext } from '../request/context.ts'
import { constantTimeEqual } from '../crypto/compare.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { FlowResult } from '../http/result.ts'
import { lazy } from '../kit/lazy.ts'
import { pageProps, pageResult } from '../pages/page-result.ts'
import { expireTransaction, readSignOut } from '../sign-in/transaction/cookies.ts'
import { readTransactionId } from '../sign-in/transaction/transaction.ts'

/** Where a sign-out of this browser goes on after the provider. */
export interface SignOutReturn {
  readonly to: string
  readonly jar: CookieJar
}

/**
 * The sign-out that a `state` belongs to (OpenID Connect RP-Initiated Logout 1.0, section 2). It is used up.
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

const signedOutPage = lazy(() => import('../pages/signed-out.ts'))

/** The page for a return that belongs to no sign-out of this browser. It changes nothing. */
export async function nothingChanged(context: Context): Promise<FlowResult> {
  const { renderSignedOut } = await signedOutPage()
  const props = { ...(await pageProps(context)), homeUrl: homeUrl(context) }
  return pageResult(renderSignedOut(props), context.jar)
}
