import { base64urlDecode } from './encoding.ts'
import { sha256 } from './hash.ts'

const NAMESPACE = 'latchstring user'

/**
 * Id of a person whom no store has given one: always the same for an account, and that of no other account at any provider. It
 * has the form of a UUID (RFC 9562, version 8), as ids of stores have it.
 */
export async function derivedId(provider: string, accountId: string): Promise<string> {
  const digest = base64urlDecode(await sha256(JSON.stringify([NAMESPACE, provider, accountId])))
  const hex = Array.from(digest ?? [], (byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = (Number.parseInt(hex.charAt(16), 16) % 4) + 8
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant.toString(16)}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
