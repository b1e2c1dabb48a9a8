import { sameId } from '../../kit/account-id.ts'
import type { SessionContext } from '../../request/context.ts'
import type { StoreMethods } from '../../config/adapter.ts'
import type { StoreFor } from '../../config/store.ts'
import { isPromise } from '../../kit/promise.ts'
import { asError, isAuthError } from '../../errors/auth-error.ts'
import {
  CallbackRouteError,
  InvalidConfiguration,
  OAuthAccountNotLinked,
  OAuthCreateAccountError,
} from '../../errors/classes.ts'
import { describeKind, namingNow } from '../../errors/own-function.ts'
import { emit } from '../../request/emit.ts'
import { isObject } from '../../kit/json.ts'
import type { Account, TokenEndpointResponse } from '../../types/account.ts'
import type { AdapterAccount, AdapterUser } from '../../types/adapter.ts'
import { decideLink, type LinkDecision } from './decide-link.ts'
import { staysLinked } from '../first-proof.ts'
import { newUser, rollBackUser, unit, type StoredIdentity } from '../pending-sign-in.ts'
import type { OAuthEvidence } from '../proof.ts'

type UserStore = StoreFor<'oauth'>

/** The result of the look-ups before anything is written. */
export interface LookUps {
  readonly store: UserStore
  readonly userByAccount: AdapterUser | null
  readonly signedInUser: AdapterUser | null
  readonly userByEmail: AdapterUser | null
  /** Reads the signed-in user again, in the session that started the sign-in. */
  readonly signedInAgain: () => Promise<AdapterUser | null>
}

const LINK_PROBLEMS = {
  'belongs-to-another-user': 'The account belongs to another user than the one who is signed in.',
  'changed-hands':
    'The address of the user was proven by another person while the account was being linked.',
  'email-in-use': 'A user with the same email address signs in with another method.',
} as const

function notLinked(
  reason: keyof typeof LINK_PROBLEMS,
  { provider }: OAuthEvidence,
): OAuthAccountNotLinked {
  return new OAuthAccountNotLinked(LINK_PROBLEMS[reason], { provider: provider.id })
}

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
type ToStored = (userId: string) => AdapterAccount

/** Calls the `account` function before anything is written. @throws AuthError that names it */
function storedAs(evidence: OAuthEvidence): ToStored {
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

/** Stores user and account together. Without transactions, a user whose account could not be linked is removed again. */
async function createLinked(
  outer: UserStore,
  evidence: OAuthEvidence,
  toStored: ToStored,
  now: number,
): Promise<AdapterUser> {
  return unit(outer, async (store) => {
    const { id: _, ...profile } = evidence.user
    // A profile may have no address. A store that requires one refuses the user.
    const draft = profile as Omit<AdapterUser, 'id' | 'emailVerified'>
    const verifiedAt = evidence.emailVerified && profile.email ? new Date(now) : null
    const suggested = newUser(draft, verifiedAt)
    let user: AdapterUser | undefined
    try {
      user = await store.createUser(suggested)
      await store.linkAccount(toStored(user.id))
      return user
    } catch (error) {
      // Also when the user could not be created: a write that failed may have had its effect.
      if (!outer.transaction) await rollBackUser(store, suggested, user)
      throw error
    }
  })
}

/** The user whom a concurrent request has linked this account to: the same person in another tab. */
async function findConcurrentUser(
  { getUserByAccount }: StoreMethods<'getUserByAccount'>,
  { account }: OAuthEvidence,
): Promise<AdapterUser | null> {
  const { provider, providerAccountId } = account
  try {
    return await getUserByAccount({ provider, providerAccountId })
  } catch {
    return null
  }
}

/**
 * Removes a created user when a simultaneous sign-in has linked the account to another user: a store without a unique key for accounts
 * keeps the last link. Where no user has the account, a first proof of the address may have unlinked it, and the user stays.
 *
 * @returns whether another user has the account
 */
export async function rollBackOrphan(
  store: UserStore,
  evidence: OAuthEvidence,
  user: AdapterUser,
): Promise<boolean> {
  const holder = await findConcurrentUser(store, evidence)
  if (!holder || sameId(holder.id, user.id)) return false
  await rollBackUser(store, user)
  return true
}

/** Stores the tokens of a returning user, with `account.updateOnSignIn`. */
async function renewTokens(
  { config }: SessionContext,
  store: UserStore,
  evidence: OAuthEvidence,
  userId: string,
): Promise<void> {
  if (!config.account.updateOnSignIn) return
  try {
    // Configuration has checked that the adapter has the method.
    await store.updateAccount?.(storedAs(evidence)(userId))
  } catch (error) {
    // The sign-in goes on with the old tokens.
    config.log.error(asError(error))
  }
}

/** Checks that the user has not changed hands while the account was linked. */
async function requireUnchanged(
  { config }: SessionContext,
  evidence: OAuthEvidence,
  { store, user, signedInAgain }: { readonly user: AdapterUser } & LookUps,
  decision: LinkDecision,
): Promise<void> {
  const again = decision.do === 'create' ? () => store.getUser(user.id) : signedInAgain
  const account = { ...evidence.account, provider: evidence.provider.id }
  if (await staysLinked(config, { store, account, user, again })) return
  throw notLinked('changed-hands', evidence)
}

async function applyDecision(
  context: SessionContext,
  store: UserStore,
  evidence: OAuthEvidence,
  decision: Exclude<LinkDecision, { do: 'refuse' }>,
): Promise<Pick<StoredIdentity, 'user' | 'isNewUser'> & { readonly linked: boolean }> {
  if (decision.do === 'signIn') {
    await renewTokens(context, store, evidence, decision.user.id)
    return { user: decision.user, isNewUser: false, linked: false }
  }
  const toStored = storedAs(evidence)
  try {
    if (decision.do === 'create') {
      return {
        user: await createLinked(store, evidence, toStored, context.config.clock()),
        isNewUser: true,
        linked: true,
      }
    }
    await store.linkAccount(toStored(decision.user.id))
    return { user: decision.user, isNewUser: false, linked: true }
  } catch (cause) {
    const user = await findConcurrentUser(store, evidence)
    const mine = user !== null && (decision.do === 'create' || sameId(decision.user.id, user.id))
    if (mine) return { user, isNewUser: false, linked: false }
    // Another user was linked between the look-up and the write.
    if (user) throw notLinked('belongs-to-another-user', evidence)
    if (isAuthError(cause) && cause.type !== 'AdapterError') throw cause
    throw new OAuthCreateAccountError('User and account could not be stored.', {
      err: asError(cause),
    })
  }
}

async function findDecision(evidence: OAuthEvidence, known: LookUps): Promise<LinkDecision> {
  const decision = decideLink({
    ...known,
    linkingAllowed: evidence.provider.config.allowDangerousEmailAccountLinking ?? false,
    providerVerified: evidence.emailVerified,
  })
  if (decision.do !== 'refuse' || decision.reason !== 'email-in-use') return decision
  // Another tab of the same person may have stored the account between the two look-ups.
  const user = await findConcurrentUser(known.store, evidence)
  return user ? { do: 'signIn', user } : decision
}

/**
 * The user of an OAuth sign-in: found, linked or created.
 *
 * @throws OAuthAccountNotLinked when the account must not be linked
 * @throws OAuthCreateAccountError when the store fails; no row is left that would block the next try
 */
export async function resolveOAuthUser(
  context: SessionContext,
  evidence: OAuthEvidence,
  known: LookUps,
): Promise<StoredIdentity> {
  const { account, user: profileUser } = evidence
  const decision = await findDecision(evidence, known)
  if (decision.do === 'refuse') {
    throw notLinked(decision.reason, evidence)
  }
  const { user, isNewUser, linked } = await applyDecision(context, known.store, evidence, decision)
  // A link by address needs no check: both addresses are proven.
  const byAddress = decision.do === 'link' && decision.user !== known.signedInUser
  if (decision.do !== 'signIn' && !byAddress) {
    await requireUnchanged(
      context,
      evidence,
      { ...known, user: decision.do === 'link' ? decision.user : user },
      decision,
    )
  }
  const linkedAccount = { ...account, userId: user.id }
  if (isNewUser) await emit(context.config, 'createUser', { user })
  if (linked)
    await emit(context.config, 'linkAccount', {
      user,
      account: linkedAccount,
      profile: profileUser,
    })
  return { user, account: linkedAccount, isNewUser }
}
