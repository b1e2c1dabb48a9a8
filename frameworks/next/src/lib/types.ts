import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  AcceptedPrincipal,
  AuthorizationParams,
  ParsedBody,
  PrincipalOptions,
  PrincipalRead,
  RequiredSession,
  RequireOptions,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
  Sessions,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { AnyFeature, FeatureForSystem } from '@latchstring/core/features'
import type { ProviderId } from '@latchstring/core/providers'
import type { AuthConfig, Awaitable, Callbacks, Session } from '@latchstring/core/types'
import type { FeatureOfRequest, GetCsrfToken, GetProviders } from './request-types.ts'
import type { NextFetchEvent, NextRequest } from 'next/server.js'

/** The callbacks of the core, with the request of Next.js for `authorized`. */
export interface FrameworkCallbacks<
  Token extends JWT = JWT,
  S extends object = Session,
> extends Callbacks<Token, S> {
  /**
   * Decides about a request in `proxy.ts`, `middleware.ts` and around `auth(handler)`. If routers may read its path in several
   * ways, the callback is called for each, with a request for that path and without a body, until one result is not `true`.
   * `paths` compiles rules about paths.
   *
   * @returns `true` to let it pass, `false` for the sign-in page, or a response to send instead. This callback must not refuse
   * the path that it redirects to.
   */
  authorized?(params: {
    request: NextRequest
    auth: NoInfer<S> | null
  }): Awaitable<boolean | Response | undefined>
}

/**
 * The configuration: that of the core without its `raw` option.
 *
 * @typeParam Token - return type of the `jwt` callback
 * @typeParam S - return type of the `session` callback: the type of a session everywhere
 */
export interface FrameworkAuthConfig<
  Token extends JWT = JWT,
  S extends object = Session,
> extends Omit<AuthConfig<Token, S>, 'raw' | 'callbacks'> {
  /** Functions that decide who may sign in, and what token and session contain. Default: every sign-in is admitted. */
  readonly callbacks?: FrameworkCallbacks<Token, S>
}

/**
 * A configuration, or a function that returns one for a request. There is no request in server components, server
 * actions and route handlers that call `auth()`, and in the Pages Router.
 */
export type FrameworkAuthConfigInput<Token extends JWT = JWT, S extends object = Session> =
  | FrameworkAuthConfig<Token, S>
  // Not `Awaitable`: with a `PromiseLike` an async function with async callbacks infers the default session.
  | ((
      request?: NextRequest,
    ) => FrameworkAuthConfig<Token, S> | Promise<FrameworkAuthConfig<Token, S>>)

/** The request a function wrapped with `auth` receives. */
export interface LatchstringRequest<S extends object = Session> extends NextRequest {
  /** The session, or `null` when no one is signed in. */
  auth: S | null
}

/** The second argument of a route handler. */
export interface RouteContext {
  /** The dynamic segments of the route. */
  params: Promise<Record<string, string | string[] | undefined>>
}

/** The result of a function wrapped with `auth`. In middleware, no response stands for `NextResponse.next()`. */
export type HandlerResult = Awaitable<Response | null | undefined | void>

/** A handler that `auth` wraps: in a route file with the context of the route, in middleware with its event. */
export interface GuardedHandler<Context> {
  /** In middleware. */
  (request: NextRequest, event: NextFetchEvent): Promise<Response>
  // Last, because Next.js checks the last signature of the exports of a route file.
  (request: NextRequest, context: Context): Promise<Response>
}

/** Reads the session or guards a route, depending on the arguments. */
export interface Auth<S extends object = Session> {
  /** In server components, server actions and route handlers: the session of the request being served. */
  (): Promise<S | null>
  /**
   * Around a route handler or middleware: `request.auth` is the session. When the `authorized` callback refuses the
   * request, `handler` does not run.
   */
  // The first one with an argument: TypeScript gives the parameters of a function their types there.
  <Context = RouteContext>(
    handler: (request: LatchstringRequest<S>, context: Context) => HandlerResult,
  ): GuardedHandler<Context>
  /** As the default export of `proxy.ts` or `middleware.ts`: calls the `authorized` callback. */
  (request: NextRequest, event: NextFetchEvent): Promise<Response>
  /** In API routes: the session; its cookies are renewed on `response`. */
  (request: IncomingMessage, response: ServerResponse): Promise<S | null>
  /** In `getServerSideProps`: the session; its cookies are renewed on the response of `context`. */
  (context: { readonly req: IncomingMessage; readonly res: ServerResponse }): Promise<S | null>
  readonly require: RequireAuth<S>
  readonly principal: PrincipalAuth<S>
}

/**
 * For whom a request acts: by its session, or by a credential of a feature that comes as `Authorization: Bearer`.
 *
 * @param options - what is accepted
 * @returns the principal, or `null` and why, with the response for it
 * @throws AdapterError when the store fails, with `status` 503 and `toResponse()`; around a route handler `auth` answers it
 *
 * @example
 * ```ts
 * import type { Feature } from '@latchstring/core/features'
 * import Latchstring from '@latchstring/next'
 *
 * declare const keys: Feature<object, object, { readonly scopes: readonly string[] }>
 *
 * const { auth } = Latchstring({ providers: [], features: [keys] })
 *
 * export async function GET(): Promise<Response> {
 *   const { principal, refused } = await auth.principal({ accepts: ['session', keys] })
 *   return principal ? Response.json({ of: principal.user.id }) : refused.toResponse()
 * }
 * ```
 */
export interface PrincipalAuth<S extends object = Session> {
  /** In server components, server actions and route handlers. */
  <Accepted extends AcceptedPrincipal>(
    options: PrincipalOptions<Accepted>,
  ): Promise<PrincipalRead<S, Accepted>>
  /** In API routes. */
  <Accepted extends AcceptedPrincipal>(
    request: IncomingMessage,
    response: ServerResponse,
    options: PrincipalOptions<Accepted>,
  ): Promise<PrincipalRead<S, Accepted>>
  /** In `getServerSideProps`. */
  <Accepted extends AcceptedPrincipal>(
    context: { readonly req: IncomingMessage; readonly res: ServerResponse },
    options: PrincipalOptions<Accepted>,
  ): Promise<PrincipalRead<S, Accepted>>
}

/**
 * The session and how it began, for what only a recent or a strong sign-in may do. A request without a session, or with a sign-in that is too
 * old or too weak, ends here.
 *
 * @param options - what is asked: `aal`, `maxAge` in seconds, and `redirectTo`, the page to come back to: Next.js does not tell a server
 * component its address
 * @returns the session and its facts
 * @throws the redirect of Next.js to the sign-in page for a page
 * @throws SessionRequired or StepUpRequired for a script; around a route handler `auth` answers it with 401 and the challenge of RFC 9470
 *
 * @example
 * ```ts
 * import Latchstring from '@latchstring/next'
 * import GitHub from '@latchstring/next/providers/github'
 *
 * const { auth } = Latchstring({ providers: [GitHub] })
 *
 * export async function emailOfRecentSignIn() {
 *   const { session } = await auth.require({ maxAge: 300, redirectTo: '/settings' })
 *   return session.user?.email
 * }
 * ```
 */
export interface RequireAuth<S extends object = Session> {
  /** In server components, server actions and route handlers. */
  (options?: RequireOptions): Promise<RequiredSession<S>>
  /** In API routes. */
  (
    request: IncomingMessage,
    response: ServerResponse,
    options?: RequireOptions,
  ): Promise<RequiredSession<S>>
  /** In `getServerSideProps`. */
  (
    context: { readonly req: IncomingMessage; readonly res: ServerResponse },
    options?: RequireOptions,
  ): Promise<RequiredSession<S>>
}

/**
 * Starts a sign-in, or finishes one with credentials; in server actions and route handlers.
 *
 * @param provider - id of a provider; without it the person chooses on the sign-in page
 * @param options - where to go afterwards, and the fields of the provider's form
 * @param authorizationParams - added to the authorization request
 * @returns the URL to go to, with `redirect: false`; otherwise it does not return: `redirect` of Next.js throws
 * @throws AuthError when the sign-in fails
 */
export type SignIn = <Redirect extends boolean = true>(
  provider?: ProviderId,
  options?: FormData | (SignInOptions & { readonly redirect?: Redirect }),
  authorizationParams?: AuthorizationParams,
) => Promise<Redirect extends false ? string : never>

/**
 * Ends the session; in server actions and route handlers.
 *
 * @returns the URL to go to, with `redirect: false`; otherwise it does not return: `redirect` of Next.js throws
 */
export type SignOut = <Redirect extends boolean = true>(
  options?: SignOutOptions & { readonly redirect?: Redirect },
) => Promise<Redirect extends false ? string : never>

/**
 * Signs in or out by a form, and redirects; in route handlers and server actions. Unlike `signIn` and `signOut`, it refuses a
 * form of another origin; Next.js checks the origin only for server actions.
 *
 * @param action - what the form is for
 * @param body - its fields: `provider`, `redirectTo`, and those of the provider
 * @throws CrossOriginRequest when a browser sent it from another origin
 * @throws AuthError when it fails
 */
export type SubmitForm = (action: 'signin' | 'signout', body: ParsedBody) => Promise<never>

/** Runs the callbacks with `data` and keeps the new session; in server actions and route handlers. */
export type Update<S extends object = Session> = (data?: SessionUpdate) => Promise<S | null>

/** Options beside the configuration. Environment and base path are those of Next.js. */
export interface NextOptions {
  /** The features where the configuration is a function: their paths are known before there is a request. */
  readonly features?: readonly AnyFeature[]
}

/** Answers the HTTP actions. */
export type RouteHandler = (request: NextRequest) => Promise<Response>

/** What the initializer returns. */
export interface LatchstringResult<S extends object = Session> {
  /** To be exported from `app/api/auth/[...latchstring]/route.ts`. */
  readonly handlers: { readonly GET: RouteHandler; readonly POST: RouteHandler }
  /** Reads the session: `await auth()`, `null` when no one is signed in. Around a handler or as middleware it guards. */
  readonly auth: Auth<S>
  /**
   * Starts a sign-in from a server action or route handler: `await signIn('github')`. It redirects.
   *
   * @throws AuthError when the sign-in fails
   */
  readonly signIn: SignIn
  /**
   * Ends the session from a server action or route handler. It redirects.
   *
   * @throws SignOutError when the store fails
   */
  readonly signOut: SignOut
  /**
   * Signs in or out by a form that was posted to a route handler of yours. It redirects.
   *
   * @throws AuthError when it fails
   */
  readonly form: SubmitForm
  readonly getProviders: GetProviders
  readonly getCsrfToken: GetCsrfToken
  /**
   * The operations of a feature for the user of the request, in server components, server actions, route handlers and the Pages Router.
   *
   * @throws SessionRequired from an operation, where the request has no session
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly feature: FeatureOfRequest
  /**
   * The operations of a feature that name users, also without a request. Never call one with what a stranger sent.
   *
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly system: FeatureForSystem
  /** May change or be removed. */
  readonly unstable_update: Update<S>
  /** Lists the sessions of users, and ends them. In a request, `current` refers to its session. */
  readonly sessions: Sessions
}
