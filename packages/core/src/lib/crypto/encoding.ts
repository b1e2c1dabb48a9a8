const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Bytes in base64url without padding (RFC 4648, section 5). */
export function base64url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The bytes, or `undefined` for anything that is not base64url. */
export function base64urlDecode(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
  return bytes
}

/**
 * Whether the bits of the last character that stand for no byte are zero. Decoders ignore them, so that without this
 * check several spellings would mean the same token.
 */
export function isCanonical(text: string): boolean {
  const rest = text.length % 4
  if (rest === 0) return true
  if (rest === 1) return false
  const last = ALPHABET.indexOf(text.charAt(text.length - 1))
  return (last & (rest === 2 ? 15 : 3)) === 0
}

/** Text in base64url of its UTF-8 bytes. */
export function encodeText(text: string): string {
  return base64url(new TextEncoder().encode(text))
}

/** Text of base64url, or `undefined` when it is not base64url of UTF-8. */
export function decodeText(encoded: string): string | undefined {
  const bytes = base64urlDecode(encoded)
  if (!bytes) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
