import type { Awaitable } from '../types/utility.ts'
import type { ContentKey } from './content-key.ts'

/** The three parts of a compact JWE with `alg: dir` that encryption makes, in base64url. */
export interface Encrypted {
  readonly iv: string
  readonly ciphertext: string
  readonly tag: string
}

/** The cryptography of a runtime that the core needs. Both implementations pass the same tests. */
export interface Primitives {
  /** HKDF with SHA-256 (RFC 5869). */
  hkdf(
    secret: string,
    salt: string,
    info: string,
    bytes: number,
  ): Awaitable<Uint8Array<ArrayBuffer>>
  /** Splits 64 bytes into the MAC and the encryption key. */
  importContentKey(bytes: Uint8Array): Awaitable<ContentKey>
  /** Encrypts text; `header` is the encoded protected header, which is authenticated with it. */
  encrypt(key: ContentKey, header: string, plaintext: string): Awaitable<Encrypted>
  /** The text, or `null` when anything could not be verified. */
  decrypt(key: ContentKey, header: string, parts: Encrypted): Awaitable<string | null>
  /** HMAC with SHA-256, in base64url. */
  hmac(key: Uint8Array<ArrayBuffer>, text: string): Awaitable<string>
  /** SHA-256, in base64url. */
  sha256(text: string): Awaitable<string>
}
