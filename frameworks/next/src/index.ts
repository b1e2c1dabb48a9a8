import { createFrameworkAuth, type FrameworkAuth } from '@latchstring/core/framework'
import type { AuthConfigInput, Session } from '@latchstring/core/types'
import type { NextRequest } from 'next/server.js'
import { defaultBasePath, withPublicPath } from './lib/base-path.ts'
import { readEnv } from './lib/environment.ts'
// Through the entry, so that a program that only imports this one can augment it.
import type { JWT } from './jwt.ts'
import { createServerFunctions } from './lib/server-functions.ts'
import type {
  FrameworkAuthConfig,
  FrameworkAuthConfigInput,
  LatchstringResult,
  NextOptions,
} from './lib/types.ts'
import { createUniversalAuth } from './lib/universal-auth.ts'

/** A function with members, so that both `export const { GET, POST } = handlers` and `export const GET = handlers` work. */
function refuseHandlers(): never {
  throw new TypeError(
    '`handlers` is an object of two route handlers. Export them by name: export const { GET, POST } = handlers',
  )
}

/**
 * Sets up Latchstring for Next.js. Environment and configuration are read on first use, so that a build needs no
 * secrets.
 *
 * @param config - the configuration, or a function that returns one for a request
 * @param options - the features, where the configuration is a function
 *
 * @example
 * ```ts
 * import Latchstring from '@latchstring/next'
 * import GitHub from '@latchstring/next/providers/github'
 *
 * export const { handlers, auth, signIn, signOut } = Latchstring({ providers: [GitHub] })
 * ```
 */
export default function Latchstring<
  const Token extends JWT = JWT,
  const S extends object = Session,
>(
  config: FrameworkAuthConfigInput<Token, S>,
  { features }: NextOptions = {},
): LatchstringResult<S> {
  let instance: FrameworkAuth<S> | undefined
  function core(): FrameworkAuth<S> {
    instance ??= createFrameworkAuth<Token, S>(
      // Every request that this package passes to the core is a NextRequest.
      config as AuthConfigInput<Token, S>,
      { env: readEnv(), basePath: defaultBasePath(), features },
    )
    return instance
  }

  async function handle(request: NextRequest): Promise<Response> {
    const complete = withPublicPath(request)
    return core().handle(complete)
  }

  return {
    handlers: Object.assign(() => refuseHandlers(), { GET: handle, POST: handle }),
    auth: createUniversalAuth(core),
    ...createServerFunctions(core),
  }
}

/**
 * Gives a configuration in a file of its own its type, and keeps the types that its callbacks return.
 *
 * @example
 * ```ts
 * import { defineConfig } from '@latchstring/next'
 *
 * export const config = defineConfig({ providers: [] })
 * ```
 */
export function defineConfig<const Token extends JWT = JWT, const S extends object = Session>(
  config: FrameworkAuthConfig<Token, S>,
): FrameworkAuthConfig<Token, S> {
  return config
}

export { AuthError, CredentialsSignin } from '@latchstring/core/errors'
export { acceptWeakSecret, customFetch, refusalOf, skipCSRFCheck } from '@latchstring/core'
export type { PathMatcher, PathSource } from '@latchstring/core'
export { paths } from './lib/paths.ts'
export type { ErrorType } from '@latchstring/core/errors'
export type {
  AuthorizationParams,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
  CredentialPrincipal,
  Principal,
  PrincipalRead,
  PrincipalRefusal,
  RequiredSession,
  RequireOptions,
  SessionFacts,
  SessionPrincipal,
} from '@latchstring/core/framework'
export type { JWT } from '@latchstring/core/jwt'
export type {
  Account,
  AuthConfig,
  Authenticator,
  Awaitable,
  DefaultSession,
  DefaultUser,
  Events,
  LoggerInstance,
  PagesOptions,
  Profile,
  Session,
  Theme,
  TokenSet,
  User,
} from '@latchstring/core/types'
export type {
  Auth,
  FrameworkAuthConfig,
  FrameworkAuthConfigInput,
  FrameworkCallbacks,
  GuardedHandler,
  FrameworkAuthConfig as NextAuthConfig,
  HandlerResult,
  LatchstringRequest,
  LatchstringResult,
  RequireAuth,
  NextOptions,
  PrincipalAuth,
  RouteContext,
  RouteHandler,
  SignIn,
  SignOut,
  SubmitForm,
  Update,
} from './lib/types.ts'
export type { FeatureOfRequest, GetCsrfToken, GetProviders } from './lib/request-types.ts'
