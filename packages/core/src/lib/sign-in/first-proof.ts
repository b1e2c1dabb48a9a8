import { sameId } from '../kit/account-id.ts'
import type { StoreMethods } from '../config/adapter.ts'
import { beingProven, isBeingProven, isProven, mayChangeHands } from '../config/first-proof.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { missingMethods } from '../config/store.ts'
import { emit } from '../request/emit.ts'
import { lazy } from '../kit/lazy.ts'
import type { Adapter, AdapterAccount, AdapterUser } from '../types/adapter.ts'
import { noteProof } from '../sessions/marks.ts'
import type { RemovedByProof } from '../types/events.ts'
import type { FeatureAccount } from '../types/feature-points.ts'

// Loaded where sessions can be ended before they expire.
const waiting = lazy(() => import('../sessions/endings/waiting.ts'))
const revocation = lazy(() => import('../sessions/endings/endings.ts'))
// Only with features.
const points = lazy(() => import('../features/points.ts'))
const clearing = lazy(() => import('../features/clear-rows.ts'))

/** Removes an account. What features keep of the user is cleared afterwards, so that one which fails stops nothing. */
async function removeAccount(
  config: ResolvedConfig,
  adapter: Adapter,
  account: FeatureAccount,
): Promise<void> {
  const { provider, providerAccountId } = account
  if (!config.features) await adapter.unlinkAccount?.({ provider, providerAccountId })
  else await (await points()).removeAccount(config, adapter, account, 'goes-on')
}

/**
 * Removes all accounts and stored sessions of a user. Accounts go first: a sign-in with one of them in between would otherwise leave
 * its session.
 *
 * @returns the accounts
 */
async function removeAccess(
  config: ResolvedConfig,
  adapter: Adapter,
  userId: string,
): Promise<RemovedByProof['accounts']> {
  const accounts = (await adapter.listAccountsByUserId?.(userId)) ?? []
  for (const account of accounts) {
    await removeAccount(config, adapter, { ...account, userId: String(userId) })
  }
  await adapter.deleteSessionsByUserId?.(userId)
  return accounts.map(({ provider, providerAccountId, type }) => ({
    provider,
    providerAccountId,
    type,
  }))
}

/** Each account once. A store may still list a removed one. */
const distinct = (accounts: RemovedByProof['accounts']): RemovedByProof['accounts'] => [
  ...new Map(accounts.map((one) => [JSON.stringify(Object.values(one)), one])).values(),
]

/** Whether features keep rows that belong to users. */
const keepsRows = ({ features }: ResolvedConfig): boolean => (features?.owned.length ?? 0) > 0

function canRemoveAccounts(adapter: Adapter): boolean {
  return missingMethods(adapter, ['listAccountsByUserId', 'unlinkAccount']).length === 0
}

/**
 * The first proof of the address of a user that a stranger may have created (decision 023): removes accounts and sessions, marks the
 * user as being proven, removes again what was written in between, and clears what features keep about the user. After a failure on the way,
 * the next proof starts again.
 */
async function handOverUser(
  config: ResolvedConfig,
  adapter: Adapter & StoreMethods<'updateUser'>,
  user: AdapterUser,
): Promise<AdapterUser> {
  const { id } = user
  const before = await removeAccess(config, adapter, id)
  let owned = user
  let removed: RemovedByProof = { accounts: [], name: null, image: null }
  if (canRemoveAccounts(adapter)) {
    // Name and image may be those of the stranger.
    owned = await adapter.updateUser({ id, emailVerified: beingProven(), name: null, image: null })
    const meanwhile = await removeAccess(config, adapter, id)
    const { name = null, image = null } = user
    removed = { accounts: distinct([...before, ...meanwhile]), name, image }
  } else if (keepsRows(config)) {
    // A row that is stored from here on is taken back: see `insertOwned`.
    await adapter.updateUser({ id, emailVerified: beingProven() })
  }
  // Ends sealed sessions that do not say how they were opened, and removes their devices.
  if (config.revocation || config.session.devices) {
    const { endSessions } = await revocation()
    await endSessions(config, { kind: 'user', id: String(id) }, 'first-proof')
  } else if (config.features?.gates.length) {
    await (await waiting()).endWaiting(config, { id: String(id) })
  }
  if (keepsRows(config)) await (await clearing()).clearRows(config, String(id))
  const proven = { ...owned, emailVerified: new Date(config.clock()) }
  await emit(config, 'firstProof', { user: proven, removed })
  await noteProof(config, String(id))
  // Written after `firstProof`, in which the application resets passwords: a sign-in begun before this time is refused.
  return adapter.updateUser({ id, emailVerified: new Date(config.clock()) })
}

/** A user whose address is proven. */
interface ProvenUser {
  readonly user: AdapterUser
  /** The sessions of the user from before were ended by this proof, which the sign-in comes after. */
  readonly handedOver?: true
}

/**
 * Whether a proof of the address hands the user over to the person who gives it. One who is signed in as the user proves their own address; but
 * a proof that broke off was made without a session of this user, and has to be finished.
 */
export const handsOver = (user: AdapterUser, signedInUserId: string | undefined): boolean =>
  !isProven(user) && (isBeingProven(user) || !sameId(user.id, signedInUserId))

/**
 * Stores that the address of a user was proven. The time of the first proof stays. A user who is signed in proves their own address,
 * and keeps accounts and sessions.
 */
export async function proveAddress(
  config: ResolvedConfig,
  store: Adapter & StoreMethods<'getUserByEmail' | 'updateUser'>,
  known: AdapterUser,
  signedInUserId: string | undefined,
): Promise<ProvenUser> {
  if (isProven(known)) return { user: known }
  // Another mail to the same address may have proven it since.
  const latest = await store.getUserByEmail(known.email)
  const user = latest && sameId(latest.id, known.id) ? latest : known
  if (isProven(user)) return { user }
  if (!handsOver(user, signedInUserId)) {
    const emailVerified = new Date(config.clock())
    return { user: await store.updateUser({ id: user.id, emailVerified }) }
  }
  return { user: await handOverUser(config, store, user), handedOver: true }
}

/** Whether the address of a user is as far proven in both states: not, in progress, or completely. */
function hasSameProof(one: AdapterUser, other: AdapterUser): boolean {
  return isProven(one) === isProven(other) && isBeingProven(one) === isBeingProven(other)
}

/** An account that was just linked. */
export interface LinkedAccount {
  readonly store: Pick<Adapter, 'unlinkAccount' | 'deleteSessionsByUserId'> &
    StoreMethods<'getUser'>
  readonly account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>
  /** The user as read before the account was linked. */
  readonly user: AdapterUser
  /** Another request has linked it, and undoes that itself. Default: this one has. */
  readonly byAnother?: boolean
}

/**
 * Reads the user again after an account was linked to one with an unproven address, and unlinks the account if the address has been
 * proven meanwhile: that proof could not remove an account that was linked after it. The session does not matter, which the person may
 * have replaced in another tab.
 *
 * @returns whether the account stays
 */
export async function staysLinked(config: ResolvedConfig, linked: LinkedAccount): Promise<boolean> {
  const { store, account, user, byAnother = false } = linked
  if (!config.provesAddresses || !mayChangeHands(config, user)) return true
  const now = await store.getUser(user.id)
  if (now && hasSameProof(now, user)) return true
  if (byAnother) return false
  const { provider, providerAccountId } = account
  await store.unlinkAccount?.({ provider, providerAccountId })
  // The account may have signed in while it was linked, and stored sessions do not say what opened them.
  if (now) await store.deleteSessionsByUserId?.(user.id)
  return false
}
