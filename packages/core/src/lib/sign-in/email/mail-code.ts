import type { Macs } from '../../crypto/mac.ts'
import { normalizeReadable, randomReadable } from '../../crypto/random.ts'
import type { MailTransaction } from '../transaction/transaction.ts'
import type { Guess, MailStore } from './mail-store.ts'

/** 40 bits. Only the browser that requested the mail can try a code, and only a few times. */
const CODE_LENGTH = 8

/** What a code proves: it belongs to this sign-in, of this browser. */
const codeText = (transactionId: string, code: string): string =>
  JSON.stringify([transactionId, code])

/** A code, grouped for reading, and its hash. */
export async function makeCode(
  macs: Macs,
  transactionId: string,
): Promise<{ readonly code: string; readonly codeHash: string }> {
  const code = randomReadable(CODE_LENGTH)
  return {
    code: `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`,
    codeHash: await macs.sign('mail-code', codeText(transactionId, normalizeReadable(code))),
  }
}

/**
 * Whether a code is the one of a mail.
 *
 * @param code - as `normalizeReadable` returns it
 */
export const isCode = async (
  macs: Macs,
  { id, codeHash }: { readonly id: string; readonly codeHash: string },
  code: string,
): Promise<boolean> => macs.verify('mail-code', codeText(id, code), codeHash)

/**
 * Tries a code for a mail of this browser.
 *
 * @param code - as `normalizeReadable` returns it
 */
export async function guessCode(
  { mails, macs }: { readonly mails: MailStore; readonly macs: Macs },
  { id, linkHash, codeHash }: MailTransaction,
  code: string,
): Promise<Guess> {
  if (!mails.guess || codeHash === undefined) return 'dead'
  return mails.guess(linkHash, async () => isCode(macs, { id, codeHash }, code))
}
