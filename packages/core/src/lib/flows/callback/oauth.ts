import { prove } from '../../accounts/proof.ts'
import type { OAuthProvider } from '../../config/providers.ts'
import type { Context } from '../../context.ts'
import { constantTimeEqual } from '../../crypto/compare.ts'
import { InvalidCheck, InvalidRequest } from '../../errors/classes.ts'
import type { FlowResult } from '../../http/result.ts'
import { codeGrant } from '../../oauth/code-grant.ts'
import { oauthIdentity } from '../../oauth/profile.ts'
import { forwardFromProxy } from '../../oauth/redirect-proxy.ts'
import { strategyOf } from '../../session/select.ts'
import {
  expireTransaction,
  liveTransactionIds,
  readTransaction,
} from '../../transaction/cookies.ts'
import { transactionIdOf, type Transaction } from '../../transaction/transaction.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import { ending } from '../../answers/failure.ts'

/** Parameters of an authorization response that count once (RFC 6749, section 3.1). */
const SINGLE = ['code', 'state', 'iss', 'error'] as const

/** The authorization response: from the body when it was asked for by form post, else from the query, never from both. */
function authorizationResponse({ request }: Context, provider: OAuthProvider): URLSearchParams {
  if (SINGLE.some((name) => request.duplicates.has(name))) {
    throw new InvalidRequest(
      'A parameter of the authorization response stands there more than once.',
    )
  }
  const source = provider.formPost ? request.body : request.query
  const parameters = new URLSearchParams()
  for (const [name, value] of source) if (typeof value === 'string') parameters.append(name, value)
  return parameters
}

/** By the `state`; a provider that is asked without one has at most the latest transaction. */
function idOf(
  context: Context,
  provider: OAuthProvider,
  parameters: URLSearchParams,
): string | undefined {
  if (provider.checks.has('state')) return transactionIdOf(parameters.get('state') ?? undefined)
  return liveTransactionIds(context.jar, context.profile).at(-1)
}

function assertOwn(
  provider: OAuthProvider,
  transaction: Transaction,
  parameters: URLSearchParams,
): void {
  if (transaction.provider !== provider.id) {
    throw new InvalidCheck(`The sign-in was started with another provider than "${provider.id}".`)
  }
  const { state } = transaction
  if (state !== undefined && !constantTimeEqual(state, parameters.get('state') ?? '')) {
    throw new InvalidCheck('The `state` of the answer is not the one that was sent.')
  }
}

/**
 * The answer to a sign-in that this browser has finished already: a reload, the back button or a second click. It changes
 * nothing.
 */
async function answeredBefore(context: Context): Promise<FlowResult> {
  const current = await strategyOf(context.config).current(context)
  if (current) return { kind: 'redirect', to: context.returnTo, jar: context.jar }
  throw new InvalidCheck(
    'No cookie of this sign-in came with the answer: it was started in another browser, on another host or protocol, or over 15 minutes ago.',
  )
}

async function finish(
  context: Context,
  provider: OAuthProvider,
  transaction: Transaction,
  parameters: URLSearchParams,
): Promise<FlowResult> {
  assertOwn(provider, transaction, parameters)
  const grant = await codeGrant(provider, transaction, parameters, context.config.clock())
  const identity = await oauthIdentity(provider, grant, parameters)
  const { startedBy, returnTo } = transaction
  const evidence = { kind: 'oauth' as const, provider, ...identity }
  return completeSignIn(
    { ...context, returnTo },
    prove(startedBy === undefined ? evidence : { ...evidence, startedBy }),
  )
}

/**
 * GET or POST callback for OAuth and OpenID Connect.
 *
 * @throws FlowFailure with the check cookies expired
 */
export async function callbackOAuth(
  context: Context,
  provider: OAuthProvider,
): Promise<FlowResult> {
  const parameters = authorizationResponse(context, provider)
  const forwarded = await forwardFromProxy(context, provider, parameters)
  if (forwarded) return forwarded
  const id = idOf(context, provider, parameters)
  if (id === undefined) return answeredBefore(context)
  const jar = expireTransaction(context.jar, context.profile, id)
  return ending(jar, async () => {
    const transaction = await readTransaction(context, id)
    if (!transaction) return answeredBefore({ ...context, jar })
    return finish({ ...context, jar }, provider, transaction, parameters)
  })
}
