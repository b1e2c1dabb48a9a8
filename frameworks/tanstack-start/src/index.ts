import {
  deferFrameworkAuth,
  type FrameworkAuthConfigInput,
  type FrameworkOptions,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import { createAuthorize, createRequireSession, redirect } from './lib/guards.ts'
import type { LatchstringStart } from './lib/types.ts'
import { createVisits, Visit } from './lib/visits.ts'

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
export type { AuthContext, LatchstringStart, Served } from './lib/types.ts'

/**
 * Sets up Latchstring for TanStack Start, in a file for the server alone. Environment and configuration are read when the first
 * request comes, so that an application is built without secrets.
 *
 * @param config - the configuration, or a function that makes one for a request
 * @param options - environment, default base path and clock
 *
 * @example
 * ```ts
 * import GitHub from '@latchstring/core/providers/github'
 * import Latchstring from '@latchstring/tanstack-start'
 *
 * export const { middleware, auth, client, requireSession, signIn, signOut, form } = Latchstring({
 *   providers: [GitHub],
 * })
 * ```
 */
export default function Latchstring<Token extends JWT = JWT, S extends object = Session>(
  config: FrameworkAuthConfigInput<Token, S>,
  options: FrameworkOptions = {},
): LatchstringStart<S> {
  const findEngine = deferFrameworkAuth<Token, S>(config, options)
  const visits = createVisits<S>()
  const { find, findScope } = visits
  const auth = async (): Promise<S | null> => (await find().scope?.auth()) ?? null

  return {
    async middleware(request, next) {
      const engine = findEngine()
      if (engine.owns(request.url)) return engine.handle(request)
      const visit = new Visit(engine, request)
      const context = { auth: async () => (await visit.scope?.auth()) ?? null }
      return visits.serve(visit, () => next(context))
    },
    authorize: createAuthorize(visits),
    requireSession: createRequireSession(visits),
    auth,
    async client() {
      const session = await find().scope?.client()
      // What `GET session` gives has the type of a session in the browser, too.
      return (session ?? null) as S | null
    },
    form: async (action, body) => redirect((await findScope().form(action, body)).url),
    async signIn(provider, given, parameters) {
      return redirect((await findScope().signIn(provider, given, parameters)).url)
    },
    signOut: async (given) => redirect((await findScope().signOut(given)).url),
    unstable_update: async (data) => findScope().update(data),
    scope: findScope,
  }
}
