import { primitives } from '#primitives'
import { constantTimeEqual } from './compare.ts'

/** A text, a dot, and its HMAC-SHA-256 in base64, which a server may have encoded once more. */
const SIGNED = /^(.+)\.([A-Za-z0-9+/]{43})=$/

const toBase64url = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_')

/**
 * The text that other libraries sign, in `text.signature`.
 *
 * @param secrets - each is itself a key
 * @returns `undefined` where none of the secrets has signed it
 */
export async function openSignedText(
  secrets: readonly string[],
  value: string,
): Promise<string | undefined> {
  const [, text, signature] = SIGNED.exec(value) ?? []
  if (text === undefined || signature === undefined) return undefined
  for (const secret of secrets) {
    const expected = await primitives.hmac(new TextEncoder().encode(secret), text)
    if (constantTimeEqual(expected, toBase64url(signature))) return text
  }
  return undefined
}
