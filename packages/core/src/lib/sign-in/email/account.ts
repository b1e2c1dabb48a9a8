import type { StoreMethods } from '../../config/adapter.ts'
import { isProven } from '../../config/first-proof.ts'
import type { StoreFor } from '../../config/store.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'
import type { Context, SessionContext } from '../../request/context.ts'
import { asError, isAuthError } from '../../errors/auth-error.ts'
import { EmailCreateAccountError } from '../../errors/classes.ts'
import { toFeatureUser } from '../../config/feature-user.ts'
import { emit } from '../../request/emit.ts'
import { currentOfUser } from '../../sessions/acting/current-of-user.ts'
import type { Account } from '../../types/account.ts'
import type { AdapterUser } from '../../types/adapter.ts'
import { newUser, type PendingSignIn, type StoredIdentity } from '../pending-sign-in.ts'
import { countedName } from '../../limits/names.ts'
import { spend, tooMany, type AllowedTry } from '../../limits/spend.ts'
import { noteProof } from '../../sessions/marks.ts'
import { handsOver, proveAddress } from '../first-proof.ts'
import type { EmailEvidence } from '../proof.ts'

/** The account of an email sign-in, which is never stored. */
export function emailAccount(provider: string, email: string, userId: string): Account {
  return { provider, type: 'email', providerAccountId: email, userId }
}

/** The user with an address, or the one that a sign-in would create. */
export async function userWithAddress(
  { getUserByEmail }: StoreMethods<'getUserByEmail'>,
  email: string,
): Promise<{ readonly existing: AdapterUser | null; readonly user: AdapterUser }> {
  const existing = await getUserByEmail(email)
  return { existing, user: existing ?? { id: crypto.randomUUID(), email, emailVerified: null } }
}

/** Creates the user, or finds the one that a concurrent request has created. */
async function createByEmail(
  config: ResolvedConfig,
  { createUser, getUserByEmail }: StoreFor<'email'>,
  email: string,
): Promise<Pick<StoredIdentity, 'user' | 'isNewUser'>> {
  try {
    const user = await createUser(newUser({ email }, new Date(config.clock())))
    await noteProof(config, String(user.id))
    return { user, isNewUser: true }
  } catch (cause) {
    const user = await getUserByEmail(email)
    if (user) return { user, isNewUser: false }
    throw cause
  }
}

/**
 * The user of an email sign-in, with a proven address.
 *
 * @param existing - the user with the address, as read before the gate
 * @throws EmailCreateAccountError when the store fails
 */
async function resolveEmailUser(
  context: SessionContext,
  { provider: { id, store }, email }: EmailEvidence,
  existing: AdapterUser | null,
): Promise<StoredIdentity> {
  const { config } = context
  const current = await currentOfUser(context)
  try {
    const found = existing
      ? { user: existing, isNewUser: false }
      : await createByEmail(config, store, email)
    const { isNewUser } = found
    // Needed for a user of a concurrent request as well.
    const proof = await proveAddress(config, store, found.user, current?.userId)
    const { user } = proof
    const after = proof.handedOver ? { begunAt: config.clock(), handedOver: true as const } : {}
    await emit(config, isNewUser ? 'createUser' : 'updateUser', { user })
    return { user, account: emailAccount(id, email, user.id), isNewUser, ...after }
  } catch (cause) {
    if (isAuthError(cause) && cause.type !== 'AdapterError') throw cause
    throw new EmailCreateAccountError('The user could not be stored.', { err: asError(cause) })
  }
}

/** A sign-in by mail, before the gate. */
export async function prepareEmail(
  context: SessionContext,
  evidence: EmailEvidence,
): Promise<PendingSignIn> {
  const { provider, email } = evidence
  const { existing, user } = await userWithAddress(provider.store, email)
  return {
    params: { user, account: emailAccount(provider.id, email, user.id) },
    known: async () => existing && toFeatureUser(existing),
    async handsOver() {
      if (!existing || isProven(existing)) return false
      const current = await currentOfUser(context)
      return handsOver(existing, current?.userId)
    },
    store: () => resolveEmailUser(context, evidence, existing),
  }
}

/**
 * Spends a try for some addresses, across all of their mails. A budget of an address that is used up is not revealed: the browser may
 * belong to a stranger.
 *
 * @param skipped - what was not done in that case, for the log
 * @returns `undefined` when such a budget is used up
 * @throws TooManyRequests when the budget of the browser, its address or the application is used up
 */
export async function spendForAddresses(
  context: Context,
  action: 'mail' | 'code',
  addresses: readonly string[],
  skipped: string,
): Promise<AllowedTry | undefined> {
  const { limits, log } = context.config
  const names = limits ? [...new Set(addresses.map((one) => countedName(one, limits)))] : []
  const [name, ...others] = new Set(addresses)
  // Of two addresses, the browser may have proven only one.
  const proven = name === undefined || others.length > 0 ? undefined : { by: 'mail', name }
  const outcome = await spend(context, action, { names, proven })
  if (outcome.allowed) return outcome
  if (outcome.subject !== 'account') throw tooMany(action, outcome)
  log.debug(`${skipped}: the budget "account" of "${action}" is used up.`)
  return undefined
}
