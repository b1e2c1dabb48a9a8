import { primitives } from '#primitives'
import { createCache } from '../kit/cache.ts'
import type { Awaitable } from '../types/utility.ts'
import { decodeText, encodeText, isCanonical } from './encoding.ts'
import type { ContentKey } from './content-key.ts'
import type { Encrypted } from './primitives.ts'

/** Longest token that is looked at, in characters. */
const MAX_TOKEN_LENGTH = 16_384

/** The parts after the protected header: an empty encrypted key, because the algorithm is `dir`, then IV, ciphertext and tag. */
const AFTER_HEADER = /^\.\.([\w-]{22})\.([\w-]+)\.([\w-]{43})$/

/** A key with the protected header of everything it encrypts. */
export interface JweKey {
  readonly kid: string
  /** The encoded protected header; equal headers mean this key. */
  readonly header: string
  readonly content: ContentKey
}

/** The keys of several applications with some secrets each. */
const derivedKeys = createCache<Promise<JweKey>>({ entries: 256 })

function toKid(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function createKey(secret: string, salt: string, info: string): Promise<JweKey> {
  const bytes = await primitives.hkdf(secret, salt, info, 76)
  const kid = toKid(bytes.subarray(64))
  const header = encodeText(JSON.stringify({ alg: 'dir', enc: 'A256CBC-HS512', kid }))
  return { kid, header, content: await primitives.importContentKey(bytes.subarray(0, 64)) }
}

/**
 * Derives the key for one use of a secret, once. `kid` is derived too, and says nothing about the key.
 */
export function deriveKey(secret: string, salt: string, info: string): Promise<JweKey> {
  const content = JSON.stringify([secret, salt, info])
  return derivedKeys.get(content, () => createKey(secret, salt, info))
}

/** Encrypts text as a compact JWE (RFC 7516, section 7.1). */
export async function encryptCompact(key: JweKey, plaintext: string): Promise<string> {
  const { iv, ciphertext, tag } = await primitives.encrypt(key.content, key.header, plaintext)
  return `${key.header}..${iv}.${ciphertext}.${tag}`
}

/** The keys of several secrets for one use. */
export interface Keys {
  /** That of the newest secret; `undefined` where there is none. */
  first(): Awaitable<JweKey | undefined>
  /** The one that is named by the protected header of what it encrypted. */
  named(header: string): Awaitable<JweKey | undefined>
}

/** Derives a key when it is first needed: that of the newest secret, and the others when a header does not name that one. */
export function createKeys(secrets: readonly string[], salt: string, info: string): Keys {
  const different = [...new Set(secrets)]
  const known = new Map<string, JweKey>()

  async function derive(secret: string): Promise<JweKey> {
    const key = await deriveKey(secret, salt, info)
    known.set(key.header, key)
    return key
  }

  async function search(header: string): Promise<JweKey | undefined> {
    for (const secret of different) {
      const key = await derive(secret)
      if (key.header === header) return key
    }
    return undefined
  }

  return {
    first() {
      const [newest] = different
      return newest === undefined ? undefined : derive(newest)
    },
    named(header) {
      const key = known.get(header)
      return key === undefined && known.size < different.length ? search(header) : key
    },
  }
}

/** The parts of a token behind its header; `undefined` for anything that has another spelling than ours. */
function parseParts(text: string): Encrypted | undefined {
  const match = AFTER_HEADER.exec(text)
  if (!match) return undefined
  const [, iv = '', ciphertext = '', tag = ''] = match
  if (!isCanonical(iv) || !isCanonical(ciphertext) || !isCanonical(tag)) return undefined
  return { iv, ciphertext, tag }
}

/** The protected header of a token, as it is written there. */
const headerOf = (token: string): string => token.slice(0, Math.max(token.indexOf('..'), 0))

/** Whether a token names one of the keys. */
export async function hasKey(keys: Keys, token: string): Promise<boolean> {
  if (token.length > MAX_TOKEN_LENGTH) return false
  return (await keys.named(headerOf(token))) !== undefined
}

/** The protected header that {@link createKey} writes, with any `kid`. */
const OUR_HEADER = /^\{"alg":"dir","enc":"A256CBC-HS512","kid":"[\da-f]{24}"\}$/

/** Whether a token has the form of one that this library encrypted, with whatever key. */
export function isSealed(token: string): boolean {
  if (token.length > MAX_TOKEN_LENGTH) return false
  const header = headerOf(token)
  return (
    OUR_HEADER.test(decodeText(header) ?? '') &&
    parseParts(token.slice(header.length)) !== undefined
  )
}

/**
 * Decrypts a compact JWE with one of the keys; `null` for everything that could not be verified. A key is found by the
 * protected header, which is the same in everything that it encrypts, before there is any cryptography; where the header is
 * another one, no key is tried (decision 045).
 */
export async function decryptCompact(keys: Keys, token: string): Promise<string | null> {
  if (token.length > MAX_TOKEN_LENGTH) return null
  const key = await keys.named(headerOf(token))
  const parts = key && parseParts(token.slice(key.header.length))
  return parts ? primitives.decrypt(key.content, key.header, parts) : null
}
