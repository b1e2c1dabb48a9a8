import type { StoreMethods } from '../../config/adapter.ts'
import type { StoreFor } from '../../config/store.ts'
import type { SessionContext } from '../../request/context.ts'
import { asError, isAuthError } from '../../errors/auth-error.ts'
import { EmailCreateAccountError } from '../../errors/classes.ts'
import { emit } from '../../request/emit.ts'
import { selectStrategy } from '../../sessions/select.ts'
import type { Account } from '../../types/account.ts'
import type { AdapterUser } from '../../types/adapter.ts'
import type { PendingSignIn, StoredIdentity } from '../pending-sign-in.ts'
import { proveAddress } from '../first-proof.ts'
import { newUser } from '../new-user.ts'
import type { EmailEvidence } from '../proof.ts'

/** The account of an email sign-in; it is never stored. */
export function emailAccount(provider: string, email: string, userId: string): Account {
  return { provider, type: 'email', providerAccountId: email, userId }
}

/** The user an address belongs to, or the one it would make. */
export async function userWithAddress(
  { getUserByEmail }: StoreMethods<'getUserByEmail'>,
  email: string,
): Promise<{ readonly existing: AdapterUser | null; readonly user: AdapterUser }> {
  const existing = await getUserByEmail(email)
  return { existing, user: existing ?? { id: crypto.randomUUID(), email, emailVerified: null } }
}

/** Creates the user, or finds the one that another tab has created meanwhile. */
async function createByEmail(
  { createUser, getUserByEmail }: StoreFor<'email'>,
  email: string,
  now: Date,
): Promise<Pick<StoredIdentity, 'user' | 'isNewUser'>> {
  try {
    return { user: await createUser(newUser({ email }, now)), isNewUser: true }
  } catch (cause) {
    const user = await getUserByEmail(email)
    if (user) return { user, isNewUser: false }
    throw cause
  }
}

/**
 * The user of an email sign-in. The address is proven now.
 *
 * @param existing - the user with the address, as it was before the gate
 * @throws EmailCreateAccountError when the store fails
 */
async function resolveEmailUser(
  context: SessionContext,
  { provider: { id, store }, email }: EmailEvidence,
  existing: AdapterUser | null,
): Promise<StoredIdentity> {
  const { config } = context
  const current = await selectStrategy(config).current(context)
  try {
    const found = existing
      ? { user: existing, isNewUser: false }
      : await createByEmail(store, email, new Date(config.clock()))
    const { isNewUser } = found
    // Also when somebody else has made the user between the look-up and now.
    const user = await proveAddress(config, store, found.user, current?.userId)
    await emit(config, isNewUser ? 'createUser' : 'updateUser', { user })
    return { user, account: emailAccount(id, email, user.id), isNewUser }
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
    store: () => resolveEmailUser(context, evidence, existing),
  }
}
