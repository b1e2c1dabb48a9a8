import type { ChangeAnswer, FeatureUser, WritingContext } from '@latchstring/core/features'
import { PasswordHashUnusable, type PasswordCheck, type StoredHash } from '../hashing/hasher.ts'
import { PasswordQueueFull } from '../hashing/queue.ts'
import type { PasswordOwner } from '../options.ts'
import type { Parts } from '../parts.ts'

/** Too many passwords are being hashed: nothing was done. */
export interface Busy {
  readonly busy: number
}

/** What hashing gives, or how busy it is. */
async function unlessBusy<Result>(work: () => Promise<Result>): Promise<Result | Busy> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PasswordQueueFull) return { busy: error.retryAfter }
    throw error
  }
}

/** Hashes a new password. */
export const hashPassword = async (
  { hasher }: Parts,
  password: string,
): Promise<{ readonly hash: string } | Busy> =>
  unlessBusy(async () => ({ hash: await (await hasher()).hash(password) }))

/** A hash that cannot be compared here, which the log has to tell: the user sees a wrong password. */
const isUnusable = (error: unknown): error is Error =>
  error instanceof PasswordHashUnusable ||
  (error instanceof Error && /^(?:Argon2|Bcrypt)Missing$/.test(error.name))

/**
 * Compares a password with a stored hash; without one, or with one that cannot be compared, it takes as long and is wrong.
 *
 * @param stored - a hash, none, or what reads it
 */
export async function checkPassword(
  { hasher }: Parts,
  { log }: Pick<WritingContext, 'log'>,
  password: string,
  stored: StoredHash,
): Promise<PasswordCheck | Busy> {
  const made = await hasher()
  return unlessBusy(async () => {
    try {
      return await made.check(password, stored)
    } catch (error) {
      if (!isUnusable(error)) throw error
      log('warn', `A stored password cannot be compared: ${error.message}`)
      return made.check(password, undefined)
    }
  })
}

/** Which notice tells the user. */
export type NoticeName = 'changed' | 'added'

/** Tells a user by mail. What was done stays done where that fails. */
export async function notify(
  { mail, log }: Pick<WritingContext, 'mail' | 'log'>,
  notice: NoticeName,
  { email }: Pick<FeatureUser, 'email'>,
): Promise<void> {
  if (email === null) return
  try {
    await mail.send(notice, { email, done: true })
  } catch (error) {
    const name = error instanceof Error ? error.name : 'an error'
    log('warn', `The mail "${notice}" about a password was not sent: ${name}.`)
  }
}

/** Calls a function of the application about what was done. */
export async function tell(
  { settings: { on } }: Parts,
  { log }: Pick<WritingContext, 'log'>,
  event: keyof Parts['settings']['on'],
  user: FeatureUser,
): Promise<void> {
  try {
    await on[event]?.(user)
  } catch (error) {
    const name = error instanceof Error ? error.name : 'an error'
    log('warn', `The function \`on.${event}\` has failed: ${name}.`)
  }
}

/** Whose a password is to be, where the user is stored. */
export const ownerOf = (
  { email, name }: Pick<FeatureUser, 'email' | 'name'>,
  username: string | null,
): PasswordOwner => ({ email, name, username })

/** What a person finds once something is done. */
export const donePage = (title: string, lead?: string): ChangeAnswer => ({
  page: { title, ...(lead !== undefined && { lead }), blocks: [] },
})

/** An input as a text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
