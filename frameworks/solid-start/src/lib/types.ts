import type {
  AuthorizationParams,
  RequestScope,
  ResponseHeaders,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
  RequestEntry,
} from '@latchstring/core/framework'
import type { RegisteredSession, Session } from '@latchstring/core/types'

declare global {
  namespace App {
    interface RequestEventLocals {
      /** The session of the request as the server sees it, read once. */
      auth: () => Promise<RegisteredSession | null>
      /** The session as the browser may see it: what server functions return to pages. */
      client: () => Promise<RegisteredSession | null>
    }
  }
}

/** What is needed of an event of SolidStart; `FetchEvent`, `PageEvent` and `APIEvent` are one. */
export interface StartEvent {
  readonly request: Request
  readonly response: { status?: number; readonly headers: Pick<ResponseHeaders, 'get' | 'set'> }
  readonly locals: object
  readonly nativeEvent: unknown
}

/** The response that an event of H3 2 prepares: headers of what succeeds, and of errors. */
export interface H3Response {
  status?: number
  readonly headers: Headers
  readonly errHeaders: Headers
}

/** What is needed of an event of H3 2, which middleware of SolidStart 2 is called with. */
export interface StartH3Event {
  readonly req: Request
  readonly res: H3Response
  readonly context: object
}

/** Why a form did not sign in. */
export interface SignInFailure {
  /** Code of the failure, such as `CredentialsSignin`. */
  readonly error: string
  /** That of a `CredentialsSignin`, which may be one of the application. */
  readonly code?: string
  /** With `TooManyRequests`: seconds after which it may be tried again. */
  readonly retryAfter?: number
}

/** Fields of a form: without a script SolidStart gives those of one that is not `multipart/form-data` as `URLSearchParams`. */
export type StartForm = FormData | URLSearchParams

/** Signs in from code, and is what an action does as well. */
export interface StartSignIn {
  /**
   * The work of an action. The form has to come from a page of the application, and has a field `provider`.
   *
   * @returns why it did not sign in; without a script the page of the form is given `error` and `code` in its address instead
   * @throws Response that redirects, for SolidStart
   * @throws AuthError when it fails for another reason than what was entered
   */
  (form: StartForm): Promise<SignInFailure>
  /**
   * Signs in, and redirects by a thrown `Response` unless `redirect` is `false`.
   *
   * @returns the URL to go to
   * @throws AuthError when it fails
   */
  (
    provider?: string,
    options?: SignInOptions,
    authorizationParams?: AuthorizationParams,
  ): Promise<string>
}

/** Signs out from code, and is what an action does as well. */
export interface StartSignOut {
  /** The work of an action. The form has to come from a page of the application. */
  (form: StartForm): Promise<SignInFailure>
  /** Signs out, and redirects by a thrown `Response` unless `redirect` is `false`. Returns the URL to go to. */
  (options?: SignOutOptions): Promise<string>
}

/** What both majors of SolidStart have. The event can be left out wherever a request is served. */
export interface LatchstringFunctions<S extends object = Session> {
  /** The session of the request, read once. */
  readonly auth: (event?: StartEvent) => Promise<S | null>
  /**
   * The session, in functions with `"use server"`. Without one the browser is sent to the sign-in page.
   *
   * @throws Response that redirects, for SolidStart
   */
  readonly requireSession: (event?: StartEvent) => Promise<S>
  /** A handler of an API route that is called with the session. Without one scripts get 401, and pages the sign-in page. */
  readonly protect: <E extends StartEvent>(
    handler: (event: E, session: S) => unknown,
  ) => (event: E) => Promise<unknown>
  readonly signIn: StartSignIn
  readonly signOut: StartSignOut
  /** Runs the callbacks with `data` and keeps the new session. May change or go. */
  readonly unstable_update: (data?: SessionUpdate, event?: StartEvent) => Promise<S | null>
  /** Everything else of the request: the session for the browser, and the fields of forms. */
  readonly scope: (event?: StartEvent) => RequestScope<S>
}

/** What the initializer for SolidStart 2 returns. */
export interface LatchstringStart<S extends object = Session> extends LatchstringFunctions<S> {
  /** Middleware that answers the HTTP actions, and gives `locals` the session. The first one in `createMiddleware`. */
  readonly middleware: (event: StartH3Event, next: () => unknown) => Promise<unknown>
  /** Middleware that asks the `authorized` callback about every request. After `middleware`. */
  readonly guard: (event: StartH3Event, next: () => unknown) => Promise<unknown>
}

/** What the initializer for SolidStart 1 returns. */
export interface LatchstringVinxi<S extends object = Session> extends LatchstringFunctions<S> {
  /** Answers the HTTP actions, and gives `locals` the session: the first `onRequest` of `createMiddleware`. */
  readonly onRequest: (event: StartEvent) => Promise<void>
  /** Asks the `authorized` callback about every request: an `onRequest` after the other. */
  readonly guard: (event: StartEvent) => Promise<Response | undefined>
}

/** A request while SolidStart serves it. */
export type StartEntry<S> = RequestEntry<S, StartEvent>
