import { sameId } from '../../kit/account-id.ts'
import type { SessionContext } from '../../request/context.ts'
import type { StoreMethods } from '../../config/adapter.ts'
import type { StoreFor } from '../../config/store.ts'
import { isPending } from '../../kit/and-then.ts'
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

type Store = StoreFor<'oauth'>

/** What is already known before anything is written. */
export interface Known {
  readonly store: Store
  readonly userByAccount: AdapterUser | null
  readonly signedInUser: AdapterUser | null
  readonly userByEmail: AdapterUser | null
  /** Looks the signed-in user up again, in the session that started the sign-in. */
  readonly signedInAgain: () => Promise<AdapterUser | null>
}

const REFUSALS = {
  'belongs-to-another-user': 'The account belongs to another user than the one who is signed in.',
  'changed-hands':
    'The address of the user was proven by another person while the account was being linked.',
  'email-in-use': 'A user with the same email address signs in with another method.',
} as const

function refusal(
  reason: keyof typeof REFUSALS,
  { provider }: OAuthEvidence,
): OAuthAccountNotLinked {
  return new OAuthAccountNotLinked(REFUSALS[reason], { provider: provider.id })
}

/**
 * What is stored of an account, beside whose it is.
 *
 * @throws CallbackRouteError when its `account` function throws
 * @throws InvalidConfiguration when that returns no members
 */
function keptMembers({
  provider: { id, config },
  account,
}: OAuthEvidence): Partial<TokenEndpointResponse | Account> {
  if (!config.account) return defaultAccount(account)
  const subject = `The \`account\` function of "${id}"`
  // Without any members the account is stored alone.
  const kept = namingNow(CallbackRouteError, subject, () => config.account?.(account)) ?? {}
  if (isObject(kept) && !isPending(kept)) return kept
  throw new InvalidConfiguration(
    `${subject} returned ${describeKind(kept)}. Return an object with the members of the token response that are to be stored.`,
  )
}

/** The members of a token response that adapters have columns for. */
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

/** @throws AuthError that names the `account` function of the application, which is asked before anything is written */
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

/** Stores user and account together. Without transactions, a user whose account could not be linked is taken back. */
async function createLinked(
  outer: Store,
  evidence: OAuthEvidence,
  toStored: ToStored,
  now: number,
): Promise<AdapterUser> {
  return unit(outer, async (store) => {
    const { id: _, ...profile } = evidence.user
    // A provider may give no address; stores that require one refuse, and that is reported.
    const draft = profile as Omit<AdapterUser, 'id' | 'emailVerified'>
    const verifiedAt = evidence.emailVerified && profile.email ? new Date(now) : null
    const suggested = newUser(draft, verifiedAt)
    let user: AdapterUser | undefined
    try {
      user = await store.createUser(suggested)
      await store.linkAccount(toStored(user.id))
      return user
    } catch (error) {
      // Also when the user could not be created: the store may have failed after it did.
      if (!outer.transaction) await rollBackUser(store, suggested, user)
      throw error
    }
  })
}

/** A user with this account who appeared meanwhile: the same person in another tab. */
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
 * Removes the user that a sign-in has made, when another sign-in of the same person has linked the account to a user of its
 * own at the same moment: a store that does not keep accounts apart has the last one. Where nobody has the account, the
 * user may have come to belong to the owner of the address.
 *
 * @returns whether another user has the account
 */
export async function rollBackOrphan(
  store: Store,
  evidence: OAuthEvidence,
  user: AdapterUser,
): Promise<boolean> {
  const holder = await findConcurrentUser(store, evidence)
  if (!holder || sameId(holder.id, user.id)) return false
  await rollBackUser(store, user)
  return true
}

/** Stores the tokens of a returning user's sign-in, where the application wants them kept up to date. */
async function renewTokens(
  { config }: SessionContext,
  store: Store,
  evidence: OAuthEvidence,
  userId: string,
): Promise<void> {
  if (!config.account.updateOnSignIn) return
  try {
    // The option asks for the capability, so that the method is there.
    await store.updateAccount?.(storedAs(evidence)(userId))
  } catch (error) {
    // The person is who they are; only the tokens stay those of before.
    config.log.error(asError(error))
  }
}

/** Looks again at the user whom the account was written for. */
async function requireUnchanged(
  { config }: SessionContext,
  evidence: OAuthEvidence,
  { store, user, signedInAgain }: { readonly user: AdapterUser } & Known,
  decision: LinkDecision,
): Promise<void> {
  // An account that is linked by its address is that of somebody whom the provider knows by it.
  const again = decision.do === 'create' ? () => store.getUser(user.id) : signedInAgain
  const account = { ...evidence.account, provider: evidence.provider.id }
  if (await staysLinked(config, { store, account, user, again })) return
  throw refusal('changed-hands', evidence)
}

async function write(
  context: SessionContext,
  store: Store,
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
    // Somebody else was quicker, between the look-up and the write.
    if (user) throw refusal('belongs-to-another-user', evidence)
    if (isAuthError(cause) && cause.type !== 'AdapterError') throw cause
    throw new OAuthCreateAccountError('User and account could not be stored.', {
      err: asError(cause),
    })
  }
}

async function decide(evidence: OAuthEvidence, known: Known): Promise<LinkDecision> {
  const decision = decideLink({
    ...known,
    linkingAllowed: evidence.provider.config.allowDangerousEmailAccountLinking ?? false,
    providerVerified: evidence.emailVerified,
  })
  if (decision.do !== 'refuse' || decision.reason !== 'email-in-use') return decision
  // The address may be this person's own: stored by another tab between the look-ups of account and address.
  const user = await findConcurrentUser(known.store, evidence)
  return user ? { do: 'signIn', user } : decision
}

/**
 * The user of an OAuth sign-in: found, linked or created, as the decision says.
 *
 * @throws OAuthAccountNotLinked when the account must not be linked
 * @throws OAuthCreateAccountError when the store fails; nothing is left that blocks the next try
 */
export async function resolveOAuthUser(
  context: SessionContext,
  evidence: OAuthEvidence,
  known: Known,
): Promise<StoredIdentity> {
  const { account, user: profileUser } = evidence
  const decision = await decide(evidence, known)
  if (decision.do === 'refuse') {
    throw refusal(decision.reason, evidence)
  }
  const { user, isNewUser, linked } = await write(context, known.store, evidence, decision)
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
