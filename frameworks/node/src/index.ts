import type { IncomingMessage, ServerResponse } from 'node:http'
import { deferSystem, toIncomingRequest } from '@latchstring/core/framework'
import type {
  AcceptedPrincipal,
  AuthorizationParams,
  AuthorizeOptions,
  FrameworkAuthConfigInput,
  FrameworkOptions,
  ParsedBody,
  PrincipalOptions,
  RequestScope,
  RequireOptions,
  RequiringAuth,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
  Verdict,
} from '@latchstring/core/framework'
import type { FeatureForSystem, FeatureForUser } from '@latchstring/core/features'
import type { JWT } from '@latchstring/core/jwt'
import type { ProviderId } from '@latchstring/core/providers'
import type { Session } from '@latchstring/core/types'
import { createNodeAuth } from './lib/node-auth.ts'
import { redirect, sendVerdict } from './lib/response.ts'

export * from '@latchstring/core/application'
export { createNodeAuth, type NodeAuth } from './lib/node-auth.ts'
export { beforeHead, toResponseHeaders } from '@latchstring/core/framework'
export { redirect, sendResponse, sendVerdict } from './lib/response.ts'

/** What the initializer returns. Every function takes the request and its response. */
export interface LatchstringNode<S extends object = Session> {
  /**
   * Answers the HTTP actions.
   *
   * @returns whether the request was for one; otherwise nothing was written
   */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  /**
   * The session of the request, read once. Its cookies are set before the head of the response is written. `auth.require` throws for a
   * request that it refuses: `sendResponse` writes what {@link refusalOf} makes of the error, and `requireSession` does so by itself.
   */
  readonly auth: RequiringAuth<[request: IncomingMessage, response: ServerResponse], S>
  /**
   * Returns the session. A request without one is refused, with `null` as the result: a page is redirected to the sign-in page,
   * a script gets 401. With `aal` or `maxAge` a sign-in that is weaker or older is refused as well.
   */
  readonly requireSession: (
    request: IncomingMessage,
    response: ServerResponse,
    options?: RequireOptions,
  ) => Promise<S | null>
  /**
   * Calls the `authorized` callback.
   *
   * @returns whether the request is allowed; otherwise it was answered
   */
  readonly authorize: (
    request: IncomingMessage,
    response: ServerResponse,
    options?: AuthorizeOptions,
  ) => Promise<boolean>
  /**
   * Signs in, and redirects unless `redirect` is `false`.
   *
   * @returns the URL to go to
   * @throws AuthError when it fails
   */
  readonly signIn: (
    request: IncomingMessage,
    response: ServerResponse,
    provider?: ProviderId,
    options?: SignInOptions & { readonly authorizationParams?: AuthorizationParams },
  ) => Promise<string>
  /** Signs out, and redirects unless `redirect` is `false`. Returns the URL to go to. */
  readonly signOut: (
    request: IncomingMessage,
    response: ServerResponse,
    options?: SignOutOptions,
  ) => Promise<string>
  /**
   * The operations of a feature for the user of the request.
   *
   * @throws SessionRequired from an operation, where the request has no session
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly feature: FeatureForUser<[request: IncomingMessage, response: ServerResponse]>
  /**
   * The operations of a feature that name users, also without a request. Never call one with what a stranger sent.
   *
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly system: FeatureForSystem
  /** Runs the callbacks with `data` and keeps the new session. May change or be removed. */
  readonly unstable_update: (
    request: IncomingMessage,
    response: ServerResponse,
    data?: SessionUpdate,
  ) => Promise<S | null>
  /**
   * Signs in or out by a form of the application, and redirects. The form must come from one of its own pages.
   *
   * @param body - fields of the form
   * @throws AuthError when it fails, such as CredentialsSignin
   */
  readonly form: (
    request: IncomingMessage,
    response: ServerResponse,
    action: 'signin' | 'signout',
    body: ParsedBody,
  ) => Promise<void>
  /** Further operations on the request: the session for the browser, and the fields of forms. */
  readonly scope: (request: IncomingMessage, response: ServerResponse) => RequestScope<S>
}

/** Creates `auth` with its members. */
function createAuth<S extends object>(
  scope: LatchstringNode<S>['scope'],
): LatchstringNode<S>['auth'] {
  return Object.assign(
    (request: IncomingMessage, response: ServerResponse) => scope(request, response).auth(),
    {
      require: async (
        request: IncomingMessage,
        response: ServerResponse,
        wanted?: RequireOptions,
      ) => scope(request, response).require(wanted),
      principal: async <Accepted extends AcceptedPrincipal>(
        request: IncomingMessage,
        response: ServerResponse,
        wanted: PrincipalOptions<Accepted>,
      ) => scope(request, response).principal(wanted),
    },
  )
}

/**
 * Sets up Latchstring for a server of `node:http`. Environment and configuration are read on first use.
 *
 * @param config - the configuration, or a function that returns one for a request
 * @param options - environment, default base path and clock
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import GitHub from '@latchstring/core/providers/github'
 * import Latchstring from '@latchstring/node'
 *
 * const { handle, auth } = Latchstring({ providers: [GitHub] })
 *
 * export const server = createServer(async (request, response) => {
 *   if (await handle(request, response)) return
 *   const session = await auth(request, response)
 *   response.end(session?.user?.name ?? 'visitor')
 * })
 * ```
 */
export default function Latchstring<
  const Token extends JWT = JWT,
  const S extends object = Session,
>(config: FrameworkAuthConfigInput<Token, S>, options: FrameworkOptions = {}): LatchstringNode<S> {
  const node = createNodeAuth<Token, S>(config, options)
  const { scope } = node

  async function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    verdict: Verdict,
  ): Promise<boolean> {
    if (verdict.kind === 'allow') return false
    return sendVerdict(verdict, toIncomingRequest(request), response)
  }

  return {
    handle: node.answer,
    scope,
    auth: createAuth(scope),
    async requireSession(request, response, wanted) {
      const verdict = await scope(request, response).requireSession(wanted)
      const refused = await refuse(request, response, verdict)
      return refused ? null : scope(request, response).auth()
    },
    async authorize(request, response, wanted) {
      const verdict = await scope(request, response).authorize(wanted)
      return !(await refuse(request, response, verdict))
    },
    async signIn(request, response, provider, wanted = {}) {
      const { authorizationParams, ...fields } = wanted
      const { url } = await scope(request, response).signIn(provider, fields, authorizationParams)
      if (wanted.redirect !== false) redirect(response, url)
      return url
    },
    async signOut(request, response, wanted) {
      const { url } = await scope(request, response).signOut(wanted)
      if (wanted?.redirect !== false) redirect(response, url)
      return url
    },
    feature: (value, request, response) => scope(request, response).feature(value),
    system: deferSystem(() => node.operations),
    unstable_update: (request, response, data) => scope(request, response).update(data),
    async form(request, response, action, body) {
      const { url } = await scope(request, response).form(action, body)
      redirect(response, url)
    },
  }
}
