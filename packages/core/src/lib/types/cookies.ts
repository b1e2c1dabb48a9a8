/** Attributes of a cookie (RFC 6265bis, section 4.1.2). */
export interface CookieSerializeOptions {
  readonly domain?: string
  /** Begins with a slash. */
  readonly path?: string
  /** Lifetime in seconds. */
  readonly maxAge?: number
  readonly expires?: Date
  readonly httpOnly?: boolean
  readonly secure?: boolean
  readonly sameSite?: boolean | 'lax' | 'strict' | 'none'
  readonly partitioned?: boolean
  readonly priority?: 'low' | 'medium' | 'high'
}

/** Name and attributes of one of the library's cookies. */
export interface CookieOption {
  readonly name: string
  readonly options: CookieSerializeOptions
}

/** The cookies of the library whose names and attributes can be set. */
export interface CookiesOptions {
  readonly sessionToken: Partial<CookieOption>
  readonly callbackUrl: Partial<CookieOption>
  readonly csrfToken: Partial<CookieOption>
  readonly pkceCodeVerifier: Partial<CookieOption>
  readonly state: Partial<CookieOption>
  readonly nonce: Partial<CookieOption>
  readonly webauthnChallenge: Partial<CookieOption>
}

/** One cookie to be set on a response. */
export interface Cookie {
  readonly name: string
  readonly value: string
  readonly options: CookieSerializeOptions
}
