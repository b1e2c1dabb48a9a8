import { deferFrameworkAuth, deferSystem } from '@latchstring/core/framework'
import type {
  FrameworkAuthConfigInput,
  FrameworkOptions,
  RequestScope,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import { answer, createSignIn, createSignOut } from './lib/actions.ts'
import { findPageAddress } from './lib/address.ts'
import { createAuth, createAuthorize, createRequireSession } from './lib/guards.ts'
import type { LatchstringRouter, RouteContext } from './lib/types.ts'
import { createRouteRequests } from './lib/requests.ts'

export * from '@latchstring/core/application'
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
 * Sets up Latchstring for React Router in framework mode. Environment and configuration are read with the first request,
 * so that a build needs no secrets.
 *
 * @param config - the configuration, or a function that returns one for a request
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
export default function Latchstring<
  const Token extends JWT = JWT,
  const S extends object = Session,
>(
  config: FrameworkAuthConfigInput<Token, S>,
  options: FrameworkOptions = {},
): LatchstringRouter<S> {
  const findInstance = deferFrameworkAuth<Token, S>(config, options)
  const requests = createRouteRequests(findInstance)
  const findScope = (context: RouteContext): RequestScope<S> =>
    requests.find(context).requireScope()
  const handle: LatchstringRouter<S>['loader'] = async ({ request }) =>
    answer(findInstance(), request)

  return {
    async middleware(args, next) {
      const instance = findInstance()
      if (instance.owns(findPageAddress(args.request.url))) return answer(instance, args.request)
      return requests.middleware(args, next)
    },
    authorize: createAuthorize(findInstance, requests),
    requireSession: createRequireSession(findInstance, requests),
    auth: createAuth(findInstance, requests),
    // The type of a session in the browser is that of `GET session`.
    client: async (context) => (await requests.find(context).client()) as S | null,
    signIn: createSignIn({ findScope, findInstance }),
    signOut: createSignOut({ findScope, findInstance }),
    feature: (value, context) => findScope(context).feature(value),
    system: deferSystem(findInstance),
    unstable_update: async (context, data) => findScope(context).update(data),
    scope: findScope,
    loader: handle,
    action: handle,
  }
}
