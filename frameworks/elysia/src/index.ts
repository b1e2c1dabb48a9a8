import {
  deferFrameworkAuth,
  toVerdictResponse,
  type AcceptedPrincipal,
  type PrincipalOptions,
  type RequireOptions,
  deferSystem,
  type Verdict,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import { Elysia, type Context } from 'elysia'
import { createScopes } from './lib/scopes.ts'
import type { ElysiaConfigInput, ElysiaOptions, LatchstringElysia } from './types.ts'

export * from '@latchstring/core/application'
export type {
  ElysiaConfigInput,
  ElysiaOptions,
  LatchstringContext,
  LatchstringElysia,
  Macros,
  None,
  PluginMembers,
  Refusal,
  Resolve,
  Scoped,
  Singleton,
} from './types.ts'

/** Ends a request before its handler. Elysia keeps only the status of a redirect, so the headers are set separately. */
function refuse({ request, set, status }: Context, verdict: Verdict): unknown {
  const refused = toVerdictResponse(verdict, request)
  if (refused === undefined) return undefined
  if (refused.body === null) Object.assign(set.headers, Object.fromEntries(refused.headers))
  return status(refused.status, refused)
}

/**
 * Sets up Latchstring for Elysia. The result is a plugin, which answers the HTTP actions, gives handlers `auth()`, and routes the
 * options `session` and `authorized`. Environment and configuration are read with the first request.
 *
 * @param config - the configuration, or a function that returns one for a request
 * @param options - environment, default base path and clock
 *
 * @example
 * ```typescript
 * import GitHub from '@latchstring/core/providers/github'
 * import Latchstring from '@latchstring/elysia'
 * import { Elysia, type Context } from 'elysia'
 *
 * export const app = new Elysia()
 *   .use(Latchstring({ providers: [GitHub] }))
 *   .get('/', async ({ auth }) => (await auth())?.user?.name ?? 'visitor')
 *   .get('/me', ({ session }) => session.user?.name, { session: true })
 * ```
 */
export default function Latchstring<
  const Token extends JWT = JWT,
  const S extends object = Session,
>(config: ElysiaConfigInput<Token, S>, options: ElysiaOptions = {}): LatchstringElysia<S> {
  const instance = deferFrameworkAuth<Token, S>(config, options)
  const { within, find } = createScopes<S>(instance)
  const plugin = new Elysia({
    name: '@latchstring/elysia',
    // Elysia uses plugins with the same name and seed once.
    seed: options.basePath ?? '/auth',
  })
    .wrap(
      (serve, request) =>
        (...args: readonly unknown[]) =>
          within(request, () => serve(...args)),
    )
    .derive({ as: 'global' }, (context) => {
      const scope = find(context.request)
      const end = (verdict: Verdict): never => {
        // The type of the context here has no routes; nothing of them is used.
        throw refuse(context as Context, verdict)
      }
      const auth = Object.assign(() => scope.auth(), {
        require: (wanted?: RequireOptions) => scope.require(wanted, end),
        principal: <Accepted extends AcceptedPrincipal>(wanted: PrincipalOptions<Accepted>) =>
          scope.principal(wanted, end),
      })
      return { auth, latchstring: scope }
    })
    .macro({
      session: {
        async resolve(context) {
          const scope = find(context.request)
          const refused = refuse(context, await scope.requireSession())
          return refused ?? { session: await scope.auth() }
        },
      },
      authorized: {
        async resolve(context) {
          return refuse(context, await find(context.request).authorize()) ?? {}
        },
      },
    })
  // The type that Elysia infers from the calls above, in a readable form.
  return Object.assign(plugin, { system: deferSystem(instance) }) as unknown as LatchstringElysia<S>
}
