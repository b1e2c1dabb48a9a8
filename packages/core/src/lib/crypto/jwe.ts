import { primitives } from '#primitives'
import { isObject, parseJson } from '../json.ts'
import { decodeText, encodeText, isCanonical } from './encoding.ts'
import type { ContentKey } from './primitives.ts'

/** Longest token that is looked at, in characters. */
const MAX_TOKEN_LENGTH = 16_384

const COMPACT = /^([\w-]+)\.\.([\w-]{22})\.([\w-]+)\.([\w-]{43})$/

/** A key with the protected header of everything it encrypts. */
export interface JweKey {
  readonly kid: string
  /** The encoded protected header; equal headers mean this key. */
  readonly header: string
  readonly content: ContentKey
}

/**
 * Derives the key for one use of a secret. `kid` is derived too, and says nothing about the key.
 */
export async function deriveKey(secret: string, salt: string, info: string): Promise<JweKey> {
  const bytes = await primitives.hkdf(secret, salt, info, 76)
  const kid = Array.from(bytes.subarray(64), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const header = encodeText(JSON.stringify({ alg: 'dir', enc: 'A256CBC-HS512', kid }))
  return { kid, header, content: await primitives.importContentKey(bytes.subarray(0, 64)) }
}

/** Encrypts text as a compact JWE (RFC 7516, section 7.1). */
export async function encryptCompact(key: JweKey, plaintext: string): Promise<string> {
  const { iv, ciphertext, tag } = await primitives.encrypt(key.content, key.header, plaintext)
  return `${key.header}..${iv}.${ciphertext}.${tag}`
}

function acceptableHeader(header: string): boolean {
  const text = decodeText(header)
  if (text === undefined) return false
  try {
    const value = parseJson(text)
    if (!isObject(value)) return false
    const { alg, enc, kid, ...rest } = value
    // `zip` and `crit` are among what must not be there; a header cannot ask for anything.
    const known = alg === 'dir' && enc === 'A256CBC-HS512' && Object.keys(rest).length === 0
    return known && (kid === undefined || typeof kid === 'string')
  } catch {
    return false
  }
}

function candidates(header: string, keys: readonly JweKey[]): readonly JweKey[] {
  const exact = keys.find((key) => key.header === header)
  if (exact) return [exact]
  return acceptableHeader(header) ? keys : []
}

/**
 * Decrypts a compact JWE with one of the keys. The key is found by its header before any cryptography; `null` for
 * everything that could not be verified.
 */
export async function decryptCompact(
  keys: readonly JweKey[],
  token: string,
): Promise<string | null> {
  if (token.length > MAX_TOKEN_LENGTH) return null
  const match = COMPACT.exec(token)
  if (!match) return null
  const [, header = '', iv = '', ciphertext = '', tag = ''] = match
  if (!isCanonical(iv) || !isCanonical(ciphertext) || !isCanonical(tag)) return null
  for (const key of candidates(header, keys)) {
    const plaintext = await primitives.decrypt(key.content, header, { iv, ciphertext, tag })
    if (plaintext !== null) return plaintext
  }
  return null
}
