import { primitives } from '#primitives'
import { andThen, type MaybePromise } from '../and-then.ts'
import { createCache } from '../cache.ts'
import { isObject, parseJson } from '../json.ts'
import { decodeText, encodeText, isCanonical } from './encoding.ts'
import type { ContentKey, Encrypted } from './primitives.ts'

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

/** Keys in the order in which they are tried; derived when they are asked for. */
export interface Keys {
  /** `undefined` behind the last one. */
  at(index: number): MaybePromise<JweKey> | undefined
}

/** A compact JWE, taken apart. */
interface CompactJwe {
  readonly header: string
  readonly parts: Encrypted
}

function parseCompact(token: string): CompactJwe | undefined {
  const match = token.length > MAX_TOKEN_LENGTH ? null : COMPACT.exec(token)
  if (!match) return undefined
  const [, header = '', iv = '', ciphertext = '', tag = ''] = match
  if (!isCanonical(iv) || !isCanonical(ciphertext) || !isCanonical(tag)) return undefined
  return { header, parts: { iv, ciphertext, tag } }
}

/** Whether a header says what was encrypted how, and not with which key. It cannot ask for anything, such as `zip` or `crit`. */
function namesNoKey(header: string): boolean {
  const text = decodeText(header)
  if (text === undefined) return false
  try {
    const value = parseJson(text)
    if (!isObject(value)) return false
    const { alg, enc, ...rest } = value
    return alg === 'dir' && enc === 'A256CBC-HS512' && Object.keys(rest).length === 0
  } catch {
    return false
  }
}

function findNamed(keys: Keys, header: string, index = 0): MaybePromise<JweKey | undefined> {
  const key = keys.at(index)
  if (key === undefined) return undefined
  return andThen(key, (candidate) =>
    candidate.header === header ? candidate : findNamed(keys, header, index + 1),
  )
}

function decryptWith(
  { content }: JweKey,
  { header, parts }: CompactJwe,
): MaybePromise<string | null> {
  return primitives.decrypt(content, header, parts)
}

function tryEach(keys: Keys, jwe: CompactJwe, index = 0): MaybePromise<string | null> {
  const key = keys.at(index)
  if (key === undefined) return null
  return andThen(key, (candidate) =>
    andThen(decryptWith(candidate, jwe), (text) => text ?? tryEach(keys, jwe, index + 1)),
  )
}

/**
 * Decrypts a compact JWE with one of the keys; `null` for everything that could not be verified. A key is found by its name
 * before there is any cryptography, and where another one is named none is tried: a name is derived from its key (decision 041).
 */
export function decryptCompact(keys: Keys, token: string): MaybePromise<string | null> {
  const jwe = parseCompact(token)
  if (!jwe) return null
  return andThen(findNamed(keys, jwe.header), (named) => {
    if (named) return decryptWith(named, jwe)
    return namesNoKey(jwe.header) ? tryEach(keys, jwe) : null
  })
}
