import { requireMethods } from '../config/adapter.ts'
import type { SessionContext } from '../context.ts'
import { asError, isAuthError } from '../errors/auth-error.ts'
import { EmailCreateAccountError } from '../errors/classes.ts'
import { emit } from '../events/emit.ts'
import type { Account } from '../types/account.ts'
import type { Adapter, AdapterUser } from '../types/adapter.ts'
import type { StoredIdentity } from './oauth.ts'
import { proveAddress } from './first-proof.ts'
import { newUser } from './new-user.ts'
import type { EmailEvidence } from './proof.ts'

/** What is already known before anything is written. */
export interface KnownByEmail {
  /** The user with the address. */
  readonly existing: AdapterUser | null
  /** Who is signed in where the link was followed. */
  readonly signedInUserId: string | undefined
}

/** The account of an e-mail sign-in; it is never stored. */
export function emailAccount(
  { provider, email }: Omit<EmailEvidence, 'kind'>,
  userId: string,
): Account {
  return { provider, type: 'email', providerAccountId: email, userId }
}

/** Creates the user, or finds the one that another tab has created meanwhile. */
async function createByEmail(
  adapter: Adapter | undefined,
  email: string,
  now: Date,
): Promise<Pick<StoredIdentity, 'user' | 'isNewUser'>> {
  const { createUser, getUserByEmail } = requireMethods(adapter, ['createUser', 'getUserByEmail'])
  try {
    return { user: await createUser(newUser({ email }, now)), isNewUser: true }
  } catch (cause) {
    const user = await getUserByEmail(email)
    if (user) return { user, isNewUser: false }
    throw cause
  }
}

/**
 * The user of an e-mail sign-in. The address is proven now.
 *
 * @throws EmailCreateAccountError when the store fails
 */
export async function resolveEmailUser(
  context: SessionContext,
  evidence: EmailEvidence,
  { existing, signedInUserId }: KnownByEmail,
): Promise<StoredIdentity> {
  const { config } = context
  try {
    const found = existing
      ? { user: existing, isNewUser: false }
      : await createByEmail(config.adapter, evidence.email, new Date(config.clock()))
    const { isNewUser } = found
    // Also when somebody else has made the user between the look-up and now.
    const user = await proveAddress(config, found.user, signedInUserId)
    await emit(config, isNewUser ? 'createUser' : 'updateUser', { user })
    return { user, account: emailAccount(evidence, user.id), isNewUser }
  } catch (cause) {
    if (isAuthError(cause) && cause.type !== 'AdapterError') throw cause
    throw new EmailCreateAccountError('The user could not be stored.', { err: asError(cause) })
  }
}
