import type {
  AuthorizationParams,
  FrameworkAuthConfig,
  FrameworkOptions,
  RequestScope,
  RequiringAuth,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { FeatureForSystem, FeatureForUser } from '@latchstring/core/features'
import type { ProviderId } from '@latchstring/core/providers'
import type { Env, Session } from '@latchstring/core/types'

/** The part of an event of Qwik City or Qwik Router that is used here; `RequestEvent`, `RequestEventLoader` and `RequestEventAction` are one. */
export interface QwikEvent {
  readonly request: Request
  /** Without the suffix that a request for page data has. */
  readonly url: URL
  readonly headers: Headers
  readonly cookie: { readonly set: (name: string, value: string) => void }
  readonly sharedMap: Map<string, unknown>
  readonly platform: object
  readonly send: (response: Response) => object
  /** Only in Qwik 2: the kind of data that the router requests. */
  readonly internalRequest?: string | false
}

/** The event of actions. */
export interface QwikActionEvent extends QwikEvent {
  readonly fail: (status: number, data: Readonly<Record<string, unknown>>) => object
}

/** The event of request handlers. */
export interface QwikRequestEvent extends QwikEvent {
  readonly headersSent: boolean
  readonly status: () => number
  /** Called once, when the head of the response is written. */
  readonly getWritableStream: () => WritableStream<Uint8Array>
}

/** Options beside the configuration. */
export interface QwikOptions extends Omit<FrameworkOptions, 'env'> {
  /**
   * Variables, or a function that finds them in a request: `({ platform }) => platform.env` on Cloudflare. Return the same object
   * for the same environment: the resolved configuration is cached with this object. Default: `process.env`.
   */
  readonly env?: Env | ((event: QwikEvent) => Env)
  /**
   * Whether `onRequest` reads the session of every request and puts it, as the browser may see it, into `sharedMap` under `session`; `null`
   * for none. For code that was written for `@auth/qwik`, which does. Without it nothing is read until a function asks for the session.
   */
  readonly shareSession?: boolean
}

/** A configuration, or a function that returns one for a request. The request is missing if a session is read without one. */
export type QwikConfigInput<Token extends JWT = JWT, S extends object = Session> =
  | FrameworkAuthConfig<Token, S>
  | ((request?: Request) => FrameworkAuthConfig<Token, S> | Promise<FrameworkAuthConfig<Token, S>>)

/** Value of an action whose form did not sign in. */
export interface SignInFailure {
  readonly failed: true
  /** Code of the failure, such as `CredentialsSignin`. */
  readonly error: string
  /** `code` of a `CredentialsSignin`; the application may define its own. */
  readonly code?: string
  /** With `TooManyRequests`: seconds until the next attempt is allowed. */
  readonly retryAfter?: number
}

/** Fields of a form, as actions of Qwik City receive them. */
export type QwikForm = Readonly<Record<string, unknown>>

/**
 * The function of an action.
 *
 * @returns the failure; `undefined` if the router of the browser redirects
 */
export type Submit = (form: QwikForm, event: QwikActionEvent) => Promise<SignInFailure | undefined>

/** What the initializer returns. Every function takes the event. */
export interface LatchstringQwik<S extends object = Session> {
  /** Answers the HTTP actions, and sets the cookies of every other request: `onRequest` of `src/routes/plugin@auth.ts`. */
  readonly onRequest: (event: QwikRequestEvent) => Promise<void>
  /** Calls the `authorized` callback for every request. Use it after `onRequest`. */
  readonly guard: (event: QwikEvent) => Promise<void>
  /** The session as the server sees it, read once a request. */
  readonly auth: RequiringAuth<[event: QwikEvent], S>
  /** The session for the browser, which a loader can return. */
  readonly client: (event: QwikEvent) => Promise<S | null>
  /**
   * Returns the session. Without one a page is redirected to the sign-in page, and every other request gets 401.
   *
   * @throws the object that ends the request in Qwik City
   */
  readonly requireSession: (event: QwikEvent) => Promise<S>
  /**
   * The function of an action that signs in by a form, which must come from a page of the application.
   *
   * @throws the object that redirects in Qwik City
   * @throws AuthError that the fields of the form did not cause
   */
  readonly submitSignIn: Submit
  /** The function of an action that signs out by a form, which must come from a page of the application. */
  readonly submitSignOut: Submit
  /**
   * Signs in from code, and redirects unless `redirect` is `false`.
   *
   * @returns the URL to go to
   * @throws AuthError when it fails
   */
  readonly signIn: (
    event: QwikEvent,
    provider?: ProviderId,
    options?: SignInOptions & { readonly authorizationParams?: AuthorizationParams },
  ) => Promise<string>
  /** Signs out from code, and redirects unless `redirect` is `false`. Returns the URL to go to. */
  readonly signOut: (event: QwikEvent, options?: SignOutOptions) => Promise<string>
  /**
   * The operations of a feature for the user of the request.
   *
   * @throws SessionRequired from an operation, where the request has no session
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly feature: FeatureForUser<[event: QwikEvent]>
  /**
   * The operations of a feature that name users. Never call one with what a stranger sent. Without an event, as in a job, the variables are
   * those of the option `env`, or of the process.
   *
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   * @throws TypeError from an operation, where the option `env` is a function and there is no event
   */
  readonly system: FeatureForSystem<[event?: QwikEvent]>
  /** Runs the callbacks with `data` and keeps the new session. May change or be removed. */
  readonly unstable_update: (event: QwikEvent, data?: SessionUpdate) => Promise<S | null>
  /** Further operations on the request: the fields of forms, and forms without an action. */
  readonly scope: (event: QwikEvent) => RequestScope<S>
}
