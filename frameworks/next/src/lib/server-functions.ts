import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  EndOptions,
  EndTarget,
  FrameworkAuth,
  Redirection,
  RequestSource,
  Sessions,
  SignInOptions,
} from '@latchstring/core/framework'
import type { Feature, FeatureForSystem, Offered } from '@latchstring/core/features'
import { deferFeature, deferSystem } from '@latchstring/core/framework'
import { SignOutError } from '@latchstring/core/errors'
import {
  canSetCookies,
  currentHeaders,
  currentRequest,
  redirectTo,
  requestIfAny,
  setCookies,
} from './app-router.ts'
import { pagesRequest, pagesToken, type PagesContext } from './pages-router.ts'
import type { SignIn, SignOut, SubmitForm, Update } from './types.ts'
import type { FeatureOfRequest, GetCsrfToken, GetProviders } from './request-types.ts'

interface ServerFunctions<S extends object> {
  readonly signIn: SignIn
  readonly signOut: SignOut
  readonly form: SubmitForm
  readonly getProviders: GetProviders
  readonly getCsrfToken: GetCsrfToken
  readonly unstable_update: Update<S>
  readonly sessions: Sessions
  readonly feature: FeatureOfRequest
  readonly system: FeatureForSystem
}

/** Whether the call returns the URL instead of redirecting. Fields of a form are text, so a form always redirects. */
function wantsRedirect(options: FormData | Pick<SignInOptions, 'redirect'> | undefined): boolean {
  return options === undefined || options instanceof FormData || options.redirect !== false
}

/** Cookies to set in spite of a failure: a failed sign-out still deletes the cookies of the session. */
async function failWithCookies(error: unknown): Promise<never> {
  if (error instanceof SignOutError) await setCookies(error.cookies)
  throw error
}

/** Returns the request being served; if it is optional, there may be none, as in a job. */
async function findRequest(isOptional: boolean): Promise<RequestSource | undefined> {
  try {
    return await currentRequest()
  } catch (error) {
    if (isOptional) return undefined
    throw error
  }
}

/** Whether sessions can be ended without a request: the target does not refer to the session of the request. */
function isIndependentOfRequest(target: EndTarget & EndOptions): boolean {
  if (target.requireFresh !== undefined || 'all' in target) return target.requireFresh === undefined
  return target.user !== undefined && !('except' in target)
}

/** Request and response of the Pages Router, in either way of passing them. */
function toContext(
  first: PagesContext | IncomingMessage,
  response: ServerResponse | undefined,
): PagesContext {
  // The overloads require the response after a Node.js request.
  return 'req' in first ? first : { req: first, res: response as ServerResponse }
}

/** The CSRF token of the request being served, whose cookie is set on the response. */
async function currentToken(auth: FrameworkAuth<object>): Promise<string> {
  if (!(await canSetCookies())) {
    throw new TypeError(
      '`getCsrfToken()` was called in a server component, which cannot set the cookie of the token. Use a form with a server action that calls `signIn` or `form`: no token is needed there. Or call it in `getServerSideProps` or a route handler.',
    )
  }
  const { token, cookies } = await auth.csrfToken(await currentRequest())
  if (cookies.length > 0) await setCookies(cookies)
  return token
}

/** Creates `feature`, whose request is found when an operation is called. */
function createFeature<S extends object>(core: () => FrameworkAuth<S>): FeatureOfRequest {
  return <Operations, System>(
    value: Feature<Operations, System>,
    first?: PagesContext | IncomingMessage,
    response?: ServerResponse,
  ): Offered<Operations> =>
    deferFeature<Operations>(value, async () => {
      if (first) return core().feature(value, pagesRequest(toContext(first, response).req))
      // Called before the configuration is read: Next.js stops prerendering here, when secrets may be missing.
      await currentHeaders()
      return core().feature(value, await currentRequest())
    })
}

/** The operations beside `auth`. */
export function createServerFunctions<S extends object>(
  core: () => FrameworkAuth<S>,
): ServerFunctions<S> {
  const sessions = async (isOptional: boolean): Promise<Sessions> =>
    core().sessions(await findRequest(isOptional))

  /** Sets the cookies of a sign-in or sign-out, and redirects or returns the URL. */
  async function leave(
    work: (source: RequestSource) => Promise<Redirection>,
    options?: FormData | Pick<SignInOptions, 'redirect'>,
  ): Promise<never> {
    const { url, cookies } = await work(await currentRequest()).catch(failWithCookies)
    await setCookies(cookies)
    // The result's type follows the value of `redirect`, which TypeScript does not narrow by a condition.
    return wantsRedirect(options) ? redirectTo(url) : (url as never)
  }

  return {
    signIn: async (provider, options, parameters) =>
      leave((source) => core().signIn(source, provider, options, parameters), options),
    signOut: async (options) => leave((source) => core().signOut(source, options), options),
    form: async (action, body) => leave((source) => core().form(source, action, body)),
    async getProviders(first?: PagesContext | IncomingMessage, response?: ServerResponse) {
      const request = first ? pagesRequest(toContext(first, response).req) : await requestIfAny()
      return core().providers(request)
    },
    async getCsrfToken(first?: PagesContext | IncomingMessage, response?: ServerResponse) {
      return first ? pagesToken(core(), toContext(first, response)) : currentToken(core())
    },
    async unstable_update(data) {
      const source = await currentRequest()
      const { session, cookies } = await core().update(source, data)
      await setCookies(cookies)
      return session
    },
    feature: createFeature(core),
    system: deferSystem(core),
    sessions: {
      list: async (userId) => (await sessions(userId !== undefined)).list(userId),
      end: async (target) => (await sessions(isIndependentOfRequest(target))).end(target),
      // Works without a request, because the user is named.
      changed: async (userId, change) => (await sessions(true)).changed(userId, change),
      current: async (options) => (await sessions(false)).current(options),
      ready: async () => (await sessions(true)).ready(),
    },
  }
}
