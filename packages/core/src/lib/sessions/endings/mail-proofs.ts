import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { keyOfUser } from '../../crypto/key-of.ts'
import { mailProofs } from '../../records/mail-proofs.ts'

/** Ends every proof by mail that was asked for a user. @throws AdapterError when the store fails */
export async function endProofsOf(
  { adapter, features }: Pick<ResolvedConfig, 'adapter' | 'features'>,
  userId: string,
): Promise<void> {
  if (!features?.proves) return
  await adapter?.records?.clear(mailProofs, 'user', await keyOfUser(userId))
}
