import { isProven } from '../../config/first-proof.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { EmailNotVerified } from '../../errors/classes.ts'
import type { AdapterUser } from '../../types/adapter.ts'

/** Whether nothing may be added to a user before the address is proven by mail. */
export const needsProof = (config: ResolvedConfig, user: AdapterUser): boolean =>
  config.provesAddresses && Boolean(user.email) && !isProven(user)

/**
 * Refuses to add a passkey to a user whose address is unproven: after the first proof, the owner of the passkey could still sign in
 * as the owner of the address.
 *
 * @throws EmailNotVerified
 */
export function requireProven(config: ResolvedConfig, user: AdapterUser): void {
  if (needsProof(config, user))
    throw new EmailNotVerified('The email address of the user has not been proven yet.')
}
