import type { Cookie } from './cookies.ts'
import type { HeaderReader } from './request.ts'
import type { Session } from './session.ts'
import type { User } from './user.ts'

/** The source that a session is read from. */
export interface SessionSource {
  /** Headers of the request, with its cookies. */
  readonly headers: HeaderReader
  /** Absolute address of the request where the framework knows it; only the path is believed. */
  readonly url?: string
  /** Handed to a configuration function. */
  readonly request?: Request
  /**
   * No cookie can be set here, as in a component that is rendered on the server: the session is read, and neither extended nor
   * sealed again, so that `expires` stays true. Default: `false`.
   */
  readonly readOnly?: boolean
  /** The address of the peer of the connection, if the framework knows it: the client or a proxy. */
  readonly peerAddress?: string | undefined
}

/** The parts of the current request that a framework has where there is no `Request`. */
export interface RequestSource extends SessionSource {
  /** Headers of the request. */
  readonly headers: Headers
}

/** A session that was read, and the cookies its reading sets. */
export interface SessionRead<S> {
  /** The session; `null` when no one is signed in, or it could not be read. */
  readonly session: S | null
  /** To be set on the response where the framework can; safe to drop. */
  readonly cookies: readonly Cookie[]
}

/** Where the browser has to go, and the cookies to set on the way. */
export interface Redirection {
  /** Absolute URL. */
  readonly url: string
  /** To be set before the browser leaves; a flow does not work without them. */
  readonly cookies: readonly Cookie[]
}

/** Options of a sign-in started from code. Members not named here are fields of the provider's form, which are text. */
export interface SignInOptions extends Record<string, unknown> {
  /** Whether the framework redirects. Default: `true`. */
  readonly redirect?: boolean
  /** Where to go after sign-in: a path of the application. Default: the page that asked. */
  readonly redirectTo?: string
}

/** Parameters added to the authorization request. Those of the protocol itself are refused. */
export type AuthorizationParams =
  | string
  | [string, string][]
  | Record<string, string>
  | URLSearchParams

/** Options of a sign-out started from code. */
export interface SignOutOptions {
  /** Whether the framework redirects. Default: `true`. */
  readonly redirect?: boolean
  /** Where to go after sign-out: a path of the application. Default: the page that asked. */
  readonly redirectTo?: string
  /**
   * Ends the session at the provider as well (OpenID Connect RP-Initiated Logout 1.0): with `true` at the provider of the session,
   * otherwise at the one with that id. The person sees a page of the provider, which may sign them out of other applications.
   * Default: only the session here ends.
   */
  readonly provider?: boolean | string
  /**
   * Ends all sessions of the user, on every device. Needs the strategy `database` with an adapter that has the capability
   * `revocation`, or `session.revocation`; with neither it is an error, and nothing ends. Default: `false`.
   */
  readonly everywhere?: boolean
}

/** The value that `update` passes to the callbacks: members of the session, or any other value that they accept. */
export type SessionUpdate =
  | Partial<Session>
  | { readonly user: Partial<User> }
  | Readonly<Record<string, unknown>>

/** The parts of a request that a framework passes to the operations. */
export interface AuthorizeOptions {
  /**
   * The request is for a page, unless it asks for JSON: routers of frameworks fetch pages by script, and follow a redirect.
   */
  readonly page?: boolean
  /**
   * Absolute address that the browser asked for, where the framework hands over requests with another one: without the
   * base path of the application, or with a slash at the end. Default: that of the request.
   */
  readonly url?: string
  /**
   * The path as the request line has it, where the framework knows it and its router reads it: an address has lost its `..`.
   * A query is taken off. Default: the path of the request.
   */
  readonly path?: string
  /**
   * Another path by which the router finds the page, where middleware has rewritten the address: `authorized` is asked about both.
   * A query is taken off. Default: the one that the framework knows.
   */
  readonly otherPath?: string | undefined
  /**
   * Path of the page as a router knows it that leaves out the path of the application (`base`), where the address may lead to another
   * one. Takes the place of `otherPath` unless it is the path that was sent.
   */
  readonly routePath?: string | undefined
  /**
   * Makes the `Request` that `authorized` is asked about when a router may read the path in another way: this request, with
   * that absolute address and without its body. Default: a `Request` with the same method and headers.
   */
  readonly copy?: (url: string) => Request
  /** Nothing but the `authorized` callback can refuse the request here: in development a warning tells that there is none. */
  readonly sole?: boolean
}
