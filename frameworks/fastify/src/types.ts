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
import type { RegisteredSession, Session } from '@latchstring/core/types'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the request, read once. Its cookies are set before the head of the response is written. */
    auth(): Promise<RegisteredSession | null>
  }
}

/** Options beside the configuration. */
export interface FastifyOptions extends FrameworkOptions {
  /**
   * Name of the decorator of requests that reads the session, if another plugin uses `auth`. `false` adds no decorator:
   * `latchstring.auth(request)` reads the session then. Default: `auth`.
   */
  readonly decorator?: string | false
}

/** A hook of a route, such as `onRequest` or `preValidation`. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Options of a sign-in that redirects. */
export interface FastifySignInOptions extends Omit<SignInOptions, 'redirect'> {
  /** Parameters added to the authorization request. */
  readonly authorizationParams?: AuthorizationParams
}

/** The functions for handlers. */
export interface LatchstringMembers<S extends object = Session> {
  /**
   * The session of the request, read once. An error of `auth.require` is answered with 401 by the error handler of Fastify, and with a redirect
   * for a page where that of the application calls `sendRefusal`. As a hook `requireSession` does so by itself.
   */
  readonly auth: RequiringAuth<[request: FastifyRequest], S>
  /** Further operations on the request: the session for the browser, and the fields of forms. */
  readonly scope: (request: FastifyRequest) => RequestScope<S>
  /**
   * A hook for routes: it redirects a page to the sign-in page, and answers a script with 401. As `onRequest` it runs before the body is
   * read and validated, so that a visitor without a session gets no validation error.
   *
   * @param options - what the request is for
   */
  readonly requireSession: (options?: RequireOptions) => Guard
  /** A hook that calls the `authorized` callback. */
  readonly authorize: (options?: AuthorizeOptions) => Guard
  /**
   * Signs in or out by a form of the application, and redirects. The form must come from one of its own pages.
   *
   * @param body - its fields; default: the body of the request, for which the application needs a parser of forms such as
   * `@fastify/formbody`
   * @throws CrossOriginRequest when a browser sent it from another origin
   * @throws AuthError when it fails, such as CredentialsSignin
   */
  readonly form: (
    request: FastifyRequest,
    reply: FastifyReply,
    action: 'signin' | 'signout',
    body?: ParsedBody,
  ) => Promise<FastifyReply>
  /**
   * Signs in, and redirects. With `scope(request).signIn` the URL is returned instead.
   *
   * @throws AuthError when it fails
   */
  readonly signIn: (
    request: FastifyRequest,
    reply: FastifyReply,
    provider?: ProviderId,
    options?: FastifySignInOptions,
  ) => Promise<FastifyReply>
  /** Signs out, and redirects. */
  readonly signOut: (
    request: FastifyRequest,
    reply: FastifyReply,
    options?: Omit<SignOutOptions, 'redirect'>,
  ) => Promise<FastifyReply>
  /**
   * The operations of a feature for the user of the request.
   *
   * @throws SessionRequired from an operation, where the request has no session
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly feature: FeatureForUser<[request: FastifyRequest]>
  /**
   * The operations of a feature that name users, also without a request. Never call one with what a stranger sent.
   *
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly system: FeatureForSystem
  /** Runs the callbacks with `data` and keeps the new session. May change or be removed. */
  readonly unstable_update: (request: FastifyRequest, data?: SessionUpdate) => Promise<S | null>
}

/** A plugin of Fastify, with the functions for handlers. */
export interface LatchstringFastify<S extends object = Session> extends LatchstringMembers<S> {
  (app: FastifyInstance): Promise<void>
}
