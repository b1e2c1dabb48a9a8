import type {
  AuthorizationParams,
  RequestScope,
  RequiringAuth,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
} from '@latchstring/core/framework'
import type { FeatureForSystem, FeatureForUser } from '@latchstring/core/features'
import type { ProviderId } from '@latchstring/core/providers'
import type { Session } from '@latchstring/core/types'
import type { data, RouterContextProvider } from 'react-router'

/** The context of a request: that of loaders, actions and middleware. */
export type RouteContext = Readonly<RouterContextProvider>

/** The arguments of loaders, actions and middleware that are used here. */
export interface RouteArgs {
  readonly request: Request
  readonly context: RouteContext
}

/** Middleware of a route: a member of `export const middleware`. */
export type RouteMiddleware = (args: RouteArgs, next: () => Promise<Response>) => Promise<Response>

/** Failure of a form action: `actionData` of the page. */
export interface SignInFailure {
  /** Code of the failure, such as `CredentialsSignin`. */
  readonly error: string
  /** `code` of a `CredentialsSignin`; the application may define its own. */
  readonly code?: string
  /** With `TooManyRequests`: seconds until the next attempt is allowed. */
  readonly retryAfter?: number
}

/** Result of a form action: a redirect, or a failure with its status. */
export type ActionOutcome = Response | ReturnType<typeof data<SignInFailure>>

/** Middleware that requires a session, and gives it to loaders and actions. */
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

/** Signs in from code or as the action of a route. The router infers `actionData` of the page from its type. */
export interface RouteSignIn {
  /**
   * Signs in. `scope(context).signIn` returns the URL instead.
   *
   * @returns the redirect, for a loader or an action to return
   * @throws AuthError when it fails
   */
  (
    context: RouteContext,
    provider?: ProviderId,
    options?: FormData | Omit<SignInOptions, 'redirect'>,
    authorizationParams?: AuthorizationParams,
  ): Promise<Response>
  /**
   * The action of a route. The form must come from a page of the application, and has a field `provider`.
   *
   * @throws AuthError that the fields of the form did not cause
   */
  (args: RouteArgs): Promise<ActionOutcome>
}

/** Signs out from code or as the action of a route. */
export interface RouteSignOut {
  /** Signs out, and returns the redirect. */
  (context: RouteContext, options?: Omit<SignOutOptions, 'redirect'>): Promise<Response>
  /** The action of a route. The form must come from a page of the application. */
  (args: RouteArgs): Promise<ActionOutcome>
}

/** What the initializer returns. */
export interface LatchstringRouter<S extends object = Session> {
  /** Middleware of the root route, first in its list: answers the HTTP actions, and gives every other request its session. */
  readonly middleware: RouteMiddleware
  /** Middleware that calls the `authorized` callback. After `middleware`. */
  readonly authorize: RouteMiddleware
  /** Middleware of a route, or called by a loader or an action for the session. */
  readonly requireSession: RequireSession<S>
  /** The session of the request, read once. */
  readonly auth: RequiringAuth<[context: RouteContext], S>
  /** The session for the browser, which loaders can return to pages. */
  readonly client: (context: RouteContext) => Promise<S | null>
  readonly signIn: RouteSignIn
  readonly signOut: RouteSignOut
  /**
   * The operations of a feature for the user of the request.
   *
   * @throws SessionRequired from an operation, where the request has no session
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly feature: FeatureForUser<[context: RouteContext]>
  /**
   * The operations of a feature that name users, also without a request. Never call one with what a stranger sent.
   *
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly system: FeatureForSystem
  /** Runs the callbacks with `data` and keeps the new session. May change or be removed. */
  readonly unstable_update: (context: RouteContext, data?: SessionUpdate) => Promise<S | null>
  /** Further operations on the request: the fields of forms, and forms without a redirect. */
  readonly scope: (context: RouteContext) => RequestScope<S>
  /** Loader of the route `auth/*`, which makes the router call `middleware` there. */
  readonly loader: (args: Pick<RouteArgs, 'request'>) => Promise<Response>
  /** Action of the route `auth/*`. */
  readonly action: (args: Pick<RouteArgs, 'request'>) => Promise<Response>
}
