import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import { createEngines } from './lib/engines.ts'
import { findPage, isDataRequest } from './lib/event.ts'
import { createOnRequest } from './lib/on-request.ts'
import { leave, refuse, toFailure } from './lib/outcome.ts'
import type { LatchstringQwik, QwikConfigInput, QwikOptions, Submit } from './lib/types.ts'
import { createVisits } from './lib/visits.ts'

export { acceptWeakSecret, customFetch, paths, skipCSRFCheck } from '@latchstring/core'
export { AuthError, CredentialsSignin } from '@latchstring/core/errors'
export type { FrameworkAuthConfig, RequestScope } from '@latchstring/core/framework'
export type { JWT } from '@latchstring/core/jwt'
export type { Session, User } from '@latchstring/core/types'
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
  options: QwikOptions = {},
): LatchstringQwik<S> {
  const findEngine = createEngines(config, options)
  const visits = createVisits<S>()
  const { find, findScope } = visits

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
    onRequest: createOnRequest(findEngine, visits),
    async guard(event) {
      const visit = find(event)
      const verdict = await visit.scope?.authorize({ page: isDataRequest(event) })
      if (verdict && verdict.kind !== 'allow') await refuse(visit, verdict)
    },
    auth: async (event) => (await find(event).scope?.auth()) ?? null,
    client: async (event) => (await find(event).scope?.client()) ?? null,
    async requireSession(event) {
      const scope = findScope(event)
      const verdict = await scope.requireSession({
        page: isDataRequest(event),
        url: findPage(event),
      })
      const session = await scope.auth()
      if (verdict.kind === 'allow' && session) return session
      return refuse(find(event), verdict)
    },
    submitSignIn: submit('signin'),
    submitSignOut: submit('signout'),
    async signIn(event, provider, { authorizationParams, ...fields } = {}) {
      const { url } = await findScope(event).signIn(provider, fields, authorizationParams)
      if (fields.redirect !== false) leave(event, url)
      return url
    },
    async signOut(event, wanted = {}) {
      const { url } = await findScope(event).signOut(wanted)
      if (wanted.redirect !== false) leave(event, url)
      return url
    },
    unstable_update: async (event, data) => findScope(event).update(data),
    scope: findScope,
  }
}
