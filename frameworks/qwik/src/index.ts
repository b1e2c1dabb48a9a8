import {
  createFrameworkAuth,
  createRequestStore,
  deferSystem,
  developmentEnv,
  perEnvironment,
  processEnv,
  toHandlerOperations,
} from '@latchstring/core/framework'
import type {
  AcceptedPrincipal,
  PrincipalOptions,
  RequestScope,
  RequireOptions,
  RequiringAuth,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Env, Session } from '@latchstring/core/types'
import { createScope, findPage, isDataRequest, isPrerendering, send, TEXTS } from './lib/event.ts'
import type { QwikEntry } from './lib/event.ts'
import { createSubmit, leave, refuse } from './lib/outcome.ts'
import type { LatchstringQwik, QwikConfigInput, QwikEvent, QwikOptions } from './lib/types.ts'

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

const requireOf = <S>(entry: QwikEntry<S>, wanted?: RequireOptions) =>
  entry.require(async (verdict) => refuse(entry, verdict), { ...asPage(entry), ...wanted })

const principalOf = <S, Accepted extends AcceptedPrincipal>(
  entry: QwikEntry<S>,
  wanted: PrincipalOptions<Accepted>,
) => entry.principal(async (verdict) => refuse(entry, verdict), wanted)

/** Creates `auth` with its members. */
const createAuth = <S>(
  find: (event: QwikEvent) => QwikEntry<S>,
): RequiringAuth<[event: QwikEvent], S> =>
  Object.assign(async (event: QwikEvent) => find(event).auth(), {
    require: async (event: QwikEvent, wanted?: RequireOptions) => requireOf(find(event), wanted),
    principal: async <Accepted extends AcceptedPrincipal>(
      event: QwikEvent,
      wanted: PrincipalOptions<Accepted>,
    ) => principalOf(find(event), wanted),
  })

/**
 * Options of a page, which the router may ask for at another address. The address is that of the request: loaders of Qwik 2 get one without
 * the parameters that they do not declare.
 */
const asPage = ({ event }: QwikEntry<unknown>) => ({
  page: isDataRequest(event),
  url: findPage(event),
})

/** The variables for a request, or for a job. */
function findVariables(env: QwikOptions['env'], event?: QwikEvent): Env {
  if (typeof env !== 'function') return env ?? processEnv()
  if (event) return env(event)
  throw new TypeError(
    'The option `env` of Latchstring is a function of an event. Pass the event: system(feature, event).',
  )
}

/**
 * Sets up Latchstring for Qwik City and Qwik Router. Environment and configuration are read with the first request, so that a build
 * needs no secrets. Use the result in code that stays on the server: `onRequest`, loaders, actions and `server$`.
 *
 * @param config - the configuration, or a function that returns one for a request
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
export default function Latchstring<
  const Token extends JWT = JWT,
  const S extends object = Session,
>(
  config: QwikConfigInput<Token, S>,
  { env, shareSession = false, ...rest }: QwikOptions = {},
): LatchstringQwik<S> {
  const findInstance = perEnvironment((found: Env) =>
    createFrameworkAuth<Token, S>(config, { ...rest, env: developmentEnv(found) }),
  )
  const requests = createRequestStore<S, QwikEvent>(TEXTS)
  // Loaders of Qwik 2 receive copies of the event, which share `sharedMap`.
  const find = ({ sharedMap }: QwikEvent): QwikEntry<S> => requests.find(sharedMap)
  const findScope = (event: QwikEvent): RequestScope<S> => find(event).requireScope()
  const { feature, signIn, signOut, unstable_update } = toHandlerOperations({
    scope: findScope,
    leave(event: QwikEvent, url, { redirect }) {
      if (redirect !== false) leave(event, url)
      return url
    },
  })

  const submit = createSubmit(findScope)
  return {
    async onRequest(event) {
      const instance = findInstance(findVariables(env, event))
      const isAsked = !isPrerendering(event)
      if (instance.owns(event.request.url)) {
        // An empty response is not written as a static page.
        const nothing = new Response(null, { status: 204 })
        throw send(event, isAsked ? await instance.handle(event.request) : nothing)
      }
      const open = isAsked ? { scope: createScope(instance, event) } : undefined
      const entry = requests.begin(event, open, event.sharedMap)
      if (open) event.sharedMap.set('auth', open.scope.auth)
      // Its readers do not wait, so it is there before they run.
      if (shareSession) event.sharedMap.set('session', open ? await entry.client() : null)
    },
    async guard(event) {
      const entry = find(event)
      // The path of the page too: requests of Qwik 2 for page data may contain it only in a header.
      const { pathname } = event.url
      const verdict = await entry.authorize({ page: isDataRequest(event), path: pathname })
      if (verdict.kind !== 'allow') await refuse(entry, verdict)
    },
    auth: createAuth(find),
    // The type of a session in the browser is that of the server.
    client: async (event) => (await find(event).client()) as S | null,
    async requireSession(event) {
      const entry = find(event)
      return entry.requireSession(async (verdict) => refuse(entry, verdict), asPage(entry))
    },
    submitSignIn: submit('signin'),
    submitSignOut: submit('signout'),
    signIn,
    signOut,
    feature,
    system: (value, event) => deferSystem(() => findInstance(findVariables(env, event)))(value),
    unstable_update,
    scope: findScope,
  }
}
