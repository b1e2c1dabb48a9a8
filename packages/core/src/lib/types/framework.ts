import type { AuthConfig } from './config.ts'
import type { Cookie } from './cookies.ts'
import type { RequiredRead, RequireOptions } from './facts.ts'
import type { JWT } from './jwt.ts'
import type {
  AuthorizationParams,
  AuthorizeOptions,
  Redirection,
  RequestSource,
  SessionRead,
  SessionSource,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
} from './operations.ts'
import type { PublicProvider } from './provider.ts'
import type { FeatureForSystem, FeatureForUser } from './feature-calls.ts'
import type { AcceptedPrincipal, PrincipalOptions, PrincipalReadWithCookies } from './principal.ts'
import type { ProviderId } from './provider-id.ts'
import type { IncomingRequest, Reply } from './request.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'
import type { ParsedBody, RequestScope, ScopeOptions, ScopeSource } from './scope.ts'

/** The configuration of a framework package: that of the core without its `raw` option. */
export interface FrameworkAuthConfig<
  Token extends JWT = JWT,
  S extends object = Session,
> extends Omit<AuthConfig<Token, S>, 'raw'> {}

/** A configuration, or a function that makes one for a request. There may be none where a framework reads a session. */
export type FrameworkAuthConfigInput<Token extends JWT = JWT, S extends object = Session> =
  | FrameworkAuthConfig<Token, S>
  // Not `Awaitable`: with a `PromiseLike` an async function with async callbacks infers the default session.
  | ((request?: Request) => FrameworkAuthConfig<Token, S> | Promise<FrameworkAuthConfig<Token, S>>)

/** The decision of the `authorized` callback about a request. */
export type Decision =
  | { readonly kind: 'allow' }
  | { readonly kind: 'respond'; readonly response: Response }

/** The outcome of {@link FrameworkAuth.authorize}. */
export interface Authorization<S> extends SessionRead<S> {
  /** Lets the request pass, or has the response to send instead. */
  readonly decision: Decision
}

/** A CSRF token, and the cookies that it is compared with. */
export interface IssuedCsrfToken {
  /** Empty if CSRF tokens are disabled. */
  readonly token: string
  /** To be set on the response: without them a form with the token is refused. */
  readonly cookies: readonly Cookie[]
}

/** The operations a framework package offers, without the framework. */
export interface FrameworkAuth<S> {
  /**
   * Whether an address is that of an HTTP action. It needs no secret, and never throws. Where the configuration is a function,
   * the base path of the package counts, and that of `AUTH_URL`.
   *
   * @param url - absolute address that the browser asked for
   */
  readonly owns: (url: string | URL) => boolean
  /** Everything of one request, over one reading of its session. Make one for each request, and share it with no other. */
  readonly scope: (source: ScopeSource, options?: ScopeOptions) => RequestScope<S>
  /**
   * Answers an HTTP action. Never throws.
   *
   * @param body - the parsed body, where a parser of the application has read it before
   * @param peerAddress - the address of the peer of the connection, if the framework knows it
   */
  readonly handle: (request: Request, body?: ParsedBody, peerAddress?: string) => Promise<Response>
  /**
   * Answers an HTTP action of a server that has no web objects: `handle` is this with `Request` and `Response`.
   *
   * @param request - of which nothing is read that the action does not need
   * @param write - writes the response. When it throws before anything is sent, it is called once more, with the failure
   * @returns what `write` returned
   * @throws what `write` throws the second time, and nothing else
   */
  readonly serve: <T>(request: IncomingRequest, write: (reply: Reply) => T) => Promise<T>
  /** Reads the session for the server. Any failure is logged and gives no session. */
  readonly session: (source: SessionSource) => Promise<SessionRead<S>>
  /**
   * Reads the session, and asks how it began: for what only a recent or a strong sign-in may do.
   *
   * @param source - the current request. Without `url` the person comes back to the home page, or to `redirectTo`
   * @param options - `aal`, `maxAge` in seconds, and what the request is for
   * @returns the session, its facts, and the cookies to set
   * @throws SessionRequired without a session, with `status`, `headers` and `toResponse()`: a redirect to the sign-in page for a
   * navigation, 401 otherwise
   * @throws StepUpRequired when the sign-in is too old or too weak, with the same; 401 has the challenge of RFC 9470
   *
   * @example
   * ```ts
   * import { createAuth } from '@latchstring/core'
   *
   * const auth = createAuth({ providers: [] })
   * export async function userWhoMayPay({ headers, url }: Request) {
   *   const { session } = await auth.require({ headers, url }, { maxAge: 300 })
   *   return session.user
   * }
   * ```
   */
  readonly require: (source: RequestSource, options?: RequireOptions) => Promise<RequiredRead<S>>
  /**
   * For whom a request acts: by its session, or by a credential of a feature that comes as `Authorization: Bearer`. The latter is looked at
   * only where a feature is accepted, and decides there: where it is refused, the session of a cookie beside it does not count.
   *
   * @param source - the current request
   * @param options - what is accepted
   * @returns the principal, or `null` and why, with the response for it; and the cookies to set
   * @throws InvalidConfiguration for a feature that the configuration does not have, or that has no credentials
   * @throws AdapterError when the store fails, with `status` 503 and `toResponse()`: it is not known then who asks
   *
   * @example
   * ```ts
   * import type { Auth } from '@latchstring/core'
   * import type { Feature } from '@latchstring/core/features'
   *
   * type Keys = Feature<object, object, { readonly scopes: readonly string[] }>
   *
   * export async function list(auth: Auth, keys: Keys, request: Request): Promise<Response> {
   *   const { principal, refused } = await auth.principal(request, { accepts: ['session', keys] })
   *   if (!principal) return refused.toResponse()
   *   if (principal.kind !== 'session' && !principal.data.scopes.includes('read')) {
   *     return new Response(null, { status: 403 })
   *   }
   *   return Response.json({ of: principal.user.id })
   * }
   * ```
   */
  readonly principal: <Accepted extends AcceptedPrincipal>(
    source: RequestSource,
    options: PrincipalOptions<Accepted>,
  ) => Promise<PrincipalReadWithCookies<S, Accepted>>
  /**
   * Reads the session and asks the `authorized` callback. Denied: a redirect to the sign-in page for a navigation, 401 with
   * JSON otherwise; 503 where the session could not be read. Without the callback every request is allowed.
   */
  readonly authorize: (request: Request, options?: AuthorizeOptions) => Promise<Authorization<S>>
  /**
   * Starts a sign-in, or finishes one with credentials.
   *
   * @throws AuthError when it fails
   */
  readonly signIn: (
    source: RequestSource,
    provider?: ProviderId,
    options?: FormData | SignInOptions,
    authorizationParams?: AuthorizationParams,
  ) => Promise<Redirection>
  /**
   * Ends the session.
   *
   * @throws SignOutError when the store fails; its `cookies` have to be set all the same
   */
  readonly signOut: (source: RequestSource, options?: SignOutOptions) => Promise<Redirection>
  /**
   * Signs in or out by a form of the application, which has to come from its own pages.
   *
   * @param body - its fields, as {@link RequestScope.form} has them
   * @throws CrossOriginRequest when a browser sent it from another origin
   * @throws AuthError when it fails; the `cookies` of a SignOutError have to be set all the same
   */
  readonly form: (
    source: RequestSource,
    action: 'signin' | 'signout',
    body: ParsedBody,
  ) => Promise<Redirection>
  /**
   * The providers by id, as `GET providers` gives them.
   *
   * @param source - the current request, if there is one
   * @throws InvalidConfiguration without a request where `AUTH_URL` is not set: nothing else has the addresses of the actions
   */
  readonly providers: (source?: RequestSource) => Promise<Readonly<Record<string, PublicProvider>>>
  /**
   * The CSRF token for a form that posts to an action, as `GET csrf` gives it: that of the browser and its session, or a new one.
   *
   * @throws AuthError when the request cannot be answered
   */
  readonly csrfToken: (source: RequestSource) => Promise<IssuedCsrfToken>
  /**
   * Lists the sessions of users, and ends them.
   *
   * @param source - the current request, if there is one: `current` refers to its session
   */
  readonly sessions: (source?: RequestSource) => Sessions
  /**
   * The operations of a feature for the user of a request.
   *
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   * @throws SessionRequired from an operation, where the request has no session
   */
  readonly feature: FeatureForUser<[source: RequestSource]>
  /**
   * The operations of a feature that name users. Never call one with what a stranger sent.
   *
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly system: FeatureForSystem
  /**
   * Waits until this process reads sessions at full speed, as {@link Sessions.ready} does, without a request: a configuration function
   * is called without one.
   *
   * @throws AdapterError if the store fails
   * @throws AuthError that says what is wrong with the configuration
   *
   * @example
   * ```ts
   * import { createAuth } from '@latchstring/core'
   *
   * const auth = createAuth({ providers: [] })
   * await auth.ready()
   * ```
   */
  readonly ready: () => Promise<void>
  /** Runs the callbacks with `data` and gives the new session. Any failure is logged and gives no session. */
  readonly update: (source: SessionSource, data?: SessionUpdate) => Promise<SessionRead<S>>
}
