import type { Cookie } from './cookies.ts'
import type {
  AuthorizationParams,
  AuthorizeOptions,
  Redirection,
  SessionSource,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
} from './operations.ts'
import type { RequiredSession, RequireOptions } from './facts.ts'
import type { FeatureForUser } from './feature-calls.ts'
import type { ParsedBody } from './parsed-body.ts'
import type { AcceptedPrincipal, PrincipalOptions, PrincipalRead } from './principal.ts'
import type { ProviderId } from './provider-id.ts'
import type { Sessions } from './sessions.ts'
import type { JsonValue } from './utility.ts'

export type { ParsedBody } from './parsed-body.ts'

/** A request as a framework knows it, for everything that may be done while it is served. */
export interface ScopeSource extends SessionSource {
  /** The request; functions of the application are given it. Its body is not read. */
  readonly request: Request
  /** Method of the request, where it may be one that a `Request` cannot have. */
  readonly method?: string | undefined
  /**
   * Another path by which the router finds the page, where middleware has rewritten the address: rules about paths are asked
   * about both. A query is taken off.
   */
  readonly otherPath?: string | undefined
}

/** Options of a scope. */
export interface ScopeOptions {
  /**
   * Sets a cookie at once, for frameworks that cannot set cookies later.
   *
   * @param cookie - name, value and attributes
   * @param header - the same as the value of a `Set-Cookie` header
   */
  readonly setCookie?: (cookie: Cookie, header: string) => void
}

/** Whether a request may go on, as data: each framework redirects in a way of its own. */
export type Verdict =
  | { readonly kind: 'allow' }
  /** To the sign-in page. 303 makes the method GET. */
  | {
      readonly kind: 'redirect'
      readonly url: string
      readonly status: 303 | 307
      /** Of a session that is there: the parameters of the address that say what its sign-in lacks. */
      readonly asked?: Readonly<Record<string, string>>
      /** Where only a second factor is missing: the page of a feature on which it is shown, which the address is of. */
      readonly page?: string | undefined
      /** To be set with the response; a scope has done so. */
      readonly cookies?: readonly Cookie[] | undefined
    }
  /** For a script. */
  | {
      readonly kind: 'refuse'
      readonly status: number
      /** JSON with the members `error` and `message`. */
      readonly body: Readonly<Record<string, unknown>>
      /** Headers by name, such as `Retry-After` where the session could not be read. */
      readonly headers?: Readonly<Record<string, string>>
      /** As for a redirect: a script that leads to the sign-in page adds them. */
      readonly asked?: Readonly<Record<string, string>>
      /** As for a redirect: a script leads there in place of the sign-in page. */
      readonly page?: string | undefined
    }
  /** The response of the `authorized` callback, or a page about a failure. */
  | { readonly kind: 'respond'; readonly response: Response }

/** The address and the hidden fields of a form that is posted to an action without a script. */
export interface FormFields {
  /** Path of the action: the `action` attribute of the form. Its method is POST. */
  readonly action: string
  /** Hidden fields by name. */
  readonly fields: Readonly<Record<string, string>>
}

/** Headers of a response that is being made; `Headers` is one. */
export type ResponseHeaders = Pick<Headers, 'get' | 'set' | 'append' | 'delete' | 'keys'>

/**
 * Everything of one request: a session that is read once, what changes it, and the cookies of both. Never shared between
 * requests.
 *
 * @typeParam S - type of a session
 */
export interface RequestScope<S> {
  /**
   * The session as the server sees it. It is read once, and again after this scope has changed it. Any failure is logged and
   * gives no session.
   */
  readonly auth: () => Promise<S | null>
  /** The session as `GET session` gives it, from the same read: the form that a page may send to the browser. */
  readonly client: () => Promise<{ readonly [member: string]: JsonValue | undefined } | null>
  /** Asks the `authorized` callback, as {@link FrameworkAuth.authorize} does. */
  readonly authorize: (options?: AuthorizeOptions) => Promise<Verdict>
  /**
   * Refuses a request without a session: to the sign-in page for a navigation, 401 otherwise. Where the session could not be read, as
   * with a store that is away, 503 with `Retry-After`. With `aal` or `maxAge` a session whose sign-in is weaker or older is refused as well:
   * to the sign-in page, or 401 with a challenge (RFC 9470).
   */
  readonly requireSession: (options?: RequireOptions) => Promise<Verdict>
  /**
   * The session and how it began, where {@link RequestScope.requireSession} allows the request.
   *
   * @param options - what is asked of the sign-in: `aal`, and `maxAge` in seconds
   * @param refuse - answers a refused request by throwing, in the way of a framework. Default: the errors below are thrown
   * @throws SessionRequired without a session, with `status`, `headers` and `toResponse()`
   * @throws StepUpRequired when the sign-in is too old or too weak, with the same
   */
  readonly require: (
    options?: RequireOptions,
    refuse?: (verdict: Verdict) => unknown,
  ) => Promise<RequiredSession<S>>
  /**
   * For whom the request acts: by its session, or by a credential of a feature.
   *
   * @param options - what is accepted
   * @param refuse - answers by throwing where the store fails, in the way of a framework. Default: the error below is thrown
   * @throws InvalidConfiguration for a feature that the configuration does not have, or that has no credentials
   * @throws AdapterError when the store fails, with `status` 503 and `toResponse()`
   */
  readonly principal: <Accepted extends AcceptedPrincipal>(
    options: PrincipalOptions<Accepted>,
    refuse?: (verdict: Verdict) => unknown,
  ) => Promise<PrincipalRead<S, Accepted>>
  /**
   * Starts a sign-in, or finishes one with credentials.
   *
   * @throws AuthError when it fails
   */
  readonly signIn: (
    provider?: ProviderId,
    options?: FormData | SignInOptions,
    authorizationParams?: AuthorizationParams,
  ) => Promise<Redirection>
  /**
   * Ends the session.
   *
   * @throws SignOutError when the store fails; the cookies are set all the same
   */
  readonly signOut: (options?: SignOutOptions) => Promise<Redirection>
  /** Lists the sessions of users, and ends them; `current` refers to this request. */
  readonly sessions: Sessions
  /**
   * The operations of a feature for the user of the request.
   *
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   * @throws SessionRequired from an operation, where the request has no session
   */
  readonly feature: FeatureForUser
  /** Runs the callbacks with `data` and gives the new session. Any failure is logged and gives no session. */
  readonly update: (data?: SessionUpdate) => Promise<S | null>
  /**
   * Signs in or out by a form of the application, which has to come from its own pages.
   *
   * @param action - the action that the form is posted to
   * @param body - its fields: `provider` or `providerId`, `redirectTo`, `authorizationParams-NAME` for parameters of the
   * authorization request, and those of the provider
   * @throws CrossOriginRequest when a browser sent it from another origin
   * @throws AuthError when the sign-in fails
   */
  readonly form: (action: 'signin' | 'signout', body: ParsedBody) => Promise<Redirection>
  /**
   * The address and the hidden fields of a form that is posted to an action of the library without a script.
   *
   * @param provider - id of a provider; without it the form signs out
   */
  readonly fields: (
    provider?: ProviderId,
    options?: { readonly redirectTo?: string },
  ) => Promise<FormFields>
  /** Takes the cookies that are to be set, as values of `Set-Cookie` headers. None are left. */
  readonly takeCookies: () => readonly string[]
  /** Passes the cookies to set to a function, for frameworks that write the header themselves, and removes them from the scope. */
  readonly setCookies: (set: NonNullable<ScopeOptions['setCookie']>) => void
  /**
   * Writes what this scope adds to the headers of a response: cookies, what keeps caches from giving it to others, and
   * `Retry-After` where a limit was reached.
   *
   * @param status - of the response: only one with 429 gets `Retry-After`
   */
  readonly applyTo: (headers: ResponseHeaders, status?: number) => void
  /** The response with what this scope adds to its headers; a copy where these cannot be changed. */
  readonly apply: (response: Response) => Response
}
