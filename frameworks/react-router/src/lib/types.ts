import type {
  AuthorizationParams,
  RequestScope,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
} from '@latchstring/core/framework'
import type { Session } from '@latchstring/core/types'
import type { data, RouterContextProvider } from 'react-router'

/** The context of a request: that of loaders, actions and middleware. */
export type RouteContext = Readonly<RouterContextProvider>

/** What loaders, actions and middleware are called with, as far as it is needed. */
export interface RouteArgs {
  readonly request: Request
  readonly context: RouteContext
}

/** Middleware of a route: a member of `export const middleware`. */
export type RouteMiddleware = (args: RouteArgs, next: () => Promise<Response>) => Promise<Response>

/** Why a form action did not sign in: `actionData` of the page. */
export interface SignInFailure {
  /** Code of the failure, such as `CredentialsSignin`. */
  readonly error: string
  /** That of a `CredentialsSignin`, which may be one of the application. */
  readonly code?: string
  /** With `TooManyRequests`: seconds after which it may be tried again. */
  readonly retryAfter?: number
}

/** What a form action gives: a redirection, or a failure with its status. */
export type ActionOutcome = Response | ReturnType<typeof data<SignInFailure>>

/** Middleware that lets only those in who are signed in, and gives loaders and actions the session. */
export interface RequireSession<S> {
  /** Refuses a request without a session before loaders and actions run. */
  (args: RouteArgs, next: () => Promise<Response>): Promise<Response>
  /**
   * The session, in a loader or an action.
   *
   * @throws Response that refuses a request without one
   */
  (args: RouteArgs): Promise<S>
}

/** Signs in from code, and is the action of a route as well, by whose type the router knows the `actionData` of the page. */
export interface RouteSignIn {
  /**
   * Signs in. `scope(context).signIn` gives the URL instead.
   *
   * @returns the redirection, for a loader or an action to return
   * @throws AuthError when it fails
   */
  (
    context: RouteContext,
    provider?: string,
    options?: FormData | Omit<SignInOptions, 'redirect'>,
    authorizationParams?: AuthorizationParams,
  ): Promise<Response>
  /**
   * The action of a route. The form has to come from a page of the application, and has a field `provider`.
   *
   * @throws AuthError when it fails for another reason than what was entered
   */
  (args: RouteArgs): Promise<ActionOutcome>
}

/** Signs out from code, and is the action of a route as well. */
export interface RouteSignOut {
  /** Signs out, and gives the redirection. */
  (context: RouteContext, options?: Omit<SignOutOptions, 'redirect'>): Promise<Response>
  /** The action of a route. The form has to come from a page of the application. */
  (args: RouteArgs): Promise<ActionOutcome>
}

/** What the initializer returns. */
export interface LatchstringRouter<S extends object = Session> {
  /** Middleware of the root route: answers the HTTP actions, and gives every other request its session. The first in its list. */
  readonly middleware: RouteMiddleware
  /** Middleware that asks the `authorized` callback. After `middleware`. */
  readonly authorize: RouteMiddleware
  /** Middleware of a route, or called by a loader or an action for the session. */
  readonly requireSession: RequireSession<S>
  /** The session of the request, read once. */
  readonly auth: (context: RouteContext) => Promise<S | null>
  /** The session as the browser may see it: what loaders return to pages. */
  readonly client: (context: RouteContext) => Promise<S | null>
  readonly signIn: RouteSignIn
  readonly signOut: RouteSignOut
  /** Runs the callbacks with `data` and keeps the new session. May change or go. */
  readonly unstable_update: (context: RouteContext, data?: SessionUpdate) => Promise<S | null>
  /** Everything else of the request: the fields of forms, and forms without a redirection. */
  readonly scope: (context: RouteContext) => RequestScope<S>
  /** Loader of the route `auth/*`, which makes the router call `middleware` there. */
  readonly loader: (args: Pick<RouteArgs, 'request'>) => Promise<Response>
  /** Action of the route `auth/*`. */
  readonly action: (args: Pick<RouteArgs, 'request'>) => Promise<Response>
}
