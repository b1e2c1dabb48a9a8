import type { OAuthProvider } from '../../config/providers.ts'
import type { Context } from '../../request/context.ts'
import { asError, isAuthError } from '../../errors/auth-error.ts'
import { OAuthSignInError } from '../../errors/classes.ts'
import type { FlowResult } from '../../http/result.ts'
import { lazy } from '../../kit/lazy.ts'
import { authorizationRequest } from './authorization-request.ts'
import type { AuthorizationRequest } from './create-transaction.ts'
import { checkNames, checkRepeated } from './reserved-parameters.ts'
import { rememberTarget } from '../../request/return-to.ts'
import { currentOfUser } from '../../sessions/acting/current-of-user.ts'
import { traceProvider } from '../../request/trace.ts'
import { storeTransaction } from '../transaction/cookies.ts'
import { makeSingleUse } from '../transaction/single-use.ts'

const loadSame = lazy(() => import('../same-person.ts'))
const loadRedirectProtocol = lazy(() => import('./redirect-protocol.ts'))

async function redirectToProvider(
  context: Context,
  provider: OAuthProvider,
  parameters: ReadonlyMap<string, string>,
  startedBy: string | undefined,
): Promise<AuthorizationRequest> {
  const { protocol } = provider.config
  if (!protocol) return authorizationRequest(context, provider, parameters, startedBy)
  const { protocolRequest } = await loadRedirectProtocol()
  return protocolRequest(context, provider, protocol, startedBy)
}

/** The parameters of the address, which are passed on to the provider. Those in the body are refused where they are reserved. */
function authorizationParameters({ request }: Context): ReadonlyMap<string, string> {
  checkRepeated(request.duplicates)
  checkNames(request.body.keys())
  return new Map([...request.query].filter(([name]) => name !== 'callbackUrl'))
}

/**
 * POST signin for OAuth and OpenID Connect: redirects to the provider.
 *
 * @throws OAuthSignInError when the provider cannot be reached
 */
export async function signInWithOAuth(
  context: Context,
  original: OAuthProvider,
): Promise<FlowResult> {
  const provider = traceProvider(context, original)
  const given = authorizationParameters(context)
  const parameters = context.jar.mentions('.step-up')
    ? (await loadSame()).askForTime(context, provider, given)
    : given
  const current = await currentOfUser(context)
  try {
    const { url, transaction } = await redirectToProvider(
      context,
      provider,
      parameters,
      current?.sessionId,
    )
    const jar = await storeTransaction(
      { ...context, jar: rememberTarget(context) },
      await makeSingleUse(context, transaction),
      provider.formPost,
    )
    return { kind: 'redirect', to: url, jar }
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    throw new OAuthSignInError(`The sign-in with "${provider.id}" could not be started.`, {
      err: asError(cause),
    })
  }
}
