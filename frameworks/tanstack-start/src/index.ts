import { createRequestStore, deferFrameworkAuth, deferSystem } from '@latchstring/core/framework'
import type {
  AcceptedPrincipal,
  FrameworkAuthConfigInput,
  FrameworkOptions,
  PrincipalOptions,
  RequestScope,
  RequireOptions,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import { findRefusal, redirect } from './lib/guards.ts'
import type { LatchstringStart } from './lib/types.ts'
import { finish, open, TEXTS } from './lib/entry.ts'

export * from '@latchstring/core/application'
export type { AuthContext, LatchstringStart, Served } from './lib/types.ts'

/**
 * Sets up Latchstring for TanStack Start, in a file for the server alone. Environment and configuration are read with the first
 * request, so that a build needs no secrets.
 *
 * @param config - the configuration, or a function that returns one for a request
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
export default function Latchstring<
  const Token extends JWT = JWT,
  const S extends object = Session,
>(config: FrameworkAuthConfigInput<Token, S>, options: FrameworkOptions = {}): LatchstringStart<S> {
  const findInstance = deferFrameworkAuth<Token, S>(config, options)
  // Requests are found by the current call: the client may send a context of its own.
  const { begin, find, run } = createRequestStore<S, Request>(TEXTS)
  const findScope = (): RequestScope<S> => find().requireScope()

  return {
    async middleware(request, next) {
      const instance = findInstance()
      if (instance.owns(request.url)) return instance.handle(request)
      const entry = begin(request, open(instance, request))
      return run(entry, () =>
        entry.serve(() => next({ auth: entry.auth }), { done: (result) => finish(entry, result) }),
      )
    },
    async authorize() {
      const refusal = await findRefusal(find(), await find().authorize())
      if (refusal) throw refusal
    },
    async requireSession() {
      const entry = find()
      return entry.requireSession(async (verdict) => {
        throw (await findRefusal(entry, verdict)) ?? new Response(null, { status: 401 })
      })
    },
    auth: Object.assign(async () => find().auth(), {
      async require(wanted?: RequireOptions) {
        const entry = find()
        return entry.require(async (verdict) => {
          throw (await findRefusal(entry, verdict)) ?? new Response(null, { status: 401 })
        }, wanted)
      },
      async principal<Accepted extends AcceptedPrincipal>(wanted: PrincipalOptions<Accepted>) {
        const entry = find()
        return entry.principal(async (verdict) => {
          throw (await findRefusal(entry, verdict)) ?? new Response(null, { status: 503 })
        }, wanted)
      },
    }),
    // The type of a session in the browser is that of `GET session`.
    client: async () => (await find().client()) as S | null,
    form: async (action, body) => redirect((await findScope().form(action, body)).url),
    async signIn(provider, given, parameters) {
      return redirect((await findScope().signIn(provider, given, parameters)).url)
    },
    signOut: async (given) => redirect((await findScope().signOut(given)).url),
    feature: (value) => findScope().feature(value),
    system: deferSystem(findInstance),
    unstable_update: async (data) => findScope().update(data),
    scope: findScope,
  }
}
