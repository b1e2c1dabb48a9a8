import { createCore, type ConfigSource, type CoreOptions } from './lib/engine/auth.ts'
import { warnInBrowser } from './lib/framework/host-process.ts'
import { developmentEnv } from './lib/framework/development-env.ts'
import { toFrameworkAuth } from './lib/framework/framework-auth.ts'
import type { AuthConfigInput } from './lib/types/config.ts'
import type { FrameworkAuth } from './lib/types/framework.ts'
import type { JWT } from './lib/types/jwt.ts'
import type { Session } from './lib/types/session.ts'

export { toVerdictResponse } from './lib/engine/verdict-response.ts'
export { serializeCookie } from './lib/http/cookie.ts'
export { withCookies } from './lib/framework/request-cookies.ts'
export { addCookies, varyByCookie, withHeaders } from './lib/framework/response-headers.ts'
export { developmentEnv }
export { deferFeature, deferSystem } from './lib/framework/deferred-features.ts'
export { perEnvironment } from './lib/framework/per-environment.ts'
export {
  redirectStatus,
  toHandlerOperations,
  type HandlerHost,
  type HandlerOperations,
} from './lib/framework/handler-operations.ts'
export {
  toFormActions,
  type FormActionHost,
  type SignInAction,
  type SignOutAction,
} from './lib/framework/form-actions.ts'
export {
  createAnonymousScope,
  authorizeCachedPage,
  withoutCookies,
} from './lib/framework/anonymous-scope.ts'
export { beforeHead, toResponseHeaders, type NodeHead } from './lib/framework/node-head.ts'
export {
  createRequestEntry,
  createRequestStore,
  type EntryScope,
  type RequestEntry,
  type RequestStore,
  type RequestStoreMessages,
} from './lib/framework/request-store.ts'
export { createCallStorage, processEnv, type CallStorage } from './lib/framework/host-process.ts'
export {
  createMiddlewareScope,
  toSource,
  type ServeHooks,
  type MiddlewareScope,
} from './lib/framework/middleware-scope.ts'
export { refusalOf } from './lib/framework/refusal-of.ts'
export { toFormFailure, type FormFailure } from './lib/framework/form-failure.ts'
export {
  toIncomingRequest,
  toNodeHandler,
  toScopeSource,
  toSessionSource,
  type NodeHandler,
} from './lib/framework/node-handler.ts'
export type { CoreOptions as FrameworkOptions } from './lib/engine/auth.ts'
export type { Clock } from './lib/kit/clock.ts'
export type {
  AccountChange,
  CurrentSession,
  Device,
  EndedSessions,
  EndOptions,
  EndTarget,
  Sessions,
} from './lib/types/sessions.ts'
export type {
  Authorization,
  Decision,
  FrameworkAuth,
  FrameworkAuthConfig,
  FrameworkAuthConfigInput,
  IssuedCsrfToken,
} from './lib/types/framework.ts'
export type {
  FactsAsked,
  KeptForm,
  Refusal,
  RequiredRead,
  RequiredSession,
  RequireOptions,
  SessionFacts,
} from './lib/types/facts.ts'
export type { AmbientAuth, RequiringAuth } from './lib/types/requiring-auth.ts'
export type {
  AuthorizationParams,
  AuthorizeOptions,
  Redirection,
  RequestSource,
  SessionRead,
  SessionSource,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
} from './lib/types/operations.ts'
export type {
  AcceptedPrincipal,
  AmbientPrincipal,
  CredentialPrincipal,
  Principal,
  PrincipalOf,
  PrincipalOptions,
  PrincipalRead,
  PrincipalReadWithCookies,
  PrincipalRefusal,
  SessionPrincipal,
} from './lib/types/principal.ts'
export type {
  FormFields,
  ParsedBody,
  RequestScope,
  ResponseHeaders,
  ScopeOptions,
  ScopeSource,
  Verdict,
} from './lib/types/scope.ts'
export type { NodeRequest, NodeResponse } from './lib/types/node.ts'
export type {
  BodyChunk,
  BodyReader,
  HeaderReader,
  IncomingRequest,
  Reply,
  UnreadBody,
} from './lib/types/request.ts'

/**
 * The door for framework packages: HTTP actions and server operations without a framework. Nothing is resolved before it
 * is needed.
 *
 * @param config - the configuration, or a function that makes one for a request
 * @param options - environment and defaults of the framework
 *
 * @example
 * ```ts
 * import { createFrameworkAuth } from '@latchstring/core/framework'
 *
 * const auth = createFrameworkAuth({ providers: [] }, { env: {}, basePath: '/auth' })
 * export const signedIn = async (headers: Headers): Promise<boolean> =>
 *   (await auth.session({ headers })).session !== null
 * ```
 */
export function createFrameworkAuth<
  const Token extends JWT = JWT,
  const S extends object = Session,
>(config: AuthConfigInput<Token, S>, options: CoreOptions): FrameworkAuth<S> {
  warnInBrowser()
  // Inside, the types of token and session make no difference.
  const source = config as unknown as ConfigSource
  return Object.freeze(toFrameworkAuth<S>(createCore(source, options), source, options))
}

/**
 * The same for packages whose applications are set up before there is a request: it is made when it is first asked for, from
 * the variables there are then, so that an application is built without secrets.
 *
 * @param config - the configuration, or a function that makes one for a request
 * @param options - environment and defaults of the framework. Without `env` the variables of the process are read, and a
 * development server that has no secret gets one
 *
 * @example
 * ```ts
 * import { deferFrameworkAuth } from '@latchstring/core/framework'
 *
 * const findAuth = deferFrameworkAuth({ providers: [] }, { basePath: '/auth' })
 * export const handle = (request: Request): Promise<Response> => findAuth().handle(request)
 * ```
 */
export function deferFrameworkAuth<const Token extends JWT = JWT, const S extends object = Session>(
  config: AuthConfigInput<Token, S>,
  options: CoreOptions,
): () => FrameworkAuth<S> {
  warnInBrowser()
  let made: FrameworkAuth<S> | undefined
  return () => {
    made ??= createFrameworkAuth<Token, S>(config, {
      ...options,
      env: options.env ?? developmentEnv(),
    })
    return made
  }
}
