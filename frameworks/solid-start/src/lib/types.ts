import type {
  AmbientAuth,
  AuthorizationParams,
  RequestScope,
  ResponseHeaders,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
  RequestEntry,
} from '@latchstring/core/framework'
import type { FeatureForSystem, FeatureForUser } from '@latchstring/core/features'
import type { ProviderId } from '@latchstring/core/providers'
import type { RegisteredSession, Session } from '@latchstring/core/types'

declare global {
  namespace App {
    interface RequestEventLocals {
      /** The session of the request as the server sees it, read once. */
      auth: () => Promise<RegisteredSession | null>
      /** The session for the browser, which server functions can return to pages. */
      client: () => Promise<RegisteredSession | null>
    }
  }
}

/** The part of an event of SolidStart that is used here; `FetchEvent`, `PageEvent` and `APIEvent` are one. */
export interface StartEvent {
  readonly request: Request
  readonly response: { status?: number; readonly headers: Pick<ResponseHeaders, 'get' | 'set'> }
  readonly locals: object
  readonly nativeEvent: unknown
}

/** The prepared response of an event of H3 2: headers of successes, and of errors. */
export interface H3Response {
  status?: number
  readonly headers: Headers
  readonly errHeaders: Headers
}

/** The part of an event of H3 2 that is used here. Middleware of SolidStart 2 is called with it. */
export interface StartH3Event {
  readonly req: Request
  readonly res: H3Response
  readonly context: object
}

/** Failure of a form. */
export interface SignInFailure {
  /** Code of the failure, such as `CredentialsSignin`. */
  readonly error: string
  /** `code` of a `CredentialsSignin`; the application may define its own. */
  readonly code?: string
  /** With `TooManyRequests`: seconds until the next attempt is allowed. */
  readonly retryAfter?: number
}

/** Fields of a form. Without a script SolidStart passes `URLSearchParams`, unless the form is `multipart/form-data`. */
export type StartForm = FormData | URLSearchParams

/** Signs in from code or in an action. */
export interface StartSignIn {
  /**
   * The function of an action. The form must come from a page of the application, and has a field `provider`.
   *
   * @returns the failure; without a script the browser returns to the page of the form, with `error` and `code` in its URL
   * @throws Response that redirects, for SolidStart
   * @throws AuthError that the fields of the form did not cause
   */
  (form: StartForm): Promise<SignInFailure>
  /**
   * Signs in, and redirects by a thrown `Response` unless `redirect` is `false`.
   *
   * @returns the URL to go to
   * @throws AuthError when it fails
   */
  (
    provider?: ProviderId,
    options?: SignInOptions,
    authorizationParams?: AuthorizationParams,
  ): Promise<string>
}

/** Signs out from code or in an action. */
export interface StartSignOut {
  /** The function of an action. The form must come from a page of the application. */
  (form: StartForm): Promise<SignInFailure>
  /** Signs out, and redirects by a thrown `Response` unless `redirect` is `false`. Returns the URL to go to. */
  (options?: SignOutOptions): Promise<string>
}

/** Functions for both major versions of SolidStart. The event can be omitted while a request is served. */
export interface LatchstringFunctions<S extends object = Session> {
  /** The session of the request, read once. */
  readonly auth: AmbientAuth<StartEvent, S>
  /**
   * Returns the session, in functions with `"use server"`. Without one the browser is redirected to the sign-in page.
   *
   * @throws Response that redirects, for SolidStart
   */
  readonly requireSession: (event?: StartEvent) => Promise<S>
  /** Wraps a handler of an API route that requires a session. Without one a script gets 401, and a page a redirect. */
  readonly protect: <E extends StartEvent>(
    handler: (event: E, session: S) => unknown,
  ) => (event: E) => Promise<unknown>
  readonly signIn: StartSignIn
  readonly signOut: StartSignOut
  /**
   * The operations of a feature for the user of the request.
   *
   * @throws SessionRequired from an operation, where the request has no session
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly feature: FeatureForUser<[event?: StartEvent]>
  /**
   * The operations of a feature that name users, also without a request. Never call one with what a stranger sent.
   *
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly system: FeatureForSystem
  /** Runs the callbacks with `data` and keeps the new session. May change or be removed. */
  readonly unstable_update: (data?: SessionUpdate, event?: StartEvent) => Promise<S | null>
  /** Further operations on the request: the session for the browser, and the fields of forms. */
  readonly scope: (event?: StartEvent) => RequestScope<S>
}

/** What the initializer for SolidStart 2 returns. */
export interface LatchstringStart<S extends object = Session> extends LatchstringFunctions<S> {
  /** Middleware that answers the HTTP actions and sets the session in `locals`. The first one in `createMiddleware`. */
  readonly middleware: (event: StartH3Event, next: () => unknown) => Promise<unknown>
  /** Middleware that calls the `authorized` callback for every request. Use it after `middleware`. */
  readonly guard: (event: StartH3Event, next: () => unknown) => Promise<unknown>
}

/** What the initializer for SolidStart 1 returns. */
export interface LatchstringVinxi<S extends object = Session> extends LatchstringFunctions<S> {
  /** Answers the HTTP actions and sets the session in `locals`: the first `onRequest` of `createMiddleware`. */
  readonly onRequest: (event: StartEvent) => Promise<void>
  /** Calls the `authorized` callback for every request: an `onRequest` after the other. */
  readonly guard: (event: StartEvent) => Promise<Response | undefined>
}

/** A request that SolidStart is serving. */
export type StartEntry<S> = RequestEntry<S, StartEvent>
