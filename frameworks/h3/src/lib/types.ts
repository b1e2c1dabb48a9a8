import type {
  AuthorizationParams,
  AuthorizeOptions,
  FrameworkOptions,
  ParsedBody,
  RequestScope,
  RequireOptions,
  RequiringAuth,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
} from '@latchstring/core/framework'
import type { FeatureForSystem, FeatureForUser } from '@latchstring/core/features'
import type { ProviderId } from '@latchstring/core/providers'

/** Options of a sign-in that redirects. */
export interface H3SignInOptions extends Omit<SignInOptions, 'redirect'> {
  /** Parameters added to the authorization request. */
  readonly authorizationParams?: AuthorizationParams
}

/** Options of h3 1 beside the configuration. */
export interface H3Options extends FrameworkOptions {
  /** Whether pages are being rendered at build time: they have no session and need no secret. Default: `false`. */
  readonly prerendering?: boolean
  /** Path of the page that the application renders for a failure, by a request of its own. Such a request sets no cookies. */
  readonly errorPage?: string
}

/** The functions for handlers. Each takes the event of the request. */
export interface H3Operations<Event, S extends object> {
  /** The session of the request, read once. */
  readonly auth: RequiringAuth<[event: Event], S>
  /**
   * Returns the session. Without one it throws, and h3 answers the request: a page is redirected to the sign-in page, a script
   * gets 401.
   *
   * @param options - what the request is for
   */
  readonly requireSession: (event: Event, options?: RequireOptions) => Promise<S>
  /**
   * Calls the `authorized` callback. Return the result from middleware or a handler.
   *
   * @returns the response that refuses the request, or `undefined` if it is allowed
   */
  readonly authorize: (event: Event, options?: AuthorizeOptions) => Promise<Response | undefined>
  /**
   * Signs in or out by a form of the application, and redirects. The form must come from one of its own pages.
   *
   * @param body - its fields, if the handler has read them. Default: they are read from the request
   * @throws CrossOriginRequest when a browser sent it from another origin
   * @throws AuthError when it fails, such as CredentialsSignin
   */
  readonly form: (
    event: Event,
    action: 'signin' | 'signout',
    body?: ParsedBody,
  ) => Promise<Response>
  /**
   * Signs in, and redirects. With `scope(event).signIn` the URL is returned instead.
   *
   * @throws AuthError when it fails
   */
  readonly signIn: (
    event: Event,
    provider?: ProviderId,
    options?: H3SignInOptions,
  ) => Promise<Response>
  /** Signs out, and redirects. */
  readonly signOut: (event: Event, options?: Omit<SignOutOptions, 'redirect'>) => Promise<Response>
  /**
   * The operations of a feature for the user of the request.
   *
   * @throws SessionRequired from an operation, where the request has no session
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly feature: FeatureForUser<[event: Event]>
  /**
   * The operations of a feature that name users, also without a request. Never call one with what a stranger sent.
   *
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly system: FeatureForSystem
  /** Runs the callbacks with `data` and keeps the new session. May change or be removed. */
  readonly unstable_update: (event: Event, data?: SessionUpdate) => Promise<S | null>
  /** Further operations on the request: the session for the browser, and the fields of forms. */
  readonly scope: (event: Event) => RequestScope<S>
}
