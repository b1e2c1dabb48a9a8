import { CallbackRouteError, InvalidConfiguration } from '../../errors/classes.ts'
import { describeKind, namingNow } from '../../errors/own-function.ts'
import { isObject } from '../../kit/json.ts'
import { isPromise } from '../../kit/promise.ts'
import type { Account, TokenEndpointResponse } from '../../types/account.ts'
import type { AdapterAccount } from '../../types/adapter.ts'
import type { OAuthEvidence } from '../proof.ts'

/**
 * The members of the token response that are stored with an account.
 *
 * @throws CallbackRouteError when the `account` function of the provider throws
 * @throws InvalidConfiguration when it returns no members
 */
function keptMembers({
  provider: { id, config },
  account,
}: OAuthEvidence): Partial<TokenEndpointResponse | Account> {
  if (!config.account) return defaultAccount(account)
  const subject = `The \`account\` function of "${id}"`
  // `undefined` stores no members.
  const kept = namingNow(CallbackRouteError, subject, () => config.account?.(account)) ?? {}
  if (isObject(kept) && !isPromise(kept)) return kept
  throw new InvalidConfiguration(
    `${subject} returned ${describeKind(kept)}. Return an object with the members of the token response that are to be stored.`,
  )
}

/** The members of a token response for which adapters have columns. */
function defaultAccount(account: Account): Partial<Account> {
  const { access_token, id_token, refresh_token, expires_at, scope, token_type, session_state } =
    account
  const members = {
    access_token,
    id_token,
    refresh_token,
    expires_at,
    scope,
    token_type,
    session_state,
  }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/** The account as it is stored with a user. */
export type ToStored = (userId: string) => AdapterAccount

/** Calls the `account` function before anything is written. @throws AuthError that names it */
export function storedAs(evidence: OAuthEvidence): ToStored {
  const { provider, account } = evidence
  const { providerAccountId } = account
  const kept = keptMembers(evidence)
  return (userId) => ({
    ...kept,
    provider: provider.id,
    type: provider.kind,
    providerAccountId,
    userId,
  })
}
