import {
  deferFrameworkAuth,
  type FrameworkAuthConfigInput,
  type FrameworkOptions,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import { answer, createSignIn, createSignOut } from './lib/actions.ts'
import { findPageAddress } from './lib/address.ts'
import { createAuthorize, createFindScope, createRequireSession } from './lib/guards.ts'
import type { LatchstringRouter } from './lib/types.ts'
import { createVisits } from './lib/visits.ts'

export { acceptWeakSecret, customFetch, paths, skipCSRFCheck } from '@latchstring/core'
export { AuthError, CredentialsSignin } from '@latchstring/core/errors'
export type {
  FrameworkAuthConfig,
  FrameworkAuthConfigInput,
  FrameworkOptions,
  RequestScope,
} from '@latchstring/core/framework'
export type { JWT } from '@latchstring/core/jwt'
export type { Session, User } from '@latchstring/core/types'
export type {
  ActionOutcome,
  LatchstringRouter,
  RequireSession,
  RouteArgs,
  RouteContext,
  RouteMiddleware,
  RouteSignIn,
  RouteSignOut,
  SignInFailure,
} from './lib/types.ts'

/**
 * Sets up Latchstring for React Router in framework mode. Environment and configuration are read when the first request comes,
 * so that an application is built without secrets.
 *
 * @param config - the configuration, or a function that makes one for a request
 * @param options - environment, default base path and clock
 *
 * @example
 * ```ts
 * import GitHub from '@latchstring/core/providers/github'
 * import Latchstring from '@latchstring/react-router'
 *
 * export const { middleware, auth, requireSession, signIn, signOut, loader, action } = Latchstring({
 *   providers: [GitHub],
 * })
 * ```
 */
export default function Latchstring<Token extends JWT = JWT, S extends object = Session>(
  config: FrameworkAuthConfigInput<Token, S>,
  options: FrameworkOptions = {},
): LatchstringRouter<S> {
  const findEngine = deferFrameworkAuth<Token, S>(config, options)
  const visits = createVisits(findEngine)
  const findScope = createFindScope(visits)
  const handle: LatchstringRouter<S>['loader'] = async ({ request }) =>
    answer(findEngine(), request)

  return {
    async middleware(args, next) {
      const engine = findEngine()
      if (engine.owns(findPageAddress(args.request.url))) return answer(engine, args.request)
      return visits.middleware(args, next)
    },
    authorize: createAuthorize(visits),
    requireSession: createRequireSession(visits),
    auth: async (context) => (await visits.find(context).scope?.auth()) ?? null,
    client: async (context) => {
      const session = await visits.find(context).scope?.client()
      // What `GET session` gives has the type of a session in the browser, too.
      return (session ?? null) as S | null
    },
    signIn: createSignIn({ findScope, findEngine }),
    signOut: createSignOut({ findScope, findEngine }),
    unstable_update: async (context, data) => findScope(context).update(data),
    scope: findScope,
    loader: handle,
    action: handle,
  }
}
