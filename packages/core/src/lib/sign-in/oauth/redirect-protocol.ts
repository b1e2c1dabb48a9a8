import type { OAuthProvider } from '../../config/providers.ts'
import type { Context } from '../../request/context.ts'
import { asError, isAuthError } from '../../errors/auth-error.ts'
import { OAuthCallbackError, OAuthSignInError } from '../../errors/classes.ts'
import { describeKind, naming } from '../../errors/own-function.ts'
import { isObject } from '../../kit/json.ts'
import { withParameters } from '../../request/context.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { Profile } from '../../types/account.ts'
import type { RedirectProtocol, RedirectSignIn } from '../../types/endpoint.ts'
import { requireSecure } from './authorization-request.ts'
import { createTransaction, type AuthorizationRequest } from './create-transaction.ts'

/** The argument of both functions of a protocol. */
function toRedirectSignIn(
  { clientId, config }: OAuthProvider,
  { redirectUri, state }: Transaction,
): RedirectSignIn {
  const returnUri = withParameters(new URL(redirectUri), { state })
  return { clientId, clientSecret: config.clientSecret, returnUri }
}

/**
 * Begins a sign-in with a protocol of its own. The response is matched by the `state` in the return address.
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
  const subject = `The \`protocol.request\` function of "${provider.id}"`
  const signIn = toRedirectSignIn(provider, transaction)
  const given = await naming(OAuthSignInError, subject, () => protocol.request(signIn))
  if (!URL.canParse(given)) {
    throw new OAuthSignInError(
      `${subject} returned no absolute URL. Return the one that the browser is to be sent to.`,
    )
  }
  return { url: requireSecure(provider, new URL(given)).href, transaction }
}

/** The response of a provider, and the sign-in it belongs to. */
export interface CallbackResponse {
  readonly transaction: Transaction
  /** The callback has refused repeated parameters. */
  readonly parameters: URLSearchParams
}

/**
 * Verifies the response of a protocol of its own.
 *
 * @returns the profile
 * @throws OAuthCallbackError when the response does not verify
 */
export async function protocolProfile(
  provider: OAuthProvider,
  protocol: RedirectProtocol<Profile>,
  { transaction, parameters }: CallbackResponse,
): Promise<Profile> {
  const { id, fetch, clock } = provider
  const signIn = toRedirectSignIn(provider, transaction)
  let profile: unknown
  try {
    profile = await protocol.verify({ ...signIn, parameters, fetch, now: clock() })
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    // `verify` refuses a response by throwing.
    const message = `The response of "${id}" could not be verified: \`protocol.verify\` threw.`
    throw new OAuthCallbackError(message, { err: asError(cause) })
  }
  if (isObject(profile)) return profile
  throw new OAuthCallbackError(
    `The \`protocol.verify\` function of "${id}" returned ${describeKind(profile)}. Return an object with what the service says of the person.`,
  )
}
