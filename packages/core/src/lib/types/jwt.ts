import type { Awaitable } from './utility.ts'

/** The claims every session token has. Extend {@link JWT} instead of this one. */
export interface DefaultJWT {
  /** Name of the user. */
  name?: string | null
  /** Email address of the user. */
  email?: string | null
  /** Address of a picture of the user, under the name of OpenID Connect. */
  picture?: string | null
  /**
   * The same address under the name of the contract: callbacks see both, the one that they change counts, and the cookie
   * carries it once, as `picture`.
   */
  image?: string | null
  /** Id of the user. */
  sub?: string
  /** Issued at, in seconds since the epoch. */
  iat?: number
  /** Expires at, in seconds since the epoch. */
  exp?: number
  /** Id of the session; it stays the same when the token is sealed again. */
  jti?: string
}

/** The content of a session token. Open for module augmentation. */
export interface JWT extends Record<string, unknown>, DefaultJWT {}

/** The parameters of {@link JWTOptions.encode}. */
export interface JWTEncodeParams<Payload = JWT> {
  /** The content to encrypt. */
  token?: Payload
  /** Secret or secrets; the first one encrypts. */
  secret: string | readonly string[]
  /** Separates this use of the secret from every other; the cookie name for sessions. */
  salt: string
  /** Lifetime in seconds from now. */
  maxAge?: number
}

/** The parameters of {@link JWTOptions.decode}. */
export interface JWTDecodeParams {
  /** The compact JWE. */
  token?: string
  /** Secret or secrets; the one whose `kid` matches decrypts. */
  secret: string | readonly string[]
  /** The salt the token was made with; the cookie name for sessions. */
  salt: string
}

/** Options of encrypted session tokens. */
export interface JWTOptions {
  /** Secret or secrets of session tokens, where they differ from the `secret` option. Default: `secret`. */
  secret?: string | readonly string[]
  /** Lifetime in seconds. Default: `session.maxAge`. */
  maxAge?: number
  /** Replaces the built-in encryption of session tokens. Default: a JWE with AES-256 (`A256CBC-HS512`). */
  encode?(params: JWTEncodeParams): Awaitable<string>
  /** Replaces the built-in decryption of session tokens. Default: the counterpart of the built-in encryption. */
  decode?(params: JWTDecodeParams): Awaitable<JWT | null>
}
