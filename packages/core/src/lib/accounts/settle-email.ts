import { needs } from '../config/adapter.ts'
import type { SessionContext } from '../context.ts'
import { asError, isAuthError } from '../errors/auth-error.ts'
import { EmailCreateAccountError } from '../errors/classes.ts'
import { emit } from '../events/emit.ts'
import type { Account } from '../types/account.ts'
import type { Adapter, AdapterUser } from '../types/adapter.ts'
import type { Settled } from './find-or-create.ts'
import { newUser } from './new-user.ts'
import type { EmailEvidence } from './proof.ts'

/** What is already known before anything is written. */
export interface KnownByEmail {
  /** The user with the address. */
  readonly existing: AdapterUser | null
  /** Who is signed in where the link was followed. */
  readonly signedInUserId: string | undefined
}

/**
 * A user whose address nobody had proven may have been made by somebody else, who waits for its owner to come. So what was
 * there before the proof goes: accounts of providers, and sessions (decision 023).
 */
async function shutOutOthers(adapter: Adapter | undefined, userId: string): Promise<void> {
  for (const { provider, providerAccountId } of (await adapter?.listAccountsByUserId?.(userId)) ??
    []) {
    await adapter?.unlinkAccount?.({ provider, providerAccountId })
  }
  await adapter?.deleteSessionsByUserId?.(userId)
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
): Promise<Pick<Settled, 'user' | 'isNewUser'>> {
  const { createUser, getUserByEmail } = needs(adapter, ['createUser', 'getUserByEmail'])
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
export async function settleEmail(
  context: SessionContext,
  evidence: EmailEvidence,
  { existing, signedInUserId }: KnownByEmail,
): Promise<Settled> {
  const { config } = context
  const { updateUser } = needs(config.adapter, ['updateUser'])
  const now = new Date(config.clock())
  try {
    if (existing && !existing.emailVerified && existing.id !== signedInUserId) {
      await shutOutOthers(config.adapter, existing.id)
    }
    const { user, isNewUser } = existing
      ? { user: await updateUser({ id: existing.id, emailVerified: now }), isNewUser: false }
      : await createByEmail(config.adapter, evidence.email, now)
    await emit(config, isNewUser ? 'createUser' : 'updateUser', { user })
    return { user, account: emailAccount(evidence, user.id), isNewUser }
  } catch (cause) {
    if (isAuthError(cause) && cause.type !== 'AdapterError') throw cause
    throw new EmailCreateAccountError('The user could not be stored.', { err: asError(cause) })
  }
}
