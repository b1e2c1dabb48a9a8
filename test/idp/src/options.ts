import type { IncomingHttpHeaders } from 'node:http'
import type { JWK } from 'jose'
import type { Person } from './persons.ts'
import type { SigningAlgorithm } from './signing-keys.ts'
import type { AnswerChange, BackChannelEndpoint } from './tampering.ts'

/** Client authentication methods (OpenID Connect Core 1.0, section 9). */
export type ClientAuthenticationMethod =
  | 'client_secret_basic'
  | 'client_secret_post'
  | 'client_secret_jwt'
  | 'private_key_jwt'
  | 'none'

/** A registered client, in the words of RFC 7591 and OpenID Connect Dynamic Registration 1.0. */
export interface ClientRegistration {
  readonly client_id: string
  /** At least 32 bytes for `client_secret_jwt` and HS256. */
  readonly client_secret?: string
  /** Shown on the pages; the `client_id` if left out. */
  readonly client_name?: string
  readonly redirect_uris: readonly string[]
  readonly post_logout_redirect_uris?: readonly string[]
  /** `client_secret_basic` if left out. */
  readonly token_endpoint_auth_method?: ClientAuthenticationMethod
  /** Public keys for `private_key_jwt`. */
  readonly jwks?: { readonly keys: readonly JWK[] }
  /** `authorization_code` and `refresh_token` if left out. */
  readonly grant_types?: readonly string[]
  /** All of `query`, `fragment` and `form_post` if left out. */
  readonly response_modes?: readonly string[]
  /** RS256 if left out; HS256 signs with the secret. */
  readonly id_token_signed_response_alg?: SigningAlgorithm | 'HS256'
  /** Makes userinfo a signed JWT. */
  readonly userinfo_signed_response_alg?: SigningAlgorithm
  readonly require_pushed_authorization_requests?: boolean
  /** Refuse token requests without a proof of possession (RFC 9449). */
  readonly dpop_bound_access_tokens?: boolean
  readonly backchannel_logout_uri?: string
  readonly backchannel_logout_session_required?: boolean
}

/** Lifetimes in seconds. */
export interface Lifetimes {
  /** 3600 if left out. */
  readonly accessToken?: number
  /** 60 if left out. */
  readonly authorizationCode?: number
  /** 3600 if left out. */
  readonly idToken?: number
  /** 14 days if left out. */
  readonly refreshToken?: number
  /** The person's session at the provider; 14 days if left out. */
  readonly session?: number
}

/** The places of the provider that are logged and can be intercepted. */
export type Endpoint = BackChannelEndpoint | 'authorization' | 'logout' | 'oauthAuthorization'

/** A request to an endpoint. */
export interface EndpointRequest {
  readonly endpoint: Endpoint
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** First word of the `Authorization` header, such as `Basic`, when there is one. */
  readonly authScheme?: string
}

/** A request to an endpoint before it is answered. */
export interface EndpointCall extends EndpointRequest {
  readonly headers: IncomingHttpHeaders
}

/**
 * Looks at a request before the provider does.
 *
 * @param call - the request
 * @returns an answer to give in the provider's place (status 200 and an empty body unless it says
 * otherwise), or nothing to let the provider answer
 */
export type Intercept = (
  call: EndpointCall,
) => AnswerChange | undefined | void | Promise<AnswerChange | undefined | void>

/** How the provider is started. */
export interface IdentityProviderOptions {
  /** TCP port on the loopback interface; a free one if 0 or left out. */
  readonly port?: number
  /** Host name in the issuer, `127.0.0.1` if left out. Another one than the app's is cross-site. */
  readonly host?: '127.0.0.1' | 'localhost'
  readonly clients: readonly ClientRegistration[]
  /** The persons offered for one click; three of them if left out. */
  readonly accounts?: readonly Person[]
  readonly ttl?: Lifetimes
  /** One signing key is made for each. RS256 and ES256 if left out. */
  readonly signingAlgorithms?: readonly SigningAlgorithm[]
  /** Pushed authorization requests (RFC 9126); `allowed` if left out. */
  readonly par?: 'off' | 'allowed' | 'required'
  /** Proofs of possession (RFC 9449); `allowed` if left out, `nonce` wants a nonce of the provider in each. */
  readonly dpop?: 'off' | 'allowed' | 'nonce'
  /** Refuse authorization requests without PKCE (RFC 7636). */
  readonly requirePkce?: boolean
  /**
   * Sign in a person who has a session here without asking again. Otherwise every authorization
   * request shows the login page, except with `prompt=none`.
   */
  readonly singleSignOn?: boolean
  /**
   * Leave name, email and picture to userinfo when there is an access token (OpenID Connect Core
   * 1.0, section 5.4). Otherwise the ID token has them as well.
   */
  readonly conformIdTokenClaims?: boolean
  readonly intercept?: Intercept
}
