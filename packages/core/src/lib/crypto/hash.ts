import { primitives } from '#primitives'

/** SHA-256 of text, in base64url. Enough to keep a random token from being read; not for passwords. */
export async function sha256(text: string): Promise<string> {
  return primitives.sha256(text)
}

/** Bytes derived from a secret by HKDF with SHA-256 (RFC 5869). */
export async function deriveBytes(
  secret: string,
  { salt, info, bytes }: { readonly salt: string; readonly info: string; readonly bytes: number },
): Promise<Uint8Array> {
  return primitives.hkdf(secret, salt, info, bytes)
}
