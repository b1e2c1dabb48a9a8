import { asError } from '../../../errors/auth-error.ts'
import type { CookieJar } from '../../../http/cookie-jar.ts'
import { mailProofs } from '../../../records/mail-proofs.ts'
import type { Context } from '../../../request/context.ts'
import { expireTransaction } from '../../transaction/cookies.ts'
import type { ClaimedProof } from './open.ts'
import { proofRecords, release } from './rows.ts'

export { claimProof, findByLink } from './open.ts'
export { requirePurpose } from './purpose.ts'

/**
 * What becomes of a proof after its action: one that was refused can be used again, and any other is used up.
 *
 * @returns the cookies of the response
 * @throws AdapterError when the store fails to keep a proof that was not used
 */
export async function settle(
  { config, profile, jar }: Context,
  { row, transaction }: ClaimedProof,
  isRefused: boolean,
): Promise<CookieJar> {
  if (isRefused) {
    await release(config, row)
    return jar
  }
  try {
    await proofRecords(config).drop(mailProofs, row)
  } catch (error) {
    // The action has done its work, and a claimed proof is of no use until it expires.
    config.log.error(asError(error))
  }
  return transaction ? expireTransaction(jar, profile, transaction.id) : jar
}
