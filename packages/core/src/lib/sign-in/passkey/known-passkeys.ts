import type { Context } from '../../request/context.ts'
import type { AdapterAuthenticator, AdapterUser } from '../../types/adapter.ts'
import { createUserHandle, toBase64url } from './credential.ts'
import { requireRelyingParty } from './relying-party.ts'

/** The names that an authenticator shows for a user. */
export interface ShownNames {
  readonly name: string
  readonly displayName: string
}

/** A user of OAuth may have no address. */
export const shownNames = ({ email, name, id }: AdapterUser): ShownNames => ({
  name: email || name || id,
  displayName: name ?? '',
})

/** What the signal methods of browsers are called with (Web Authentication Level 3, section 5.1.10). */
export interface KnownPasskeys extends ShownNames {
  readonly rpId: string
  /** The user handle, in base64url. */
  readonly userId: string
  /** All of the user, in base64url: authenticators hide the others. Ids of another RP ID among them change nothing. */
  readonly allAcceptedCredentialIds: readonly string[]
}

/**
 * The passkeys of the signed-in user for each RP ID. A relying party that cannot be found out is left out: a sign-in with it says why.
 *
 * @param accepted - every authenticator that belongs to an account of the user
 */
export async function describeKnownPasskeys(
  context: Context,
  user: AdapterUser,
  accepted: readonly AdapterAuthenticator[],
): Promise<readonly KnownPasskeys[]> {
  const rpIds = new Set<string>()
  for (const provider of context.config.providers.values()) {
    if (provider.kind !== 'webauthn') continue
    const party = await requireRelyingParty(context, provider).catch(() => undefined)
    if (party) rpIds.add(party.rpId)
  }
  const userId = await createUserHandle(user.id)
  const allAcceptedCredentialIds = accepted.map((one) => toBase64url(one.credentialID))
  return [...rpIds].map((rpId) => ({
    rpId,
    userId,
    ...shownNames(user),
    allAcceptedCredentialIds,
  }))
}
