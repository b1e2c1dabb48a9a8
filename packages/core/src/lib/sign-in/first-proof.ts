import { sameId } from '../kit/account-id.ts'
import type { StoreMethods } from '../config/adapter.ts'
import { beingProven, isBeingProven, isProven, mayChangeHands } from '../config/first-proof.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { missingMethods } from '../config/store.ts'
import { EmailNotVerified } from '../errors/classes.ts'
import { emit } from '../request/emit.ts'
import { lazy } from '../kit/lazy.ts'
import type { Adapter, AdapterAccount, AdapterUser } from '../types/adapter.ts'
import type { RemovedByProof } from '../types/events.ts'

// Loaded where sessions can be ended before they expire.
const revocation = lazy(() => import('../sessions/endings/endings.ts'))

/**
 * Removes every way in that a user has: first the accounts, so that no session is opened by one that was removed and
 * stays.
 *
 * @returns the accounts
 */
async function shutOut(adapter: Adapter, userId: string): Promise<RemovedByProof['accounts']> {
  const accounts = (await adapter.listAccountsByUserId?.(userId)) ?? []
  for (const { provider, providerAccountId } of accounts) {
    await adapter.unlinkAccount?.({ provider, providerAccountId })
  }
  await adapter.deleteSessionsByUserId?.(userId)
  return accounts.map(({ provider, providerAccountId, type }) => ({
    provider,
    providerAccountId,
    type,
  }))
}

/** Each account once: a store may still list one that was just removed. */
const distinct = (accounts: RemovedByProof['accounts']): RemovedByProof['accounts'] => [
  ...new Map(accounts.map((one) => [JSON.stringify(Object.values(one)), one])).values(),
]

function canShutOut(adapter: Adapter): boolean {
  return missingMethods(adapter, ['listAccountsByUserId', 'unlinkAccount']).length === 0
}

/**
 * The first proof of the address of a user whom somebody else may have made (decision 023). What was there before goes,
 * then the user says so to whoever looks, and what was written in between goes as well. Where this breaks off, the next
 * proof begins it again.
 */
async function handOver(
  config: ResolvedConfig,
  adapter: Adapter & StoreMethods<'updateUser'>,
  user: AdapterUser,
): Promise<AdapterUser> {
  const { id } = user
  const before = await shutOut(adapter, id)
  let owned = user
  let removed: RemovedByProof = { accounts: [], name: null, image: null }
  if (canShutOut(adapter)) {
    // Name and image are those of whoever was there before.
    owned = await adapter.updateUser({ id, emailVerified: beingProven(), name: null, image: null })
    const meanwhile = await shutOut(adapter, id)
    const { name = null, image = null } = user
    removed = { accounts: distinct([...before, ...meanwhile]), name, image }
  }
  // Sealed sessions that say nothing of how they were opened end as well, and the new owner sees no device of the others.
  if (config.revocation || config.session.devices) {
    const { endSessions } = await revocation()
    await endSessions(config, { kind: 'user', id: String(id) }, 'first-proof')
  }
  const proven = { ...owned, emailVerified: new Date(config.clock()) }
  await emit(config, 'firstProof', { user: proven, removed })
  // Later than whatever was asked while the application still had to reset what it keeps.
  return adapter.updateUser({ id, emailVerified: new Date(config.clock()) })
}

/**
 * Notes that somebody has proven the address of a stored user. The time of the first proof stays. Whoever is signed in as
 * that very user proves their own address, and keeps everything.
 */
export async function proveAddress(
  config: ResolvedConfig,
  store: Adapter & StoreMethods<'getUserByEmail' | 'updateUser'>,
  known: AdapterUser,
  signedInUserId: string | undefined,
): Promise<AdapterUser> {
  if (isProven(known)) return known
  // Another mail to the same address may have proven it since.
  const latest = await store.getUserByEmail(known.email)
  const user = latest && sameId(latest.id, known.id) ? latest : known
  if (isProven(user)) return user
  // A proof that broke off was that of somebody who is not signed in.
  if (sameId(user.id, signedInUserId) && !isBeingProven(user)) {
    return store.updateUser({ id: user.id, emailVerified: new Date(config.clock()) })
  }
  return handOver(config, store, user)
}

/**
 * Refuses to add a passkey to a user who can still come to belong to somebody else: it would let its owner in afterwards.
 *
 * @throws EmailNotVerified
 */
export function requireProven(config: ResolvedConfig, user: AdapterUser): void {
  if (!config.provesAddresses || !user.email || isProven(user)) return
  throw new EmailNotVerified('The email address of the user has not been proven yet.')
}

/** Whether a proof, complete or not, was there both times, or neither time. */
function hasSameProof(one: AdapterUser, other: AdapterUser): boolean {
  return Boolean(one.emailVerified) === Boolean(other.emailVerified)
}

/** What was written for a user, and how to look at the user again. */
export interface WayIn {
  readonly store: Pick<Adapter, 'unlinkAccount' | 'getUser' | 'deleteSessionsByUserId'>
  readonly account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>
  /** As the user was when it was decided to write. */
  readonly user: AdapterUser
  /** The user as they are now; `null` when they are not there, or not signed in, any more. */
  readonly again: () => Promise<AdapterUser | null>
}

/**
 * Unlinks an account that was linked too late. Somebody may have signed in with it in the moment it was there: the sessions
 * of a user whose address was proven meanwhile end as well, since those in a store do not say what opened them.
 */
async function takeBack({ store, account, user }: WayIn): Promise<void> {
  const { provider, providerAccountId } = account
  await store.unlinkAccount?.({ provider, providerAccountId })
  const now = await store.getUser?.(user.id)
  if (now && !hasSameProof(now, user)) await store.deleteSessionsByUserId?.(user.id)
}

/**
 * Looks again after an account was linked to a user who could come to belong to somebody else meanwhile, and takes it back
 * if that has happened: the first proof of the address may have been over before the account was there.
 *
 * @returns whether the account stays
 */
export async function keepsWayIn(config: ResolvedConfig, wayIn: WayIn): Promise<boolean> {
  const { user, again } = wayIn
  if (!config.provesAddresses || !mayChangeHands(config, user)) return true
  const now = await again()
  if (now && hasSameProof(now, user)) return true
  await takeBack(wayIn)
  return false
}
