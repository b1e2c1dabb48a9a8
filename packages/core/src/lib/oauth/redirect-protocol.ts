import type { OAuthProvider } from '../config/providers.ts'
import type { Context } from '../context.ts'
import { asError, isAuthError } from '../errors/auth-error.ts'
import { OAuthCallbackError } from '../errors/classes.ts'
import { withParameters } from '../context.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { Profile } from '../types/account.ts'
import type { RedirectProtocol, RedirectSignIn } from '../types/endpoint.ts'
import { requireSecure } from './authorization-request.ts'
import { createTransaction, type AuthorizationRequest } from './create-transaction.ts'

/** What both halves of a sign-in are told. */
function toRedirectSignIn(
  { clientId, config }: OAuthProvider,
  { redirectUri, state }: Transaction,
): RedirectSignIn {
  const returnUri = withParameters(new URL(redirectUri), { state })
  return { clientId, clientSecret: config.clientSecret, returnUri }
}

/**
 * Begins a sign-in with a protocol of its own. The answer is recognised by the `state` in the address it comes back to.
 *
 * @param startedBy - id of the session that starts it
 */
export async function protocolRequest(
  context: Context,
  provider: OAuthProvider,
  protocol: RedirectProtocol<Profile>,
  startedBy: string | undefined,
): Promise<AuthorizationRequest> {
  const { checks } = provider
  const transaction = await createTransaction(context, provider, { checks, startedBy })
  const url = new URL(await protocol.request(toRedirectSignIn(provider, transaction)))
  return { url: requireSecure(provider, url).href, transaction }
}

/** What a provider returned, and the sign-in it belongs to. */
export interface CallbackResponse {
  readonly transaction: Transaction
  /** None that decides anything occurs twice. */
  readonly parameters: URLSearchParams
}

/**
 * Asks who signed in with a protocol of its own.
 *
 * @throws OAuthCallbackError when the answer does not verify
 */
export async function protocolProfile(
  provider: OAuthProvider,
  protocol: RedirectProtocol<Profile>,
  { transaction, parameters }: CallbackResponse,
): Promise<Profile> {
  const { fetch, clock } = provider
  try {
    const signIn = toRedirectSignIn(provider, transaction)
    return await protocol.verify({ ...signIn, parameters, fetch, now: clock() })
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    throw new OAuthCallbackError(`The response of "${provider.id}" could not be verified.`, {
      err: asError(cause),
    })
  }
}
