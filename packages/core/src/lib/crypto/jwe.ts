import { primitives } from '#primitives'
import { andThen, type MaybePromise } from '../kit/and-then.ts'
import { createCache } from '../kit/cache.ts'
import { encodeText, isCanonical } from './encoding.ts'
import type { ContentKey } from './content-key.ts'
import type { Encrypted } from './primitives.ts'

/** Longest token that is looked at, in characters. */
const MAX_TOKEN_LENGTH = 16_384

/** What follows the protected header: no encrypted key, as the algorithm is `dir`. */
const AFTER_HEADER = /^\.\.([\w-]{22})\.([\w-]+)\.([\w-]{43})$/

/** A key with the protected header of everything it encrypts. */
export interface JweKey {
  readonly kid: string
  /** The encoded protected header; equal headers mean this key. */
  readonly header: string
  readonly content: ContentKey
}

/** The keys of several applications with some secrets each. */
const derivedKeys = createCache<MaybePromise<JweKey>>({ entries: 256 })

function toKid(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function createKey(secret: string, salt: string, info: string): MaybePromise<JweKey> {
  return andThen(primitives.hkdf(secret, salt, info, 76), (bytes) => {
    const kid = toKid(bytes.subarray(64))
    const header = encodeText(JSON.stringify({ alg: 'dir', enc: 'A256CBC-HS512', kid }))
    const imported = primitives.importContentKey(bytes.subarray(0, 64))
    return andThen(imported, (content) => ({ kid, header, content }))
  })
}

/**
 * Derives the key for one use of a secret, once. `kid` is derived too, and says nothing about the key.
 */
export function deriveKey(secret: string, salt: string, info: string): MaybePromise<JweKey> {
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
  first(): MaybePromise<JweKey> | undefined
  /** The one that is named by the protected header of what it encrypted. */
  named(header: string): MaybePromise<JweKey | undefined>
}

/** Derives a key when it is first needed: that of the newest secret, and the others when a header does not name that one. */
export function createKeys(secrets: readonly string[], salt: string, info: string): Keys {
  const different = [...new Set(secrets)]
  const known = new Map<string, JweKey>()
  /** Most tokens have the key of the one before: that is a comparison and no hash. */
  let last: JweKey | undefined

  function derive(secret: string): MaybePromise<JweKey> {
    return andThen(deriveKey(secret, salt, info), (key) => {
      known.set(key.header, key)
      return key
    })
  }

  function search(header: string, index: number): MaybePromise<JweKey | undefined> {
    const secret = different[index]
    if (secret === undefined) return undefined
    return andThen(derive(secret), (key) =>
      key.header === header ? key : search(header, index + 1),
    )
  }

  return {
    first() {
      const [newest] = different
      return newest === undefined ? undefined : derive(newest)
    },
    named(header) {
      if (last?.header === header) return last
      const key = known.get(header)
      if (key === undefined && known.size < different.length) return search(header, 0)
      last = key ?? last
      return key
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

/** What was in a token. */
export interface Plaintext {
  readonly text: string
  /** The text as JSON, where it was parsed before and is an object that has no other objects in it. To be copied. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined
}

/** Decrypts a token whose header names the key; `null` when it could not be verified. Depends on nothing but the two. */
export type Decrypt = (key: JweKey, token: string) => MaybePromise<Plaintext | null>

/** Decrypts with the runtime's cryptography, each time. */
export const decryptNamed: Decrypt = ({ header, content }, token) => {
  const parts = parseParts(token.slice(header.length))
  if (!parts) return null
  return andThen(primitives.decrypt(content, header, parts), (text) =>
    text === null ? null : { text },
  )
}

/**
 * Decrypts a compact JWE with one of the keys; `null` for everything that could not be verified. A key is found by the
 * protected header, which is the same in everything that it encrypts, before there is any cryptography; where the header is
 * another one, no key is tried (decision 045).
 */
export function decryptCompact(
  keys: Keys,
  token: string,
  decrypt: Decrypt = decryptNamed,
): MaybePromise<Plaintext | null> {
  if (token.length > MAX_TOKEN_LENGTH) return null
  const end = token.indexOf('..')
  const header = token.slice(0, Math.max(end, 0))
  return andThen(keys.named(header), (key) => (key ? decrypt(key, token) : null))
}
