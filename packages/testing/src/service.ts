/** Values a parameter or a header has to have: exactly this, one that matches, or anything but nothing. */
export type Expectation = string | RegExp | true

/** How a client may authenticate at a token endpoint (OpenID Connect Core 1.0, section 9). */
export type Authentication =
  | 'client_secret_basic'
  | 'client_secret_post'
  | 'client_secret_jwt'
  | 'private_key_jwt'
  | 'none'

/** What the authorization endpoint of a service expects and answers (RFC 6749, section 4.1). */
export interface AuthorizationRules {
  /** The address in the service's documentation. */
  readonly url: string
  /** Name of the parameter for the client id, where it is not `client_id`. */
  readonly clientIdParameter?: string
  /** Value of `response_type`. Default: `code`. */
  readonly responseType?: string
  /** Parameters without which the service refuses the request, beside those of RFC 6749. */
  readonly requires?: Readonly<Record<string, Expectation>>
  /** Parameters the service refuses. */
  readonly refuses?: readonly string[]
  /** What separates two scopes. Default: a space. */
  readonly scopeSeparator?: ' ' | ','
  /** Scopes that the service knows; another one is refused. Left out where anything is taken or scopes are not used. */
  readonly scopes?: readonly string[]
  /**
   * RFC 7636: whether the service wants a challenge, checks one that comes, ignores it or refuses it. `hex-on-loopback`: it ignores one,
   * except for redirect URIs on the machine of the person, where it wants the SHA-256 in hexadecimal.
   */
  readonly pkce: 'required' | 'supported' | 'ignored' | 'refused' | 'hex-on-loopback'
  /** The service refuses a request without `state`. */
  readonly stateRequired?: boolean
  /** What is granted where no scope is asked for. Default: nothing. */
  readonly defaultScope?: string
  /** Where requests can be pushed to (RFC 9126), and whether the service takes no others. */
  readonly pushed?: { readonly url: string; readonly required?: boolean }
  /** How long a code is good, in seconds. Default: 600, the most that RFC 6749, section 4.1.2, recommends. */
  readonly codeLifetime?: number
  /** The service puts its issuer into the response (RFC 9207). */
  readonly iss?: string
  /** Changes the parameters of the authorization response into those of the service. */
  readonly answer?: (
    parameters: Readonly<Record<string, string>>,
  ) => Readonly<Record<string, string>>
  /** The same for the response to a person who cancels. Default: that of RFC 6749, section 4.1.2.1. */
  readonly denied?: (
    parameters: Readonly<Record<string, string>>,
  ) => Readonly<Record<string, string>>
}

/** What a grant is about. */
export interface GrantFacts {
  readonly scope: string
  readonly person: Person
  readonly nonce?: string
  readonly clientId: string
  /** Signs claims with the key of the service, which is in its key set (RFC 7515). */
  readonly sign: (claims: Readonly<Record<string, unknown>>) => Promise<string>
}

/** How a service renews access tokens (RFC 6749, section 6). Where that is a setting of the service, the strictest one. */
export interface RefreshRules {
  /** What the authorization request needs for a refresh token. Default: nothing. */
  readonly needs?: Readonly<Record<string, Expectation>>
  /**
   * The refresh token in the response to a refresh: `none` and the `same`, which stay as they are; a `new` one that ends the one before;
   * a new one `beside` the one before, which stays valid.
   */
  readonly next: 'none' | 'same' | 'new' | 'beside'
  /** How long a replaced token is still taken, in seconds. Default: 0. */
  readonly leeway?: number
  /** A replaced token that comes again ends all tokens of the sign-in. */
  readonly reuseEndsAll?: boolean
  /** A refresh ends the access token from before. */
  readonly endsAccessToken?: boolean
  /** How long a refresh token is good, in seconds. Default: without end. */
  readonly lifetime?: number
  /** Whether the lifetime counts from the last refresh or from the sign-in. Default: `refresh`. */
  readonly lifetimeFrom?: 'refresh' | 'sign-in'
}

/** What the token endpoint of a service expects and answers. */
export interface TokenRules {
  readonly url: string
  /** Default: `POST`. */
  readonly method?: 'GET' | 'POST'
  /** Default: `form`. */
  readonly body?: 'form' | 'json'
  readonly authentication: readonly Authentication[]
  /** Names of parameters that differ from RFC 6749, for example `{ client_id: 'client_key' }`. */
  readonly names?: Readonly<Record<string, string>>
  readonly requires?: Readonly<Record<string, Expectation>>
  readonly headers?: Readonly<Record<string, Expectation>>
  /** The service does not compare the `redirect_uri`. */
  readonly redirectUriIgnored?: boolean
  /** Value of `grant_type`. Default: `authorization_code`. */
  readonly grantType?: string
  /** The service takes a request without `grant_type`. */
  readonly grantTypeIgnored?: boolean
  /** RFC 9449: whether the service binds tokens to a key that the client proves to have, or issues no others. */
  readonly dpop?: 'supported' | 'required'
  /** The service knows the client by its secret alone. */
  readonly clientIdIgnored?: boolean
  /** Refresh tokens. Default: there are none that can be used. */
  readonly refresh?: RefreshRules
  /** Turns the members of RFC 6749, section 5.1, into the body of the service's answer, also of one to a refresh. */
  readonly answer?: (
    standard: Readonly<Record<string, unknown>>,
    facts: GrantFacts,
  ) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>
  /** Status of the answer. Default: 200. */
  readonly status?: number
  /** Media type of the answer, which is JSON all the same. Default: `application/json`. */
  readonly mediaType?: string
  /** Default: status 400 with the members of RFC 6749, section 5.2. */
  readonly error?: (error: string, description: string) => ErrorResponse
}

/** An error in the form of a service. */
export interface ErrorResponse {
  readonly status: number
  readonly body: unknown
}

/** A request to an API of a service, already found to carry the access token. */
export interface ResourceRequest {
  readonly url: URL
  readonly headers: Headers
  readonly body: string
  readonly person: Person
  readonly scope: string
}

/** What an API of a service expects, such as the one that says who signed in. */
export interface ResourceRules {
  /** Default: `GET`. */
  readonly method?: 'GET' | 'POST'
  /**
   * Where the access token stands: a scheme of the header `Authorization`, `header:<name>`, `query:<name>` or
   * `form:<name>`; `none` for an API without one. Default: `Bearer`.
   */
  readonly token?: string
  readonly headers?: Readonly<Record<string, Expectation>>
  readonly query?: Readonly<Record<string, Expectation>>
  /** Scope without which the API answers 403. */
  readonly scope?: string
  /**
   * Makes the body of the answer, where it is not the person's `answers` entry for the address. A `Response` is the
   * whole answer.
   */
  readonly answer?: (request: ResourceRequest) => unknown
}

/** A person with an account at a service: what the service says of them, as it is documented. */
export interface Person {
  /** Claims of the ID token beside `iss`, `aud`, `exp`, `iat` and `nonce`. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** Bodies of the answers, by the address as it is in `resources`. */
  readonly answers?: Readonly<Record<string, unknown>>
  /** Further members of the token response. */
  readonly token?: Readonly<Record<string, unknown>>
  /** Further parameters of the authorization response. */
  readonly response?: Readonly<Record<string, string>>
}

/** How a developer registers an application with a service, for documentation and for tools that say where to go. */
export interface Registration {
  /** Address of the page on which applications are registered, or of the documentation where there is no such page. */
  readonly console: string
  /** What to do there, in order: sentences, in the words of that page. */
  readonly steps: readonly string[]
  /**
   * What a redirect URI has to be during development, where the service refuses `http://localhost`: `https` on any host,
   * `public` for https on a host that is not `localhost`, or on `127.0.0.1`. Left out where `http://localhost` is taken.
   */
  readonly development?: 'https' | 'public' | '127.0.0.1'
  /** The environment is not enough: the provider needs an option in the code that no variable sets. */
  readonly configuredInCode?: true
  /** Further words that people look for the service with, such as another name it has had. */
  readonly searchTerms?: readonly string[]
  /** Pages of the service that say so. */
  readonly sources: readonly string[]
}

/**
 * What a service does, by its documentation: the data an emulator is made from. Addresses are the real ones; the emulator answers
 * in their place.
 */
export interface Service {
  /** Id of the provider. */
  readonly id: string
  readonly name: string
  readonly protocol: 'oauth' | 'oidc'
  /** What the application has to configure beside client id and secret, such as `issuer`. */
  readonly options?: Readonly<Record<string, unknown>>
  /** OpenID Connect: the issuer identifier; the emulator serves the discovery document under it. */
  readonly issuer?: string
  /** Address of the discovery document where it is not under the issuer. */
  readonly wellKnown?: string
  /** Members of the discovery document that differ from what the rules say. `undefined` leaves one out. */
  readonly discovery?: Readonly<Record<string, unknown>>
  /** Address of the key set. Default: under the issuer. */
  readonly jwksUri?: string
  /** Algorithm of the ID token. Default: `RS256`. `HS256` is signed with the client secret. */
  readonly idTokenAlgorithm?: string
  /**
   * Changes the claims of an ID token into those of the service, such as a list of audiences or a `nonce` of its own. A claim that is
   * `undefined` is left out. Default: those of OpenID Connect Core 1.0, section 2, with those of the person.
   */
  readonly idToken?: (
    standard: Readonly<Record<string, unknown>>,
    facts: GrantFacts,
  ) => Readonly<Record<string, unknown>>
  readonly authorization: AuthorizationRules
  readonly token: TokenRules
  /**
   * The service's APIs, by address without query. `{name}` stands for one segment of the path. OpenID Connect: the
   * userinfo endpoint needs an entry only for rules of its own; it answers with the claims.
   */
  readonly resources?: Readonly<Record<string, ResourceRules>>
  /** OpenID Connect: address of the userinfo endpoint. */
  readonly userinfo?: string
  /** Algorithm of a signed userinfo answer (OpenID Connect Core 1.0, section 5.3.2). Default: plain JSON. */
  readonly userinfoAlgorithm?: string
  /** The answer of the service's documentation, and the least it can answer. */
  readonly persons: { readonly documented: Person; readonly minimal: Person }
  /**
   * Further addresses of the service, and what answers there: for protocols that are not OAuth, and for documents.
   * Looked up before everything else, also for the browser, which such an endpoint sends back with a redirect. What it
   * answers with status 400 and above is in the `refusals` of the emulator; {@link EndpointContext.refuse} says why.
   */
  readonly endpoints?: Readonly<
    Record<string, (request: Request, service: EndpointContext) => Promise<Response> | Response>
  >
  /** How to register an application. Every service of the catalogue has it; emulators do not use it. */
  readonly registration?: Registration
}

/** How requests fail while a test wants them to. */
export interface Failure {
  /** The error of the token endpoint, such as `invalid_grant`. */
  readonly token?: string
  /** The status of every API, from 400 to 599. */
  readonly resource?: number
}

/** What an endpoint of a service may use. */
export interface EndpointContext {
  readonly person: Person
  readonly clientId: string
  readonly clientSecret: string
  /** The person cancelled; for endpoints that the browser comes to. */
  readonly denied?: boolean
  /** What fails because the test wants it so. */
  readonly failure: Failure
  /** The present of the lab, in milliseconds since the epoch. */
  readonly now: () => number
  /**
   * Keeps the reason why a request is refused: in the `refusals` of the emulator, or, for the browser, in the error of
   * `authorize`.
   *
   * @param reason - a sentence without its subject, which is the service: "needs `openid.realm`."
   * @param answer - what the service answers to such a request
   * @returns the answer
   *
   * @example
   * ```ts
   * import type { EndpointContext } from '@latchstring/testing'
   *
   * export function enter(request: Request, { refuse }: EndpointContext): Response {
   *   if (request.headers.has('x-pass')) return Response.json({ ok: true })
   *   return refuse('needs the header `x-pass`.', new Response(null, { status: 401 }))
   * }
   * ```
   */
  readonly refuse: (reason: string, answer: Response) => Response
}
