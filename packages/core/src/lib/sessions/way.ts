import { sha256 } from '../crypto/hash.ts'
import type { Account } from '../types/account.ts'

/**
 * 96 bits of a hash. Ways of the same mark count as new together, and an authenticator may choose the id of its passkey: with fewer bits, a
 * thief could find one with the mark of the owner's account.
 */
const MARK_LENGTH = 16

/** Kinds of providers whose accounts are added to a user. */
const ADDABLE: ReadonlySet<string> = new Set(['oauth', 'oidc', 'webauthn'])

/** An account or a passkey. */
export type Way = Pick<Account, 'provider' | 'providerAccountId'>

/** A short mark of an account or a passkey, by which a session says what it was opened with. */
export async function markOfWay({ provider, providerAccountId }: Way): Promise<string> {
  return (await sha256(JSON.stringify([provider, providerAccountId]))).slice(0, MARK_LENGTH)
}

/** The same of what a session is opened with; `undefined` for mails and passwords, which are not added here. */
export async function markOfSignIn(account: Account | null): Promise<string | undefined> {
  return account && ADDABLE.has(account.type) ? markOfWay(account) : undefined
}
