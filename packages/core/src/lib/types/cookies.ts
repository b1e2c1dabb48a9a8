/** Attributes of a cookie (RFC 6265bis, section 4.1.2). */
export interface CookieSerializeOptions {
  /** Host whose subdomains get the cookie as well. Default: only the host that set it. */
  readonly domain?: string
  /** Begins with a slash. */
  readonly path?: string
  /** Lifetime in seconds. */
  readonly maxAge?: number
  /** When the browser deletes it. `maxAge` takes precedence. Default: when the browser is closed. */
  readonly expires?: Date
  /** Hides it from scripts of the page. */
  readonly httpOnly?: boolean
  /** Sends it over https alone. */
  readonly secure?: boolean
  /** Whether it is sent with requests from other sites. `true` is `strict`. */
  readonly sameSite?: boolean | 'lax' | 'strict' | 'none'
  /** Keeps one cookie for each site that embeds the application (CHIPS). */
  readonly partitioned?: boolean
  /** Which cookies a browser deletes first when it has too many. */
  readonly priority?: 'low' | 'medium' | 'high'
}

/** Name and attributes of one of the library's cookies. */
export interface CookieOption {
  /** Name, with a prefix such as `__Host-` where it has one. */
  readonly name: string
  /** Attributes. Those that are left out stay as they are. */
  readonly options: CookieSerializeOptions
}

/** The cookies of the library whose names and attributes can be set. */
export interface CookiesOptions {
  /** The session: its encrypted token, or its key in the store. It may be split into several cookies. */
  readonly sessionToken: Partial<CookieOption>
  /** Where to go after the sign-in. */
  readonly callbackUrl: Partial<CookieOption>
  /** The token that forms repeat, and its signature. */
  readonly csrfToken: Partial<CookieOption>
  /** The code verifier of a sign-in in progress (RFC 7636). */
  readonly pkceCodeVerifier: Partial<CookieOption>
  /** The `state` of a sign-in in progress. */
  readonly state: Partial<CookieOption>
  /** The `nonce` of a sign-in in progress. */
  readonly nonce: Partial<CookieOption>
  /** The challenge of a passkey. */
  readonly webauthnChallenge: Partial<CookieOption>
}

/** One cookie to be set on a response. */
export interface Cookie {
  /** Name, with its prefix. */
  readonly name: string
  /** Value, not yet encoded. */
  readonly value: string
  /** Attributes. */
  readonly options: CookieSerializeOptions
}
