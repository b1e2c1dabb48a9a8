import { Buffer } from 'node:buffer'
import type { FeatureContext } from '@latchstring/core/features'
import type { PasswordOwner } from '../options.ts'
import type { Parts } from '../parts.ts'
import type { PasswordFault } from '../operations.ts'
import { isBreached } from './breaches.ts'
import { withoutOwnWords } from './own-words.ts'

/** Characters (code points) of the longest new password. */
const LONGEST = 256
/** Bytes of the longest new password in UTF-8. */
const LONGEST_BYTES = 1024

/** NUL ends a text in other programs, and halves of characters of UTF-16 are no text. */
// eslint-disable-next-line no-control-regex -- it is looked for
const UNUSABLE = /[\u0000\p{Surrogate}]/u

/** What is wrong with a new password, and the values of the sentence about it. */
export interface FoundFault {
  readonly refused: PasswordFault
  readonly values?: { readonly reason: string }
}

/** What can be said of a password alone, at once. */
function findFormFault(password: string, minLength: number): PasswordFault | undefined {
  // Before it is normalised, which can make a text 18 times as long.
  if (password.length > LONGEST_BYTES) return 'too-long'
  if (UNUSABLE.test(password)) return 'unusable'
  const normalized = password.normalize('NFKC')
  const { length } = Array.from(normalized)
  if (length > LONGEST || Buffer.byteLength(normalized) > LONGEST_BYTES) return 'too-long'
  // A ligature stands for two letters; some characters stand for a whole sentence.
  const counted = Math.min(length, 2 * Array.from(password).length)
  return counted < minLength ? 'too-short' : undefined
}

async function findBreach(
  { settings, warnOnce }: Parts,
  password: string,
  context: Pick<FeatureContext, 'log'>,
): Promise<boolean> {
  if (!settings.breaches) return false
  try {
    return await isBreached(password, settings.breaches)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'no reason'
    warnOnce(context, `New passwords are not looked up in breaches, for that fails: ${why}`)
    return false
  }
}

/** Asks the function of the application. What it throws reaches the log, where no password is to be. */
async function askPolicy(
  { settings: { policy } }: Parts,
  password: string,
  owner: PasswordOwner,
): Promise<string | undefined> {
  try {
    return await policy?.(password, owner)
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: typeof error, message: '' }
    const why = message.includes(password) ? name : `${name}: ${message}`
    throw new Error(`The function \`policy\` has failed: ${why}`)
  }
}

/**
 * What is wrong with a new password: the cheapest rule first, that of the application last.
 *
 * @returns `undefined` for one that may be used
 */
export async function findPasswordFault(
  parts: Parts,
  password: string,
  owner: PasswordOwner,
  context: Pick<FeatureContext, 'log'>,
): Promise<FoundFault | undefined> {
  const { minLength, blocklist, words } = parts.settings
  const refused = findFormFault(password, minLength)
  if (refused) return { refused }
  if (blocklist && (await parts.common()).isCommon(password)) return { refused: 'common' }
  if (Array.from(withoutOwnWords(password, owner, words)).length < minLength)
    return { refused: 'personal' }
  if (await findBreach(parts, password, context)) return { refused: 'breached' }
  const reason = await askPolicy(parts, password, owner)
  return reason === undefined ? undefined : { refused: 'policy', values: { reason } }
}
