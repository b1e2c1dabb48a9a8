import type {
  FrameworkAuthConfig,
  FrameworkOptions,
  RequestScope,
  RequireOptions,
  RequiringAuth,
} from '@latchstring/core/framework'
import type {
  AuthorizationParams,
  AuthorizeOptions,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { FeatureForSystem, FeatureForUser } from '@latchstring/core/features'
import type { ProviderId } from '@latchstring/core/providers'
import type { RegisteredSession, Session } from '@latchstring/core/types'
import type { Context, MiddlewareHandler, TypedResponse } from 'hono'

/**
 * A configuration, or a function that returns one. The function receives the request, unless a session is read without one,
 * and the environment of the request: on Cloudflare Workers its bindings.
 */
export type HonoConfigInput<
  Token extends JWT = JWT,
  S extends object = Session,
  Bindings extends object = object,
> =
  | FrameworkAuthConfig<Token, S>
  | ((
      request: Request | undefined,
      env: Bindings,
    ) => FrameworkAuthConfig<Token, S> | Promise<FrameworkAuthConfig<Token, S>>)

/** Options beside the configuration. */
export interface HonoOptions<Bindings extends object = object> extends Omit<
  FrameworkOptions,
  'env'
> {
  /**
   * Variables and bindings, or a function that finds them in a context. Return the same object for the same environment: the
   * resolved configuration is cached with this object. Default: `c.env` on Cloudflare Workers and wherever it has variables of
   * ours, and `process.env` elsewhere.
   */
  readonly env?: Bindings | ((context: Context<{ Bindings: Bindings }>) => Bindings)
}

/** The variables that the middleware sets in `c.var`. */
export interface LatchstringVariables<S = RegisteredSession> {
  /** The session of the request, read once. */
  auth: () => Promise<S | null>
  /** Further operations on the request: the session for the browser, and the fields of forms. */
  latchstring: RequestScope<S>
}

/** For applications and handlers in files of their own: `new Hono<LatchstringEnv>()`. */
export interface LatchstringEnv<S = RegisteredSession> {
  Variables: LatchstringVariables<S>
}

/** The variables that `requireSession` adds. */
export interface SignedInEnv<S = RegisteredSession> {
  Variables: LatchstringVariables<S> & {
    /** The session. Its name differs from `session`, which other session middleware for Hono uses. */
    authSession: S
  }
}

/** The response to a script without a session. */
export type Refusal = Response & TypedResponse<{ error: string; message: string }, 401, 'json'>

/** Options of a sign-in that redirects. */
export interface HonoSignInOptions extends Omit<SignInOptions, 'redirect'> {
  /** Parameters added to the authorization request. */
  readonly authorizationParams?: AuthorizationParams
}

/** Middleware of Hono, with the functions for handlers. */
export interface LatchstringHono<S extends object = Session> extends MiddlewareHandler<
  LatchstringEnv<S>
> {
  /** The session of the request, read once. An `app.onError` of the application returns what {@link refusalOf} makes of an error of `auth.require`. */
  readonly auth: RequiringAuth<[context: Context], S>
  /**
   * Middleware for routes: it redirects a page to the sign-in page, and answers a script with 401. After it the session is in
   * `c.var.authSession`.
   *
   * @param options - what the request is for
   */
  readonly requireSession: (
    options?: RequireOptions,
  ) => MiddlewareHandler<SignedInEnv<S>, string, object, Refusal>
  /** Middleware that calls the `authorized` callback. */
  readonly authorize: (options?: AuthorizeOptions) => MiddlewareHandler<LatchstringEnv<S>>
  /**
   * Signs in or out by a form of the application, whose body it reads, and redirects. The form must come from one of its own
   * pages.
   *
   * @throws CrossOriginRequest when a browser sent it from another origin
   * @throws AuthError when it fails, such as CredentialsSignin
   */
  readonly form: (context: Context, action: 'signin' | 'signout') => Promise<Response>
  /**
   * Signs in, and redirects. With `c.var.latchstring.signIn` the URL is returned instead.
   *
   * @throws AuthError when it fails
   */
  readonly signIn: (
    context: Context,
    provider?: ProviderId,
    options?: HonoSignInOptions,
  ) => Promise<Response>
  /** Signs out, and redirects. */
  readonly signOut: (
    context: Context,
    options?: Omit<SignOutOptions, 'redirect'>,
  ) => Promise<Response>
  /**
   * The operations of a feature for the user of the request.
   *
   * @throws SessionRequired from an operation, where the request has no session
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly feature: FeatureForUser<[context: Context]>
  /**
   * The operations of a feature that name users. Never call one with what a stranger sent. Without a context, as in a job, the variables are
   * those of the option `env`, or of the process.
   *
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   * @throws TypeError from an operation, where the option `env` is a function and there is no context
   */
  readonly system: FeatureForSystem<[context?: Context]>
  /** Runs the callbacks with `data` and keeps the new session. May change or be removed. */
  readonly unstable_update: (context: Context, data?: SessionUpdate) => Promise<S | null>
}
