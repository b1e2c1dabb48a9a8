import { base64url, base64urlDecode } from '../../crypto/encoding.ts'
import { sha256 } from '../../crypto/hash.ts'
import { canonicalIssuer } from '../../kit/issuer.ts'

const BYTES = 16

async function name(issuer: string, text: string): Promise<string> {
  // No issuer has the character, so that no two pairs make the same text.
  const digest =
    base64urlDecode(await sha256(`${canonicalIssuer(issuer)}\0${text}`)) ?? new Uint8Array()
  return base64url(digest.slice(0, BYTES))
}

/** Stands for the id of the session at a provider that sends none, before the id of its user. No provider can send this character. */
const WITHOUT_SID = '\0'

/** A session at a provider: its id there, and the id of its user. */
export interface ProviderSession {
  readonly sid?: string | undefined
  readonly sub?: string | undefined
}

/**
 * The keys under which a session at a provider, and all those of its user there, are ended (OpenID Connect Back-Channel
 * Logout 1.0, section 2.4).
 *
 * @param issuer - the `iss` of the ID token, or of the logout token
 */
export async function providerKeys(
  issuer: string,
  { sid, sub }: ProviderSession,
): Promise<{ readonly session?: string; readonly user?: string }> {
  // A session whose ID token had no `sid` is found by logout tokens that have one as well: by what it counts as.
  const session = sid ?? (sub === undefined ? undefined : WITHOUT_SID + sub)
  return {
    ...(session === undefined ? {} : { session: `s:${await name(issuer, session)}` }),
    ...(sub === undefined ? {} : { user: `u:${await name(issuer, sub)}` }),
  }
}
