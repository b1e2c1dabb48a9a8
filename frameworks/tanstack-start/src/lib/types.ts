import type {
  AuthorizationParams,
  ParsedBody,
  RequestScope,
  RequiringAuth,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
} from '@latchstring/core/framework'
import type { FeatureForSystem, FeatureForUser } from '@latchstring/core/features'
import type { ProviderId } from '@latchstring/core/providers'
import type { Session } from '@latchstring/core/types'

/** The result of `next` in request middleware. A server function that is called without the script may have no response. */
export interface Served {
  readonly response: Response | undefined
}

/** The members that the middleware adds to `context`. */
export interface AuthContext<S> {
  /** The session of the request, read once. */
  auth: () => Promise<S | null>
}

/** What the initializer returns: functions for the server. Each finds the request being served. */
export interface LatchstringStart<S extends object = Session> {
  /**
   * Request middleware of `src/start.ts`: answers the HTTP actions, and gives every other request its session.
   *
   * @param next - continues the request with members added to `context`
   */
  readonly middleware: <Result extends Served>(
    request: Request,
    next: (context: AuthContext<S>) => Result | Promise<Result>,
  ) => Promise<Result | Response>
  /**
   * Calls the `authorized` callback, in request middleware after `middleware`.
   *
   * @throws Response that refuses the request
   */
  readonly authorize: () => Promise<void>
  /**
   * Returns the session, in a server function, in a handler of a server route, or in middleware before them.
   *
   * @throws Response that refuses a request without one: a redirect for a page and for a server function that the browser
   * calls, otherwise 401
   */
  readonly requireSession: () => Promise<S>
  /** The session of the request, read once. */
  readonly auth: RequiringAuth<[], S>
  /** The session for the browser, which a server function can return to pages. */
  readonly client: () => Promise<S | null>
  /**
   * Signs in or out by a form of the application, which must come from one of its own pages.
   *
   * @param action - what the form is for
   * @param body - its fields
   * @returns the redirect, for a handler or a server function to return
   * @throws CrossOriginRequest when a browser sent it from another origin
   * @throws AuthError when it fails, such as CredentialsSignin
   */
  readonly form: (action: 'signin' | 'signout', body: ParsedBody) => Promise<Response>
  /**
   * Signs in. `scope().signIn` returns the URL instead.
   *
   * @returns the redirect, for a handler or a server function to return
   * @throws AuthError when it fails
   */
  readonly signIn: (
    provider?: ProviderId,
    options?: FormData | Omit<SignInOptions, 'redirect'>,
    authorizationParams?: AuthorizationParams,
  ) => Promise<Response>
  /** Signs out, and returns the redirect. */
  readonly signOut: (options?: Omit<SignOutOptions, 'redirect'>) => Promise<Response>
  /**
   * The operations of a feature for the user of the request.
   *
   * @throws SessionRequired from an operation, where the request has no session
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly feature: FeatureForUser
  /**
   * The operations of a feature that name users, also without a request. Never call one with what a stranger sent.
   *
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly system: FeatureForSystem
  /** Runs the callbacks with `data` and keeps the new session. May change or be removed. */
  readonly unstable_update: (data?: SessionUpdate) => Promise<S | null>
  /** Further operations on the request: the fields of forms, and forms without a redirect. */
  readonly scope: () => RequestScope<S>
}
