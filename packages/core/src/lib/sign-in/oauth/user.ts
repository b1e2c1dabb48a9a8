import { sameId } from '../../kit/account-id.ts'
import type { SessionContext } from '../../request/context.ts'
import type { StoreMethods } from '../../config/adapter.ts'
import type { StoreFor } from '../../config/store.ts'
import { pause } from '../../kit/promise.ts'
import { asError, isAuthError } from '../../errors/auth-error.ts'
import { OAuthAccountNotLinked, OAuthCreateAccountError } from '../../errors/classes.ts'
import { emit } from '../../request/emit.ts'
import type { AdapterUser } from '../../types/adapter.ts'
import { isProven } from '../../config/first-proof.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { storedAs, type ToStored } from './stored-account.ts'
import { decideLink, type LinkDecision } from './decide-link.ts'
import { staysLinked, type LinkedAccount } from '../first-proof.ts'
import { noteAdded } from '../../sessions/marks.ts'
import { newUser, rollBackUser, unit, type StoredIdentity } from '../pending-sign-in.ts'
import type { OAuthEvidence } from '../proof.ts'
import { lazy } from '../../kit/lazy.ts'

// Only with a feature that keeps tokens.
const points = lazy(() => import('../../features/points.ts'))
const clearing = lazy(() => import('../../features/clear-rows.ts'))

type UserStore = StoreFor<'oauth'>

/** The result of the look-ups before anything is written. */
export interface LookUps {
  readonly store: UserStore
  readonly userByAccount: AdapterUser | null
  readonly signedInUser: AdapterUser | null
  readonly userByEmail: AdapterUser | null
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

/** Milliseconds between the looks at an account that another request may be writing. */
const PAUSES = [0, 40, 80, 160, 320]

/**
 * The same, where the store has a user with the address and no account of theirs yet. Without transactions a concurrent request may
 * have written the one and not the other: it is waited for.
 */
async function awaitConcurrentUser(
  store: UserStore,
  evidence: OAuthEvidence,
): Promise<AdapterUser | null> {
  const found = await findConcurrentUser(store, evidence)
  if (found || store.transaction) return found
  // Where the user has an account by now, it may be this one.
  const isWriting = await isWithoutAccounts(store, evidence).catch(() => false)
  for (const milliseconds of isWriting ? PAUSES : [0]) {
    await pause(milliseconds)
    const user = await findConcurrentUser(store, evidence)
    if (user) return user
  }
  return null
}

/** Whether the user with the address of the profile has no account, as one whose account is being written. */
async function isWithoutAccounts(
  store: UserStore,
  { user: { email } }: OAuthEvidence,
): Promise<boolean> {
  const user = email ? await store.getUserByEmail(email) : null
  if (!user) return false
  const accounts = (await store.listAccountsByUserId?.(user.id)) ?? []
  return accounts.length === 0
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

/** Removes what features have kept of a user who was rolled back. A failure of them is logged: the account belongs to another user. */
export async function forgetOrphan(
  config: ResolvedConfig,
  { account }: OAuthEvidence,
  { id }: AdapterUser,
): Promise<void> {
  if (!config.features) return
  const userId = String(id)
  await (await points()).endQuietly(config, { ...account, userId })
  await (await clearing()).clearRows(config, userId)
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
  linked: Pick<LinkedAccount, 'store' | 'user' | 'byAnother'>,
): Promise<void> {
  const account = { ...evidence.account, provider: evidence.provider.id }
  if (await staysLinked(config, { ...linked, account })) return
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
    await noteAdded(context.config, { ...evidence.account, provider: evidence.provider.id })
    await store.linkAccount(toStored(decision.user.id))
    return { user: decision.user, isNewUser: false, linked: true }
  } catch (cause) {
    const user = await awaitConcurrentUser(store, evidence)
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

const decide = (
  { account }: ResolvedConfig,
  evidence: OAuthEvidence,
  known: LookUps,
): LinkDecision =>
  decideLink({
    ...known,
    vouched: account.vouchForAddresses === true,
    linkingAllowed: evidence.provider.config.allowDangerousEmailAccountLinking ?? false,
    providerVerified: evidence.emailVerified,
  })

/** The user that the account belongs to, or will. `null` for a new one, and where the account will be refused: it is no proof of that user. */
export function findKnownUser(
  config: ResolvedConfig,
  evidence: OAuthEvidence,
  known: LookUps,
): AdapterUser | null {
  const decision = decide(config, evidence, known)
  return decision.do === 'signIn' || decision.do === 'link' ? decision.user : null
}

async function findDecision(
  config: ResolvedConfig,
  evidence: OAuthEvidence,
  known: LookUps,
): Promise<LinkDecision> {
  const decision = decide(config, evidence, known)
  if (decision.do !== 'refuse' || decision.reason !== 'email-in-use') return decision
  // Another tab of the same person may have stored the account between the two look-ups.
  const user = await awaitConcurrentUser(known.store, evidence)
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
  const decision = await findDecision(context.config, evidence, known)
  if (decision.do === 'refuse') {
    throw notLinked(decision.reason, evidence)
  }
  const { user, isNewUser, linked } = await applyDecision(context, known.store, evidence, decision)
  // A link by address needs no check where both addresses are proven.
  const isOther = decision.do === 'link' && decision.user !== known.signedInUser
  const byAddress = isOther && isProven(decision.user)
  if (decision.do !== 'signIn' && !byAddress) {
    const before = decision.do === 'link' ? decision.user : user
    const changed = { store: known.store, user: before, byAnother: !linked }
    await requireUnchanged(context, evidence, changed)
  }
  const linkedAccount = { ...account, userId: user.id }
  if (context.config.features?.points.tokens) {
    await (await points()).storeTokens(context.config, linkedAccount)
  }
  if (isNewUser) await emit(context.config, 'createUser', { user })
  if (linked)
    await emit(context.config, 'linkAccount', {
      user,
      account: linkedAccount,
      profile: profileUser,
      isNewUser,
    })
  return { user, account: linkedAccount, isNewUser }
}
