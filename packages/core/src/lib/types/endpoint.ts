import type { Awaitable } from './utility.ts'

/** A function with the signature of the global `fetch`. */
export type Fetch = (input: string, init?: RequestInit) => Promise<Response>

/** The private key of `private_key_jwt`. */
export type ClientPrivateKey = CryptoKey | { readonly key: CryptoKey; readonly kid: string }

/** How the client authenticates at the token endpoint (RFC 6749 2.3.1, OpenID Connect Core 9). */
export type ClientAuthenticationMethod =
  | 'client_secret_basic'
  | 'client_secret_post'
  | 'client_secret_jwt'
  | 'private_key_jwt'
  | 'none'

/** Client metadata that changes how answers are checked (RFC 7591, OpenID Connect Registration). */
export interface ClientMetadata {
  /** How the client authenticates. Default: by `client_secret_basic` where the service supports it; `none` without a secret. */
  readonly token_endpoint_auth_method?: ClientAuthenticationMethod
  /** The only algorithm that ID tokens may be signed with. Default: those of the discovery document. */
  readonly id_token_signed_response_alg?: string
  /** Algorithm of userinfo that is a signed JWT. Default: userinfo is plain JSON. */
  readonly userinfo_signed_response_alg?: string
  /** ID tokens have to have `auth_time`. Default: `false`. */
  readonly require_auth_time?: boolean
  /** Seconds since the person authenticated at the provider, at most. Default: no limit. */
  readonly default_max_age?: number
}

/**
 * The authorization endpoint.
 *
 * `{issuer}` in a URL or a parameter stands for the issuer of the provider, without a slash at its end; so an issuer that comes from the
 * environment reaches the endpoints, too.
 */
export interface AuthorizationEndpoint {
  /** Absolute address. Default: that of the discovery document. */
  readonly url?: string
  /** Parameters added to the authorization request, such as `scope` and `prompt`. */
  readonly params?: Readonly<Record<string, unknown>>
  /**
   * Turns a finished authorization request (RFC 6749, section 4.1.1) into the form that a service requires, for example
   * with another name for `client_id`. The parameters that protect the request (`state`, `nonce`, `code_challenge`) have to stay.
   */
  readonly conform?: (request: URL) => URL
}

/** The parts of a token request (RFC 6749, section 4.1.3). */
export interface TokenRequest {
  /** Address of the token endpoint. */
  readonly url: string
  /** `grant_type`, `code`, `redirect_uri`, `code_verifier` and `token.params`; no client authentication. */
  readonly parameters: URLSearchParams
  /** Client id. */
  readonly clientId: string
  /** Client secret, if there is one. */
  readonly clientSecret: string | undefined
  /** The authorization response: some services say there where the code is to be exchanged. */
  readonly response: URLSearchParams
  /** Has the deadline, the size cap and the `customFetch` of the provider. */
  readonly fetch: Fetch
}

/** The token endpoint. `{issuer}` in the URL stands for the issuer of the provider. */
export interface TokenEndpoint {
  /** Absolute address. Default: that of the discovery document. */
  readonly url?: string
  /** Parameters added to the token request. */
  readonly params?: Readonly<Record<string, string>>
  /** The key of the client, with `private_key_jwt`. */
  readonly clientPrivateKey?: ClientPrivateKey
  /** Sends the token request to a service that wants it in another form. The answer is checked as any. */
  readonly send?: (request: TokenRequest) => Awaitable<Response>
  /** Turns a response that is not quite RFC 6749 into one that is. Return nothing to leave it as it is. */
  readonly conform?: (response: Response) => Awaitable<Response | undefined>
}

/**
 * The end-session endpoint (OpenID Connect RP-Initiated Logout 1.0, section 2). Only a sign-out
 * with `provider` goes there.
 */
export interface EndSessionEndpoint {
  /** Default: the `end_session_endpoint` of the discovery document. */
  readonly url?: string
  /** Further parameters of the logout request, such as `ui_locales`. */
  readonly params?: Readonly<Record<string, string>>
  /**
   * The value that identifies the session to the provider, so that it need not ask the person: `sid` or `sub` of the ID token, sent as
   * `logout_hint`, or the ID token itself, sent as `id_token_hint`. The value is stored with the session. Default: nothing is
   * sent or stored.
   */
  readonly hint?: 'sid' | 'sub' | 'id_token'
}

/** The sign-in that the functions of a {@link RedirectProtocol} receive. */
export interface RedirectSignIn {
  /** Client id. */
  readonly clientId: string
  /** Client secret, if there is one. */
  readonly clientSecret: string | undefined
  /** Where the service sends the browser back to, with the `state` in its query. The same for request and answer. */
  readonly returnUri: string
}

/** A sign-in by redirect that is not OAuth, such as OpenID 2.0. `P` is the profile. */
export interface RedirectProtocol<P> {
  /** Address that the browser is sent to. */
  readonly request: (signIn: RedirectSignIn) => Awaitable<string>
  /**
   * Verifies the answer and says who signed in.
   *
   * @throws Error when the answer does not verify
   */
  readonly verify: (
    signIn: RedirectSignIn & {
      /** The parameters the browser returned with; none is repeated. */
      readonly parameters: URLSearchParams
      /** Has the deadline, the size cap and the `customFetch` of the provider. */
      readonly fetch: Fetch
      /** The present, in milliseconds since the epoch. */
      readonly now: number
    },
  ) => Awaitable<P>
}
