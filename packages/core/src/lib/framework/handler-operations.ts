import type {
  AuthorizationParams,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
} from '../types/operations.ts'
import type { RequireOptions } from '../types/facts.ts'
import type { RequiringAuth } from '../types/requiring-auth.ts'
import type { FeatureForUser } from '../types/feature-calls.ts'
import type { AcceptedPrincipal, PrincipalOptions } from '../types/principal.ts'
import type { ProviderId } from '../types/provider-id.ts'
import type { ParsedBody, RequestScope, Verdict } from '../types/scope.ts'

/** How handlers of a framework find the scope of their request, and redirect. */
export interface HandlerHost<Context, S, Left> {
  /** Finds the scope of a request. */
  readonly scope: (context: Context) => RequestScope<S>
  /**
   * Redirects the browser.
   *
   * @param options - of the sign-in or sign-out; `redirect` may be `false`
   */
  readonly leave: (
    context: Context,
    url: string,
    options: { readonly redirect?: boolean },
  ) => Left | Promise<Left>
  /** Throws what the framework turns into the response of a refused request. Default: the errors of `RequestScope.require`. */
  readonly refuse?: (context: Context, verdict: Verdict) => unknown
}

/** The operations for handlers, with the context that their framework passes with a request. */
export interface HandlerOperations<Context, S, Left> {
  /** Reads the session; `null` when no one is signed in. */
  readonly auth: RequiringAuth<[context: Context], S>
  /** Signs in or out by a form of the application, and redirects. */
  readonly submit: (
    context: Context,
    action: 'signin' | 'signout',
    body: ParsedBody,
  ) => Promise<Left>
  /** Signs in, and redirects. */
  readonly signIn: (
    context: Context,
    provider?: ProviderId,
    options?: SignInOptions & { readonly authorizationParams?: AuthorizationParams },
  ) => Promise<Left>
  /** Signs out, and redirects. */
  readonly signOut: (context: Context, options?: SignOutOptions) => Promise<Left>
  /** The operations of a feature for the user of the request. */
  readonly feature: FeatureForUser<[context: Context]>
  /** Runs the callbacks with `data`, and keeps the new session. May change or be removed. */
  readonly unstable_update: (context: Context, data?: SessionUpdate) => Promise<S | null>
}

/**
 * Creates the functions that handlers call, for frameworks that pass a context with each request.
 *
 * @param host - the framework
 *
 * @example
 * ```ts
 * import { toHandlerOperations, type RequestScope } from '@latchstring/core/framework'
 * import type { Session } from '@latchstring/core/types'
 *
 * const scopes = new WeakMap<Request, RequestScope<Session>>()
 *
 * export const { auth, signIn, signOut } = toHandlerOperations({
 *   scope(request: Request) {
 *     const scope = scopes.get(request)
 *     if (scope) return scope
 *     throw new TypeError('Put the middleware first.')
 *   },
 *   leave: (_request, url) => new Response(null, { status: 303, headers: { Location: url } }),
 * })
 * ```
 */
export function toHandlerOperations<Context, S, Left>({
  scope,
  leave,
  refuse,
}: HandlerHost<Context, S, Left>): HandlerOperations<Context, S, Left> {
  return {
    auth: Object.assign(async (context: Context) => scope(context).auth(), {
      require: async (context: Context, options?: RequireOptions) =>
        scope(context).require(options, refuse && ((verdict) => refuse(context, verdict))),
      principal: async <Accepted extends AcceptedPrincipal>(
        context: Context,
        options: PrincipalOptions<Accepted>,
      ) => scope(context).principal(options, refuse && ((verdict) => refuse(context, verdict))),
    }),
    async submit(context, action, body) {
      const { url } = await scope(context).form(action, body)
      return leave(context, url, {})
    },
    async signIn(context, provider, { authorizationParams, ...fields } = {}) {
      const { url } = await scope(context).signIn(provider, fields, authorizationParams)
      return leave(context, url, fields)
    },
    async signOut(context, options = {}) {
      const { url } = await scope(context).signOut(options)
      return leave(context, url, options)
    },
    feature: (value, context) => scope(context).feature(value),
    unstable_update: async (context, data) => scope(context).update(data),
  }
}

/**
 * Returns the status of a redirect; 303 changes the method to GET.
 *
 * @param method - of the request
 *
 * @example
 * ```ts
 * import { redirectStatus } from '@latchstring/core/framework'
 *
 * export const leave = ({ method }: Request, url: string): Response =>
 *   new Response(null, { status: redirectStatus(method), headers: { Location: url } })
 * ```
 */
export function redirectStatus(method: string | undefined): 302 | 303 {
  return method === 'GET' || method === 'HEAD' ? 302 : 303
}
