import type {
  AuthorizationParams,
  FrameworkAuthConfig,
  FrameworkOptions,
  RequestScope,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Env, Session } from '@latchstring/core/types'

/** What is needed of an event of Qwik City or Qwik Router; `RequestEvent`, `RequestEventLoader` and `RequestEventAction` are one. */
export interface QwikEvent {
  readonly request: Request
  /** Without what a request for the data of a page has behind its path. */
  readonly url: URL
  readonly headers: Headers
  readonly cookie: { readonly set: (name: string, value: string) => void }
  readonly sharedMap: Map<string, unknown>
  readonly platform: object
  readonly send: (response: Response) => object
  /** Of Qwik 2 alone: what a script of the router asks for. */
  readonly internalRequest?: string | false
}

/** What actions are called with. */
export interface QwikActionEvent extends QwikEvent {
  readonly fail: (status: number, data: Readonly<Record<string, unknown>>) => object
}

/** What handlers are called with, which may still go on. */
export interface QwikRequestEvent extends QwikEvent {
  readonly headersSent: boolean
  readonly status: () => number
  /** Called once, when the head of the response is written. */
  readonly getWritableStream: () => WritableStream<Uint8Array>
}

/** What the application may say beside its configuration. */
export interface QwikOptions extends Omit<FrameworkOptions, 'env'> {
  /**
   * Variables, or where they are in a request: `({ platform }) => platform.env` on Cloudflare. Give the same object back for
   * the same environment: what is resolved from it is kept for as long as it is. Default: `process.env`.
   */
  readonly env?: Env | ((event: QwikEvent) => Env)
}

/** A configuration, or a function that makes one for a request. There is no request where a session is read without one. */
export type QwikConfigInput<Token extends JWT = JWT, S extends object = Session> =
  | FrameworkAuthConfig<Token, S>
  | ((request?: Request) => FrameworkAuthConfig<Token, S> | Promise<FrameworkAuthConfig<Token, S>>)

/** Why a form did not sign in: the value of the action. */
export interface SignInFailure {
  readonly failed: true
  /** Code of the failure, such as `CredentialsSignin`. */
  readonly error: string
  /** That of a `CredentialsSignin`, which may be one of the application. */
  readonly code?: string
  /** With `TooManyRequests`: seconds after which it may be tried again. */
  readonly retryAfter?: number
}

/** Fields of a form, as actions of Qwik City are given them. */
export type QwikForm = Readonly<Record<string, unknown>>

/**
 * The work of an action.
 *
 * @returns why it failed; nothing where the router of the browser is told where to go
 */
export type Submit = (form: QwikForm, event: QwikActionEvent) => Promise<SignInFailure | undefined>

/** What the initializer returns. Every function takes the event. */
export interface LatchstringQwik<S extends object = Session> {
  /** Answers the HTTP actions, and sets the cookies of everything else: `onRequest` of `src/routes/plugin@auth.ts`. */
  readonly onRequest: (event: QwikRequestEvent) => Promise<void>
  /** Asks the `authorized` callback about every request. After `onRequest`. */
  readonly guard: (event: QwikEvent) => Promise<void>
  /** The session as the server sees it, read once a request. */
  readonly auth: (event: QwikEvent) => Promise<S | null>
  /** The session as the browser may see it: what a loader returns. */
  readonly client: (event: QwikEvent) => Promise<S | null>
  /**
   * The session. Pages without one are sent to the sign-in page, everything else gets 401.
   *
   * @throws what ends the request in Qwik City
   */
  readonly requireSession: (event: QwikEvent) => Promise<S>
  /**
   * The work of an action that signs in by a form, which has to come from a page of the application.
   *
   * @throws what redirects in Qwik City
   * @throws AuthError when it fails for another reason than what was entered
   */
  readonly submitSignIn: Submit
  /** The work of an action that signs out by a form, which has to come from a page of the application. */
  readonly submitSignOut: Submit
  /**
   * Signs in from code, and redirects unless `redirect` is `false`.
   *
   * @returns the URL to go to
   * @throws AuthError when it fails
   */
  readonly signIn: (
    event: QwikEvent,
    provider?: string,
    options?: SignInOptions & { readonly authorizationParams?: AuthorizationParams },
  ) => Promise<string>
  /** Signs out from code, and redirects unless `redirect` is `false`. Returns the URL to go to. */
  readonly signOut: (event: QwikEvent, options?: SignOutOptions) => Promise<string>
  /** Runs the callbacks with `data` and keeps the new session. May change or go. */
  readonly unstable_update: (event: QwikEvent, data?: SessionUpdate) => Promise<S | null>
  /** Everything else of the request: the fields of forms, and forms without an action. */
  readonly scope: (event: QwikEvent) => RequestScope<S>
}
