import {
  createFrameworkAuth,
  createVisits,
  developmentEnv,
  perEnvironment,
  processEnv,
  toHandlerOperations,
  type RequestScope,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Env, Session } from '@latchstring/core/types'
import { createScope, findPage, isDataRequest, isPrerendering, send, TEXTS } from './lib/event.ts'
import { leave, refuse, toFailure } from './lib/outcome.ts'
import type {
  LatchstringQwik,
  QwikConfigInput,
  QwikEvent,
  QwikOptions,
  Submit,
} from './lib/types.ts'

export * from '@latchstring/core/application'
export type {
  LatchstringQwik,
  QwikActionEvent,
  QwikConfigInput,
  QwikEvent,
  QwikForm,
  QwikOptions,
  QwikRequestEvent,
  SignInFailure,
  Submit,
} from './lib/types.ts'

/**
 * Sets up Latchstring for Qwik City. Environment and configuration are read when the first request comes, so that an application
 * is built without secrets. Use the result in code that stays on the server: `onRequest`, loaders, actions and `server$`.
 *
 * @param config - the configuration, or a function that makes one for a request
 * @param options - environment, default base path and clock
 *
 * @example
 * ```ts
 * import GitHub from '@latchstring/core/providers/github'
 * import Latchstring from '@latchstring/qwik'
 *
 * export const { onRequest, client, requireSession, submitSignIn, submitSignOut } = Latchstring({
 *   providers: [GitHub],
 * })
 * ```
 */
export default function Latchstring<Token extends JWT = JWT, S extends object = Session>(
  config: QwikConfigInput<Token, S>,
  { env, ...options }: QwikOptions = {},
): LatchstringQwik<S> {
  const findEngine = perEnvironment((found: Env) =>
    createFrameworkAuth<Token, S>(config, { ...options, env: developmentEnv(found) }),
  )
  const { begin, find } = createVisits<S, QwikEvent>(TEXTS)
  const findScope = (event: QwikEvent): RequestScope<S> => find(event).requireScope()
  const { signIn, signOut, unstable_update } = toHandlerOperations({
    scope: findScope,
    leave(event: QwikEvent, url, { redirect }) {
      if (redirect !== false) leave(event, url)
      return url
    },
  })

  const submit =
    (action: 'signin' | 'signout'): Submit =>
    async (form, event) => {
      const outcome = await findScope(event)
        .form(action, form)
        .catch((thrown: unknown) => toFailure(event, thrown))
      if ('failed' in outcome) return outcome
      leave(event, outcome.url)
      return undefined
    }

  return {
    async onRequest(event) {
      const engine = findEngine(typeof env === 'function' ? env(event) : (env ?? processEnv()))
      if (!engine.owns(event.request.url)) {
        const open = isPrerendering(event) ? undefined : { scope: createScope(engine, event) }
        begin(event, open, event)
        if (open) event.sharedMap.set('auth', open.scope.auth)
        return
      }
      // Without content, which is not kept as a page.
      if (isPrerendering(event)) throw send(event, new Response(null, { status: 204 }))
      throw send(event, await engine.handle(event.request))
    },
    async guard(event) {
      const visit = find(event)
      const verdict = await visit.authorize({ page: isDataRequest(event) })
      if (verdict.kind !== 'allow') await refuse(visit, verdict)
    },
    auth: async (event) => find(event).auth(),
    client: async (event) => find(event).client(),
    async requireSession(event) {
      const visit = find(event)
      return visit.requireSession(async (verdict) => refuse(visit, verdict), {
        page: isDataRequest(event),
        url: findPage(event),
      })
    },
    submitSignIn: submit('signin'),
    submitSignOut: submit('signout'),
    signIn,
    signOut,
    unstable_update,
    scope: findScope,
  }
}
