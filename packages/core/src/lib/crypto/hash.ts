import { primitives } from '#primitives'

/** SHA-256 of text, in base64url. Enough to keep a random token from being read; not for passwords. */
export async function sha256(text: string): Promise<string> {
  return primitives.sha256(text)
}
