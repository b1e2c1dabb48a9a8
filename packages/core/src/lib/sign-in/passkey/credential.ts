import { sha256 } from '../../crypto/hash.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'

/** A credential as options name it. */
export interface CredentialDescriptor {
  /** Base64url. */
  readonly id: string
  readonly transports?: string[]
}

/** Longest credential id in bytes (Web Authentication Level 3, section 5.1.3, "credential id"). */
export const MAX_CREDENTIAL_ID = 1023

/** Base64url of a browser as the base64 of stored records. */
export function toBase64(base64url: string): string {
  const text = base64url.replaceAll('-', '+').replaceAll('_', '/')
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}

/** Base64 of a stored record as base64url. */
export function toBase64url(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** A stored authenticator as options name it, with its transports sorted, as browsers list them. */
export function toDescriptor({
  credentialID,
  transports,
}: Pick<AdapterAuthenticator, 'credentialID' | 'transports'>): CredentialDescriptor {
  const id = toBase64url(credentialID)
  return transports ? { id, transports: transports.split(',').toSorted() } : { id }
}

/**
 * The user handle (Web Authentication Level 3, section 5.4.3, `id`), in base64url. It is a hash of the id: nothing has to be stored, and
 * an authenticator does not learn the id.
 */
export async function createUserHandle(userId: string): Promise<string> {
  return sha256(`latchstring webauthn user handle ${userId}`)
}
