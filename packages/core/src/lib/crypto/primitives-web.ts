import { base64url, base64urlDecode } from './encoding.ts'
import type { ContentKey } from './content-key.ts'
import type { Encrypted, Primitives } from './primitives.ts'

interface WebContentKey extends ContentKey {
  readonly mac: CryptoKey
  readonly enc: CryptoKey
}

const subtle = globalThis.crypto.subtle
const text = new TextEncoder()
const fatalUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

type Bytes = Uint8Array<ArrayBuffer>

/** RFC 7518, section 5.2.2.1, step 5: AAD, IV, ciphertext and the bit length of the AAD. */
function authenticated(header: string, iv: Bytes, ciphertext: Bytes): Bytes {
  const aad = text.encode(header)
  const input = new Uint8Array(aad.length + iv.length + ciphertext.length + 8)
  input.set(aad)
  input.set(iv, aad.length)
  input.set(ciphertext, aad.length + iv.length)
  new DataView(input.buffer).setUint32(input.length - 4, aad.length * 8)
  return input
}

/** Compares arrays of one length in time that depends on nothing else. */
function equal(left: Bytes, right: Bytes): boolean {
  let difference = 0
  for (let index = 0; index < left.length; index++) {
    difference |= (left[index] ?? 0) ^ (right[index] ?? 0)
  }
  return difference === 0
}

async function authenticationTag(key: WebContentKey, input: Bytes): Promise<Bytes> {
  return new Uint8Array(await subtle.sign('HMAC', key.mac, input)).slice(0, 32)
}

async function encrypt(key: WebContentKey, header: string, plaintext: string): Promise<Encrypted> {
  const iv = globalThis.crypto.getRandomValues(new Uint8Array(16))
  const ciphertext = new Uint8Array(
    await subtle.encrypt({ name: 'AES-CBC', iv }, key.enc, text.encode(plaintext)),
  )
  const tag = await authenticationTag(key, authenticated(header, iv, ciphertext))
  return { iv: base64url(iv), ciphertext: base64url(ciphertext), tag: base64url(tag) }
}

async function decrypt(
  key: WebContentKey,
  header: string,
  parts: Encrypted,
): Promise<string | null> {
  const iv = base64urlDecode(parts.iv)
  const ciphertext = base64urlDecode(parts.ciphertext)
  const tag = base64urlDecode(parts.tag)
  if (iv?.length !== 16 || !ciphertext || tag?.length !== 32) return null
  const expected = await authenticationTag(key, authenticated(header, iv, ciphertext))
  if (!equal(expected, tag)) return null
  try {
    return fatalUtf8.decode(await subtle.decrypt({ name: 'AES-CBC', iv }, key.enc, ciphertext))
  } catch {
    return null
  }
}

async function hkdf(secret: string, salt: string, info: string, bytes: number): Promise<Bytes> {
  const key = await subtle.importKey('raw', text.encode(secret), 'HKDF', false, ['deriveBits'])
  const parameters = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: text.encode(salt),
    info: text.encode(info),
  }
  return new Uint8Array(await subtle.deriveBits(parameters, key, bytes * 8))
}

async function importContentKey(bytes: Uint8Array): Promise<ContentKey> {
  const mac = { name: 'HMAC', hash: 'SHA-512' }
  return {
    mac: await subtle.importKey('raw', bytes.slice(0, 32), mac, false, ['sign']),
    enc: await subtle.importKey('raw', bytes.slice(32), 'AES-CBC', false, ['encrypt', 'decrypt']),
  }
}

async function hmac(key: Bytes, input: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await subtle.importKey('raw', key, algorithm, false, ['sign'])
  return base64url(new Uint8Array(await subtle.sign('HMAC', imported, text.encode(input))))
}

/** The implementation for every runtime with WebCrypto. */
export const primitives: Primitives = {
  hkdf,
  importContentKey,
  // Keys only ever come from `importContentKey` of the same implementation.
  encrypt: (key, header, plaintext) => encrypt(key as WebContentKey, header, plaintext),
  // The same holds here.
  decrypt: (key, header, parts) => decrypt(key as WebContentKey, header, parts),
  hmac,
  sha256: async (input) =>
    base64url(new Uint8Array(await subtle.digest('SHA-256', text.encode(input)))),
}
